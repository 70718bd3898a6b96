"""Input embeddings are the sum of their tables."""

import pytest
import torch

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig, LayoutConfig
from paperformer.transformer.embedding import BoxEmbedding


@pytest.fixture
def config() -> EncoderConfig:
    return EncoderConfig(
        vocabulary_size=50,
        hidden_size=16,
        layers=1,
        heads=2,
        feedforward_size=8,
        max_positions=12,
        layout=LayoutConfig(buckets=101, pages=3),
    )


def box_tables() -> BoxEmbedding:
    torch.manual_seed(1)
    return BoxEmbedding(buckets=101, pages=3, size=4)


def one_box(*numbers: int) -> torch.Tensor:
    return torch.tensor([[list(numbers)]])


def test_boxes_are_the_sum_of_seven_tables() -> None:
    tables = box_tables()
    found = tables(one_box(10, 20, 40, 90), torch.tensor([[2]]))[0, 0]
    places = {"x0": 10, "y0": 20, "x1": 40, "y1": 90, "width": 30, "height": 70, "page": 2}
    expected = sum(tables.get_submodule(name).weight[place] for name, place in places.items())
    torch.testing.assert_close(found, expected)


def test_later_pages_share_the_last_row() -> None:
    tables, box = box_tables(), one_box(1, 2, 3, 4)
    last, beyond = (tables(box, torch.tensor([[page]])) for page in (2, 77))
    assert torch.equal(last, beyond)


def test_boxes_off_the_page_or_inside_out_are_clipped() -> None:
    tables, page = box_tables(), torch.tensor([[0]])
    assert torch.equal(tables(one_box(-5, 0, 400, 100), page), tables(one_box(0, 0, 100, 100), page))
    inverted = tables(one_box(50, 60, 40, 30), page)[0, 0]
    expected = tables.x0.weight[50] + tables.y0.weight[60] + tables.x1.weight[40] + tables.y1.weight[30]
    expected = expected + tables.width.weight[0] + tables.height.weight[0] + tables.page.weight[0]
    torch.testing.assert_close(inverted, expected)


def test_all_tables_are_summed_and_normalised(config: EncoderConfig, generator: torch.Generator) -> None:
    embedding = build_encoder(config, generator).eval().embedding
    assert embedding.layout is not None
    assert embedding.segment is not None
    for table in embedding.layout.parameters():
        torch.nn.init.normal_(table, generator=generator)
    ids, segments = torch.tensor([[7, 3, 9]]), torch.tensor([[0, 1, 1]])
    boxes, pages = torch.randint(0, 101, (1, 3, 4), generator=generator), torch.tensor([[0, 0, 1]])
    total = embedding.token.weight[ids] + embedding.position.table.weight[:3]
    total = total + embedding.segment.weight[segments] + embedding.layout(boxes, pages)
    expected = (total - total.mean(-1, keepdim=True)) / total.std(-1, correction=0, keepdim=True)
    found = embedding(ids, segments=segments, boxes=boxes, pages=pages)
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=1e-5)


def test_without_segments_and_pages_they_are_the_first(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    embedding = build_encoder(config, generator).eval().embedding
    ids, boxes = torch.tensor([[7, 3]]), torch.zeros(1, 2, 4, dtype=torch.long)
    zeros = torch.zeros_like(ids)
    assert torch.equal(embedding(ids, boxes=boxes), embedding(ids, segments=zeros, boxes=boxes, pages=zeros))


def test_new_layout_tables_are_silent_but_trainable(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    embedding = build_encoder(config, generator).eval().embedding
    ids, boxes = torch.tensor([[7, 3]]), torch.full((1, 2, 4), 50)
    assert torch.equal(embedding(ids), embedding(ids, boxes=boxes))
    embedding(ids, boxes=boxes)[0, 0, 0].backward()
    assert embedding.layout is not None
    gradient = embedding.layout.x0.weight.grad
    assert gradient is not None
    assert gradient[50].abs().sum() > 0


def test_an_input_beyond_the_positions_is_an_error_not_a_cut(
    config: EncoderConfig, generator: torch.Generator
) -> None:
    with pytest.raises(InvalidConfig, match="13 tokens do not fit into 12 positions"):
        build_encoder(config, generator)(torch.ones(1, 13, dtype=torch.long))


def test_boxes_without_tables_are_an_error(tiny: EncoderConfig, generator: torch.Generator) -> None:
    with pytest.raises(InvalidConfig, match="no layout tables"):
        build_encoder(tiny, generator)(torch.ones(1, 2, dtype=torch.long), boxes=torch.zeros(1, 2, 4).long())

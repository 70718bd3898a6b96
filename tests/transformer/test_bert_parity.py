"""The same weights give the same answer as the ``transformers`` library: states and gradients."""

from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertModel

from paperformer.transformer.config import LayoutConfig
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.pretrained.bert import load_bert
from paperformer.transformer.pretrained.names import BERT, rename


@pytest.fixture
def random_bert(tmp_path: Path) -> Path:
    """A checkpoint of random weights, large enough that every term matters."""
    torch.manual_seed(3)
    shape = BertConfig(
        vocab_size=97,
        hidden_size=48,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=80,
        max_position_embeddings=40,
        initializer_range=0.3,
    )
    model = BertModel(shape)
    for name, parameter in model.named_parameters():
        if "bias" in name or "LayerNorm" in name:
            torch.nn.init.normal_(parameter, mean=0.5, std=0.2)
    model.save_pretrained(tmp_path)
    return tmp_path


def inputs(vocabulary: int, length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Ids, mask and segments of three rows: full, half full, one token."""
    chance = torch.Generator().manual_seed(4)
    ids = torch.randint(1, vocabulary, (3, length), generator=chance)
    lengths = torch.tensor([length, length // 2, 1])
    mask = torch.arange(length) < lengths[:, None]
    segments = torch.randint(0, 2, (3, length), generator=chance)
    return ids, mask, segments


def load_both(folder: Path, generator: torch.Generator) -> tuple[Encoder, BertModel]:
    ours, _ = load_bert(folder, generator)
    theirs = BertModel.from_pretrained(folder, add_pooling_layer=False)
    return ours.eval(), theirs.eval()


def test_states_of_random_weights_equal_bert(random_bert: Path, generator: torch.Generator) -> None:
    ours, theirs = load_both(random_bert, generator)
    ids, mask, segments = inputs(97, 40)
    with torch.no_grad():
        answer = ours(ids, mask, segments=segments)
        expected = theirs(ids, attention_mask=mask.long(), token_type_ids=segments).last_hidden_state
    assert expected.std() > 0.3  # the states are no constants
    torch.testing.assert_close(answer[mask], expected[mask], atol=1e-5, rtol=0)


def test_gradients_of_random_weights_equal_bert(random_bert: Path, generator: torch.Generator) -> None:
    ours, theirs = load_both(random_bert, generator)
    ids, mask, segments = inputs(97, 40)
    target = torch.randn(int(mask.sum()), 48, generator=generator)
    (ours(ids, mask, segments=segments)[mask] - target).square().mean().backward()
    states = theirs(ids, attention_mask=mask.long(), token_type_ids=segments).last_hidden_state
    (states[mask] - target).square().mean().backward()
    expected = rename({n: p.grad for n, p in theirs.named_parameters() if p.grad is not None}, BERT)
    found = {n: p.grad for n, p in ours.named_parameters()}
    assert found.keys() == expected.keys()
    for name, gradient in expected.items():
        torch.testing.assert_close(found[name], gradient, atol=1e-5, rtol=1e-4, msg=name)


def test_states_of_real_weights_equal_bert(minilm_folder: Path, generator: torch.Generator) -> None:
    ours, theirs = load_both(minilm_folder, generator)
    ids, mask, segments = inputs(30522, 300)
    with torch.no_grad():
        answer = ours(ids, mask, segments=segments)
        expected = theirs(ids, attention_mask=mask.long(), token_type_ids=segments).last_hidden_state
    torch.testing.assert_close(answer[mask], expected[mask], atol=1e-5, rtol=0)


def test_layout_tables_and_longer_positions_leave_a_loaded_model_unchanged(
    minilm_folder: Path, generator: torch.Generator
) -> None:
    plain, _ = load_bert(minilm_folder, generator)
    grown, config = load_bert(minilm_folder, generator, layout=LayoutConfig(), max_positions=1496)
    ids, mask, _ = inputs(30522, 100)
    boxes = torch.randint(0, 1001, (3, 100, 4), generator=generator)
    with torch.no_grad():
        before = plain.eval()(ids, mask)
        after = grown.eval()(ids, mask, boxes=boxes, pages=torch.ones_like(ids))
    assert config.max_positions == 1496
    assert torch.equal(before, after)


def test_fewer_layers_keep_the_lowest(random_bert: Path, generator: torch.Generator) -> None:
    whole, _ = load_bert(random_bert, generator)
    part, config = load_bert(random_bert, generator, layers=2)
    assert config.layers == 2
    for name, parameter in part.named_parameters():
        assert torch.equal(parameter, whole.get_parameter(name))

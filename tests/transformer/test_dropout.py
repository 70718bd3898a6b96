"""Dropout: as often and as strong as it should be, repeatable, and nothing in evaluation."""

from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from paperformer.transformer.build import build_seq2seq
from paperformer.transformer.config.seq2seq import Seq2SeqConfig
from paperformer.transformer.dropout import Dropout
from paperformer.transformer.embedding import TokenEmbedding
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.position import SinusoidalPositions


@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.9])
def test_as_many_are_dropped_as_wanted_and_the_others_make_up_for_them(p: float) -> None:
    torch.manual_seed(1)
    count = 400_000
    found = Dropout(p).train()(torch.ones(count))
    deviation = (p * (1 - p) / count) ** 0.5
    assert float((found == 0).float().mean()) == pytest.approx(p, abs=4 * deviation)
    assert found[found != 0].unique().tolist() == pytest.approx([1 / (1 - p)], rel=1e-3)


def test_neighbours_are_dropped_independently() -> None:
    """Four elements share one drawn number: each pair of them must still agree by chance alone."""
    torch.manual_seed(2)
    kept = (Dropout(0.5).train()(torch.ones(100_000, 4)) != 0).double()
    correlation = torch.corrcoef(kept.T)
    torch.testing.assert_close(correlation, torch.eye(4, dtype=torch.float64), atol=0.015, rtol=0)


@given(st.lists(st.integers(0, 5), max_size=3), st.sampled_from([0.0, 0.3, 1.0]))
def test_any_shape_is_kept(shape: list[int], p: float) -> None:
    assert Dropout(p).train()(torch.ones(shape)).shape == torch.Size(shape)


def test_in_evaluation_nothing_is_dropped_and_no_number_drawn() -> None:
    before = torch.get_rng_state()
    x = torch.randn(7, generator=torch.Generator().manual_seed(1))
    assert torch.equal(Dropout(0.5).eval()(x), x)
    assert torch.equal(torch.get_rng_state(), before)


def test_the_seed_repeats_it() -> None:
    found = []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        found.append(Dropout(0.5).train()(torch.ones(50)))
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_the_gradient_goes_where_the_value_went() -> None:
    x = torch.ones(100, requires_grad=True)
    y = Dropout(0.3).train()(x)
    y.sum().backward()
    assert x.grad is not None
    torch.testing.assert_close(x.grad, y.detach())


def test_half_precision_stays_half_precision() -> None:
    assert Dropout(0.3).train()(torch.ones(9, dtype=torch.bfloat16)).dtype == torch.bfloat16


def test_a_token_is_dropped_whole_and_keeps_its_place() -> None:
    """Gal & Ghahramani 2016, section 4.2, for single tokens: no vector loses only some of its numbers."""
    torch.manual_seed(3)
    table = torch.nn.Embedding(2, 6)
    torch.nn.init.ones_(table.weight)
    positions = SinusoidalPositions(size=6)
    embedding = TokenEmbedding(token=table, position=positions, scale=2.0, dropout=0.0, token_dropout=0.25)
    read = embedding(torch.ones(400, 50, dtype=torch.long)) - positions(50)
    vectors = read.view(-1, 6)
    torch.testing.assert_close(vectors, vectors[:, :1].expand(-1, 6), atol=1e-5, rtol=0)
    kept = vectors[:, 0] > 1
    assert float(kept.float().mean()) == pytest.approx(0.75, abs=4 * (0.25 * 0.75 / len(kept)) ** 0.5)
    torch.testing.assert_close(vectors[kept, 0].mean(), torch.tensor(2 / 0.75), rtol=1e-3, atol=0)
    whole = embedding.eval()(torch.ones(1, 50, dtype=torch.long))[0]
    torch.testing.assert_close(whole, (2 + positions(50)).float(), atol=1e-5, rtol=0)


def test_widened_states_are_dropped_before_they_are_narrowed() -> None:
    torch.manual_seed(4)
    outer = torch.nn.Linear(8, 8, bias=False)
    torch.nn.init.eye_(outer.weight)
    inner = torch.nn.Linear(8, 8, bias=False)
    torch.nn.init.eye_(inner.weight)
    network = FeedForward(inner=inner, activation=torch.nn.ReLU(), outer=outer, dropout=0.5)
    x = torch.ones(2_000, 8)
    found = network(x)
    assert found.unique().tolist() == [0.0, 2.0]
    assert float((found == 0).float().mean()) == pytest.approx(0.5, abs=0.02)
    assert torch.equal(network.eval()(x), x)


@pytest.mark.parametrize("setting", ["token_dropout", "activation_dropout"])
def test_both_stacks_of_an_encoder_decoder_drop_what_its_config_says(setting: str) -> None:
    shape: dict[str, Any] = {"vocabulary_size": 9, "hidden_size": 8, "layers": 1, "heads": 2, "dropout": 0.0}
    model = build_seq2seq(Seq2SeqConfig.from_dict({**shape, setting: 0.5}), torch.Generator().manual_seed(5))
    ids = torch.arange(1, 9)[None]
    with torch.no_grad():
        memories = [model.train().encode(ids, None) for _ in range(2)]
        assert not torch.equal(*memories)
        memory = model.eval().encode(ids, None)
        assert torch.equal(memory, model.encode(ids, None))
        states = [model.train().decoder(model.target_embedding(ids), memory=memory) for _ in range(2)]
        assert not torch.equal(*states), "with one memory the decoder's own differ"

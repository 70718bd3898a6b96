"""Rows that several texts share: full, complete, and without a word from one text to another."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from paperformer.learning.language.batches import Arrangement, Exercise, collate, packed_rows
from paperformer.learning.language.masked_model import MaskedModel
from paperformer.learning.language.masking import NOT_ASKED
from paperformer.learning.language.objective import answers, next_tokens
from paperformer.learning.language.sequences import TokenSequence
from paperformer.learning.language.store import TokenStore, write_store
from paperformer.transformer.build import build_decoder
from paperformer.transformer.config import DecoderConfig, EncoderConfig

VOCABULARY = 30
SHAPE = {
    "vocabulary_size": VOCABULARY, "hidden_size": 16, "layers": 2, "heads": 2, "feedforward_size": 24,
    "max_positions": 16, "dropout": 0.0,
}  # fmt: skip


def lively(model: nn.Module) -> nn.Module:
    """Weights so large that every token matters."""
    chance = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=chance))
    return model.eval()


def decoder(**changes: object) -> nn.Module:
    return lively(
        build_decoder(DecoderConfig.from_dict({**SHAPE, **changes}), torch.Generator().manual_seed(1))
    )


MODELS: dict[str, nn.Module] = {
    "causal": decoder(),
    "causal, learned positions": decoder(positions="learned", norm="pre"),
    "causal, rotary positions": decoder(positions="rotary"),
    "masked, rotary positions": lively(
        MaskedModel(
            EncoderConfig.from_dict({**SHAPE, "positions": "rotary"}), torch.Generator().manual_seed(1)
        )
    ),
    "masked": lively(MaskedModel(EncoderConfig.from_dict(SHAPE), torch.Generator().manual_seed(1))),
}
TEXT = st.lists(st.integers(1, VOCABULARY - 1), min_size=1, max_size=12)


def exercise(ids: list[int]) -> Exercise:
    """Everything is asked."""
    return Exercise(np.array(ids), np.array(ids))


def logits(model: nn.Module, row: list[list[int]], number: int, *, padding: int = 0) -> torch.Tensor:
    """Of one text among those of a row."""
    rows = [[exercise(text) for text in row]]
    if padding:
        rows.append([exercise([1])] * (sum(map(len, row)) + padding))
    answered, _ = answers(model, collate(rows, 0, pack=True))
    start = sum(len(text) for text in row[:number])
    return answered[start : start + len(row[number])].detach()


@settings(max_examples=25)
@given(TEXT, st.lists(TEXT, max_size=3), st.lists(TEXT, max_size=3), st.integers(0, 3))
@pytest.mark.parametrize("name", MODELS)
def test_a_text_is_read_as_if_it_were_alone_whatever_shares_its_row(
    name: str, text: list[int], before: list[list[int]], after: list[list[int]], padding: int
) -> None:
    model = MODELS[name]
    alone = logits(model, [text], 0)
    packed = logits(model, [*before, text, *after], len(before), padding=padding)
    torch.testing.assert_close(packed, alone, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_no_gradient_leads_from_a_text_to_its_neighbours(name: str) -> None:
    """Exactly none, not a small one."""
    model = MODELS[name]
    batch = collate([[exercise([2, 3, 4, 5]), exercise([6, 7, 8]), exercise([9, 10])]], 0, pack=True)
    read: list[torch.Tensor] = []
    embedding = model.encoder.embedding if isinstance(model, MaskedModel) else model.embedding
    handle = embedding.register_forward_hook(lambda _module, _given, states: read.append(states))  # type: ignore[operator]
    answered, _ = answers(model, batch)
    handle.remove()
    (gradient,) = torch.autograd.grad(answered[4:7].square().sum(), read)
    of_each = gradient[0].abs().amax(dim=1)  # (tokens,)
    assert (of_each[:4] == 0).all()
    assert (of_each[4:7] > 0).all()
    assert (of_each[7:] == 0).all()


@given(st.lists(st.integers(1, 20), max_size=120), st.integers(0, 2**32))
def test_every_text_is_in_one_row_and_no_row_is_too_long(lengths: list[int], seed: int) -> None:
    rows = packed_rows(lengths, 20, np.random.default_rng(seed))
    assert sorted(number for row in rows for number in row) == list(range(len(lengths)))
    assert all(sum(lengths[number] for number in row) <= 20 for row in rows)


def test_rows_are_nearly_full() -> None:
    chance = np.random.default_rng(0)
    lengths = chance.integers(5, 128, 3000).tolist()
    rows = packed_rows(lengths, 256, chance)
    assert sum(lengths) / (256 * len(rows)) > 0.97


@pytest.fixture
def store(tmp_path: Path) -> TokenStore:
    texts = [TokenSequence(np.arange(1, 3 + number % 9)) for number in range(60)]
    return write_store(tmp_path, texts, ("ids",), "toy")


def arrangement(*, pack: bool) -> Arrangement:
    return Arrangement(
        next_tokens, room=10, tokens_per_batch=40, pack=pack, narrows=False, padding_id=0, shorter=1
    )


@pytest.mark.parametrize("pack", [True, False])
def test_an_epoch_asks_every_token_once(store: TokenStore, *, pack: bool) -> None:
    batches = arrangement(pack=pack).batches(store, (1,), (2,))
    asked = torch.cat([batch.targets[batch.targets != NOT_ASKED] for batch in batches])
    wanted = torch.cat([torch.arange(2, 3 + number % 9) for number in range(60)])
    assert torch.equal(asked.sort().values, wanted.sort().values)
    assert all(batch.ids.numel() <= 40 for batch in batches)


@pytest.mark.parametrize("pack", [True, False])
def test_the_same_number_gives_the_same_batch_and_another_epoch_another_order(
    store: TokenStore, *, pack: bool
) -> None:
    how = arrangement(pack=pack)
    once, again, other = (how.batches(store, (seed,), (seed,)) for seed in (1, 1, 2))
    late = again[3 : len(again)]  # as after a resumption: what comes before was never asked for
    assert len(late) == len(once) - 3
    assert all(torch.equal(a.ids, b.ids) for a, b in zip(once[3 : len(once)], late, strict=True))
    assert torch.equal(once[-1].ids, once[len(once) - 1].ids)
    assert not all(a.ids.shape == b.ids.shape and torch.equal(a.ids, b.ids) for a, b in zip(once, other))  # noqa: B905


def test_where_each_text_has_a_row_padding_is_masked_and_nothing_else() -> None:
    batch = collate([[exercise([1, 2, 3])], [exercise([4])]], 0, pack=False)
    assert batch.mask is not None
    assert batch.mask.tolist() == [[True, True, True], [True, False, False]]
    assert batch.places is None
    assert collate([[exercise([1, 2])]], 0, pack=False).mask is None

"""A Performer without gradients takes the short way; it must be the same function."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention import feature_attention
from paperformer.transformer.attention.hybrid import ROWS, HybridAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.feedforward import SLICE, FeedForward

WIDTH = 8


def performer(feature_map: str = "hyperbolic") -> PerformerAttention:
    chance = torch.Generator().manual_seed(1)
    return PerformerAttention(head_dim=WIDTH, features=24, feature_map=feature_map, generator=chance)  # type: ignore[arg-type]


def qkv(queries: int, keys: int, scale: float, dtype: torch.dtype = torch.float64) -> list[torch.Tensor]:
    chance = torch.Generator().manual_seed(2)
    shapes = ((queries, scale), (keys, scale), (keys, 1.0))
    return [s * torch.randn(2, 3, length, WIDTH, generator=chance, dtype=dtype) for length, s in shapes]


def by_sums(
    attention: PerformerAttention, parts: list[torch.Tensor], mask: torch.Tensor | None
) -> torch.Tensor:
    """What training computes: sums over features."""
    output: torch.Tensor = attention(*(x.clone().requires_grad_() for x in parts), mask)
    return output.detach()


@given(
    st.integers(1, 9),
    st.integers(1, 70),
    st.sampled_from([0.1, 1.0, 6.0]),
    st.sampled_from(["exp", "hyperbolic"]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=40, deadline=None)
def test_both_ways_give_the_same_under_any_mask(queries, keys, scale, feature_map, chance) -> None:  # type: ignore[no-untyped-def]
    attention, parts = performer(feature_map), qkv(queries, keys, scale)
    mask = torch.tensor([[chance.random() < 0.7 for _ in range(keys)] for _ in range(2)])
    assert torch.allclose(attention(*parts, mask), by_sums(attention, parts, mask), rtol=0, atol=1e-10)


def test_the_short_way_is_taken_without_gradients_only(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []

    def counted(*inputs: torch.Tensor) -> torch.Tensor:
        taken.append(1)
        return feature_attention.attend_twice(*inputs)

    monkeypatch.setattr("paperformer.transformer.attention.performer.attend_twice", counted)
    parts, attention = qkv(5, 5, 1.0), performer()
    by_sums(attention, parts, None)
    attention(*parts, causal=True)
    performer("relu")(*parts)
    assert not taken
    attention(*parts)
    assert taken


def strided(x: torch.Tensor, how: str) -> torch.Tensor:
    """The same numbers, laid out otherwise."""
    if how == "width first":
        return x.mT.contiguous().mT
    if how == "every other":
        return x.repeat_interleave(2, dim=-1)[..., ::2]
    if how == "heads last":
        return x.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
    return x.transpose(1, 2).contiguous().transpose(1, 2)


@pytest.mark.parametrize("how", ["width first", "every other", "heads last", "heads within"])
@pytest.mark.parametrize("which", [(0,), (1,), (2,), (0, 1, 2)])
def test_how_numbers_lie_in_memory_does_not_matter(how: str, which: tuple[int, ...]) -> None:
    parts = qkv(7, 40, 1.0)
    laid = [strided(x, how) if i in which else x for i, x in enumerate(parts)]
    assert all(torch.equal(x, y) for x, y in zip(parts, laid, strict=True))
    assert torch.allclose(performer()(*laid), by_sums(performer(), parts, None), rtol=0, atol=1e-10)


@pytest.mark.parametrize("shared", [(1, 2), (2,), (0,)])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_shared_row_or_head_is_not_read_beyond_its_end(shared: tuple[int, ...], axis: int) -> None:
    parts = qkv(7, 40, 1.0)
    one = [x.narrow(axis, 0, 1) if i in shared else x for i, x in enumerate(parts)]
    whole = [x.expand_as(parts[i]) for i, x in enumerate(one)]
    sizes = {x.shape[:2] for x in one}
    assert len(sizes) > 1
    assert not feature_attention.can_attend_twice(*one)
    assert torch.allclose(performer()(*whole), by_sums(performer(), whole, None), rtol=0, atol=1e-10)


def test_nothing_to_attend_with_is_left_to_the_sums() -> None:
    q, k, v = qkv(7, 40, 1.0)
    assert not feature_attention.can_attend_twice(q[:, :0], k[:, :0], v[:, :0])
    assert not feature_attention.can_attend_twice(q, k[:, :, :0], v[:, :, :0])
    assert not feature_attention.can_attend_twice(q, k, v[:, :, :39])


def test_what_is_no_number_in_a_masked_key_changes_nothing() -> None:
    q, k, v = qkv(7, 40, 1.0)
    mask = torch.arange(40) < torch.tensor([[40], [25]])
    broken = k.masked_fill(~mask[:, None, :, None], torch.nan)
    assert torch.equal(performer()(q, broken, v, mask), performer()(q, k, v, mask))


@pytest.mark.filterwarnings("ignore:.*torch.jit.script.*:DeprecationWarning")  # torch's own, on first use
def test_forward_mode_derivatives_are_those_of_the_sums() -> None:
    q, k, v = qkv(5, 9, 1.0)
    ahead = torch.func.jvp(lambda x: performer()(x, k, v), (q,), (torch.ones_like(q),))[1]
    step = 1e-6
    beside = (by_sums(performer(), [q + step, k, v], None) - by_sums(performer(), [q - step, k, v], None)) / 2
    assert torch.allclose(ahead, beside / step, rtol=0, atol=1e-6)


def test_heads_of_another_width_are_refused_either_way() -> None:
    parts = [torch.randn(1, 2, 5, 2 * WIDTH, requires_grad=recorded) for recorded in (True, False, False)]
    for attention in (performer(), HybridAttention(window=4, head_dim=WIDTH, generator=torch.Generator())):
        with pytest.raises(InvalidConfig, match="8 wide, not 16"):
            attention(*parts)
        with pytest.raises(InvalidConfig, match="8 wide, not 16"):
            attention(*(x.detach() for x in parts))


def test_where_no_key_is_seen_there_are_zeros() -> None:
    parts, mask = qkv(4, 6, 1.0), torch.tensor([[True] * 6, [False] * 6])
    assert not performer()(*parts, mask)[1].any()


def test_keys_of_great_norm_neither_overflow_nor_vanish() -> None:
    parts = qkv(20, 30, 40.0, torch.float32)
    found = performer()(*parts)
    exact = by_sums(performer(), [x.double() for x in parts], None)
    assert torch.allclose(found.double(), exact, rtol=0, atol=1e-3)


@pytest.mark.parametrize("length", [2 * SLICE, 2 * SLICE + 1, 3 * SLICE, 3 * SLICE + 7])
def test_a_long_input_goes_through_the_feed_forward_network_in_slices_and_is_the_same(length: int) -> None:
    chance = torch.Generator().manual_seed(3)
    network = FeedForward(inner=nn.Linear(6, 11), activation=nn.GELU(), outer=nn.Linear(11, 6))
    x = torch.randn(1, length, 6, generator=chance)
    whole = network(x)
    with torch.no_grad():
        assert torch.allclose(network(x), whole, rtol=0, atol=1e-6)


@pytest.mark.parametrize("causal", [False, True])
def test_heads_go_through_the_hybrid_in_groups_and_are_the_same(
    causal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    attention = HybridAttention(window=4, head_dim=WIDTH, generator=torch.Generator().manual_seed(1))
    parts, chance = qkv(33, 33, 1.0), torch.Generator().manual_seed(4)
    assert ROWS > 33 * 3  # all at once, unless told otherwise
    for mask in (
        None,
        torch.rand(2, 33, generator=chance) < 0.7,
        torch.rand(2, 3, 1, 33, generator=chance) < 0.7,
    ):
        whole = attention(*parts, mask, causal=causal)
        monkeypatch.setattr("paperformer.transformer.attention.hybrid.ROWS", 70)
        assert torch.allclose(attention(*parts, mask, causal=causal), whole, rtol=0, atol=1e-12)
        monkeypatch.undo()

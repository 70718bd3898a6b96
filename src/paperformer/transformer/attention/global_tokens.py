"""Which tokens are global: they see all others and are seen by all (Beltagy et al. 2020, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import pad

from paperformer.errors import InvalidConfig
from paperformer.transformer.size import Size


@dataclass(frozen=True, slots=True)
class GlobalTokens:
    """A fixed number of slots, so that no shape depends on how many tokens are global.

    Args:
        positions: The place of each slot's token; ``length`` where a slot is empty.
        chosen: True for the global tokens.
    """

    positions: Int[Tensor, "#batch slots"]
    chosen: Bool[Tensor, "#batch length"]

    @property
    def real(self) -> Bool[Tensor, "#batch slots"]:
        """True for the slots that hold a token."""
        return self.positions < self.chosen.shape[1]

    @property
    def places(self) -> Int[Tensor, "#batch slots"]:
        """The positions, of empty slots too a place that exists."""
        return self.positions.clamp(max=self.chosen.shape[1] - 1)

    def take(self, x: Float[Tensor, "batch heads length width"]) -> Float[Tensor, "batch heads slots width"]:
        """The rows of the global tokens; an empty slot gets any row."""
        batch, heads, _, width = x.shape
        return x.gather(2, self.places[:, None, :, None].expand(batch, heads, -1, width))

    def states(self, x: Float[Tensor, "batch length size"]) -> Float[Tensor, "batch slots size"]:
        """The same of states that are not split into heads."""
        return self.take(x.unsqueeze(1)).squeeze(1)

    def visible(self, x: Bool[Tensor, "#batch #heads length"]) -> Bool[Tensor, "#batch #heads slots"]:
        """Which slots hold a token that ``x`` shows."""
        batch = max(x.shape[0], self.places.shape[0])
        places = self.places.unsqueeze(1).expand(batch, x.shape[1], -1)
        return x.expand(batch, -1, -1).gather(2, places) & self.real.unsqueeze(1)

    def put(
        self, x: Float[Tensor, "batch heads length width"], rows: Float[Tensor, "batch heads slots width"]
    ) -> Float[Tensor, "batch heads length width"]:
        """``x`` with the global tokens' rows replaced; those of empty slots are dropped."""
        index = self.positions[:, None, :, None].expand(rows.shape)
        # One row more takes what empty slots hold.
        return pad(x, (0, 0, 0, 1)).scatter(2, index, rows.to(x.dtype))[:, :, :-1]


def choose_global(
    slots: int,
    length: Size,
    visible: Bool[Tensor, "#batch #heads length"] | None,
    wanted: Bool[Tensor, "batch length"] | None,
    device: torch.device,
) -> GlobalTokens:
    """The tokens that are wanted and visible; where none are named, the first visible ones.

    Args:
        slots: Most tokens that can be global.
        length: Tokens in the sequence.
        visible: The tokens that exist; None is all.
        wanted: The tokens to make global.
        device: Where the result lies.

    Raises:
        InvalidConfig: when ``wanted`` is of another length, or names more tokens than there are slots.
    """
    candidates = torch.ones(1, length, dtype=torch.bool, device=device)
    if visible is not None:
        candidates = visible.any(dim=1)
    if wanted is not None:
        _check(wanted, slots, length)
        candidates = candidates & wanted.to(device)
    rank = candidates.cumsum(dim=-1)  # of each candidate, from 1
    places = torch.arange(slots, device=device)[:, None]
    positions = (rank.unsqueeze(1) <= places).sum(dim=-1)  # how many tokens come before the slot's own
    return GlobalTokens(positions, candidates & (rank <= slots))


@contextmanager
def global_attention(model: nn.Module, chosen: Bool[Tensor, "batch length"]) -> Iterator[None]:
    """Within the block, the tokens marked in ``chosen`` are the global ones in all attentions of ``model``.

    Raises:
        InvalidConfig: when no attention of ``model`` knows global tokens.
    """
    attentions = [module for module in model.modules() if hasattr(module, "global_mask")]
    if not attentions:
        raise InvalidConfig("no attention of the model knows global tokens", "Use longformer attention")
    before = [attention.global_mask for attention in attentions]
    for attention in attentions:
        attention.global_mask = chosen
    try:
        yield
    finally:
        for attention, mask in zip(attentions, before, strict=True):
            attention.global_mask = mask


def _check(wanted: Tensor, slots: int, length: Size) -> None:
    if wanted.shape[1] != length:
        raise InvalidConfig(
            f"the global mask has {wanted.shape[1]} places, the input {length}", "Give one place a token"
        )
    # While a graph is recorded, values are not known.
    if not torch.compiler.is_compiling() and bool((wanted.sum(dim=1) > slots).any()):
        raise InvalidConfig(
            f"more than {slots} tokens of a row are to be global", "Raise attention.global_tokens"
        )

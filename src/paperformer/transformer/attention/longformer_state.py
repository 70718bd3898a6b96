"""What Longformer remembers while it decodes: the last tokens and the global ones, never more."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor


@dataclass(frozen=True, slots=True)
class LongformerState:
    """Keys and values that later tokens can still see.

    Args:
        seen: Tokens so far.
        key, value: Of the tokens kept.
        places: Where in the sequence they stand.
        hidden: States of the first tokens, for the global tokens' own projections; of width 0 without.
    """

    seen: int
    key: Float[Tensor, "batch heads kept head_dim"]
    value: Float[Tensor, "batch heads kept value_dim"]
    places: Int[Tensor, " kept"]
    hidden: Float[Tensor, "batch first size"]

    def reorder(self, indices: Int[Tensor, " rows"]) -> LongformerState:
        """The state whose row i is row ``indices[i]`` of this one."""
        return LongformerState(
            self.seen, self.key[indices], self.value[indices], self.places, self.hidden[indices]
        )

    def extended(
        self,
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        hidden: Float[Tensor, "batch new size"],
    ) -> LongformerState:
        """With the new tokens behind those kept, nothing forgotten yet."""
        seen = self.seen + key.shape[2]
        return LongformerState(
            seen,
            torch.cat([self.key, key], dim=2),
            torch.cat([self.value, value], dim=2),
            torch.cat([self.places, torch.arange(self.seen, seen, device=key.device)]),
            torch.cat([self.hidden, hidden], dim=1),
        )

    def forgetting(self, *, reach: int, first: int) -> LongformerState:
        """Without what no later token sees: all but the last ``reach`` tokens and the ``first`` ones."""
        kept = (self.places < first) | (self.places >= self.seen - reach)
        return LongformerState(
            self.seen,
            self.key[:, :, kept],
            self.value[:, :, kept],
            self.places[kept],
            self.hidden[:, :first].contiguous(),
        )


def empty_state(
    batch: int, heads: int, widths: tuple[int, int, int], *, dtype: torch.dtype, device: torch.device
) -> LongformerState:
    """The state before the first token; ``widths`` are those of keys, values and hidden states."""
    head_dim, value_dim, size = widths
    return LongformerState(
        0,
        torch.zeros(batch, heads, 0, head_dim, dtype=dtype, device=device),
        torch.zeros(batch, heads, 0, value_dim, dtype=dtype, device=device),
        torch.zeros(0, dtype=torch.long, device=device),
        torch.zeros(batch, 0, size, dtype=dtype, device=device),
    )

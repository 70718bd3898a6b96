"""What hybrid attention remembers while it decodes: near tokens themselves, far ones as sums."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from paperformer.transformer.attention.feature_sums import FeatureSums


@dataclass(frozen=True, slots=True)
class HybridState:
    """Its size does not grow with the sequence once two blocks are full.

    Args:
        seen: Tokens so far.
        global_key, global_value: Of the global tokens, the first ones.
        key, value: Of the block that is being filled, and the one before.
        far: The sums over all blocks before these.
    """

    seen: int
    global_key: Float[Tensor, "batch heads global head_dim"]
    global_value: Float[Tensor, "batch heads global value_dim"]
    key: Float[Tensor, "batch heads kept head_dim"]
    value: Float[Tensor, "batch heads kept value_dim"]
    far: FeatureSums

    def reorder(self, indices: Int[Tensor, " rows"]) -> HybridState:
        """The state whose row i is row ``indices[i]`` of this one."""
        return HybridState(
            self.seen,
            self.global_key[indices],
            self.global_value[indices],
            self.key[indices],
            self.value[indices],
            self.far.reorder(indices),
        )

    @property
    def near(
        self,
    ) -> tuple[Float[Tensor, "batch heads near head_dim"], Float[Tensor, "batch heads near value_dim"]]:
        """All keys and values that are kept, in order."""
        return torch.cat([self.global_key, self.key], dim=2), torch.cat(
            [self.global_value, self.value], dim=2
        )

    def until_block_ends(self, window: int, first: int) -> int:
        """How many tokens may be added at once: to the ``first``, global ones, or to a block."""
        return first - self.seen if self.seen < first else window - (self.seen - first) % window

    def extended(
        self,
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        first: int,
    ) -> HybridState:
        """With new tokens, which are global while fewer than ``first`` were seen."""
        seen = self.seen + key.shape[2]
        if self.seen < first:
            key, value = (
                torch.cat([self.global_key, key], dim=2),
                torch.cat([self.global_value, value], dim=2),
            )
            return HybridState(seen, key, value, self.key, self.value, self.far)
        key, value = torch.cat([self.key, key], dim=2), torch.cat([self.value, value], dim=2)
        return HybridState(seen, self.global_key, self.global_value, key, value, self.far)

    def full(self, window: int) -> bool:
        """Whether two blocks are complete: the next token is far from the first of them."""
        return self.key.shape[2] == 2 * window

    def forgetting(self, sums: FeatureSums, window: int) -> HybridState:
        """Without the first block, of which ``sums`` remain."""
        return HybridState(
            self.seen,
            self.global_key,
            self.global_value,
            self.key[:, :, window:],
            self.value[:, :, window:],
            self.far.plus(sums),
        )

"""Multi-head attention (Vaswani et al. 2017, section 3.2.2) around any mechanism."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn

from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.mask import AnyMask


class MultiHeadAttention(nn.Module):
    """Owns the four projections; what happens between them is the mechanism's.

    Every mechanism has therefore the same parameters, and weights move between them one to one.

    Args:
        query, key, value: Projections into the heads; their input widths may differ.
        output: Projection of the joined heads.
        heads: How many heads the projections hold.
        mechanism: The attention itself.
    """

    def __init__(
        self,
        *,
        query: nn.Linear,
        key: nn.Linear,
        value: nn.Linear,
        output: nn.Linear,
        heads: int,
        mechanism: Attention,
    ) -> None:
        super().__init__()
        self.query = query
        self.key = key
        self.value = value
        self.output = output
        self.heads = heads
        self.mechanism = mechanism

    def forward(
        self,
        query: Float[Tensor, "batch query query_size"],
        key: Float[Tensor, "batch key key_size"],
        value: Float[Tensor, "batch key value_size"],
        mask: AnyMask | None = None,
    ) -> Float[Tensor, "batch query output_size"]:
        q = self._split(self.query(query))  # (batch, heads, query, head_dim)
        k = self._split(self.key(key))  # (batch, heads, key, head_dim)
        v = self._split(self.value(value))  # (batch, heads, key, value_dim)
        attended = self.mechanism(q, k, v, mask)
        joined = attended.transpose(1, 2).flatten(2)  # (batch, query, heads * value_dim)
        return self.output(joined)  # type: ignore[no-any-return]

    def _split(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        return x.view(batch, length, self.heads, -1).transpose(1, 2)

"""Softmax near by, FAVOR+ for the rest, under one normaliser: sharp where it matters, linear in length.

The local sequence is cut into blocks. A query's logits to its own block and to both beside it are exact
(Vaswani et al. 2017, equation 1); for all other keys the positive random features of Choromanski et al.
(2021) estimate the same exp(q . k), so that both kinds of weight can be added up and divided by one sum.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.feature_sums import FeatureSums, no_sums, summed, weighed, with_ones
from paperformer.transformer.attention.hybrid_blocks import beside, in_blocks, not_beside
from paperformer.transformer.attention.hybrid_state import HybridState
from paperformer.transformer.attention.random_features import (
    RandomFeatures,
    full_precision,
    implied_weights,
    working_type,
)
from paperformer.transformer.mask import AnyMask, as_key_mask, causal_mask

NEVER = -1e30  # a logit that weighs nothing, but may be multiplied by 0
ROWS = 2**16  # of all heads at a time: the features of more leave the cache, and each is touched many times


class HybridAttention(RandomFeatures):
    """Attention of which the near part is exact and the far part estimated; for self-attention.

    Args:
        window: Tokens of a block: at least so many to each side of a query are exact.
        global_tokens: The first so many tokens stand before the blocks, see all and are seen by all exactly.
        settings: Those of ``RandomFeatures``, with a feature map that estimates softmax.
    """

    def __init__(self, *, window: int, global_tokens: int = 0, **settings: Any) -> None:
        super().__init__(**settings)
        if self.feature_map == "relu":
            raise InvalidConfig("relu features estimate no softmax", "Use exp or hyperbolic features")
        self.window = window
        self.global_tokens = global_tokens

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        """As in every attention; computed in float32 also where inputs are half precision.

        Raises:
            InvalidConfig: when ``mask`` differs between queries; when heads are of another width than the
                directions; when queries and keys differ in number, unless it is causal and the queries are
                the last of more keys.
        """
        self.check_width(query.shape[-1])
        ahead = key.shape[2] - query.shape[2]
        if ahead and not (causal and ahead > 0):
            raise InvalidConfig(
                f"{query.shape[2]} queries and {key.shape[2]} keys are not of the same tokens",
                "Use hybrid attention for self-attention only",
            )
        if not (query.shape[0] and query.shape[2]):
            return scaled_dot_product_attention(query, key, value)  # of no tokens: as in every attention
        exists = torch.ones(1, 1, key.shape[2], dtype=torch.bool, device=key.device)
        keys = exists if mask is None else as_key_mask(mask, "hybrid") & exists
        with full_precision(query):
            q = pad(query, (0, 0, ahead, 0)) if ahead else query
            v = value.to(working_type(value.dtype))
            output = torch.cat(
                [
                    self._attend(q[:, some], key[:, some], v[:, some], _of(keys, some), causal)
                    for some in _groups(*key.shape[1:3])
                ],
                dim=1,
            )
            return output[:, :, ahead:].to(value.dtype)

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query key"]:
        """exp(q . k) near by and its estimate elsewhere, with rows that add up to 1."""
        return implied_weights(self, query, key, mask, causal=causal)

    def initial_state(
        self,
        batch: int,
        heads: int,
        head_dim: int,
        value_dim: int,
        *,
        dtype: torch.dtype,
        device: torch.device,
    ) -> HybridState:
        """The state before the first token; it never holds more than two blocks and the global tokens."""
        self.check_width(head_dim)
        dtype = working_type(dtype)
        key, value = (
            torch.zeros(batch, heads, 0, width, dtype=dtype, device=device) for width in (head_dim, value_dim)
        )
        far = no_sums(batch, heads, self.features, value_dim, dtype=dtype, device=device)
        return HybridState(0, key, value, key, value, far)

    def step(
        self,
        query: Float[Tensor, "batch heads new head_dim"],
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        state: HybridState,
    ) -> tuple[Float[Tensor, "batch heads new value_dim"], HybridState]:
        """Causal attention of new tokens to those before and to themselves, at the same cost for any."""
        outputs, done = [], 0
        with full_precision(query):
            while done < query.shape[2]:
                part = slice(done, done + state.until_block_ends(self.window, self.global_tokens))
                q, k, v = (x[:, :, part].to(working_type(x.dtype)) for x in (query, key, value))
                output, state = self._step(q, k, v, state)
                outputs.append(output.to(value.dtype))
                done += k.shape[2]
        return torch.cat(outputs, dim=2), state

    def _step(
        self, query: Tensor, key: Tensor, value: Tensor, state: HybridState
    ) -> tuple[Tensor, HybridState]:
        """New tokens of one block, or global ones."""
        state = state.extended(key, value, self.global_tokens)
        keys, values = state.near
        visible = causal_mask(query.shape[2], keys.shape[2], query.device)[None, None]
        output = self._mixed(query, keys, values, visible, state.far)
        if state.full(self.window):
            old_key, old_value = (x[:, :, : self.window] for x in (state.key, state.value))
            state = state.forgetting(summed(self.key_features(old_key), with_ones(old_value)), self.window)
        return output, state

    def _attend(self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor, causal: bool) -> Tensor:
        first = min(self.global_tokens, query.shape[2])
        if first == 0:
            return self._local(query, key, value, keys, first, causal)
        pairs = keys.unsqueeze(2)
        if causal:
            pairs = pairs & torch.ones_like(key[0, 0, :, 0], dtype=torch.bool).expand(first, -1).tril()
        q, k = self._scaled(query[:, :, :first]), self._scaled(key)
        of_global = scaled_dot_product_attention(q, k, value, attn_mask=pairs, scale=1.0)
        if first == query.shape[2]:
            return of_global
        return torch.cat([of_global, self._local(query, key, value, keys, first, causal)], dim=2)

    def _local(
        self, query: Tensor, key: Tensor, value: Tensor, keys: Tensor, first: int, causal: bool
    ) -> Tensor:
        """All queries but the first, which are global."""
        length = query.shape[2] - first
        size = min(self.window, length)
        q, k, v = (
            in_blocks(x[:, :, first:], size) for x in (query, key, value)
        )  # (..., blocks, size, width)
        exists = in_blocks(keys[:, :, first:, None], size)  # (..., blocks, size, 1)
        far = not_beside(summed(self.key_features(k, exists.squeeze(-1)), with_ones(v)), causal=causal)
        near = beside(k, causal=causal), beside(v, causal=causal)
        visible = beside(exists, causal=causal).transpose(-2, -1)  # (..., blocks, 1, near)
        if causal:
            visible = visible & causal_mask(size, 2 * size, key.device)
        if first:
            blocks = k.shape[2]
            with_global = (
                torch.cat([x[:, :, None, :first].expand(-1, -1, blocks, -1, -1), local], dim=-2)
                for x, local in zip((key, value), near, strict=True)
            )
            near = next(with_global), next(with_global)
            of_global = keys[:, :, None, None, :first].expand(*visible.shape[:4], first)
            visible = torch.cat([of_global, visible], dim=-1)
        return self._mixed(q, *near, visible, far).flatten(2, 3)[:, :, :length]

    def _mixed(
        self,
        query: Float[Tensor, "batch *groups query head_dim"],
        key: Float[Tensor, "batch *groups near head_dim"],
        value: Float[Tensor, "batch *groups near value_dim"],
        visible: Bool[Tensor, "#batch *#groups #query near"],
        far: FeatureSums,
    ) -> Float[Tensor, "batch *groups query value_dim"]:
        """One softmax over the near keys and one more, which stands for all far ones together.

        The logit of that one differs between queries: it is the log of their whole weight. An axis of
        queries holds it, which is 1 in the one key and 0 in all others. Its value differs too: an axis of
        values tells how much of the weight it got.
        """
        seen = weighed(self.query_features(query), far)
        q, k = self._scaled(query), self._scaled(key)
        whole = seen.sums[..., -1:].clamp(min=1.0).log() + seen.scale
        # log of phi(q) . sum of phi(k): what query_features left out, and both features' 1 / sqrt(features).
        whole = whole - q.square().sum(dim=-1, keepdim=True) / 2 - math.log(self.features)
        q = torch.cat([q, whole.clamp(min=NEVER)], dim=-1)
        k, v = _with_one_more(k), _with_one_more(value)
        q, k, v = (x.flatten(1, -3) for x in (q, k, v))
        pairs = pad(visible, (0, 1), value=True).expand(*query.shape[:-2], -1, -1).flatten(1, -3)
        mixed = scaled_dot_product_attention(q, k, v, attn_mask=pairs, scale=1.0).view(*query.shape[:-1], -1)
        return mixed[..., :-1] + mixed[..., -1:] * seen.mean()


def _groups(heads: int, length: int) -> list[slice]:
    """All heads, as many at a time as ``ROWS`` allows."""
    size = max(1, ROWS // max(1, length))
    return [slice(first, first + size) for first in range(0, heads, size)]


def _of(keys: Tensor, some: slice) -> Tensor:
    """What these heads see; an axis of one is shared by all."""
    return keys if keys.shape[1] == 1 else keys[:, some]


def _with_one_more(rows: Tensor) -> Tensor:
    """A row and a column more, 0 but for the 1 where they meet."""
    rows = pad(rows, (0, 1, 0, 1))
    rows[..., -1, -1] = 1.0
    return rows

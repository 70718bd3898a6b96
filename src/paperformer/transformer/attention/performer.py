"""FAVOR+: softmax attention by positive random features, linear in length (Choromanski et al. 2021)."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from paperformer.transformer.attention.causal import causal_means
from paperformer.transformer.attention.feature_attention import attend_twice, can_attend_twice
from paperformer.transformer.attention.feature_sums import FeatureSums, no_sums, summed, weighed, with_ones
from paperformer.transformer.attention.random_features import (
    RandomFeatures,
    full_precision,
    implied_weights,
    working_type,
)
from paperformer.transformer.mask import AnyMask, as_key_mask


class PerformerAttention(RandomFeatures):
    """phi(Q) (phi(K)^T V) over phi(Q) (phi(K)^T 1): never a matrix of queries by keys.

    Its settings are those of ``RandomFeatures``. Computed in float32 also where inputs are half precision.
    """

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        self.check_width(query.shape[-1])
        keys = None if mask is None else as_key_mask(mask, "performer")
        if not (query.shape[0] and query.shape[2] and key.shape[2]):
            return scaled_dot_product_attention(query, key, value)  # of no tokens: as in every attention
        if not causal and self.feature_map != "relu" and can_attend_twice(query, key, value):
            return attend_twice(query, key, value, self._mirrored(query.dtype), keys)
        with full_precision(query):
            columns = with_ones(value.to(working_type(value.dtype)))  # (batch, heads, key, value_dim + 1)
            if causal:
                return self._causal(query, key, columns, keys).to(value.dtype)
            sums = summed(self.key_features(key, keys), columns)
            return weighed(self.query_features(query), sums).mean().to(value.dtype)

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query key"]:
        """phi(Q) phi(K)^T with rows that add up to 1: the attention of values that are all different."""
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
    ) -> FeatureSums:
        """The state before the first token; its size never changes."""
        self.check_width(head_dim)
        return no_sums(batch, heads, self.features, value_dim, dtype=working_type(dtype), device=device)

    def step(
        self,
        query: Float[Tensor, "batch heads new head_dim"],
        key: Float[Tensor, "batch heads new head_dim"],
        value: Float[Tensor, "batch heads new value_dim"],
        state: FeatureSums,
    ) -> tuple[Float[Tensor, "batch heads new value_dim"], FeatureSums]:
        """Causal attention of new tokens to those before and to themselves, at the same cost for any."""
        with full_precision(query):
            columns = with_ones(value.to(working_type(value.dtype)))
            output, state = self._onwards(query, key, columns, None, state)
        return output.to(value.dtype), state

    def _causal(self, query: Tensor, key: Tensor, columns: Tensor, keys: Tensor | None) -> Tensor:
        """Query i sees keys up to i + (keys - queries)."""
        queries, ahead = query.shape[2], key.shape[2] - query.shape[2]
        (batch, heads), value_dim = key.shape[:2], columns.shape[-1] - 1
        state = no_sums(batch, heads, self.features, value_dim, dtype=columns.dtype, device=columns.device)
        if ahead > 0:  # keys that every query sees
            first = None if keys is None else keys[..., :ahead]
            state = summed(self.key_features(key[:, :, :ahead], first), columns[:, :, :ahead])
            key, columns = key[:, :, ahead:], columns[:, :, ahead:]
            keys = None if keys is None else keys[..., ahead:]
        output, _ = self._onwards(query[:, :, max(-ahead, 0) :], key, columns, keys, state)
        return torch.nn.functional.pad(output, (0, 0, queries - output.shape[2], 0))  # those that see none

    def _onwards(
        self, query: Tensor, key: Tensor, columns: Tensor, keys: Tensor | None, state: FeatureSums
    ) -> tuple[Tensor, FeatureSums]:
        return causal_means(
            query, key, columns, keys, state, of_queries=self.query_features, of_keys=self.key_features
        )

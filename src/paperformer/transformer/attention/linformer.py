"""Attention to a fixed number of mixtures of the keys (Wang et al. 2020, equation 7)."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Generator, Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from paperformer.errors import InvalidConfig
from paperformer.transformer.config import LinformerSharing
from paperformer.transformer.mask import AnyMask, as_key_mask
from paperformer.transformer.size import Size


class LinformerProjections(nn.Module):
    """E and F: how the places of a sequence are mixed into ``projected_length`` keys and values.

    Drawn with variance 1 / projected_length, as the Johnson-Lindenstrauss lemma has it (theorem 2).

    Args:
        max_length: Most places; the matrices have a column for each.
        projected_length: Their rows (k).
        generator: The source of chance.
        heads: How many heads have matrices of their own; 1 where all share one.
        sharing: See ``LinformerConfig``.
    """

    def __init__(
        self,
        *,
        max_length: int,
        projected_length: int,
        generator: Generator,
        heads: int = 1,
        sharing: LinformerSharing = "heads",
    ) -> None:
        super().__init__()
        shape = (heads, projected_length, max_length)
        scale = 1 / math.sqrt(projected_length)
        self.sharing: LinformerSharing = sharing
        self.key = nn.Parameter(torch.randn(shape, generator=generator) * scale)
        own = sharing in ("none", "heads")
        self.value = nn.Parameter(torch.randn(shape, generator=generator) * scale) if own else None

    @property
    def max_length(self) -> int:
        """Most places of a sequence."""
        return self.key.shape[2]

    def of_keys(self, length: Size) -> Float[Tensor, "#heads projected {length}"]:
        """E, cut to the places there are."""
        return self.key[:, :, :length]

    def of_values(self, length: Size) -> Float[Tensor, "#heads projected {length}"]:
        """F, cut to the places there are."""
        return (self.key if self.value is None else self.value)[:, :, :length]


class LinformerAttention(nn.Module):
    """softmax(Q (E K)^T / sqrt(d)) F V: linear in length, for E K and F V have a fixed number of rows.

    Masked keys and values are zero before they are mixed, so that padding equals its absence.

    Args:
        projections: E and F; layers may share one object.
        dropout: Probability of dropping an attention weight while training.
    """

    def __init__(self, *, projections: LinformerProjections, dropout: float = 0.0) -> None:
        super().__init__()
        self.projections = projections
        self.dropout = dropout

    def forward(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        value: Float[Tensor, "batch heads key value_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query value_dim"]:
        """As in every attention.

        Raises:
            InvalidConfig: when it is to be causal, when there are more keys than ``max_length``, or when
                ``mask`` differs between queries.
        """
        self._check(key, causal)
        if mask is not None:
            hidden = ~as_key_mask(mask, "linformer").unsqueeze(-1)
            key, value = key.masked_fill(hidden, 0.0), value.masked_fill(hidden, 0.0)
        mixed_keys = _mix(self.projections.of_keys(key.shape[2]), key)  # (batch, heads, projected, head_dim)
        mixed_values = _mix(self.projections.of_values(key.shape[2]), value)
        dropout = self.dropout if self.training else 0.0
        return scaled_dot_product_attention(query, mixed_keys, mixed_values, dropout_p=dropout)

    def weights(
        self,
        query: Float[Tensor, "batch heads query head_dim"],
        key: Float[Tensor, "batch heads key head_dim"],
        mask: AnyMask | None = None,
        *,
        causal: bool = False,
    ) -> Float[Tensor, "batch heads query key"]:
        """softmax(Q (E K)^T / sqrt(d)) F, what the values are multiplied with.

        Unlike those of the other mechanisms, its rows need not add up to 1 and may be negative: F mixes.

        Raises:
            InvalidConfig: as ``forward``.
        """
        self._check(key, causal)
        length = key.shape[2]
        hidden = None if mask is None else ~as_key_mask(mask, "linformer")
        if hidden is not None:
            key = key.masked_fill(hidden.unsqueeze(-1), 0.0)
        mixed = _mix(self.projections.of_keys(length), key)
        logits = (
            query @ mixed.transpose(-2, -1) / math.sqrt(query.shape[-1])
        )  # (batch, heads, query, projected)
        weights: Tensor = logits.softmax(dim=-1) @ self.projections.of_values(length)
        return weights if hidden is None else weights.masked_fill(hidden.unsqueeze(-2), 0.0)

    def _check(self, key: Tensor, causal: bool) -> None:
        if causal:
            raise InvalidConfig(
                "linformer attention cannot be causal: every mixed key holds something of all places",
                "Use softmax, performer, hybrid or longformer attention in decoders",
            )
        if key.shape[2] > self.projections.max_length:
            raise InvalidConfig(
                f"{key.shape[2]} keys do not fit linformer attention, whose projections are for "
                f"{self.projections.max_length}",
                "Raise attention.max_length and train it, or cut the input into windows",
            )


def share_projections(model: nn.Module) -> None:
    """Give all Linformer attentions of ``model`` that share across layers the first one's projections.

    Layers with another length or number of mixtures share among themselves.
    """
    first: dict[tuple[int, ...], LinformerProjections] = {}
    for attention in model.modules():
        if isinstance(attention, LinformerAttention) and attention.projections.sharing == "layers":
            shape = tuple(attention.projections.key.shape)
            attention.projections = first.setdefault(shape, attention.projections)


def _mix(projection: Tensor, x: Tensor) -> Tensor:
    """(heads or 1, projected, length) times (batch, heads, length, width)."""
    if projection.shape[0] > 1:
        return projection @ x
    # One matrix for all heads: one product with the heads side by side, as they come from their projection.
    mixed = projection[0] @ x.transpose(1, 2).flatten(2)
    return torch.unflatten(mixed, -1, (x.shape[1], -1)).transpose(1, 2)

"""Wires an attention mechanism from its config."""

from __future__ import annotations

from typing import Any

from torch import Generator

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.global_projections import GlobalProjections
from paperformer.transformer.attention.hybrid import HybridAttention
from paperformer.transformer.attention.linformer import LinformerAttention, LinformerProjections
from paperformer.transformer.attention.longformer import LongformerAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.config import (
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
)


def build_attention(
    config: AttentionConfig,
    head_dim: int,
    generator: Generator,
    *,
    heads: int | None = None,
    hidden_size: int | None = None,
    value_dim: int | None = None,
) -> Attention:
    """The mechanism of a config for heads of width ``head_dim``.

    Args:
        config: The mechanism's settings.
        head_dim: Width of a head's queries and keys.
        generator: Draws what the mechanism needs of chance.
        heads: How many there are; needed where a mechanism has parameters of its own for each.
        hidden_size: Width of the states they are projected from; None is that of all heads together.
        value_dim: Width of a head's values; None is ``head_dim``.

    Raises:
        InvalidConfig: the mechanism is unknown, needs ``heads``, or its settings do not fit them.
    """
    if isinstance(config, LongformerConfig):
        return _longformer(
            config, heads, hidden_size=hidden_size, head_dim=head_dim, value_dim=value_dim or head_dim
        )
    if isinstance(config, LinformerConfig):
        return _linformer(config, heads, generator)
    if isinstance(config, PerformerConfig):
        return PerformerAttention(head_dim=head_dim, generator=generator, **_random_features(config))
    if isinstance(config, HybridConfig):
        return HybridAttention(
            window=config.window,
            global_tokens=config.global_tokens,
            head_dim=head_dim,
            generator=generator,
            **_random_features(config),
        )
    if isinstance(config, SoftmaxConfig):
        return SoftmaxAttention(dropout=config.dropout)
    raise InvalidConfig(
        f"{type(config).__name__} is no attention mechanism that can be built",
        "Add it to build_attention, or use one that is listed in docs/library.md",
    )


def _longformer(
    config: LongformerConfig, heads: int | None, *, hidden_size: int | None, head_dim: int, value_dim: int
) -> LongformerAttention:
    """The mechanism of a config.

    Raises:
        InvalidConfig: when the settings need ``heads``, or do not fit them.
    """
    if heads is not None and len(config.dilations) not in (1, heads):
        raise InvalidConfig(
            f"attention.dilation has {len(config.dilations)} entries for {heads} heads",
            "Give one or one each",
        )
    projections = None
    if config.global_tokens and config.global_projections:
        if heads is None:
            raise InvalidConfig("attention.global_projections needs the number of heads", "Give heads")
        projections = GlobalProjections(
            size=hidden_size or heads * head_dim, heads=heads, head_dim=head_dim, value_dim=value_dim
        )
    return LongformerAttention(
        window=config.window,
        dilation=config.dilations,
        global_tokens=config.global_tokens,
        projections=projections,
        dropout=config.dropout,
    )


def _linformer(config: LinformerConfig, heads: int | None, generator: Generator) -> LinformerAttention:
    """The mechanism of a config.

    Raises:
        InvalidConfig: when every head has its own projections and ``heads`` is not given.
    """
    own = config.sharing == "none"
    if own and heads is None:
        raise InvalidConfig("attention.sharing 'none' needs the number of heads", "Give heads")
    projections = LinformerProjections(
        max_length=config.max_length,
        projected_length=config.projected_length,
        generator=generator,
        heads=heads if own and heads is not None else 1,
        sharing=config.sharing,
    )
    return LinformerAttention(projections=projections, dropout=config.dropout)


def _random_features(config: PerformerConfig | HybridConfig) -> dict[str, Any]:
    return {
        "features": config.features,
        "feature_map": config.feature_map,
        "orthogonal": config.projection == "orthogonal",
        "regularised": config.regularised,
        "redraw_every": config.redraw_every,
    }

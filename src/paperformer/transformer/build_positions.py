"""Builds what tells places apart: added to tokens, turning queries and keys, or added to logits."""

from __future__ import annotations

from paperformer.transformer.attention.position_bias import AlibiBias, PositionBias, RelativeBias
from paperformer.transformer.attention.rotary import RotaryPositions
from paperformer.transformer.config import RotaryConfig, StackConfig
from paperformer.transformer.position import PositionEmbedding, Positions, SinusoidalPositions


def build_positions(config: StackConfig) -> Positions | None:
    """What is added to the tokens; None where nothing is."""
    if config.positions == "learned":
        return PositionEmbedding(positions=config.max_positions, size=config.hidden_size)
    if config.positions in ("sinusoidal", "sinusoidal-halves"):
        halves = config.positions == "sinusoidal-halves"
        return SinusoidalPositions(size=config.hidden_size, halves=halves)
    return None


def build_rotary(config: StackConfig) -> RotaryPositions | None:
    """What turns the queries and keys of self-attention; a memory's have places of another text."""
    if config.positions != "rotary":
        return None
    return RotaryPositions(head_dim=config.head_dim, config=config.rotary or RotaryConfig())


def build_bias(config: StackConfig, *, bidirectional: bool) -> PositionBias | None:
    """What self-attention adds to its logits: one for all layers of a stack."""
    if config.positions == "alibi":
        return AlibiBias(heads=config.heads)
    if config.positions != "relative":
        return None
    return RelativeBias(
        heads=config.heads,
        buckets=config.relative_buckets,
        max_distance=config.relative_distance,
        bidirectional=bidirectional,
    )

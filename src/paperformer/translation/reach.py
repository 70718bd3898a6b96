"""Limits on the length of texts that a translator reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.transformer.config import LinformerConfig, RecurrentConfig, Seq2SeqConfig

MOST = 1024  # tokens of a source: a sentence has some thirty, and time grows with the square


@dataclass(frozen=True, slots=True)
class Reach:
    """Bounds of a translator.

    Args:
        source: Tokens of a text that it reads at most, the end token included.
        target: Tokens that it writes at most, the end token included; None where nothing limits them.
    """

    source: int
    target: int | None


def reach(shape: Seq2SeqConfig | RecurrentConfig) -> Reach:
    """What a model of this shape can do: learned positions and Linformer's mixtures have an end."""
    if isinstance(shape, RecurrentConfig):
        return Reach(MOST, None)
    mixed = [
        attention.max_length
        for attention in (*shape.attentions, shape.memory_attention)
        if isinstance(attention, LinformerConfig)
    ]
    places = shape.max_positions if shape.positions == "learned" else None
    return Reach(min([MOST, *mixed] if places is None else [MOST, *mixed, places]), places)

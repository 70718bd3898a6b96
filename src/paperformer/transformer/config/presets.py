"""Shapes that have a name."""

from __future__ import annotations

from typing import Any

from paperformer.transformer.config.encoder import EncoderConfig
from paperformer.transformer.config.seq2seq import Seq2SeqConfig


def small(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """6 layers of 384: the shape of MiniLM-L6, for one CPU core."""
    return EncoderConfig(vocabulary_size=vocabulary_size).changed(**changes)


def smartscan(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """12 layers of 768 and 1,496 positions: the shape of BERT-base, for whole documents."""
    base = EncoderConfig(
        vocabulary_size=vocabulary_size,
        hidden_size=768,
        layers=12,
        heads=12,
        feedforward_size=3072,
        max_positions=1496,
    )
    return base.changed(**changes)


def tiny(vocabulary_size: int, **changes: Any) -> Seq2SeqConfig:
    """4 and 4 layers of 128, dropout 0.3: for small corpora (Wu et al. 2021, section 3)."""
    shape = Seq2SeqConfig(
        vocabulary_size=vocabulary_size,
        hidden_size=128,
        layers=4,
        heads=4,
        feedforward_size=256,
        dropout=0.3,
    )
    return shape.changed(**changes)


def base(vocabulary_size: int, **changes: Any) -> Seq2SeqConfig:
    """The original's base model: 6 and 6 layers of 512 (Vaswani et al. 2017, table 3)."""
    return Seq2SeqConfig(vocabulary_size=vocabulary_size).changed(**changes)


def big(vocabulary_size: int, **changes: Any) -> Seq2SeqConfig:
    """The original's big model: 6 and 6 layers of 1024, dropout 0.3 (Vaswani et al. 2017, table 3)."""
    shape = Seq2SeqConfig(
        vocabulary_size=vocabulary_size, hidden_size=1024, heads=16, feedforward_size=4096, dropout=0.3
    )
    return shape.changed(**changes)


PRESETS = {"small": small, "smartscan": smartscan}
SEQ2SEQ_PRESETS = {"tiny": tiny, "base": base, "big": big}

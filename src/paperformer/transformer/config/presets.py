"""Shapes that have a name."""

from __future__ import annotations

from typing import Any

from paperformer.transformer.config.attention import PerformerConfig
from paperformer.transformer.config.encoder import EncoderConfig
from paperformer.transformer.config.layout import LayoutConfig
from paperformer.transformer.config.seq2seq import Seq2SeqConfig


def small(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """6 layers of 384: the shape of MiniLM-L6, for one CPU core."""
    return EncoderConfig(vocabulary_size=vocabulary_size).changed(**changes)


def smartscan(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """12 layers of 768 that read documents of 1,496 tokens whole, with their layout, at linear cost.

    BERT-base's shape (Devlin et al. 2018, arXiv 1810.04805) with FAVOR+ of hyperbolic features on regularised
    orthogonal directions (Choromanski et al. 2020, arXiv 2009.14794) and LayoutLM's tables (Xu et al. 2019,
    arXiv 1912.13318).
    """
    shape = EncoderConfig(
        vocabulary_size=vocabulary_size,
        hidden_size=768,
        layers=12,
        heads=12,
        feedforward_size=3072,
        max_positions=1496,
        attention=PerformerConfig(feature_map="hyperbolic", projection="orthogonal", regularised=True),
        layout=LayoutConfig(),
    )
    return shape.changed(**changes)


def lstm_tagger(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """2 layers of LSTM over words in both directions: what read documents before Transformers did.

    A word is the mean of its pieces' vectors and knows its place on the page (Huang et al. 2015,
    arXiv 1508.01991, have the tagger).
    """
    shape = EncoderConfig(
        vocabulary_size=vocabulary_size,
        layers=2,
        heads=1,
        recurrent="lstm",
        narrow_after=0,
        positions="none",
        segment_types=0,
        max_positions=4096,
        layout=LayoutConfig(),
    )
    return shape.changed(**changes)


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


PRESETS = {"lstm_tagger": lstm_tagger, "small": small, "smartscan": smartscan}
SEQ2SEQ_PRESETS = {"tiny": tiny, "base": base, "big": big}

"""BERT and what has its shape (MiniLM, E5, LayoutLM's text part) as an encoder of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torch import Generator

from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.pretrained.families import BERT
from paperformer.transformer.pretrained.load import encoder_config, load_pretrained
from paperformer.transformer.pretrained.source import CONFIG, read_config
from paperformer.transformer.pretrained.stretch import StretchMethod


def read_bert_config(folder: Path) -> EncoderConfig:
    """The shape that a checkpoint's ``config.json`` states.

    Raises:
        ModelMismatch: when the file is missing, damaged, or states what our encoder cannot be.
    """
    path = folder / CONFIG
    return encoder_config(read_config(path), BERT, str(path))


def load_bert(
    folder: Path,
    generator: Generator,
    *,
    stretch: StretchMethod = "repeat",
    **changes: Any,
) -> tuple[Encoder, EncoderConfig]:
    """The encoder of a checkpoint folder, whatever it calls itself, and its config.

    Args:
        folder: Where ``config.json`` and the weights lie.
        generator: Draws what the checkpoint does not hold.
        stretch: How to make more positions than were trained.
        **changes: Settings of ``EncoderConfig`` to change, see ``load_pretrained``.

    Raises:
        ModelMismatch: as ``load_pretrained``.
        InvalidConfig: as ``load_pretrained``.
    """
    loaded = load_pretrained(folder, generator, family=BERT, stretch=stretch, **changes)
    return loaded.encoder, loaded.encoder.config

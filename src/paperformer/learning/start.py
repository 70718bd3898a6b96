"""Where a fine-tuning starts: a BERT-shaped checkpoint, a model folder of ours, or what pre-training left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE, MANIFEST, read_manifest
from paperformer.learning.checkpoint_folder import checkpoint_folder, checkpoint_tokenizer
from paperformer.learning.config import EncoderChoice
from paperformer.learning.language.folder import LANGUAGE, encoder_of
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.weights import load_model
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.transformer.config import PRESETS, LayoutConfig
from paperformer.transformer.pretrained.bert import load_bert

HEAD, LAYOUT, STACK = "head.", "encoder.embedding.layout.", "encoder.encoder."
ALL = ("",)  # the prefix of every name


@dataclass(frozen=True, slots=True)
class Start:
    """A model ready to train.

    Args:
        model: The model.
        tokenizer: Its tokenizer.
        fresh: Names (prefixes) of the weights that start from nothing.
        new_fields: The fields that it has to learn, where it knows others.
        fitted: Files of the model it goes on from that were fitted to its scores: calibration and weights of
            evidence; none where there is no such model.
    """

    model: LayoutModel
    tokenizer: WordTokenizer
    fresh: tuple[str, ...]
    new_fields: tuple[str, ...] = ()
    fitted: tuple[Path, ...] = ()


def starting_point(choice: EncoderChoice, fields: Sequence[str]) -> Start:
    """The model that ``choice`` describes, with a head for ``fields``.

    Raises:
        ModelMismatch: the checkpoint is not there or does not fit.
        InvalidConfig: a changed setting that cannot be.
    """
    if choice.preset is not None:
        return _of_preset(choice, choice.preset, fields)
    folder = checkpoint_folder(choice.pretrained)
    if (folder / MANIFEST).exists():
        model, tokenizer = load_model(
            folder, fields, changes=choice.changes, stretch=choice.stretch, seed=choice.seed
        )
        known = read_manifest(folder).fields
        new = tuple(name for name in fields if name not in known)
        fitted = tuple(path for name in (CALIBRATION, EVIDENCE) if (path := folder / name).is_file())
        return Start(model, tokenizer, (HEAD,) if new else (), new, fitted)
    if (folder / LANGUAGE).exists():
        model, tokenizer, knows_layout = encoder_of(
            folder, fields, changes=choice.changes, stretch=choice.stretch, seed=choice.seed
        )
        return Start(model, tokenizer, (HEAD,) if knows_layout else (HEAD, LAYOUT))
    changes = {"layout": LayoutConfig(), **choice.changes}
    encoder, config = load_bert(
        folder, torch.Generator().manual_seed(choice.seed), stretch=choice.stretch, **changes
    )
    model = LayoutModel(config, fields, seed=choice.seed)
    model.encoder = encoder
    return Start(model, checkpoint_tokenizer(folder), (HEAD, LAYOUT))


def _of_preset(choice: EncoderChoice, preset: str, fields: Sequence[str]) -> Start:
    """New weights of a shape that has a name, with the pieces (and, if wanted, the embedding) of another."""
    old = starting_point(choice.model_copy(update={"preset": None, "changes": {}}), fields)
    settings = {"layout": LayoutConfig(), "padding_id": old.tokenizer.padding_id, **choice.changes}
    model = LayoutModel(PRESETS[preset](len(old.tokenizer), **settings), fields, seed=choice.seed)
    if not choice.pretrained_embedding:
        return Start(model, old.tokenizer, ALL)
    theirs = dict(old.model.encoder.embedding.named_parameters())
    ours = dict(model.encoder.embedding.named_parameters())
    odd = [n for n, p in ours.items() if n not in theirs or theirs[n].shape != p.shape]
    if odd:
        raise ModelMismatch(
            f"the embedding of {choice.pretrained} has no {', '.join(odd)} of this shape",
            "Change hidden_size or max_positions, or leave pretrained_embedding out",
        )
    with torch.no_grad():
        for name, parameter in ours.items():
            parameter.copy_(theirs[name])
    return Start(model, old.tokenizer, (HEAD, STACK))

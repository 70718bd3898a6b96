"""The weights that others trained in an encoder of ours, whatever its mechanism."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Generator, Tensor

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.build import build_encoder
from paperformer.transformer.build_head import HeadName, add_head
from paperformer.transformer.config import DecoderConfig, EncoderConfig, LongformerConfig
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.headed import EncoderWithHead
from paperformer.transformer.pretrained.families import LONGFORMER, Family, family_of
from paperformer.transformer.pretrained.match import (
    TIED,
    copy_strictly,
    layer_of,
    parameters_of,
    sort_out,
)
from paperformer.transformer.pretrained.source import find_source, read_config, read_weights
from paperformer.transformer.pretrained.stretch import StretchMethod, stretch_positions
from paperformer.transformer.seq2seq import Seq2Seq

POSITIONS = "embedding.position.table.weight"
SCORES = "head.scores.weight"


@dataclass(frozen=True, slots=True)
class Pretrained:
    """A loaded model and all that ``save_pretrained`` needs to write it back under the same names.

    Args:
        model: The encoder, with its head if one was asked for; a decoder; or both.
        config: Its shape.
        stated: The shape that the checkpoint had.
        head: The kind of head.
        family: How the checkpoint names things.
        theirs: Its ``config.json``.
        types: Its names, in order, with the type that each tensor has in the file.
        unused: The tensors that the model has no use for, as they were.
        tied: Our names of what is another's: the second is the one that the model keeps.
        first_positions: The rows of the position table before that of the first token.
    """

    model: Encoder | EncoderWithHead | Decoder | Seq2Seq
    config: EncoderConfig | DecoderConfig
    stated: EncoderConfig | DecoderConfig
    head: HeadName | None
    family: Family
    theirs: Mapping[str, Any] = field(repr=False)
    types: Mapping[str, torch.dtype] = field(repr=False)
    unused: Mapping[str, Tensor] = field(repr=False)
    tied: Mapping[str, str] = field(default_factory=lambda: TIED)
    first_positions: Tensor = field(default_factory=lambda: torch.empty(0), repr=False)

    @property
    def encoder(self) -> Encoder:
        """The model without its head.

        Raises:
            ModelMismatch: it is a decoder.
        """
        if isinstance(self.model, Decoder | Seq2Seq):
            raise ModelMismatch("the model is no encoder", "Take its model")
        return self.model.encoder if isinstance(self.model, EncoderWithHead) else self.model


def load_pretrained(
    where: str | Path,
    generator: Generator,
    *,
    head: HeadName | None = None,
    labels: int | None = None,
    fresh_head: bool = False,
    family: Family | None = None,
    stretch: StretchMethod = "repeat",
    **changes: Any,
) -> Pretrained:
    """BERT, RoBERTa, DistilBERT, Longformer, and what has their shape (MiniLM, E5, XLM-R).

    RoBERTa numbers the tokens that are no padding; we number places, so fill a batch up at its end.

    Args:
        where: A folder, a file of weights beside its ``config.json``, or a hub id.
        generator: Draws what the checkpoint does not hold (Performer's directions, a fresh head).
        head: Take this head too; without, the checkpoint's heads are left out.
        labels: How many tags or classes; None takes as many as the checkpoint's head has.
        fresh_head: Let the head start anew where the checkpoint has none.
        family: How it names things; None is what its ``config.json`` says.
        stretch: How to make more positions than were trained, when ``max_positions`` asks for them.
        **changes: Settings of ``EncoderConfig`` to change: ``attention``, ``layout``, ``max_positions``,
            ``narrow_after``, ``dropout``, or fewer ``layers`` (the lowest stay).

    Raises:
        ModelMismatch: when it is unreadable, or any parameter is unknown, missing or of another shape;
            one error lists all of them.
        InvalidConfig: when ``changes``, ``head`` or ``labels`` say something that cannot be.
    """
    source = find_source(where)
    theirs = read_config(source.config)
    family = family or family_of(theirs)
    stated = encoder_config(theirs, family, str(source.config))
    config = stated.changed(**changes)
    if head is not None and head not in family.names.heads:
        raise InvalidConfig(
            f"{family.names.prefix[:-1]} has no {head} head of our shape",
            f"Choose {' or '.join(family.names.heads)}",
        )
    weights = of_kept_layers(read_weights(source.weights), family, config.layers, stated.layers)
    encoder = build_encoder(config, generator)
    model: Encoder | EncoderWithHead = encoder
    if head is not None:
        count = labels if labels is not None or head == "masked_language" else _labels(weights, family, head)
        model = add_head(encoder, config, head, generator, labels=count)
    parameters = parameters_of(model)
    renamed = sort_out(weights, family.names, parameters.keys(), head)
    first = _cut_first_positions(renamed.ours, family, config)
    if POSITIONS in renamed.ours and POSITIONS in parameters:
        renamed.ours[POSITIONS] = stretch_positions(renamed.ours[POSITIONS], config.max_positions, stretch)
    copy_strictly(parameters, renamed, str(where), fresh_head=fresh_head)
    types = {name: tensor.dtype for name, tensor in weights.items()}
    return Pretrained(
        model, config, stated, head, family, theirs, types, renamed.unused, first_positions=first
    )


def of_kept_layers(
    weights: Mapping[str, Tensor], family: Family, kept: int, stated: int
) -> dict[str, Tensor]:
    """Weights without those of the layers from ``kept`` on, of ``stated`` layers."""
    taken_out = range(kept, stated)
    return {n: t for n, t in weights.items() if layer_of(family.names.ours(n)) not in taken_out}


def encoder_config(theirs: Mapping[str, Any], family: Family, source: str) -> EncoderConfig:
    """The shape that a ``config.json`` states; ``source`` is named in errors.

    Raises:
        ModelMismatch: when it states what our encoder cannot be.
    """
    stated = {our: theirs.get(their) for their, our in family.settings.items()}
    settings = {**family.fixed, **{name: value for name, value in stated.items() if value is not None}}
    position_type = theirs.get("position_embedding_type", "absolute")
    if position_type not in (None, "absolute"):
        raise ModelMismatch(
            f"{source}: positions are {position_type}", "Only absolute positions are supported"
        )
    try:
        if family is LONGFORMER:
            settings["attention"] = _windows(theirs.get("attention_window"))
        if family.counts_after_padding:
            settings["max_positions"] -= settings["padding_id"] + 1
        return EncoderConfig.from_dict(dict(settings))
    except (InvalidConfig, TypeError, KeyError) as error:
        said = error.message if isinstance(error, InvalidConfig) else f"{error} is lacking or no number"
        raise ModelMismatch(f"{source}: {said}", "Give a checkpoint of a BERT shape") from error


def _windows(sizes: object) -> LongformerConfig:
    """Theirs counts both sides together, layer by layer."""
    distinct = set(sizes) if isinstance(sizes, list) else {sizes}
    size = distinct.pop() if len(distinct) == 1 else None
    if not isinstance(size, int) or size % 2:
        raise InvalidConfig(f"attention_window is {sizes!r}", "Give one even number for all layers")
    return LongformerConfig(window=size // 2)


def _labels(weights: Mapping[str, Tensor], family: Family, head: HeadName) -> int:
    for name, tensor in weights.items():
        if family.names.ours(name, head) == SCORES:
            return tensor.shape[0]
    raise InvalidConfig(f"the checkpoint has no {head} head to count the labels of", "Give labels")


def _cut_first_positions(ours: dict[str, Tensor], family: Family, config: EncoderConfig) -> Tensor:
    """Take the rows before the first token's off the table."""
    rows = (config.padding_id or 0) + 1 if family.counts_after_padding else 0
    table = ours.get(POSITIONS)
    if table is None:
        return torch.empty(0)
    ours[POSITIONS] = table[rows:]
    return table[:rows]

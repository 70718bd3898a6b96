"""The weights that others trained in an encoder-decoder of ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from torch import Generator, Tensor

from paperformer.errors import ModelMismatch
from paperformer.transformer.build import build_seq2seq
from paperformer.transformer.config import Seq2SeqConfig
from paperformer.transformer.pretrained.families import Family
from paperformer.transformer.pretrained.load import Pretrained
from paperformer.transformer.pretrained.marian import MARIAN, marian_config
from paperformer.transformer.pretrained.match import copy_strictly, parameters_of, sort_out
from paperformer.transformer.pretrained.source import find_source, read_config, read_weights
from paperformer.transformer.pretrained.t5 import has_own_head, t5_config, t5_family
from paperformer.transformer.seq2seq import Seq2Seq

T5_KINDS = ("t5", "mt5")
SEQ2SEQ_KINDS = ("marian", *T5_KINDS)  # by what config.json calls them
TABLE = "source_embedding.token.weight"  # of both sides and, where it is tied, the head


def load_seq2seq(where: str | Path, generator: Generator, **changes: Any) -> tuple[Seq2Seq, Pretrained]:
    """Marian's translators, T5, and what has their shape; and what is needed to write it back.

    Args:
        where: A folder, a file of weights beside its ``config.json``, or a hub id.
        generator: Draws what the checkpoint does not hold (Performer's directions).
        **changes: Settings of ``Seq2SeqConfig`` to change: ``attention``, ``dropout`` ...

    Raises:
        ModelMismatch: when it is unreadable, or any parameter is unknown, missing or of another shape;
            one error lists all of them.
        InvalidConfig: when ``changes`` say something that cannot be.
    """
    source = find_source(where)
    theirs = read_config(source.config)
    _check_kind(theirs, str(source.config))
    given = read_weights(source.weights)
    family, stated = _stated(theirs, given, str(source.config))
    config = stated.changed(**changes)
    model = build_seq2seq(config, generator)
    weights = family.unpack(given) if family.unpack else given
    parameters = parameters_of(model)
    tied = {"target_embedding.token.weight": TABLE} | ({"head.weight": TABLE} if config.tied else {})
    renamed = sort_out(weights, family.names, parameters.keys(), None, tied)
    copy_strictly(parameters, renamed, str(where))
    types = {name: tensor.dtype for name, tensor in weights.items() if name not in renamed.unused}
    return model, Pretrained(model, config, stated, None, family, theirs, types, renamed.unused, tied)


def seq2seq_config(theirs: Mapping[str, Any], source: str, *, tied: bool | None = None) -> Seq2SeqConfig:
    """The shape that a ``config.json`` states.

    Args:
        theirs: What it says.
        source: Its path, named in errors.
        tied: Whether the head is the token table, where the weights are known; None is what it says.

    Raises:
        ModelMismatch: when it states what our encoder-decoder cannot be.
    """
    _check_kind(theirs, source)
    if theirs["model_type"] in T5_KINDS:
        return t5_config(theirs, source, tied=tied)
    return marian_config(theirs, source)


def _stated(
    theirs: Mapping[str, Any], weights: Mapping[str, Tensor], source: str
) -> tuple[Family, Seq2SeqConfig]:
    if theirs["model_type"] in T5_KINDS:
        config = t5_config(theirs, source, tied=not has_own_head(weights))
        return t5_family(config), config
    return MARIAN, marian_config(theirs, source)


def _check_kind(theirs: Mapping[str, Any], source: str) -> None:
    kind = theirs.get("model_type")
    if not isinstance(kind, str) or kind not in SEQ2SEQ_KINDS:
        raise ModelMismatch(
            f"{source}: model_type is {str(kind)[:40]!r}", f"Give one of {', '.join(SEQ2SEQ_KINDS)}"
        )

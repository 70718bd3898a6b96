"""The weights that others trained in a decoder of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from torch import Generator

from paperformer.transformer.build import build_decoder
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.pretrained.decoder_families import decoder_config, decoder_family_of
from paperformer.transformer.pretrained.load import Pretrained, of_kept_layers
from paperformer.transformer.pretrained.match import copy_strictly, parameters_of, sort_out
from paperformer.transformer.pretrained.source import find_source, read_config, read_weights

TABLE = "embedding.token.weight"


def load_decoder(where: str | Path, generator: Generator, **changes: Any) -> tuple[Decoder, Pretrained]:
    """GPT-2, Llama, Mistral, Qwen2, and what has their shape; and what is needed to write it back.

    Args:
        where: A folder, a file of weights beside its ``config.json``, or a hub id.
        generator: Draws what the checkpoint does not hold (Performer's directions).
        **changes: Settings of ``DecoderConfig`` to change: ``attention``, ``rotary``, ``dropout``, or fewer
            ``layers`` (the lowest stay).

    Raises:
        ModelMismatch: when it is unreadable, or any parameter is unknown, missing or of another shape;
            one error lists all of them.
        InvalidConfig: when ``changes`` say something that cannot be.
    """
    source = find_source(where)
    theirs = read_config(source.config)
    family = decoder_family_of(theirs)
    stated = decoder_config(theirs, family, str(source.config))
    config = stated.changed(**changes)
    model = build_decoder(config, generator)
    given = read_weights(source.weights)
    given = family.unpack(given) if family.unpack else given
    weights = of_kept_layers(given, family, config.layers, stated.layers)
    parameters = parameters_of(model)
    tied = {"head.weight": TABLE} if config.tied else {}
    renamed = sort_out(weights, family.names, parameters.keys(), None, tied)
    copy_strictly(parameters, renamed, str(where))
    types = {name: tensor.dtype for name, tensor in weights.items()}
    origin = Pretrained(model, config, stated, None, family, theirs, types, renamed.unused, tied)
    return model, origin

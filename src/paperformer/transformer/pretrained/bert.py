"""BERT and what has its shape (MiniLM, E5, LayoutLM's text part) as an encoder of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Generator, Tensor

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.build import build_encoder
from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.encoder import EncoderOnly
from paperformer.transformer.pretrained.names import BERT, listed, rename
from paperformer.transformer.pretrained.stretch import StretchMethod, stretch_positions

POSITIONS = "embedding.position.table.weight"
LAYOUT = "embedding.layout."

# Their setting and ours.
SETTINGS = {
    "vocab_size": "vocabulary_size",
    "hidden_size": "hidden_size",
    "num_hidden_layers": "layers",
    "num_attention_heads": "heads",
    "intermediate_size": "feedforward_size",
    "max_position_embeddings": "max_positions",
    "type_vocab_size": "segment_types",
    "hidden_dropout_prob": "dropout",
    "layer_norm_eps": "layer_norm_epsilon",
    "hidden_act": "activation",
    "pad_token_id": "padding_id",
}


def read_bert_config(folder: Path) -> EncoderConfig:
    """The shape that a checkpoint's ``config.json`` states.

    Raises:
        ModelMismatch: when the file is missing, damaged, or states what our encoder cannot be.
    """
    path = folder / "config.json"
    try:
        theirs = json.loads(path.read_text(encoding="utf-8"))
        stated = {our: theirs.get(their) for their, our in SETTINGS.items()}
        position_type = theirs.get("position_embedding_type", "absolute")
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise ModelMismatch(f"{path} cannot be read ({error})", "Give the folder of a checkpoint") from error
    if position_type != "absolute":
        raise ModelMismatch(f"{path}: positions are {position_type}", "Only absolute positions are supported")
    try:
        return EncoderConfig.from_dict({name: value for name, value in stated.items() if value is not None})
    except InvalidConfig as error:
        raise ModelMismatch(f"{path}: {error.message}", "Give a checkpoint of a BERT shape") from error


def load_bert(
    folder: Path,
    generator: Generator,
    *,
    stretch: StretchMethod = "repeat",
    **changes: Any,
) -> tuple[EncoderOnly, EncoderConfig]:
    """The encoder of a checkpoint folder (``config.json``, ``model.safetensors``) and its config.

    Args:
        folder: Where the checkpoint lies.
        generator: Draws what the checkpoint does not hold (Performer's directions).
        stretch: How to make more positions than were trained, when ``max_positions`` asks for them.
        changes: Settings of ``EncoderConfig`` to change: ``attention``, ``layout``, ``max_positions``,
            ``narrow_after``, ``dropout``, or fewer ``layers`` (the lowest stay). Layout tables start at
            zero, so that the encoder answers as the checkpoint did until they are trained.

    Raises:
        ModelMismatch: when the folder is unreadable, or any parameter is unknown, missing or of another
            shape; all of them are listed.
        InvalidConfig: when ``changes`` say something that cannot be.
    """
    config = read_bert_config(folder).changed(**changes)
    weights = rename(_read_weights(folder / "model.safetensors"), BERT)
    weights = {name: tensor for name, tensor in weights.items() if _layer(name) < config.layers}
    if POSITIONS in weights:
        weights[POSITIONS] = stretch_positions(weights[POSITIONS], config.max_positions, stretch)
    model = build_encoder(config, generator)
    _copy_strictly(model, weights, str(folder))
    return model, config


def _read_weights(path: Path) -> dict[str, Tensor]:
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ModelMismatch(f"{path} cannot be read ({error})", "Give the folder of a checkpoint") from error


def _layer(name: str) -> int:
    """The number of the layer that a parameter belongs to; -1 for the embeddings."""
    parts = name.split(".")
    return int(parts[2]) if parts[:2] == ["encoder", "layers"] else -1


@torch.no_grad()
def _copy_strictly(model: EncoderOnly, weights: dict[str, Tensor], source: str) -> None:
    wanted = {name: p for name, p in model.named_parameters() if not name.startswith(LAYOUT)}
    faults = [f"missing {listed(wanted.keys() - weights.keys())}"] if wanted.keys() - weights.keys() else []
    if weights.keys() - wanted.keys():
        faults.append(f"unknown {listed(weights.keys() - wanted.keys())}")
    shared = wanted.keys() & weights.keys()
    odd = [name for name in shared if wanted[name].shape != weights[name].shape]
    if odd:
        faults.append(f"of another shape {listed(odd)}")
    if faults:
        raise ModelMismatch(f"{source}: parameters {'; '.join(faults)}", "Give the checkpoint its own config")
    for name, parameter in wanted.items():
        parameter.copy_(weights[name])

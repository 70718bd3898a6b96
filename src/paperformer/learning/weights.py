"""A trained model in its folder: what fine-tuning starts from.

Matrices are kept in 8 bits with a scale a row, everything else in half precision: a quarter of float32, and
a start for fine-tuning that is as good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
import yaml
from safetensors import SafetensorError
from safetensors.torch import load_file, save
from torch import Tensor

from paperformer.errors import InvalidConfig, ModelMismatch, TrainingFailed, write_remedy
from paperformer.extraction.model_folder import (
    MANIFEST,
    SCHEMA,
    VOCABULARY,
    WEIGHTS,
    Manifest,
    read_manifest,
    required,
)
from paperformer.extraction.scores import SCORES
from paperformer.fields.schema import Schema
from paperformer.learning.layout_model import LayoutModel
from paperformer.text.tokenizer_file import load_tokenizer
from paperformer.text.word_tokenizer import WordTokenizer
from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.pretrained.stretch import StretchMethod, stretch_positions

POSITIONS = "encoder.embedding.position.table.weight"
MECHANISM, PROJECTIONS = ".mechanism.", ".mechanism.projections."  # of an attention layer
LAYERS = "encoder.encoder.layers."
HEAD = ("head.scores.weight", "head.scores.bias")
SCALE = ".scale"


def save_model(
    folder: Path, model: LayoutModel, tokenizer: WordTokenizer, manifest: Manifest, schema: Schema
) -> Path:
    """Write manifest, vocabulary, schema and weights to ``folder``.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / WEIGHTS).write_bytes(save(packed(model.state_dict())))
        tokenizer.save(folder / VOCABULARY)
        (folder / SCHEMA).write_text(_schema_yaml(schema), encoding="utf-8")
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    except (OSError, SafetensorError) as error:
        raise TrainingFailed(
            f"{folder}: the model cannot be written ({error})", write_remedy(error)
        ) from error
    return folder


def load_model(
    folder: Path,
    fields: Sequence[str] | None = None,
    *,
    changes: Mapping[str, Any] | None = None,
    stretch: StretchMethod = "repeat",
    seed: int = 0,
) -> tuple[LayoutModel, WordTokenizer]:
    """The model of a folder.

    Args:
        folder: Written by ``save_model``.
        fields: What the head shall score: columns of names that it knows are kept, the rest are new.
        changes: Settings of ``EncoderConfig`` to change, as for ``load_bert``: ``attention``,
            ``max_positions``, ``narrow_after``, ``dropout``, or fewer ``layers``.
        stretch: How to make more positions.
        seed: Of what starts at random.

    Raises:
        ModelMismatch: the folder is no model of ours, or incomplete.
        InvalidConfig: when ``changes`` say something that cannot be.
    """
    manifest = read_manifest(folder)
    changes = changes or {}
    try:
        stored = EncoderConfig.from_dict(manifest.encoder)
    except InvalidConfig as error:
        raise ModelMismatch(f"{folder / MANIFEST}: {error.message}", "Export the model again") from error
    names = tuple(fields) if fields is not None else manifest.fields
    model = LayoutModel(stored.changed(**changes), names, seed=seed)
    try:
        state = unpacked(load_file(required(folder, WEIGHTS)))
        state |= _head_columns(state, manifest.fields, model)
        model.load_state_dict(changed_state(state, model, stretch, new_attention="attention" in changes))
    except (OSError, SafetensorError) as error:
        raise ModelMismatch(f"{folder / WEIGHTS}: damaged ({error})", "Export the model again") from error
    except (KeyError, IndexError, RuntimeError, ValueError) as error:
        raise ModelMismatch(
            f"{folder}: the weights do not fit the manifest", "Export the model again"
        ) from error
    return model, load_tokenizer(required(folder, VOCABULARY))


def packed(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Matrices in 8 bits with a scale a row, everything else in half precision."""
    small: dict[str, Tensor] = {}
    for name, tensor in state.items():
        if tensor.ndim == 2 and name.endswith(".weight"):
            scale = (tensor.abs().amax(dim=1, keepdim=True) / 127).clamp(min=1e-12)
            small[name] = torch.round(tensor / scale).to(torch.int8).contiguous()
            small[name + SCALE] = scale.contiguous()
        else:
            half = tensor.to(torch.float16) if tensor.is_floating_point() else tensor
            small[name] = half.contiguous()
    return small


def unpacked(small: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """What ``packed`` made, in float32."""
    state = {n: t.float() if t.is_floating_point() else t for n, t in small.items() if not n.endswith(SCALE)}
    for name, tensor in state.items():
        if tensor.dtype == torch.int8:
            state[name] = tensor.float() * small[name + SCALE]
    return state


def changed_state(
    state: dict[str, Tensor], model: LayoutModel, stretch: StretchMethod, *, new_attention: bool
) -> dict[str, Tensor]:
    """A stored state as the model's changed config has it.

    Args:
        state: By the names of ``LayoutModel``; its position table is cut or stretched in place.
        model: Of the changed config.
        stretch: How to make more positions.
        new_attention: Whether the mechanism is another, whose own parts the model has drawn itself.
            Longformer's global projections start as those of all tokens (Beltagy et al. 2020, section 5).
    """
    if model.config.positions == "learned":
        state[POSITIONS] = stretch_positions(state[POSITIONS], model.config.max_positions, stretch)
    state = {name: tensor for name, tensor in state.items() if _layer(name) < model.config.layers}
    if new_attention:
        learned = {name for name, _ in model.named_parameters()}
        state = {name: tensor for name, tensor in state.items() if name in learned}
        state |= {name: tensor for name, tensor in model.state_dict().items() if MECHANISM in name}
        for name in [name for name in state if PROJECTIONS in name]:
            state[name] = state.get(name.replace(PROJECTIONS, "."), state[name])
    return state


def _layer(name: str) -> int:
    """The number of the layer that a parameter belongs to; -1 for the others."""
    return int(name.removeprefix(LAYERS).partition(".")[0]) if name.startswith(LAYERS) else -1


def _head_columns(state: Mapping[str, Tensor], old: Sequence[str], model: LayoutModel) -> dict[str, Tensor]:
    """The head's rows for the model's fields: known ones from ``state``, others as the model has them."""
    count = len(model.fields)
    shared = [(column, old.index(name)) for column, name in enumerate(model.fields) if name in old]
    fresh = model.state_dict()
    rows = {name: fresh[name].clone() for name in HEAD}
    for name, new in rows.items():
        for column, before in shared:
            for group in range(len(SCORES)):
                new[group * count + column] = state[name][group * len(old) + before]
    return rows


def _schema_yaml(schema: Schema) -> str:
    return yaml.safe_dump(
        {"fields": [asdict(field) for field in schema.fields]}, sort_keys=False, allow_unicode=True
    )

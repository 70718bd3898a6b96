"""A trained model in its folder: what fine-tuning starts from.

Weights are kept in half precision, and the token table, half of a small model, in 8 bits with a scale a row: the
same numbers that the exported graph holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
import yaml
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from paperformer.errors import ModelMismatch, TrainingFailed
from paperformer.extraction.model_folder import (
    MANIFEST,
    SCHEMA,
    VOCABULARY,
    WEIGHTS,
    Manifest,
    read_manifest,
    required,
)
from paperformer.fields.schema import Schema
from paperformer.learning.layout_model import LayoutModel
from paperformer.text.wordpiece import WordPiece
from paperformer.transformer.config import EncoderConfig

TOKENS = "encoder.embedding.token.weight"


def save_model(
    folder: Path, model: LayoutModel, tokenizer: WordPiece, manifest: Manifest, schema: Schema
) -> Path:
    """Write manifest, vocabulary, schema and weights to ``folder``.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save_file(packed(model.state_dict()), folder / WEIGHTS)
        tokenizer.save(folder / VOCABULARY)
        (folder / SCHEMA).write_text(_schema_yaml(schema), encoding="utf-8")
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    except (OSError, SafetensorError) as error:
        raise TrainingFailed(f"{folder}: the model cannot be written ({error})", "Free some space") from error
    return folder


def load_model(folder: Path, fields: Sequence[str] | None = None) -> tuple[LayoutModel, WordPiece]:
    """The model of a folder; with other ``fields``, head columns of shared names are kept and the rest are new.

    Raises:
        ModelMismatch: the folder is no model of ours, or incomplete.
    """
    manifest = read_manifest(folder)
    try:
        state = unpacked(load_file(required(folder, WEIGHTS)))
    except SafetensorError as error:
        raise ModelMismatch(f"{folder / WEIGHTS}: damaged ({error})", "Export the model again") from error
    names = tuple(fields) if fields is not None else manifest.fields
    model = LayoutModel(EncoderConfig.from_dict(manifest.encoder), names)
    head = _head_columns(state, manifest.fields, model)
    try:
        model.load_state_dict({**state, **head})
    except RuntimeError as error:
        raise ModelMismatch(
            f"{folder}: the weights do not fit the manifest", "Export the model again"
        ) from error
    return model, WordPiece.load(required(folder, VOCABULARY))


def packed(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Half precision, the token table in 8 bits with a scale a row."""
    small: dict[str, Tensor] = {}
    for name, tensor in state.items():
        if name == TOKENS:
            scale = (tensor.abs().amax(dim=1, keepdim=True) / 127).clamp(min=1e-12)
            small[name] = torch.round(tensor / scale).to(torch.int8)
            small[name + ".scale"] = scale
        else:
            small[name] = tensor.to(torch.float16) if tensor.is_floating_point() else tensor
        small[name] = small[name].contiguous()
    return small


def unpacked(small: dict[str, Tensor]) -> dict[str, Tensor]:
    """What ``packed`` made, in float32."""
    state = {
        n: t.float() if t.is_floating_point() else t for n, t in small.items() if not n.endswith(".scale")
    }
    if TOKENS in state:
        state[TOKENS] = small[TOKENS].float() * small[TOKENS + ".scale"]
    return state


def _head_columns(state: dict[str, Tensor], old: Sequence[str], model: LayoutModel) -> dict[str, Tensor]:
    """The head's rows for the model's fields: known ones from ``state``, others as the model has them."""
    rows: dict[str, Tensor] = {}
    count = len(model.fields)
    for name in ("head.scores.weight", "head.scores.bias"):
        new = model.state_dict()[name].clone()
        for column, field in enumerate(model.fields):
            if field in old:
                new[column] = state[name][old.index(field)]
                new[count + column] = state[name][len(old) + old.index(field)]
        rows[name] = new
    return rows


def _schema_yaml(schema: Schema) -> str:
    rows = [
        {
            "name": f.name,
            "type": f.type,
            "description": f.description,
            "term": f.term,
            "multiline": f.multiline,
        }
        for f in schema.fields
    ]
    return yaml.safe_dump({"fields": rows}, sort_keys=False, allow_unicode=True)

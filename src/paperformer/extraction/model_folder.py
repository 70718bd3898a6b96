"""The folder a model lives in: what files it holds and what its manifest says.

``model.json`` manifest; ``tokenizer.json`` vocabulary of WordPiece or Unigram; ``model.onnx`` for inference;
``calibration.json`` confidences; ``evidence.json`` the weights of evidence; ``schema.yaml`` the fields;
``weights.safetensors`` what fine-tuning starts from (not needed to read).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from paperformer.errors import ModelMismatch

FORMAT_VERSION = 2
MANIFEST, VOCABULARY, GRAPH = "model.json", "tokenizer.json", "model.onnx"
CALIBRATION, SCHEMA, WEIGHTS = "calibration.json", "schema.yaml", "weights.safetensors"
EVIDENCE = "evidence.json"


class Manifest(BaseModel):
    """What ``model.json`` says.

    Args:
        format: Version of the folder's format.
        name, version: What the model calls itself in every answer.
        fields: Names the head scores, in the order of its columns.
        max_tokens: Most tokens read in one pass; longer documents are windowed.
        encoder: The encoder's configuration, for fine-tuning.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = FORMAT_VERSION
    name: str
    version: str
    fields: tuple[str, ...] = Field(min_length=1)
    max_tokens: int = Field(ge=16)
    encoder: dict[str, Any]


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a model folder.

    Raises:
        ModelMismatch: there is no such folder, no manifest, or one of another format version.
    """
    path = folder / MANIFEST
    remedy = "Give a folder written by `paperformer export`"
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelMismatch(f"{folder}: no model ({MANIFEST} cannot be read)", remedy) from error
    version = values.get("format") if isinstance(values, dict) else None
    if version != FORMAT_VERSION:
        raise ModelMismatch(
            f"{folder}: the model has format {version}, this version of Paperformer reads {FORMAT_VERSION}",
            "Export the model again, or install the version that wrote it",
        )
    try:
        return Manifest.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise ModelMismatch(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}", remedy) from error


def complete_manifest(folder: Path) -> Manifest:
    """The manifest of a model folder that holds all that reading takes: told before the first document.

    Raises:
        ModelMismatch: as ``read_manifest``, or its graph or its vocabulary is missing.
    """
    manifest = read_manifest(folder)
    for name in (VOCABULARY, GRAPH):
        required(folder, name)
    return manifest


def required(folder: Path, name: str) -> Path:
    """The path of a file the folder must hold.

    Raises:
        ModelMismatch: it is not there.
    """
    path = folder / name
    if not path.is_file():
        raise ModelMismatch(
            f"{folder}: {name} is missing", "Give a complete folder written by `paperformer export`"
        )
    return path

"""Where a checkpoint comes from: a folder, one file of weights, or the Hugging Face hub."""

from __future__ import annotations

import json
import pickle
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from paperformer.errors import ModelMismatch

CONFIG = "config.json"
WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
           "pytorch_model.bin.index.json")  # fmt: skip
LONGEST_CONFIG = 16 << 20  # bytes; an index of shards is read by the same
REMEDY = "Give the folder of a checkpoint"


@dataclass(frozen=True, slots=True)
class Source:
    """A checkpoint on disk.

    Args:
        config: Its ``config.json``.
        weights: Its file of weights, or the index of several.
    """

    config: Path
    weights: Path


def find_source(where: str | Path) -> Source:
    """The files of a checkpoint.

    Args:
        where: A folder, a file of weights beside a ``config.json``, or a hub id such as
            ``google-bert/bert-base-uncased``, which ``huggingface_hub`` fetches or has kept.

    Raises:
        ModelMismatch: when it is neither here nor to be had.
    """
    path = Path(where)
    if path.is_file():
        return Source(path.parent / CONFIG, path)
    folder = path if path.is_dir() or isinstance(where, Path) else _fetch(where)
    present = [folder / name for name in WEIGHTS if (folder / name).exists()]
    return Source(folder / CONFIG, present[0] if present else folder / WEIGHTS[0])


def read_config(path: Path) -> dict[str, Any]:
    """What a ``config.json`` says.

    Raises:
        ModelMismatch: when it is missing or damaged.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST_CONFIG + 1)
        if len(text) > LONGEST_CONFIG:
            raise ModelMismatch(f"{path} is longer than {LONGEST_CONFIG >> 20} MB", REMEDY)
        theirs = json.loads(text.decode("utf-8"))
    except RecursionError as error:
        raise ModelMismatch(f"{path} cannot be read (it is nested too deeply)", REMEDY) from error
    except (OSError, ValueError) as error:
        raise ModelMismatch(f"{path} cannot be read ({error})", REMEDY) from error
    if not isinstance(theirs, dict):
        raise ModelMismatch(f"{path} cannot be read (it is no object)", REMEDY)
    return theirs


def read_weights(path: Path) -> dict[str, Tensor]:
    """All parameters, under their own names; no code in the file is run.

    Raises:
        ModelMismatch: when a file is missing, damaged, or holds more than tensors.
    """
    if path.suffix == ".json":
        return _read_shards(path)
    try:
        if path.suffix == ".safetensors":
            return load_file(path)
        loaded = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, SafetensorError, pickle.UnpicklingError, RuntimeError, EOFError, ValueError,
            zipfile.BadZipFile) as error:  # fmt: skip
        raise ModelMismatch(f"{path} cannot be read ({_first_line(error)})", REMEDY) from error
    if not isinstance(loaded, Mapping) or not all(isinstance(value, Tensor) for value in loaded.values()):
        raise ModelMismatch(f"{path} cannot be read (it holds more than named tensors)", REMEDY)
    return dict(loaded)


def _read_shards(index: Path) -> dict[str, Tensor]:
    files = read_config(index).get("weight_map")
    if not isinstance(files, dict) or not all(Path(str(name)).name == name for name in files.values()):
        raise ModelMismatch(f"{index} cannot be read (no weight_map of files beside it)", REMEDY)
    weights: dict[str, Tensor] = {}
    for name in sorted(set(files.values())):
        weights |= read_weights(index.parent / name)
    return weights


def _fetch(hub_id: str) -> Path:
    """The folder where the hub's client keeps a checkpoint, fetched when it is not there yet."""
    try:
        from huggingface_hub import snapshot_download
    except ImportError as error:
        raise ModelMismatch(
            f"{hub_id} is no folder here, and huggingface_hub is not installed",
            "Give a folder, or pip install 'paperformer[train]'",
        ) from error
    try:
        folder = _snapshot(snapshot_download, hub_id, ["model.safetensors*", "model-*.safetensors"])
        if not any((folder / name).exists() for name in WEIGHTS[:2]):
            folder = _snapshot(snapshot_download, hub_id, ["pytorch_model*"])
    except (OSError, ValueError, RuntimeError) as error:  # its errors of network, name and rights are these
        raise ModelMismatch(
            f"{hub_id} is no folder here and cannot be had from the hub ({_first_line(error)})",
            "Give a folder, or go online",
        ) from error
    return folder


def _snapshot(download: Any, hub_id: str, weights: list[str]) -> Path:
    return Path(download(hub_id, allow_patterns=[CONFIG, *weights]))


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")

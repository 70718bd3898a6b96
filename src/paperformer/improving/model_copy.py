"""A copy of a model folder to change, and the name of what it has become."""

from __future__ import annotations

import hashlib
import shutil
import time
from pathlib import Path
from typing import Final

from paperformer.errors import InvalidConfig, InvalidSettings
from paperformer.extraction.model_folder import (
    CALIBRATION,
    EVIDENCE,
    GRAPH,
    MANIFEST,
    SCHEMA,
    VOCABULARY,
    Manifest,
    read_manifest,
)

FITTED: Final = "+fitted"  # behind the version of a model whose evidence was fitted anew
_READ_WITH: Final = (CALIBRATION, EVIDENCE, GRAPH, SCHEMA, VOCABULARY)
_DIGITS: Final = 8  # of the hash


def copy_model(model: Path, out: Path) -> Path:
    """A copy of the model in a new folder, whose version says that it was fitted.

    Raises:
        InvalidSettings: the folder is there and holds something.
        InvalidConfig: it cannot be written.
        ModelMismatch: there is no model to copy.
    """
    manifest = read_manifest(model)
    if out.exists() and any(out.iterdir()):
        raise InvalidSettings(f"{out} is not empty", "Give a new folder")
    try:
        shutil.copytree(model, out, dirs_exist_ok=True)
        _write(out, manifest, _base(manifest) + FITTED)
    except OSError as error:
        raise InvalidConfig(
            f"{out} cannot be written ({error.strerror or error})", "Give another folder"
        ) from error
    return out


def name_fitted(folder: Path) -> Manifest:
    """Name a copy that was fitted by day and content, such as ``7+fitted.20261129.3fa9c2d1``.

    The version tells it from other fits of the same model; equal fits of one day have the same.

    Returns:
        Its new manifest.
    """
    manifest = read_manifest(folder)
    digest = hashlib.sha256()
    for name in _READ_WITH:
        path = folder / name
        digest.update(hashlib.sha256(path.read_bytes()).digest() if path.exists() else b"-")
    day = time.strftime("%Y%m%d", time.gmtime())
    return _write(folder, manifest, f"{_base(manifest)}{FITTED}.{day}.{digest.hexdigest()[:_DIGITS]}")


def _base(manifest: Manifest) -> str:
    return manifest.version.partition(FITTED)[0]


def _write(folder: Path, manifest: Manifest, version: str) -> Manifest:
    named = manifest.model_copy(update={"version": version})
    (folder / MANIFEST).write_text(named.model_dump_json(indent=1) + "\n", encoding="utf-8")
    return named

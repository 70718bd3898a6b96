"""Checkpoints that survive a kill at any moment: written beside, flushed, then renamed into place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from paperformer.errors import TrainingFailed, write_remedy

LATEST, BEST = "latest.pt", "best.pt"


def save_checkpoint(folder: Path, state: Mapping[str, Any], name: str = LATEST) -> Path:
    """Write ``state`` to ``folder/name``; the checkpoint that was there stays whole until the new one is.

    Raises:
        TrainingFailed: the folder cannot be written or the disk is full.
    """
    target = folder / name
    partial = folder / f".{name}.partial"  # one name: what a killed process left is written over
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            torch.save(dict(state), file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except (OSError, RuntimeError) as error:  # torch.save reports a full disk as RuntimeError
        _remove(partial)
        reason = str(error).splitlines()[0]
        raise TrainingFailed(
            f"{target}: the checkpoint cannot be written ({reason})",
            f"{write_remedy(error, 'another output folder')}; the last good checkpoint is kept",
        ) from error
    return target


def _remove(partial: Path) -> None:
    try:
        partial.unlink(missing_ok=True)
    except OSError:
        return  # the folder is not ours to write: there is nothing of ours in it


def load_checkpoint(folder: Path, name: str = LATEST) -> dict[str, Any] | None:
    """The state saved in ``folder/name``, or None where there is none.

    Raises:
        TrainingFailed: the file is damaged.
    """
    path = folder / name
    if not path.exists():
        return None
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise TrainingFailed(
            f"{path}: the checkpoint is damaged ({type(error).__name__})",
            "Delete it and start again, or restore a copy",
        ) from error
    if not isinstance(state, dict):
        raise TrainingFailed(f"{path}: no checkpoint of ours", "Choose another output folder")
    return state

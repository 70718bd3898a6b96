"""The folder that a checkpoint's name means. Needs no torch: a wrong name is told before it is loaded."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import WEIGHTS
from paperformer.extraction.model_path import default_model_path
from paperformer.learning.config import DEFAULT_MODEL


def checkpoint_folder(name: str) -> Path:
    """The folder of a checkpoint: that of the default model, a path, or that of an installed package.

    Raises:
        ModelMismatch: there is none.
    """
    if name == DEFAULT_MODEL:
        return _default_model()
    path = Path(name)
    if path.is_dir():
        return path
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    for root in (spec.submodule_search_locations or ()) if spec else ():
        for config in sorted(Path(root).rglob("config.json")):
            if (config.parent / "model.safetensors").exists():
                return config.parent
    package = f": pip install {name.replace('_', '-')}" if name.isidentifier() else ""
    raise ModelMismatch(
        f"{name}: no such checkpoint", f"Give a folder, or install the package that carries it{package}"
    )


def _default_model() -> Path:
    """The default model's folder, where it has the weights that a training goes on from."""
    folder = default_model_path()
    if not (folder / WEIGHTS).is_file():
        raise ModelMismatch(
            f"{folder} has no {WEIGHTS}: an installed package carries only what reading needs",
            "Clone the repository and install it there with `pip install -e .`",
        )
    return folder

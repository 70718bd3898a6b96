"""``held_out.json`` of a model: the documents no training of it saw, for others to leave out too."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from paperformer.errors import InvalidConfig, TrainingFailed, write_remedy
from paperformer.labelled.documents import LabelledDocument

HELD_OUT = "held_out.json"

_KEYS = TypeAdapter(dict[str, frozenset[str]])


def write_held_out(folder: Path, held_out: Sequence[LabelledDocument]) -> None:
    """Say which documents no training saw, set by set, so that they can be measured on later.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    keys: dict[str, list[str]] = {}
    for labelled in held_out:
        keys.setdefault(str(labelled.flags.get("set", "")), []).append(labelled.key)
    text = json.dumps({name: sorted(members) for name, members in sorted(keys.items())}, indent=1)
    try:
        (folder / HELD_OUT).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise TrainingFailed(
            f"{folder / HELD_OUT} cannot be written ({error})", write_remedy(error)
        ) from error


def read_held_out(path: Path) -> Mapping[str, frozenset[str]]:
    """The documents' keys by the name of their set ("" for documents that name none).

    Raises:
        InvalidConfig: the file cannot be read, or is no such file.
    """
    try:
        return _KEYS.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "no lists of names by set"
        raise InvalidConfig(
            f"{path}: cannot be read ({reason})", f"Give the {HELD_OUT} of a model"
        ) from error

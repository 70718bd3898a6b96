"""The models in DIR/learned: the last ones and those in use stay, the others are deleted."""

from __future__ import annotations

import calendar
import logging
import re
import shutil
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from paperformer.errors import ModelMismatch
from paperformer.extraction.model_folder import read_manifest

_log = logging.getLogger(__name__)
KEPT: Final = 2
_NAME: Final = re.compile(r"(\d{8}-\d{6})(\.part)?")  # a part is what was not finished
_PART_SECONDS: Final = 86_400.0  # by then, nothing writes to it any more


def prune(folder: Path, versions: Collection[str], paths: Collection[Path]) -> list[Path]:
    """Delete models that learned and are of no use any more; only folders that `paperformer learn` has named.

    Args:
        folder: Where they lie.
        versions: Models of these versions stay, and so do the last two.
        paths: These stay too, whatever they are called.

    Returns:
        What was deleted. What cannot be deleted is logged, and tried again the next time.
    """
    models = [path for path in _named(folder) if path.suffix != ".part"]
    kept = {*models[-KEPT:], *(path.resolve() for path in paths)}
    old = [path for path in models if path not in kept and _version(path) not in versions]
    deleted = []
    for path in [*old, *_unfinished(folder)]:
        try:
            shutil.rmtree(path)
        except OSError as error:
            _log.warning("%s cannot be deleted: %s", path, error)
        else:
            _log.info("%s was deleted: later models have learned", path)
            deleted.append(path)
    return deleted


def _named(folder: Path) -> list[Path]:
    """Folders of models, the oldest first."""
    if not folder.is_dir():
        return []
    paths = (path for path in folder.resolve().iterdir() if _NAME.fullmatch(path.name))
    return sorted(path for path in paths if path.is_dir() and not path.is_symlink())


def _unfinished(folder: Path) -> Iterator[Path]:
    """What runs that were killed have left."""
    for path in _named(folder):
        begun = calendar.timegm(time.strptime(path.stem, "%Y%m%d-%H%M%S"))
        if path.suffix == ".part" and begun < time.time() - _PART_SECONDS:
            yield path


def _version(model: Path) -> str | None:
    try:
        return read_manifest(model).version
    except ModelMismatch as error:
        _log.warning("%s", error)  # what is left of it is of no use
        return None

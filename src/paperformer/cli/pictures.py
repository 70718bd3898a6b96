"""File names for overlay pictures: recognisable, harmless, each used once."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path, PurePath

from paperformer.cli.failure import Misuse

LONGEST = 100  # characters; most file systems stop at 255 bytes

# The names Windows keeps for devices, whatever their suffix.
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


def check_folder(folder: Path, option: str) -> None:
    """Make a folder, and see whether files can be written there: before hours of reading, not after.

    Args:
        folder: Which.
        option: The option that names it.

    Raises:
        Misuse: they cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise Misuse(f"{folder} cannot be written ({error.strerror}). Choose another {option}") from error


class PictureNames:
    """Hands out a stem per document. Names that differ in case alone count as the same."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def stem(self, document: str) -> str:
        """A stem made of the document's file name, without folders; ``invoice``, then ``invoice-2``."""
        plain = _plain(document)
        stem, number = plain, 1
        while stem.casefold() in self._taken:
            number += 1
            stem = f"{plain}-{number}"
        self._taken.add(stem.casefold())
        return stem


def _plain(document: str) -> str:
    name = "stdin" if document == "-" else PurePath(document.replace("\\", "/")).stem
    name = re.sub(r"[^\w.-]+", "_", name)[:LONGEST].strip("._-")
    return f"_{name}" if _DEVICES.match(name) else name or "document"

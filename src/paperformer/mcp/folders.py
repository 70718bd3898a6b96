"""The folders that a client may read: every path is resolved, and refused where it leads out of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from paperformer.errors import InvalidConfig, UnreadableDocument

MOST_LISTED = 500


class Folders:
    """The folders that were named when the server was started.

    Args:
        folders: They must exist.

    Raises:
        InvalidConfig: none is named, or one is no folder.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        if not folders:
            raise InvalidConfig("no folder is named", "Name the folders that may be read")
        for folder in folders:
            if not folder.is_dir():
                raise InvalidConfig(f"{folder} is no folder", "Name the folders that may be read")
        self._folders = tuple(folder.resolve() for folder in folders)

    def find(self, path: str) -> Path:
        """The file of a path: absolute, or relative to one of the folders. Links count as what they lead to.

        Raises:
            UnreadableDocument: it lies outside, does not exist, or is no regular file. What exists outside
                and what does not have the same message, so nothing is said of other folders.
        """
        try:
            places = [(folder / path).resolve() for folder in self._folders]
            inside = [place for place in places if self._holds(place)]
            found = next((place for place in inside if place.is_file()), None)
        except (OSError, ValueError, RuntimeError) as error:  # too long, a null byte, links in a circle
            raise UnreadableDocument(f"{path[:200]!r} is no path of a file", "Check the path") from error
        if found is not None:
            return found
        if not inside:
            raise UnreadableDocument(
                f"{path} is outside the folders that may be read", "Ask list_documents for the files inside"
            )
        raise UnreadableDocument(
            f"{path} is no file in the folders", "Ask list_documents for those there are"
        )

    def files(self) -> tuple[list[str], bool]:
        """The absolute paths of visible files, and whether there are more than ``MOST_LISTED``."""
        found = list(islice(self._walk(), MOST_LISTED + 1))
        return sorted(found[:MOST_LISTED]), len(found) > MOST_LISTED

    def _walk(self) -> Iterator[str]:
        for folder in self._folders:
            for root, folders, names in os.walk(folder):
                folders[:] = sorted(name for name in folders if not name.startswith("."))
                for name in sorted(names):
                    place = Path(root, name)
                    if not name.startswith(".") and place.is_file() and self._holds(place.resolve()):
                        yield os.fsencode(place).decode("utf-8", "replace")

    def _holds(self, place: Path) -> bool:
        return any(place.is_relative_to(folder) for folder in self._folders)

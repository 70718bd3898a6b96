"""Files inside of mails, archives and portfolios: what answers is kept beside the file that held it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paperformer.documents.sniff import sniff
from paperformer.service.files import FileStore

if TYPE_CHECKING:
    from paperformer.extraction.contents import Reading

_FOLDERS_ABOVE = 2  # of a kept file lies the folder of the service's data


@dataclass(frozen=True, slots=True)
class InnerFile:
    """A file that was inside another one.

    Args:
        file: Its id, under which it is kept.
        name: Without the names of the files around it.
        media: Its kind.
    """

    file: str
    name: str
    media: str


def keep_inner_files(readings: Sequence[Reading], outer: Path, name: str) -> list[InnerFile | None]:
    """Keep the files inside of a file that answer, each once.

    Args:
        readings: The answers.
        outer: Where the file lies.
        name: What it is called.

    Returns:
        For each reading the file that it is of; None where that is the outer one.
    """
    kept: dict[int, InnerFile] = {}
    found: list[InnerFile | None] = []
    for reading in readings:
        data = reading.data
        if data is None:
            found.append(None)
            continue
        if id(data) not in kept:
            inner = reading.document.name.removeprefix(f"{name}/")
            store = FileStore(outer.parents[_FOLDERS_ABOVE])
            kept[id(data)] = InnerFile(store.keep_bytes(data), inner, sniff(data, inner))
        found.append(kept[id(data)])
    return found

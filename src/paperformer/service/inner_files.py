"""Files inside of mails, archives and portfolios: what answers is kept beside the file that held it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paperformer.documents.containers.unfold import Unfolded, Unread
from paperformer.documents.model import Document
from paperformer.documents.sniff import sniff
from paperformer.service.files import FileStore
from paperformer.service.jobs import FoundInside

if TYPE_CHECKING:
    from paperformer.extraction.contents import AnsweredDocument

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


def keep_inner_files(readings: Sequence[AnsweredDocument], outer: Path, name: str) -> list[InnerFile | None]:
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
        data, inner = reading.data, inner_name(reading, name)
        if data is None or inner is None:
            found.append(None)
            continue
        if id(data) not in kept:
            store = FileStore(outer.parents[_FOLDERS_ABOVE])
            kept[id(data)] = InnerFile(store.keep_bytes(data), inner, sniff(data, inner))
        found.append(kept[id(data)])
    return found


def found_inside(
    files: Sequence[Unfolded | Unread], readings: Sequence[AnsweredDocument], name: str
) -> tuple[FoundInside, ...]:
    """What is inside of a file, and why it was not read; what is of no kind that is read comes last.

    Args:
        files: What it holds, as it was gone through; nothing where its own pages are all that was looked at.
        readings: The answers.
        name: What it is called.
    """
    found = _gone_through(files, name) if files else _enclosed(readings[0].document)
    return tuple(sorted(found, key=lambda item: item.media is None))


def _gone_through(files: Sequence[Unfolded | Unread], name: str) -> Iterator[FoundInside]:
    for file in files:
        if isinstance(file, Unread):
            inner = file.name.removeprefix(f"{name}/")
            media = None if file.data is None else sniff(file.data, inner)
            yield FoundInside(inner, media, None, file.reason)
        elif file.data is not None:
            inner = file.document.name.removeprefix(f"{name}/")
            yield FoundInside(inner, sniff(file.data, inner), len(file.document.pages), None)


def _enclosed(document: Document) -> Iterator[FoundInside]:
    """What an e-invoice encloses is part of it."""
    for file in document.contained:
        yield FoundInside(file.name, sniff(file.data, file.name), None, "belongs to the e-invoice")
    for passed in document.passed_over:
        yield FoundInside(passed.name, None, None, passed.reason)


def inner_name(reading: AnsweredDocument, name: str) -> str | None:
    """The name of the file that a reading is of, within the outer one; None where it is that."""
    return None if reading.data is None else reading.document.name.removeprefix(f"{name}/")

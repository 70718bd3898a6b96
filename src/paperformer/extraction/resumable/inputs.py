"""The documents of a batch, streamed: no more than a listing of one remote folder is ever held in memory."""

from __future__ import annotations

import glob
import os
import stat
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from paperformer.documents.sniff import begins_as_document
from paperformer.documents.source import is_folder
from paperformer.errors import PaperformerError, UnreadableDocument
from paperformer.extraction.resumable.addresses import (
    SETTLED_SECONDS,
    found_at,
    has_magic,
    is_address,
    stamp_of,
)


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to read, or why it cannot be.

    Args:
        name: What answers and errors call it, as text that any output can hold.
        address: Its path, or its address.
        stamp: What changes with its content (size and time, or a tag of the storage); None where nothing
            tells.
        settled: Whether an equal stamp means equal content: False for a file that has just been written.
        error: What is wrong with it.
    """

    name: str
    address: str
    stamp: str | None = None
    settled: bool = False
    error: PaperformerError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """Where the documents of a batch are. Iterating walks through them anew each time.

    Args:
        places: Files, folders, patterns (``scans/**/*.pdf``) and addresses.
        suffixes: Of the files that count in a folder; of one on this machine without a suffix, the content
            tells.
        without: A folder that is not walked: where answers go.
    """

    places: Iterable[str]
    suffixes: frozenset[str]
    without: Path | None = None

    def __iter__(self) -> Iterator[InputFile]:
        without = None if self.without is None else os.path.realpath(self.without)
        for place in self.places:
            if is_address(place):
                yield from _remote(place, self.suffixes)
            elif is_folder(place):
                yield from _walk(place, self.suffixes, without)
            elif has_magic(place) and not os.path.lexists(place):
                yield from _glob(place)
            else:
                yield _local(place)


def names_in(stream: BinaryIO) -> Iterator[str]:
    """The names that a list has, one a line."""
    for line in stream:
        if name := os.fsdecode(line.rstrip(b"\r\n")):
            yield name


def shown(path: str) -> str:
    """The path as text that any output can hold: bytes that are no UTF-8 become a replacement character."""
    return os.fsencode(path).decode("utf-8", "replace")


def _local(path: str) -> InputFile:
    try:
        status = os.stat(path)  # noqa: PTH116 - a path from a listing of a million
    except (OSError, ValueError):
        return InputFile(shown(path), path)  # whoever opens it says why that fails
    if not stat.S_ISREG(status.st_mode):
        reason = f"{shown(path)} is no file but a pipe or device"
        return InputFile(shown(path), path, error=UnreadableDocument(reason, "Give a file"))
    changed = max(status.st_mtime, status.st_ctime)
    return InputFile(
        shown(path),
        path,
        f"{status.st_size}:{status.st_mtime_ns}:{status.st_ino}",
        time.time() - changed > SETTLED_SECONDS,
    )


def _walk(folder: str, suffixes: frozenset[str], without: str | None) -> Iterator[InputFile]:
    """The documents of a folder and its folders, in the order in which the system lists them."""
    try:
        entries = os.scandir(folder)
    except OSError as error:
        reason = f"{shown(folder)} may not be opened: {error.strerror}"
        yield InputFile(shown(folder), folder, error=UnreadableDocument(reason, "Check its permissions"))
        return
    with entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if without is None or os.path.realpath(entry.path) != without:
                    yield from _walk(entry.path, suffixes, without)
            elif _is_document(entry.path, suffixes):
                yield _local(entry.path)


def _is_document(path: str, suffixes: frozenset[str]) -> bool:
    """Whether the suffix is that of a document; where there is none, the content tells."""
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122
    return suffix in suffixes if suffix else begins_as_document(path)


def _glob(pattern: str) -> Iterator[InputFile]:
    found = False
    for path in glob.iglob(pattern, recursive=True):  # noqa: PTH207 - Path.glob takes no absolute pattern
        if not is_folder(path):
            found = True
            yield _local(path)
    if not found:
        error = UnreadableDocument(f"{shown(pattern)} matches no file", "Check the pattern")
        yield InputFile(shown(pattern), pattern, error=error)


def _remote(address: str, suffixes: frozenset[str]) -> Iterator[InputFile]:
    try:
        for found, info in found_at(address, suffixes):
            yield InputFile(found, found, *stamp_of(info))
    except UnreadableDocument as error:
        yield InputFile(address, address, error=error)

"""Answers on disk, in parts of bounded size: ``part-000001.jsonl`` or ``part-000001.parquet``.

A part is open while it grows (``part-000001.open``: JSON lines, also where Parquet is asked for). It is
sealed under its final name, at once and as a whole.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Literal

from paperformer.errors import InvalidConfig

Form = Literal["jsonl", "parquet"]
OPEN, DAMAGED = ".open", ".damaged"
_NAME = re.compile(r"part-(\d{6,})(\.open|\.jsonl|\.parquet)")


def part_path(folder: Path, number: int, suffix: str) -> Path:
    """The path of a part."""
    return folder / f"part-{number:06}{suffix}"


def parts_on_disk(folder: Path) -> Iterator[tuple[int, Path]]:
    """The numbers and paths of the parts in a folder, in order; sealed ones before open ones."""
    found = [(match, path) for path in folder.iterdir() if (match := _NAME.fullmatch(path.name))]
    for match, path in sorted(found, key=lambda part: (part[0][2] == OPEN, int(part[0][1]))):
        yield int(match[1]), path


def keyed(key: str, line: str) -> str:
    """An answer's line with its key in front: the manifest can be made anew from the parts."""
    return f'{{"key":{json.dumps(key)},{line.removeprefix("{")}'


class OpenPart:
    """A part that grows.

    Args:
        folder: Where it lies.
        number: Its number.
        size: The bytes of it that count; what comes after them was never committed, and is cut off.
    """

    def __init__(self, folder: Path, number: int, size: int = 0) -> None:
        self.folder, self.number = folder, number
        self.path = part_path(folder, number, OPEN)
        self._file: IO[bytes] = self.path.open("ab")
        self._file.truncate(size)
        self.size = size
        sync_folder(folder)

    def append(self, lines: Iterable[str]) -> None:
        """Add lines; on disk after ``sync``."""
        for line in lines:
            self.size += self._file.write(line.encode() + b"\n")

    def sync(self) -> None:
        """Put what was added on disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def publish(self, form: Form) -> int:
        """Give the part its final name; the size of the final file. Its open file is left to ``discard``."""
        self.sync()
        final = part_path(self.folder, self.number, f".{form}")
        if form == "parquet":
            from paperformer.extraction.resumable.parquet import write_parquet

            written = self.path.with_suffix(".writing")
            write_parquet(self.path, written)
            sync_file(written)
            written.replace(final)
        else:
            self.close()
            self.path.replace(final)
        sync_folder(self.folder)
        return final.stat().st_size

    def discard(self) -> None:
        """Remove the open file, where a final one stands in its place."""
        self.close()
        self.path.unlink(missing_ok=True)


def set_aside(path: Path) -> None:
    """Rename a damaged file, so that no reader takes it for a part."""
    if path.exists():
        path.replace(path.with_name(path.name + DAMAGED))


def lines_of(path: Path) -> Iterator[tuple[str, bytes]]:
    """The keys and lines of a part of JSON lines, up to the first that is torn or foreign."""
    with path.open("rb") as stream:
        for line in stream:
            key = _key(line)
            if key is None:
                return
            yield key, line


def rewrite(path: Path, lines: Iterable[bytes]) -> None:
    """Put these lines in place of a file's."""
    written = path.with_suffix(".writing")
    with written.open("wb") as stream:
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())
    written.replace(path)
    sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Put a file that was written on disk."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on disk, on systems where a folder can be opened."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def check_form(form: str, kept: str, folder: Path, forms: Sequence[str] = ("jsonl", "parquet")) -> None:
    """Refuse to mix the forms of parts in a folder.

    Raises:
        InvalidConfig: the folder has parts of another form.
    """
    if form != kept:
        remedy = f"Give --output {kept}, or another folder" if kept in forms else "Give another folder"
        raise InvalidConfig(f"{folder} holds answers as {kept}, not as {form}", remedy)


def _key(line: bytes) -> str | None:
    if not line.endswith(b"\n"):
        return None
    try:
        value = json.loads(line)
    except ValueError:
        return None
    key = value.get("key") if isinstance(value, dict) else None
    return key if isinstance(key, str) else None

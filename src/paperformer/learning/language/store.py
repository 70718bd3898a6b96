"""Sequences of tokens on disk, read where they lie: a corpus is cut once and never in memory as a whole.

A column is a plain file of numbers (``ids.bin`` and so on), ``ends.bin`` says where each sequence ends, and
``store.json``, written last, that all of it is there and what it was made from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import TrainingFailed, write_remedy
from paperformer.learning.language.sequences import TokenSequence

NOTE = "store.json"
TYPES = {"ids": "<u4", "words": "<i4", "boxes": "<u2", "pages": "<u2", "ends": "<i8"}
CORNERS = 4


class TokenStore:
    """The sequences in a folder that ``write_store`` made.

    Args:
        folder: Where they lie.
        columns: Which columns there are.
    """

    def __init__(self, folder: Path, columns: Sequence[str]) -> None:
        ends = np.fromfile(folder / "ends.bin", TYPES["ends"]).astype(np.int64)
        self.starts: NDArray[np.int64] = np.r_[0, ends[:-1]] if len(ends) else ends
        self.lengths: NDArray[np.int64] = ends - self.starts
        self.tokens = int(ends[-1]) if len(ends) else 0
        self._columns = {name: _mapped(folder, name) for name in columns} if len(ends) else {}

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, number: int) -> TokenSequence:
        start = int(self.starts[number])
        part = slice(start, start + int(self.lengths[number]))
        return TokenSequence(**{name: np.asarray(c[part], np.int64) for name, c in self._columns.items()})


def open_store(folder: Path, columns: Sequence[str], identity: str) -> TokenStore | None:
    """What an earlier run wrote of the same texts with the same pieces; None where there is no such thing."""
    try:
        note = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        return TokenStore(folder, columns) if note == {"identity": identity} else None
    except (OSError, ValueError):
        return None  # not there, or a kill in the midst of it: it is written anew


def write_store(
    folder: Path, sequences: Iterable[TokenSequence], columns: Sequence[str], identity: str
) -> TokenStore:
    """Write sequences one after the other.

    Args:
        folder: Made where it is missing; what was there is written over.
        sequences: Are read once.
        columns: The parts of them to keep.
        identity: Tells what they were made from.

    Raises:
        TrainingFailed: the folder cannot be written or the disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / NOTE).unlink(missing_ok=True)
        with ExitStack() as stack:
            files = {n: stack.enter_context((folder / f"{n}.bin").open("wb")) for n in (*columns, "ends")}
            end = 0
            for sequence in sequences:
                for name in columns:
                    files[name].write(getattr(sequence, name).astype(TYPES[name]).tobytes())
                end += len(sequence)
                files["ends"].write(np.array(end, TYPES["ends"]).tobytes())
        (folder / NOTE).write_text(json.dumps({"identity": identity}), encoding="utf-8")
        return TokenStore(folder, columns)
    except OSError as error:
        raise TrainingFailed(
            f"{folder}: the tokens cannot be written ({error.strerror or error})",
            write_remedy(error, "another output folder"),
        ) from error


def _mapped(folder: Path, name: str) -> NDArray[Any]:
    column: NDArray[Any] = np.memmap(folder / f"{name}.bin", TYPES[name], mode="r")
    return column.reshape(-1, CORNERS) if name == "boxes" else column

"""Answers as text for programs: JSON, JSON lines, CSV. Each writes a document as soon as it is read."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

from paperformer.extraction.spreadsheet import COLUMNS, candidate_rows, csv_row

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction


class Writer(Protocol):
    """Writes the answers of one run."""

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:
        """Write one document's answer."""
        ...

    def finish(self) -> None:
        """Write what comes after the last one."""
        ...


class JsonLines:
    """One JSON object per line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        self._stream.write(extraction.model_dump_json() + "\n")
        self._stream.flush()

    def finish(self) -> None:
        """Nothing comes after the last line."""


class Json:
    """One JSON object, or an array of them; ``null`` where the one document could not be read."""

    def __init__(self, stream: TextIO, *, array: bool) -> None:
        self._stream = stream
        self._array = array
        self._before = "[\n" if array else ""
        self._written = False

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        self._stream.write(self._before + extraction.model_dump_json(indent=2))
        self._before, self._written = ",\n", True
        self._stream.flush()

    def finish(self) -> None:
        """End the value: what is written is JSON also where there was no answer."""
        nothing, end = ("[]", "\n]") if self._array else ("null", "")
        self._stream.write((end if self._written else nothing) + "\n")


class Csv:
    """One row per candidate, best first; a header. ``box`` is ``x0 y0 x1 y1`` in parts of the page.

    A cell of a row is a candidate of its own, called ``purchase_lines[1].quantity``; rows count from 1.
    ``first_page`` and ``region`` tell the documents of a file apart; ``holds`` says whether the arithmetic of
    a cell's row does.
    """

    def __init__(self, stream: TextIO, warn: Callable[[str, str], None]) -> None:
        """Write the header.

        Args:
            stream: Where to.
            warn: Told (file, warning) of what the rows have no place for.
        """
        self._stream = stream
        self._warn = warn
        self._rows = csv.writer(stream, lineterminator="\n")
        self._rows.writerow(COLUMNS)

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        self._rows.writerows(map(csv_row, candidate_rows(extraction)))
        self._stream.flush()
        for warning in extraction.warnings:
            self._warn(extraction.file, warning)

    def finish(self) -> None:
        """Nothing comes after the last row."""


def utf8_output() -> TextIO:
    """Standard output, in UTF-8 whatever the locale says: JSON is never anything else."""
    stream: TextIO = sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", newline="\n")
    return stream

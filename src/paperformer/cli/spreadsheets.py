"""Answers for spreadsheets, one row per document: CSV in one or two tables, or an Excel workbook."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO

from paperformer.extraction.spreadsheet import (
    LINE_COLUMNS,
    Value,
    csv_row,
    document_columns,
    document_row,
    line_rows,
)
from paperformer.extraction.workbook import add_filter, add_sheet, typed_sheet_cell
from paperformer.fields.row_cells import LINE_CELLS, VAT_CELLS

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction
    from paperformer.fields.schema import Schema

# Behind values to compare with the page. White is a level of high or more.
FILLS = {"mid": "FFF2CC", "low": "F8CBAD", "very_low": "F8CBAD"}


class WideCsv:
    """One row per document; where ``lines`` is given, one row per line item there."""

    def __init__(
        self, stream: TextIO, lines: TextIO | None, schema: Schema, warn: Callable[[str, str], None]
    ) -> None:
        """Write the headers.

        Args:
            stream: Where documents go.
            lines: Where lines go; None where they are not wanted.
            schema: The fields that have a column.
            warn: Told (file, warning) of each warning, which also has a column.
        """
        self._schema, self._warn = schema, warn
        self._streams = [stream] if lines is None else [stream, lines]
        self._documents = csv.writer(stream, lineterminator="\n")
        self._documents.writerow(document_columns(schema))
        self._lines = csv.writer(lines, lineterminator="\n") if lines is not None else None
        if self._lines is not None:
            self._lines.writerow(LINE_COLUMNS)

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        self._documents.writerow(csv_row(document_row(extraction, self._schema)))
        if self._lines is not None:
            self._lines.writerows(map(csv_row, line_rows(extraction)))
        for stream in self._streams:
            stream.flush()
        for warning in extraction.warnings:
            self._warn(extraction.file, warning)

    def finish(self) -> None:
        """Nothing comes after the last row."""


class Workbook:
    """An Excel workbook of typed cells: sheets of documents, of lines and of VAT. Written at the end."""

    def __init__(self, stream: IO[bytes], schema: Schema, warn: Callable[[str, str], None]) -> None:
        """Begin the sheets.

        Args:
            stream: Where the workbook goes.
            schema: The fields that have a column.
            warn: Told (file, warning) of each warning, which also has a column.
        """
        import openpyxl

        self._stream, self._schema, self._warn = stream, schema, warn
        self._book = openpyxl.Workbook()
        self._book.remove(self._book.active)
        self._columns = {
            "documents": document_columns(schema),
            "purchase_lines": _without(VAT_CELLS),
            "vat_distribution": _without(LINE_CELLS),
        }
        self._sheets = {
            title: add_sheet(self._book, title, columns) for title, columns in self._columns.items()
        }
        self._rows = dict.fromkeys(self._columns, 1)

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:  # noqa: ARG002
        levels = {name: candidates[0].level for name, candidates in extraction.fields.items() if candidates}
        row = dict(zip(self._columns["documents"], document_row(extraction, self._schema), strict=True))
        self._append("documents", [(value, levels.get(name)) for name, value in row.items()])
        for values in line_rows(extraction):
            line = dict(zip(LINE_COLUMNS, values, strict=True))
            title, level = str(line["table"]), str(line["level"])
            if title in self._sheets:
                columns = self._columns[title]
                self._append(title, [(line[c], level if c == "confidence" else None) for c in columns])
        for warning in extraction.warnings:
            self._warn(extraction.file, warning)

    def finish(self) -> None:
        """Write the workbook."""
        for title, sheet in self._sheets.items():
            add_filter(sheet, len(self._columns[title]), self._rows[title])
        written = io.BytesIO()  # whole before it is sent: the reader of a pipe may be gone
        self._book.save(written)
        self._stream.write(written.getvalue())
        self._stream.flush()

    def _append(self, title: str, values: Sequence[tuple[Value, str | None]]) -> None:
        sheet = self._sheets[title]
        sheet.append([typed_sheet_cell(sheet, value, FILLS.get(level or "")) for value, level in values])
        self._rows[title] += 1


def _without(roles: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in LINE_COLUMNS if name not in {"table", *roles})

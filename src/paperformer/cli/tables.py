"""Answers as a table for people: drawn on a terminal, aligned text elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from paperformer.cli.failure import printable
from paperformer.fields.row_cells import LINE_CELLS, VAT_CELLS

if TYPE_CHECKING:
    from rich.console import Console

    from paperformer.extraction.result import Candidate, Extraction, PageBox, Row

ROW_HEADINGS = ("adds up", "confidence", "page", "source")
_CHECKS = {True: "yes", False: "no", None: ""}
_DISPENSABLE = ("source", "page", "adds up")  # of a terminal too narrow for them, in this order
_LEAST_WRAPPED, _PADDING = 16, 3  # characters of a column that breaks, and between two columns
_LONGEST_CELL = 40  # characters of a description; JSON and CSV have all of it
HEADINGS = ("field", "value", "confidence", "page", "source")
_COLOURS = {"very_high": "green", "high": "green", "mid": "yellow", "low": "red", "very_low": "red"}


def table_output() -> TextIO:
    """Standard output; what its encoding lacks becomes a question mark rather than an error."""
    stream: TextIO = sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    return stream


class Table:
    """A table per document, below it its warnings and pictures."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._console = _console(stream) if stream.isatty() else None

    def write(self, extraction: Extraction, pictures: Sequence[Path]) -> None:
        """Write one document's table."""
        rows = _rows(extraction)
        title = _title(extraction)
        if not rows and not extraction.rows:
            self._stream.write(f"{title}\n  no fields found\n")
        elif self._console is not None:
            _draw(self._console, title, HEADINGS, rows, "value")
        else:
            self._stream.write(f"{title}\n{aligned([HEADINGS, *rows]) if rows else ''}")
        for name, group in extraction.rows.items():
            self._write_rows(name, group)
        for warning in extraction.warnings:
            self._stream.write(f"  warning: {printable(warning)}\n")
        for picture in pictures:
            self._stream.write(f"  overlay: {printable(str(picture))}\n")
        self._stream.write("\n")
        self._stream.flush()

    def _write_rows(self, name: str, group: Sequence[Row]) -> None:
        """Write the rows of one field: a column for each cell that any of them has."""
        headings = tuple(dict.fromkeys(cell for row in group for cell in row.cells))
        order = [role for role in (*LINE_CELLS, *VAT_CELLS) if role in headings]
        rows = [_group_row(row, order) for row in group]
        columns = (*order, *ROW_HEADINGS)
        if self._console is not None:
            _draw(self._console, name, columns, rows, "description")
        else:
            self._stream.write(f"\n  {printable(name)}\n{aligned([columns, *rows])}")

    def finish(self) -> None:
        """Nothing comes after the last table."""


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines, indented, columns two spaces apart, no white space at the ends."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "".join(f"  {line.rstrip()}\n" for line in lines)


def _rows(extraction: Extraction) -> list[tuple[str, ...]]:
    return [
        (printable(name) if first else "", *_cells(name, candidate))
        for name, candidates in extraction.fields.items()
        for first, candidate in zip([True, *[False] * len(candidates)], candidates, strict=False)
    ]


def _cells(name: str, candidate: Candidate) -> tuple[str, ...]:
    notes = [candidate.scheme] if candidate.scheme not in (None, name) else []  # not: iban (iban)
    notes += ["ambiguous"] if candidate.ambiguous else []
    notes += ["check digits fail"] if candidate.checked is False else []
    value = printable(candidate.value) + (f" ({', '.join(map(str, notes))})" if notes else "")
    confidence = _confidence(candidate)
    return value, confidence, "" if candidate.page is None else str(candidate.page), candidate.source


def _confidence(found: Candidate | Row) -> str:
    hundredths = int(100 * found.confidence + 1e-9)  # cut, not rounded: 0.988 is high, 0.99 very high
    return f"{hundredths / 100:.2f} {found.level.replace('_', ' ')}"


def _group_row(row: Row, order: Sequence[str]) -> tuple[str, ...]:
    cells = (printable(row.cells[name].value) if name in row.cells else "" for name in order)
    page = "" if row.page is None else str(row.page)
    return (*map(_shortened, cells), _CHECKS[row.holds], _confidence(row), page, row.source)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 3]}..."


def _title(extraction: Extraction) -> str:
    return f"{printable(extraction.file)}  ({_pages(extraction)})"


def _pages(extraction: Extraction) -> str:
    """How many pages the document has; which, where it begins within the file."""
    count, first = len(extraction.pages), extraction.first_page
    if extraction.region is not None:
        return f"{_quarter(extraction.region)} of page {first}"
    if first == 1:
        return "1 page" if count == 1 else f"{count} pages"
    return f"page {first}" if count == 1 else f"pages {first} to {first + count - 1}"


def _quarter(region: PageBox) -> str:
    """Where on its page a receipt stands among others."""
    x, y = (region.x0 + region.x1) / 2, (region.y0 + region.y1) / 2
    beside = "left" if x < 0.4 else "right" if x > 0.6 else ""
    below = "top" if y < 0.4 else "bottom" if y > 0.6 else ""
    return " ".join(filter(None, (below, beside))) or "middle"


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, highlight=False)


def _draw(
    console: Console, title: str, columns: Sequence[str], rows: Sequence[tuple[str, ...]], wrapped: str
) -> None:
    from rich import box
    from rich.table import Table as Drawing
    from rich.text import Text

    # Text, not str: square brackets in a document are no markup.
    drawing = Drawing(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, title_style="bold")
    kept = _fitting(columns, rows, wrapped, console.width)
    for heading in kept:
        drawing.add_column(heading, overflow="fold", no_wrap=heading != wrapped)
    for row in rows:
        cells = dict(zip(columns, row, strict=True))
        level = cells["confidence"].partition(" ")[2].replace(" ", "_")
        styles = {"confidence": _COLOURS[level], "source": "dim"}
        drawing.add_row(*(Text(cells[name], style=styles.get(name, "")) for name in kept))
    console.print(drawing)


def _fitting(
    columns: Sequence[str], rows: Sequence[tuple[str, ...]], wrapped: str, width: int
) -> Sequence[str]:
    """The ``columns`` that a terminal has room for, of which only ``wrapped`` may break over lines.

    Where the room does not do, what matters least goes first: a number broken in two is read wrong.
    """
    widths = {
        name: max(map(len, (name, *cells)))
        for name, cells in zip(columns, zip(*rows, strict=True), strict=True)
    }
    if wrapped in widths:
        texts = [wrapped, *(row[list(columns).index(wrapped)] for row in rows)]
        longest = max((len(word) for text in texts for word in text.split()), default=0)
        widths[wrapped] = min(widths[wrapped], max(longest, _LEAST_WRAPPED))
    kept = list(columns)
    for name in _DISPENSABLE:
        if sum(widths[column] + _PADDING for column in kept) + _PADDING <= width:
            break
        kept = [column for column in kept if column != name]
    return kept

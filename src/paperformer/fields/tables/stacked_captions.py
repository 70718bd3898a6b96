"""Headings whose captions have one, two or three rows, each set in the middle of its cell.

The rows of such a heading lie between one another: "Price" beside the gap of "Amount / net". They are read by
columns: what stands above one another is one caption.
"""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.fields.layout import Line
from paperformer.fields.tables.captions import Caption, CaptionReader, roles_of
from paperformer.fields.tables.rows import Row

_BETWEEN = 0.9  # heights from the lowest row of a heading to one that lies between its rows
_MOST_ROWS = 8


def interleaved(rows: Sequence[Row], first: int, last: int) -> int:
    """The index of the last row that lies between the rows of a heading; ``last`` where none does.

    Args:
        rows: All rows of the document.
        first: Where the heading begins.
        last: Where it ends as far as is known.
    """
    lowest = max(row.middle for row in rows[first : last + 1])
    end = last
    for row in rows[last + 1 : last + _MOST_ROWS]:
        if row.page != rows[first].page or row.digits or row.middle - lowest > _BETWEEN * row.height:
            break
        lowest, end = max(lowest, row.middle), row.index
    return end


def stacked(rows: Sequence[Row], book: CaptionReader) -> list[Caption]:
    """The captions of a heading, left to right, of what stands above one another in ``rows``."""
    columns: list[list[Line]] = []
    for line in sorted((line for row in rows for line in row.lines), key=lambda line: line.box.x0):
        column = next((one for one in columns if _overlaps(line, one)), None)
        if column is None:
            columns.append([line])
        else:
            column.append(line)
    return [_caption(sorted(column, key=lambda line: line.box.center[1]), book) for column in columns]


def _overlaps(line: Line, column: Sequence[Line]) -> bool:
    return any(line.box.x0 < other.box.x1 and other.box.x0 < line.box.x1 for other in column)


def _caption(lines: Sequence[Line], book: CaptionReader) -> Caption:
    text = " ".join(line.text for line in lines)
    _, hits = book.read_text(text)
    longest = max(hits, key=lambda hit: hit.last - hit.first, default=None)
    roles = frozenset[str]() if longest is None else roles_of(longest)
    return Caption(roles, min(line.box.x0 for line in lines), max(line.box.x1 for line in lines), text)

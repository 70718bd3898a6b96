"""Purchase lines printed as records, a caption and its value on each row: "Product: Chair", "Quantity: 4"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paperformer.fields.page.layout import Line
from paperformer.fields.tables.captions import CaptionReader, roles_of
from paperformer.fields.tables.columns import NUMERIC
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import Row, RowReading, TableContext

_ROLES = ("description", "quantity", "unit_price", "discount", "vat_rate", "unit", "code", "total")
_NEEDED = frozenset({"description", "total"})
_COUNTS = frozenset({"quantity", "unit_price"})
_INDENTED = 6.0  # ems up to which a caption stands right of another one that it says more of
_MOST_BETWEEN = 8  # rows from one caption of a record to the next


class _Entry(NamedTuple):
    """A row that prints a caption and its value."""

    row: Row
    role: str
    value: list[Piece]


def read_records(context: TableContext) -> list[Item]:
    """The records of a document as lines, top down.

    A record begins with its name and has a total, and a quantity or a price. Its captions are centred or at
    one left edge: what is a little indented says more of a cell. Rows without a caption right below its name
    go on with it.
    """
    items: list[Item] = []
    record: list[_Entry] = []
    for row in context.rows:
        entry = _entry(row, context.captions)
        if entry is None:
            if record and record[-1].role == "description" and _goes_on(record[-1], row, context.rows):
                record[-1].value.extend(piece for piece in row.pieces if piece.kind == "text")
            continue
        if entry.role == "description":
            items += _item(record)
            record = [entry]
        elif record and _belongs(entry, record):
            record.append(entry)
    return items + _item(record)


def _entry(row: Row, book: CaptionReader) -> _Entry | None:
    """The caption of a row of one segment or two, and what stands behind its colon."""
    line = row.lines[0]
    caption, colon, _ = line.text.partition(":")
    if not colon or len(row.lines) > 2:
        return None
    tokens, hits = book.read_text(caption)
    whole = next((hit for hit in hits if hit.first == 0 and hit.last == len(tokens) - 1), None)
    role = next((role for role in _ROLES if whole is not None and role in roles_of(whole)), None)
    if role is None:
        return None
    numbers = [piece for piece in row.pieces if piece.kind in {"number", "percent"}]
    value = numbers[-1:] if role in NUMERIC else _texts(row, line, len(caption) + 1)
    return _Entry(row, role, value) if value else None


def _texts(row: Row, line: Line, start: int) -> list[Piece]:
    """The words behind the caption, as one text; those of the next segment where there are none."""
    places = [place for place, at in enumerate(line.starts) if at >= start]
    behind = line if places else row.lines[-1]
    if not places and len(row.lines) == 1:
        return []
    places = places or list(range(len(behind.words)))
    words = tuple(behind.first + place for place in places)
    text = " ".join(behind.words[place].text for place in places)
    return [Piece("text", words, text, behind.words[places[0]].box.x0, behind.words[places[-1]].box.x1)]


def _goes_on(entry: _Entry, row: Row, rows: Sequence[Row]) -> bool:
    """Whether ``row`` is right below the last row of a name, at the same left edge."""
    above, words = rows[row.index - 1], {word for piece in entry.value for word in piece.words}
    is_below = above is entry.row or any(line.first in words for line in above.lines)
    apart = abs(row.lines[0].box.x0 - entry.row.lines[0].box.x0)
    return is_below and row.page == entry.row.page and apart <= row.em


def _belongs(entry: _Entry, record: Sequence[_Entry]) -> bool:
    """Whether a caption is one of the record: a new one, near the last, at the left edge of the name's."""
    indent = (entry.row.lines[0].box.x0 - record[0].row.lines[0].box.x0) / entry.row.em
    is_new = all(other.role != entry.role for other in record)
    is_near = entry.row.index - record[-1].row.index <= _MOST_BETWEEN
    return is_new and is_near and not 1.0 < indent <= _INDENTED


def _item(record: Sequence[_Entry]) -> list[Item]:
    """The line that a record prints; none where it lacks a name, a total, or what makes this."""
    roles = {entry.role for entry in record}
    if not roles >= _NEEDED or not roles & _COUNTS:
        return []
    readings = tuple(RowReading(entry.row, {entry.role: tuple(entry.value)}) for entry in record)
    place = next(place for place, entry in enumerate(record) if entry.role == "total")
    return [Item(readings, place)] if readings[place].total is not None else []

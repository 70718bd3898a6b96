"""The lines of one table as rows of cells, and which of several readings of them is the better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from paperformer.fields.tables.group import ROW_SCORES, GroupRow
from paperformer.fields.tables.headed_table import adds_up, is_printed, until_sum, without_heads
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.line_cells import (
    line_of,
    with_codes_above,
    with_rates_of_discount,
    without_numbers,
)
from paperformer.fields.tables.rows import TableContext

TableKind = Literal["headed", "remembered", "proved", "records", "free", "counted"]


@dataclass(frozen=True, slots=True)
class LineTable:
    """The lines of a document.

    Args:
        items: Their rows.
        rows: Their cells.
        headers: The headings above them.
        adds_up: Whether a sum printed below is that of all totals.
        kind: How they were read: below a heading, below one of confirmed pages, below one whose columns are
            proved by arithmetic, from records, without a heading, or below a heading of quantities alone.
        agreement: How far they stand as those of confirmed pages of the supplier do.
    """

    items: Sequence[Item] = ()
    rows: Sequence[GroupRow] = ()
    headers: Sequence[Header] = ()
    adds_up: bool = False
    kind: TableKind = "free"
    agreement: float = 0.0

    @property
    def used(self) -> frozenset[int]:
        """Indices of all rows of the document that it takes up."""
        headings = (place for header in self.headers for place in range(header.first, header.last + 1))
        lines = (reading.row.index for item in self.items for reading in item.readings)
        return frozenset((*headings, *lines))


NO_LINES = LineTable()


def table_of(
    items: Sequence[Item], end: int, context: TableContext, headers: Sequence[Header] = (), *, kind: TableKind
) -> LineTable:
    """The table of those ``items`` that are its lines, below ``headers`` and above the row ``end``."""
    if not items:
        return NO_LINES
    headed = kind != "free"
    items = without_heads(until_sum(items, context), end, context)
    is_sum = adds_up(items, end, context)
    are_prices = not is_sum and (_multiply(items, end, context) or all(i.anchor.priced for i in items))
    anchor = "unit_price" if are_prices else "total"
    rows = [line_of(item, headed=headed, adds_up=is_sum or are_prices, anchor=anchor) for item in items]
    lines = without_numbers(with_rates_of_discount(rows, items))
    lines = with_codes_above(lines, [item.first_of_name for item in items]) if headed else lines
    return LineTable(items, lines, headers, is_sum, kind)


def counted_table(items: Sequence[Item], headers: Sequence[Header]) -> LineTable:
    """The table of lines that have quantities alone, as delivery notes have them."""
    rows = [line_of(item, headed=True, adds_up=False, anchor="quantity") for item in items]
    lines = with_codes_above(without_numbers(rows), [item.first_of_name for item in items])
    return LineTable(items, lines, headers, kind="counted")


def _multiply(items: Sequence[Item], below: int, context: TableContext) -> bool:
    """Whether the only sums of the lines are prices of a unit: times the quantities they make a sum below."""
    if any(item.piece("unit_price") is not None for item in items):
        return False
    pairs = [(item.piece("quantity"), item.piece("total")) for item in items]
    amounts = [
        count.amount * price.amount for count, price in pairs if count is not None and price is not None
    ]
    return len(amounts) == len(items) and is_printed(sum(amounts), below, context)


def joined(tables: Sequence[LineTable], context: TableContext) -> LineTable:
    """Tables of one purchase, labour and parts, as one, where a sum below is that of all; else no lines."""
    some = [table for table in tables if table.items]
    items = [item for table in some for item in table.items]
    end = items[-1].readings[-1].row.index + 1 if items else 0
    if len(some) < 2 or not adds_up(items, end, context):
        return NO_LINES
    rows = [replace(row, score=ROW_SCORES[row.holds, True]) for table in some for row in table.rows]
    headers = [header for table in some for header in table.headers]
    return LineTable(items, rows, headers, True, some[0].kind)

"""All tables of a document that hold a field's rows: the readings that there are, and the best of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from paperformer.fields.page.view import PageView
from paperformer.fields.tables.article_codes import with_captioned_code
from paperformer.fields.tables.captions import CaptionReader, load_captions
from paperformer.fields.tables.choice import best_table
from paperformer.fields.tables.confirmed import ConfirmedTable
from paperformer.fields.tables.free_readings import free_readings
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.headed_table import (
    MOST_ROWS,
    HeadedTable,
    is_captioned,
    items_below,
    read_groups,
    until_sum,
)
from paperformer.fields.tables.header import Header, find_headers
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.items import group_items
from paperformer.fields.tables.line_cells import with_captioned_rate
from paperformer.fields.tables.line_table import (
    NO_LINES,
    LineTable,
    TableKind,
    counted_table,
    joined,
    table_of,
)
from paperformer.fields.tables.loose import completed
from paperformer.fields.tables.page_breaks import going_on
from paperformer.fields.tables.proved_headers import proved_headers
from paperformer.fields.tables.records import read_records
from paperformer.fields.tables.remembered import context_of, remembered_headings
from paperformer.fields.tables.rows import Row, TableContext, rows_of
from paperformer.fields.tables.shares import read_shares, share_heads
from paperformer.fields.tables.sum_rows import ends_lines, has_sum, is_carried, is_sum_alone, without_carried

_COUNTS = frozenset({"quantity", "unit_price", "code"})
_APART = 1.5  # times the distance of a title from its table: that from what is above it


def find_rows(page: PageView, confirmed: Sequence[ConfirmedTable] = ()) -> list[GroupRow]:
    """The purchase lines, then the VAT shares that ``page`` prints, in printed order; never raises.

    Args:
        page: The document.
        confirmed: The tables of confirmed pages of its supplier.
    """
    context = table_context(page)
    heads, headers = share_heads(context), find_headers(context)
    tables = line_tables(context, headers, heads)
    lines = best_table([*tables, *remembered_tables(context, confirmed, heads)], context)
    purchase = with_captioned_rate(lines.rows, headers, context.rows)
    return [*purchase, *read_shares(context, heads, lines.used)]


def table_context(page: PageView) -> TableContext:
    """``page`` as its tables are read."""
    rows = rows_of(page.document, page.layout, page.context)
    return TableContext(rows, page.labelled, CaptionReader(load_captions()))


def line_tables(context: TableContext, headers: Sequence[Header], others: Collection[int]) -> list[LineTable]:
    """Every reading of the lines of a purchase that has some, the likelier kinds first.

    Args:
        context: The document.
        headers: The headings of its tables of lines.
        others: Indices of the rows that head other tables.
    """
    stops = _stops(context, headers, others)
    # A heading of counts, prices or article numbers is none of a table of VAT
    own = [
        h for h in headers if h.last not in others or any(caption.roles & _COUNTS for caption in h.captions)
    ]
    records = read_records(context)
    below = records[-1].readings[-1].row.index + 1 if records else 0
    tables = [
        *_headed(context, own, stops, "headed"),
        table_of(records, below, context, kind="records"),
        *_headed(context, proved_headers(context.rows), stops, "proved"),
        _free(context, stops),
        _above_their_sum(context),
        _counted(context, stops),
    ]
    return [table for table in tables if table.items]


def remembered_tables(
    context: TableContext, confirmed: Sequence[ConfirmedTable], others: Collection[int]
) -> list[LineTable]:
    """The readings of the lines below headings that confirmed pages of the supplier have.

    Args:
        context: The document.
        confirmed: The tables of the confirmed pages.
        others: Indices of the rows that head other tables.
    """
    found = remembered_headings(context, confirmed) if confirmed else []
    if not found:
        return []
    own, headers = context_of(found, context), [heading.header for heading in found]
    heads = {row for header in headers for row in range(header.first, header.last + 1)}
    stops = _stops(own, headers, set(others) - heads)
    tables = [table for table in _headed(own, headers, stops, "remembered") if table.items]
    return [replace(table, agreement=found[0].agreement(table)) for table in tables]


def _stops(context: TableContext, headers: Sequence[Header], others: Collection[int]) -> list[int]:
    """Indices of the rows that may end a table, ascending: totals, titles and headings of other tables."""
    rows, firsts = context.rows, {header.last + 1 for header in headers}
    totals = (
        row.index
        for row, below in zip(rows, (*rows[1:], None), strict=False)
        if ends_lines(row, context, first=row.index in firsts) and (has_sum(row) or is_sum_alone(below))
    )
    titles = (index - 1 for index in others if _is_title(index - 1, rows))
    return sorted({*totals, *others, *titles})


def _is_title(index: int, rows: Sequence[Row]) -> bool:
    """Whether a row is the title of the table below: words alone, nearer to it than to what is above."""
    if index < 1:
        return False
    above, row, below = rows[index - 1 : index + 2]
    if row.digits or len(row.lines) > 1 or not above.page == row.page == below.page:
        return False
    return row.middle - above.middle > _APART * (below.middle - row.middle)


def _tables(headers: Sequence[Header], rows: Sequence[Row]) -> list[HeadedTable]:
    """What stands below each heading, down to the next."""
    ends = [*(header.first for header in headers[1:]), len(rows)]
    return [HeadedTable(header, end) for header, end in zip(headers, ends, strict=False)]


def _headed(
    context: TableContext, headers: Sequence[Header], stops: Sequence[int], kind: TableKind
) -> list[LineTable]:
    """The lines below each heading, and all of them where they are of one purchase; a heading that comes
    again, on a later page, goes on with its table.
    """
    parts: dict[tuple[str, ...], tuple[list[Item], list[Header], int]] = {}
    for table in _tables(headers, context.rows):
        first = table.header.last + 1
        carried = {row.index for row in context.rows[first : first + 2] if is_carried(row, context)}
        own = [stop for stop in stops if first <= stop < table.end and stop not in carried]
        found, stop = read_groups(table, [*own, table.end], context)
        texts = tuple(caption.text for caption in table.header.captions)
        items, above, end = parts.get(texts, ([], [], 0))
        lines = going_on(items, table.header, found, context)
        parts[texts] = (lines, [*above, table.header], stop if found or not end else end)
    tables = [table_of(items, end, context, above, kind=kind) for items, above, end in parts.values()]
    return [*tables, joined(tables, context)]


def _counted(context: TableContext, stops: Sequence[int]) -> LineTable:
    """The lines of a document without prices, below headings of names and quantities."""
    headers, items = find_headers(context, counts=True), list[Item]()
    for header, end in ((table.header, table.end) for table in _tables(headers, context.rows)):
        stop = next((index for index in stops if header.last < index < end), end)
        items += items_below(header, context.rows[header.last + 1 : stop][:MOST_ROWS], (), context)
    return counted_table(items, headers)


def _free(context: TableContext, stops: Sequence[int]) -> LineTable:
    """The lines above the first row of totals that has any."""
    start = 0
    for stop in stops:
        region = without_carried(context.rows[start:stop][-MOST_ROWS:], context)
        start = stop + 1
        readings = [
            with_captioned_code(reading, context.captions)
            for reading in free_readings([row for row in region if not is_captioned(row, context)])
        ]
        items = group_items(readings, headed=False)
        if items:
            return table_of(completed(items), stop, context, kind="free")
    return NO_LINES


def _above_their_sum(context: TableContext) -> LineTable:
    """The lines of a document whose totals bear no label that we know: those above their sum."""
    readings = free_readings(without_carried(context.rows[:MOST_ROWS], context))
    items = group_items(readings, headed=False)
    summed = until_sum(items, context)
    if len(summed) == len(items):
        return NO_LINES
    return table_of(completed(summed), summed[-1].anchor.row.index + 1, context, kind="free")

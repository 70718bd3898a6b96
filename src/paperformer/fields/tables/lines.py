"""The lines of a purchase, from the rows of the pages to cells with values."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from paperformer.fields.anchors import Labelled
from paperformer.fields.tables.captions import CaptionReader
from paperformer.fields.tables.enumerators import without_enumerators
from paperformer.fields.tables.free_views import free_views
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.groups import SumRows, read_groups, until_sum, without_heads
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.items import Item, group_items
from paperformer.fields.tables.leading_codes import with_leading_codes
from paperformer.fields.tables.line_cells import adding_up, line_of
from paperformer.fields.tables.line_ends import ends_lines, has_sum, is_carried, is_sum_alone, without_carried
from paperformer.fields.tables.loose import completed
from paperformer.fields.tables.proved_headers import proved_headers
from paperformer.fields.tables.records import read_records
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.sum_rows import opens_with_sum, says_more, sums_of
from paperformer.fields.tables.view import View
from paperformer.fields.tables.views import headed_views

_COUNTS = frozenset({"quantity", "unit_price", "code"})
_MOST_ROWS = 1500  # of one table; more are a list of something else
_APART = 1.5  # times the distance of a title from its table: that from what is above it
_OPEN = re.compile(r":[ 0-9.,]*$")
_AFTER = 25  # rows below a table in which its sum may stand
_CENT = 0.006


@dataclass(frozen=True, slots=True)
class LineTable:
    """The lines of a document.

    Args:
        items: Their rows.
        rows: Their cells.
        used: Indices of all rows of the document that they take up.
        headed: Whether a heading told the columns.
        adds_up: Whether a sum printed below is that of all totals.
    """

    items: tuple[Item, ...]
    rows: tuple[GroupRow, ...]
    used: frozenset[int]
    headed: bool
    adds_up: bool


NO_LINES = LineTable((), (), frozenset(), headed=False, adds_up=False)


def read_lines(
    rows: Sequence[Row],
    headers: Sequence[Header],
    labelled: Labelled,
    book: CaptionReader,
    others: Collection[int] = (),
) -> LineTable:
    """The lines of a document; none where there is no table of them.

    Args:
        rows: All rows.
        headers: Its headings of line tables.
        labelled: Its labels.
        book: Captions, among them those of sums carried over to the next page.
        others: Indices of rows that head other tables.
    """
    firsts = {header.last + 1 for header in headers}
    stops = [
        row.index
        for row, below in zip(rows, (*rows[1:], None), strict=False)
        if row.index in others
        or (ends_lines(row, labelled, first=row.index in firsts) and (has_sum(row) or is_sum_alone(below)))
    ]
    stops = sorted({*stops, *(index - 1 for index in others if _is_title(index - 1, rows))})
    tell = SumRows(
        adds_up=lambda items, below: _adds_up(items, rows[below : below + _AFTER]),
        opens=lambda row: opens_with_sum(row, labelled),
        names_sum=lambda row: any(sums_of(row, labelled)),
        says_more=lambda row: says_more(row, labelled),
    )
    headers = [header for header in headers if header.last not in others or _counts(header)]
    found = _headed(rows, headers, stops, labelled, book, tell)
    if found.items:
        return found
    proved = _headed(rows, proved_headers(rows), stops, labelled, book, tell)
    records = _records(rows, book, tell)
    return max(records, proved, _free(rows, stops, labelled, book, tell), key=_rank)


def _counts(header: Header) -> bool:
    """Whether a heading has a column of counts, prices or article numbers: no table of VAT has."""
    return any(caption.roles & _COUNTS for caption in header.captions)


def _is_title(index: int, rows: Sequence[Row]) -> bool:
    """Whether a row is the title of the table below: words alone, nearer to it than to what is above."""
    if index < 1:
        return False
    above, row, below = rows[index - 1 : index + 2]
    if row.digits or len(row.lines) > 1 or not above.page == row.page == below.page:
        return False
    return row.middle - above.middle > _APART * (below.middle - row.middle)


def _entitles(index: int, rows: Sequence[Row]) -> bool:
    """Whether a row of one segment without a sum stands right above another heading: a group's title."""
    if index + 1 >= len(rows):
        return False
    row = rows[index]
    is_title = len(row.lines) == 1 and not any(piece.strong for piece in row.pieces)
    return is_title and row.page == rows[index + 1].page


def _headed(
    rows: Sequence[Row],
    headers: Sequence[Header],
    stops: Sequence[int],
    labelled: Labelled,
    book: CaptionReader,
    tell: SumRows,
) -> LineTable:
    """The lines below the headings; a heading that comes again on the next page goes on with the table."""
    tables: list[LineTable] = []
    items: list[Item] = []
    used: set[int] = set()
    for header, following in zip(headers, (*headers[1:], None), strict=False):
        end = following.first if following is not None else len(rows)
        carried = {row.index for row in rows[header.last + 1 : header.last + 3] if is_carried(row, book)}
        own = [index for index in stops if header.last < index < end and index not in carried]

        def read(stop: int, sums: frozenset[int], header: Header = header, end: int = end) -> list[Item]:
            last = stop - 1 if stop == end and _entitles(stop - 1, rows) else stop
            region = [row for row in rows[header.last + 1 : last] if row.index not in sums][:_MOST_ROWS]
            if stop == end < len(rows):  # what stands above a repeated heading is the page's head
                page = rows[end].page
                region = [row for row in region if row.page != page or page == rows[header.first].page]
            views = _views_below(header, region, rows[stop : stop + _AFTER], book)
            return _items_of(views, labelled, book)

        found, stop = read_groups(read, [*own, end], rows, tell)
        items += found
        used.update(range(header.first, header.last + 1))
        if following is None or not _goes_on(header, following):
            tables.append(_table(items, rows, tell, headed=True, end=stop, used=used))
            items, used = [], set()
    return _together(tables, rows) or max(tables, key=_rank, default=NO_LINES)


def _together(tables: Sequence[LineTable], rows: Sequence[Row]) -> LineTable | None:
    """Tables of one purchase, labour and parts, as one, where a sum below is that of all their totals."""
    some = [table for table in tables if table.items]
    items = [item for table in some for item in table.items]
    if len(some) < 2:
        return None
    end = items[-1].views[-1].row.index + 1
    if not _adds_up(items, rows[end : end + _AFTER]):
        return None
    lines = tuple(adding_up(line) for table in some for line in table.rows)
    return LineTable(tuple(items), lines, frozenset().union(*(table.used for table in some)), True, True)


def _views_below(
    header: Header, region: Sequence[Row], below: Sequence[Row], book: CaptionReader
) -> Sequence[View]:
    sums = [piece.amount for row in below for piece in row.pieces if piece.kind == "number"]
    return headed_views(without_carried(region, book), header.captions, sums)


def _items_of(views: Sequence[View], labelled: Labelled, book: CaptionReader) -> list[Item]:
    _mark_labelled(views, labelled)
    for view in views:
        view.is_noise |= _is_allowance(view, book)
    found = group_items(views, headed=True)
    return found if any(view.has("quantity") and not view.times for view in views) else completed(found)


def _goes_on(header: Header, following: Header) -> bool:
    """Whether a heading is the one before, come again: on the next page, or below the title of a group."""
    return [caption.text for caption in header.captions] == [caption.text for caption in following.captions]


def _rank(table: LineTable) -> tuple[bool, int, int]:
    """What tells the better reading: its sum, how many of its lines multiply rightly, how many it has."""
    proved = sum(item.holds is True and item.piece("quantity") is not None for item in table.items)
    return table.adds_up, proved, len(table.items)


def _records(rows: Sequence[Row], book: CaptionReader, tell: SumRows) -> LineTable:
    """The lines of a document that prints them as records."""
    items = read_records(rows, book)
    end = items[-1].views[-1].row.index + 1 if items else 0
    return _table(items, rows, tell, headed=True, end=end, used=set())


def _free(
    rows: Sequence[Row], stops: Sequence[int], labelled: Labelled, book: CaptionReader, tell: SumRows
) -> LineTable:
    """The lines above the first row of totals that has any."""
    start = 0
    for stop in stops:
        region = without_carried(rows[start:stop][-_MOST_ROWS:], book)
        start = stop + 1
        views = free_views([row for row in region if not _is_captioned(row, labelled)])
        items = group_items(views, headed=False)
        if items:
            return _table(completed(items), rows, tell, headed=False, end=stop, used=set())
    return NO_LINES if stops else _above_their_sum(rows, book, tell)


def _above_their_sum(rows: Sequence[Row], book: CaptionReader, tell: SumRows) -> LineTable:
    """The lines of a document whose totals bear no label that we know: those above their sum."""
    items = group_items(free_views(without_carried(rows[:_MOST_ROWS], book)), headed=False)
    summed = until_sum(items, tell)
    if len(summed) == len(items):
        return NO_LINES
    end = summed[-1].anchor.row.index + 1
    return _table(completed(summed), rows, tell, headed=False, end=end, used=set())


def _mark_labelled(views: Sequence[View], labelled: Labelled) -> None:
    """A row that begins with a label and a colon says something else, unless it counts something."""
    for view in views:
        if view.total is None and (_is_captioned(view.row, labelled) or _ends_open(view)):
            view.is_noise = True


def _is_allowance(view: View, book: CaptionReader) -> bool:
    """Whether a row takes something off the whole document: "Remise : ..." without quantity."""
    line, total = view.row.lines[0], view.total
    tokens, hits = book.read(line)
    if total is None or total.amount >= 0 or view.has("quantity") or not hits or hits[0].first > 0:
        return False
    is_deduction = any(meaning.name == "deduction" for meaning in hits[0].meanings)
    return is_deduction and line.text[tokens[hits[0].last].end :].lstrip().startswith(":")


def _ends_open(view: View) -> bool:
    """Whether a row without a total ends in a colon: what it names stands elsewhere."""
    return _OPEN.search(view.row.lines[0].text) is not None and not view.times


def _is_captioned(row: Row, labelled: Labelled) -> bool:
    line = row.lines[0]
    anchors = labelled.by_line.get(line.index)
    if not anchors or anchors[0].hit.first > 0:
        return False
    of_something = any(meaning.kind in {"field", "other", "party"} for meaning in anchors[0].hit.meanings)
    return of_something and labelled.is_caption(line)


def _table(
    items: Sequence[Item], rows: Sequence[Row], tell: SumRows, *, headed: bool, end: int, used: set[int]
) -> LineTable:
    if not items:
        return NO_LINES
    items = without_heads(until_sum(items, tell), tell, end)
    adds_up = _adds_up(items, rows[end : end + _AFTER])
    taken = used | {view.row.index for item in items for view in item.views}
    lines = without_enumerators([line_of(item, headed=headed, adds_up=adds_up) for item in items])
    lines = with_leading_codes(lines, [item.first_of_name for item in items]) if headed else lines
    return LineTable(tuple(items), lines, frozenset(taken), headed, adds_up)


def _adds_up(items: Sequence[Item], below: Sequence[Row]) -> bool:
    """Whether one of the sums below is that of all totals."""
    total = sum(piece.amount for item in items if (piece := item.piece("total")) is not None)
    return bool(total) and any(
        abs(abs(piece.amount) - abs(total)) <= _CENT
        for row in below
        for piece in row.pieces
        if piece.kind == "number"
    )

"""The lines of a purchase, from the rows of the pages to cells with values."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.labels import tokens_of
from paperformer.fields.tables.captions import CaptionReader
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.items import Item, group_items
from paperformer.fields.tables.line_cells import line_of
from paperformer.fields.tables.loose import completed
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.views import View, free_views, headed_views
from paperformer.fields.values.months import month_numbers

_SUMS = frozenset(
    {"total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "subtotal", "rounding", "tip"}
)
_MOST_ROWS = 1500  # of one table; more are a list of something else
_HALF_CENT = 0.005
_APART = 1.5  # times the distance of a title from its table: that from what is above it
_SPARE_WORDS = 1  # of a row of totals that are no label: "Total USD", "Total goods"
_OPEN = re.compile(r":[ 0-9.,]*$")
_BRACKETS = re.compile(r"\([^()]*\)")
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
    stops = [
        row.index
        for row, below in zip(rows, (*rows[1:], None), strict=False)
        if row.index in others or (is_sum_row(row, labelled) and (row.digits or _is_sum_alone(below)))
    ]
    stops = sorted({*stops, *(index - 1 for index in others if _is_title(index - 1, rows))})
    found = _headed(rows, headers, stops, labelled, book)
    if not found.items:
        found = _free(rows, stops, labelled, book)
    return found


def _is_title(index: int, rows: Sequence[Row]) -> bool:
    """Whether a row is the title of the table below: words alone, nearer to it than to what is above."""
    if index < 1:
        return False
    above, row, below = rows[index - 1 : index + 2]
    if row.digits or len(row.lines) > 1 or not above.page == row.page == below.page:
        return False
    return row.middle - above.middle > _APART * (below.middle - row.middle)


def is_sum_row(row: Row, labelled: Labelled) -> bool:
    """Whether ``row`` is one of totals: a label of a sum opens a segment that says little else."""
    for line in row.lines:
        found = labelled.by_line.get(line.index, ())
        if found and _is_sum(found[0]) and found[0].hit.first == 0 and not labelled.heads_table(line):
            inside = [(m.start(), m.end()) for m in _BRACKETS.finditer(line.text)]
            tokens = [t for t in tokens_of(line.text) if not any(a <= t.start < b for a, b in inside)]
            covered = sum(a.hit.last - a.hit.first + 1 for a in found)
            words = sum(_is_word(token.text) for token in tokens)
            if words - covered <= (0 if _is_thin(found[0]) else _SPARE_WORDS):
                return True
    return False


def _is_word(text: str) -> bool:
    """Whether ``text`` is a word, and no month: "Total due by September 2" has a date in it."""
    return len(text) > 1 and text.isalpha() and text not in month_numbers()


def _is_thin(anchor: Anchor) -> bool:
    """Whether a label is a word that names other things too: "Cuota", "Summa"."""
    sums = [m for m in anchor.hit.meanings if m.kind == "field" and m.name in _SUMS]
    return all(meaning.strength != "plain" for meaning in sums)


def _is_sum_alone(row: Row | None) -> bool:
    """Whether a row prints numbers alone: the sum of the label above."""
    return row is not None and bool(row.digits) and all(piece.kind == "number" for piece in row.pieces)


def _is_sum(anchor: Anchor) -> bool:
    return any(meaning.kind == "field" and meaning.name in _SUMS for meaning in anchor.hit.meanings)


def _headed(
    rows: Sequence[Row],
    headers: Sequence[Header],
    stops: Sequence[int],
    labelled: Labelled,
    book: CaptionReader,
) -> LineTable:
    """The lines below the headings; a heading that comes again on the next page goes on with the table."""
    best = NO_LINES
    items: list[Item] = []
    used: set[int] = set()
    for header, following in zip(headers, (*headers[1:], None), strict=False):
        end = following.first if following is not None else len(rows)
        carried = {row.index for row in rows[header.last + 1 : header.last + 3] if _is_carried(row, book)}
        stop = next((index for index in stops if index > header.last and index not in carried), len(rows))
        region = rows[header.last + 1 : min(end, stop)][:_MOST_ROWS]
        if stop > end and following is not None:  # what stands above a repeated heading is the page's head
            page = rows[following.first].page
            region = [row for row in region if row.page != page or page == rows[header.first].page]
        views = headed_views(_without_carried(region, book), header.captions)
        _mark_labelled(views, labelled)
        found = group_items(views, headed=True)
        items += found if any(view.has("quantity") and not view.times for view in views) else completed(found)
        used.update(range(header.first, header.last + 1))
        if following is None or not _goes_on(header, following, rows):
            table = _table(items, rows, headed=True, end=min(end, stop), used=used)
            if _rank(table) > _rank(best):
                best = table
            items, used = [], set()
    return best


def _goes_on(header: Header, following: Header, rows: Sequence[Row]) -> bool:
    """Whether a heading is that of the page before, come again."""
    same = [caption.text for caption in header.captions] == [caption.text for caption in following.captions]
    return same and rows[header.first].page != rows[following.first].page


def _rank(table: LineTable) -> tuple[bool, int]:
    return table.adds_up, len(table.items)


def _free(rows: Sequence[Row], stops: Sequence[int], labelled: Labelled, book: CaptionReader) -> LineTable:
    """The lines above the first row of totals that has any."""
    start = 0
    for stop in stops:
        region = _without_carried(rows[start:stop][-_MOST_ROWS:], book)
        start = stop + 1
        views = free_views([row for row in region if not _is_captioned(row, labelled)])
        items = group_items(views, headed=False)
        if items:
            return _table(completed(items), rows, headed=False, end=stop, used=set())
    return NO_LINES if stops else _above_their_sum(rows, book)


def _above_their_sum(rows: Sequence[Row], book: CaptionReader) -> LineTable:
    """The lines of a document whose totals bear no label that we know: those above their sum."""
    items = group_items(free_views(_without_carried(rows[:_MOST_ROWS], book)), headed=False)
    summed = _until_sum(items)
    if len(summed) == len(items):
        return NO_LINES
    return _table(completed(summed), rows, headed=False, end=summed[-1].anchor.row.index + 1, used=set())


def _without_carried(rows: Sequence[Row], book: CaptionReader) -> list[Row]:
    """``rows`` less those that carry a sum over from one page to the next, and those of dashes."""
    return [row for row in rows if _prints(row) and not _is_carried(row, book)]


def _prints(row: Row) -> bool:
    return any(character.isalnum() for line in row.lines for character in line.text)


def _is_carried(row: Row, book: CaptionReader) -> bool:
    """Whether ``row`` carries a sum over; one that multiplies a price sells what is called so (transport)."""
    if len(row.lines[0].words) > 5 or _multiplies(row):
        return False
    hits = book.read(row.lines[0])[1]
    return bool(hits) and hits[0].first == 0 and any(m.name == "carried" for m in hits[0].meanings)


def _multiplies(row: Row) -> bool:
    """Whether ``row`` ends in a price and its product with a number before it."""
    numbers = [piece for piece in row.pieces if piece.kind == "number"]
    if len(numbers) < 3 or not (numbers[-1].strong and numbers[-2].strong):
        return False
    quantity, price, total = (piece.amount for piece in numbers[-3:])
    return abs(quantity * price - total) < _HALF_CENT


def _mark_labelled(views: Sequence[View], labelled: Labelled) -> None:
    """A row that begins with a label and a colon says something else, unless it counts something."""
    for view in views:
        if view.total is None and (_is_captioned(view.row, labelled) or _ends_open(view)):
            view.is_noise = True


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
    items: Sequence[Item], rows: Sequence[Row], *, headed: bool, end: int, used: set[int]
) -> LineTable:
    if not items:
        return NO_LINES
    items = _until_sum(items)
    adds_up = _adds_up(items, rows[end : end + _AFTER])
    taken = used | {view.row.index for item in items for view in item.views}
    lines = tuple(line_of(item, headed=headed, adds_up=adds_up) for item in items)
    return LineTable(tuple(items), lines, frozenset(taken), headed, adds_up)


def _until_sum(items: Sequence[Item]) -> Sequence[Item]:
    """``items`` up to the first whose total is that of all before it: a sum whose label is not known."""
    total = 0.0
    for place, item in enumerate(items):
        piece = item.piece("total")
        amount = piece.amount if piece is not None else 0.0
        is_bare = item.piece("quantity") is None and not any(view.has("code") for view in item.views)
        if place > 1 and amount and is_bare and abs(amount - total) <= _CENT:
            return items[:place]
        total += amount
    return items


def _adds_up(items: Sequence[Item], below: Sequence[Row]) -> bool:
    """Whether one of the sums below is that of all totals."""
    total = sum(piece.amount for item in items if (piece := item.piece("total")) is not None)
    return any(
        abs(abs(piece.amount) - abs(total)) <= _CENT
        for row in below
        for piece in row.pieces
        if piece.kind == "number"
    )

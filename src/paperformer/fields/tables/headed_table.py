"""The lines below a heading: which rows are of them, which say something else, and which sum others up.

A sum of a group ("Summe 01 Material", "Subtotal labour") ends no table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from paperformer.fields.tables.arithmetic import is_same_sum
from paperformer.fields.tables.article_codes import with_captioned_code
from paperformer.fields.tables.counts import with_products_in_texts
from paperformer.fields.tables.headed_readings import headed_readings
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.items import group_items
from paperformer.fields.tables.loose import completed, with_loose_price
from paperformer.fields.tables.rows import Row, RowReading, TableContext
from paperformer.fields.tables.sum_rows import names_sum, opens_with_sum, says_more, without_carried
from paperformer.fields.words.patterns import pattern

MOST_ROWS: Final = 1500
"""Of one table; more are a list of something else."""
AFTER: Final = 25
"""Rows below a table in which its sum may stand."""
_OPEN = re.compile(r":[ 0-9.,]*$")
_DATED = re.compile(
    r"(?:[^\W\d_]{2,12}[.,]? )?[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{4}|[0-9]{2})"
)  # "Mon 05.10.2026"
_SAME_LEFT = 1.2  # ems between left edges of lines
_MOST_GROUPS = 60
_ORDERS = frozenset({"order_number", "receiver_order_number", "delivery_date", "order_date"})
_ROLES = ("quantity", "unit_price", "vat_rate", "code")


@dataclass(frozen=True, slots=True)
class HeadedTable:
    """What stands below a heading.

    Args:
        header: The heading.
        end: Index of the row that heads the next table, or of the last row and one.
    """

    header: Header
    end: int

    def items(self, context: TableContext, stop: int, sums: frozenset[int] = frozenset()) -> list[Item]:
        """The lines above the row ``stop``, without those of the indices ``sums``."""
        rows, first = context.rows, self.header.last + 1
        is_whole = stop == self.end
        last = stop - 1 if is_whole and _entitles(stop - 1, rows) else stop
        region = [row for row in rows[first:last] if row.index not in sums][:MOST_ROWS]
        if is_whole and stop < len(rows):  # what stands above a repeated heading is the page's head
            page, own = rows[stop].page, rows[self.header.first].page
            region = [row for row in region if row.page != page or page == own]
        return items_below(self.header, region, rows[stop : stop + AFTER], context)


def items_below(
    header: Header, region: Sequence[Row], below: Sequence[Row], context: TableContext
) -> list[Item]:
    """The lines that the rows of ``region`` make, with sums in the rows ``below``."""
    sums = [piece.amount for row in below for piece in row.pieces if piece.kind == "number"]
    rows = without_carried(region, context)
    found = headed_readings(rows, header.captions, sums, counts=header.counts)
    readings = [_told_apart(reading, context) for reading in with_products_in_texts(found)]
    items = _until_unnamed_sum(group_items(readings, headed=True), readings, sums, context)
    counted = any(reading.has("quantity") and not reading.times for reading in readings)
    return list(map(with_loose_price, items)) if counted else completed(items)


def _told_apart(reading: RowReading, context: TableContext) -> RowReading:
    """A row with the article number behind its caption as such, or marked where it is no part of a line."""
    coded = with_captioned_code(reading, context.captions)
    if coded is not reading:
        return coded
    return replace(reading, is_noise=True) if _says_something_else(reading, context) else reading


def _until_unnamed_sum(
    items: Sequence[Item], readings: Sequence[RowReading], sums: Sequence[float], context: TableContext
) -> list[Item]:
    """``items`` above a row that prints nothing but their sum, unless those below it are lines that make a
    further sum with them.
    """
    used = {reading.row.index for item in items for reading in item.readings}
    for reading in readings:
        total, row = reading.total, reading.row
        if total is None or len(row.pieces) > 1 or row.index in used:
            continue
        above = [item for item in items if item.anchor.row.index < row.index]
        if len(above) > 1 and is_same_sum(sum(totals_of(above)), total.amount):
            below = items[len(above) :]
            are_taxes = all(names_sum(item.anchor.row, context) for item in below)
            goes_on = any(is_same_sum(amount, sum(totals_of(items))) for amount in sums)
            return list(items) if goes_on and not are_taxes else above
    return list(items)


def _entitles(index: int, rows: Sequence[Row]) -> bool:
    """Whether a row of one segment without a sum stands right above another heading: a group's title."""
    if index + 1 >= len(rows):
        return False
    row = rows[index]
    is_title = len(row.lines) == 1 and not any(piece.strong for piece in row.pieces)
    return is_title and row.page == rows[index + 1].page


def _says_something_else(reading: RowReading, context: TableContext) -> bool:
    """Whether a row is no part of a line."""
    line, total = reading.row.lines[0], reading.total
    if total is None:  # a caption and its value, or a text whose end stands elsewhere
        is_open = not reading.times and bool(_OPEN.search(line.text))
        is_of_day = len(reading.row.lines) == 1 and _DATED.fullmatch(line.text) is not None
        return is_open or is_of_day or is_captioned(reading.row, context) or _refers(reading, context)
    if total.amount >= 0 or reading.has("quantity"):
        return False
    if not reading.has("unit_price") and pattern("sums", "paid").match(line.text):
        return True  # what was paid before: "Payments -120.00"
    tokens, hits = context.captions.read(line)
    if not hits or hits[0].first > 0 or all(meaning.name != "deduction" for meaning in hits[0].meanings):
        return False  # what is taken off the whole document: "Remise : ..."
    return line.text[tokens[hits[0].last].end :].lstrip().startswith(":")


def _refers(reading: RowReading, context: TableContext) -> bool:
    """Whether a row names the order or the delivery of the lines below it: "Order 5512, of 8 January"."""
    line = reading.row.lines[0]
    anchors = context.labels(line)
    if reading.has_figures or not anchors or anchors[0].hit.first > 0:
        return False
    value = line.text[anchors[0].end :].split()
    of_order = any(m.kind == "field" and m.name in _ORDERS for m in anchors[0].hit.meanings)
    return of_order and bool(value) and any(map(str.isdigit, value[0]))


def is_captioned(row: Row, context: TableContext) -> bool:
    """Whether a row begins with a label and a colon: it says something else, unless it counts something."""
    line = row.lines[0]
    anchors = context.labels(line)
    if not anchors or anchors[0].hit.first > 0:
        return False
    of_something = any(meaning.kind in {"field", "other", "party"} for meaning in anchors[0].hit.meanings)
    return of_something and context.labelled.is_caption(line)


def read_groups(
    table: HeadedTable, stops: Sequence[int], context: TableContext
) -> tuple[Sequence[Item], int]:
    """The lines of a table, and the row that ends it: the first of ``stops``, ascending, that is no sum of a
    group, or the last.
    """
    stop, *further = stops[:_MOST_GROUPS]
    items, sums = _without_sums(table, stop, frozenset(), context)
    for following in further:
        totals, numbers = totals_of(items), [p for p in context.rows[stop].pieces if p.kind == "number"]
        if not any(_is_sum_of_last(number.amount, totals, 1) for number in numbers):
            break
        longer, more = _without_sums(table, following, sums | {stop}, context)
        new = [item for item in longer if item.anchor.row.index > stop]
        anchors = {item.anchor.row.index for item in longer}
        if not new or not all(item.anchor.row.index in anchors for item in items):
            break  # what is below changes how these are read
        are_lines = not any(names_sum(item.anchor.row, context) for item in new)
        summed = are_lines and adds_up(longer, following, context)
        if not _goes_on(items, new, summed=summed, named=says_more(context.rows[stop], context)):
            break
        items, stop, sums = longer, following, more
    return items, stop


def _without_sums(
    table: HeadedTable, stop: int, sums: frozenset[int], context: TableContext
) -> tuple[Sequence[Item], frozenset[int]]:
    """The lines above ``stop``, and the rows of sums among them, whose labels no list of labels has."""
    items = table.items(context, stop, sums)
    for _ in range(_MOST_GROUPS):
        places = range(1, len(items))
        found = next((place for place in places if _is_group_sum(items, place, sums, context)), 0)
        if not found:
            break
        sums |= {items[found].anchor.row.index}
        items = table.items(context, stop, sums)
    return items, sums


def _is_group_sum(items: Sequence[Item], place: int, sums: frozenset[int], context: TableContext) -> bool:
    """Whether a line is the sum of the lines since the last such sum, and lines like these come below."""
    item, before, new = items[place], items[:place], items[place + 1 :]
    total = item.piece("total")
    if total is None or not _is_bare(item, before):
        return False
    row = item.anchor.row
    opens = opens_with_sum(row, context)
    last = max((index for index in sums if index < row.index), default=-1)
    group = totals_of([line for line in before if line.anchor.row.index > last])
    if sums and _is_sum_of_last(total.amount, group, max(len(group), 1 if opens else 2)):
        return True  # a further group, after another that had its sum
    totals, fewest = (totals_of(before), 1) if opens else (group, max(len(group), 2))
    return _is_sum_of_last(total.amount, totals, fewest) and _goes_on(before, new, summed=False, named=False)


def until_sum(items: Sequence[Item], context: TableContext) -> Sequence[Item]:
    """``items`` up to the first whose total is that of all before it: a sum whose label is not known."""
    total = 0.0
    for place, item in enumerate(items):
        piece = item.piece("total")
        amount = piece.amount if piece is not None else 0.0
        enough = place > 1 or (place == 1 and opens_with_sum(item.anchor.row, context))
        if enough and amount and is_same_sum(amount, total) and _is_bare(item, items[:place]):
            return items[:place]
        total += amount
    return items


def without_heads(items: Sequence[Item], below: int, context: TableContext) -> Sequence[Item]:
    """``items`` less those that head others and print their sum first, where the others make a sum below.

    "Consumption 407,07" above "Peak 254,09" and "Off-peak 152,98".
    """
    heads: set[int] = set()
    for place, item in enumerate(items):
        total = item.piece("total")
        if total is None or not _is_bare(item, items[:place]):
            continue
        following = items[place + 1 :]
        end = next((at for at, line in enumerate(following) if _is_bare(line, items[:place])), len(following))
        if end and is_same_sum(sum(totals_of(following[:end])), total.amount):
            heads.add(place)
    others = [item for place, item in enumerate(items) if place not in heads]
    return others if heads and others and adds_up(others, below, context) else items


def adds_up(items: Sequence[Item], below: int, context: TableContext) -> bool:
    """Whether one of the sums from the row ``below`` on is that of all totals."""
    return is_printed(sum(totals_of(items)), below, context)


def is_printed(total: float, below: int, context: TableContext) -> bool:
    """Whether a sum is printed, with or without its sign, from the row ``below`` on."""
    return bool(total) and any(
        is_same_sum(abs(piece.amount), abs(total))
        for row in context.rows[below : below + AFTER]
        for piece in row.pieces
        if piece.kind == "number"
    )


def totals_of(items: Sequence[Item]) -> list[float]:
    """What each of ``items`` costs."""
    return [piece.amount for item in items if (piece := item.piece("total")) is not None]


def _is_bare(item: Item, before: Sequence[Item]) -> bool:
    """Whether a line counts nothing, or what all ``before`` it count together, and has no number."""
    quantity = item.piece("quantity")
    counts = [piece.amount for line in before if (piece := line.piece("quantity")) is not None]
    counted = quantity is not None and not (len(counts) > 1 and is_same_sum(quantity.amount, sum(counts)))
    # A price without a quantity that is not the total is the number of what is summed up: "Sum of title 1"
    priced = item.piece("unit_price") is not None and (counted or item.holds is not False)
    return not counted and not priced and not any(item.printed("code"))


def _is_sum_of_last(amount: float, totals: Sequence[float], fewest: int) -> bool:
    """Whether ``amount`` is the sum of the last ``totals``, of ``fewest`` or more."""
    sums = list(accumulate(reversed(totals)))[fewest - 1 :]
    return bool(amount) and any(is_same_sum(amount, total) for total in sums)


def _goes_on(items: Sequence[Item], new: Sequence[Item], *, summed: bool, named: bool) -> bool:
    """Whether ``new`` lines below a sum are of the table above, and no shipping or rounding of its total.

    Their arithmetic tells, or that all lines together make a sum below and they are built as those above, or
    stand as these do below the sum of a group that has a name.
    """
    if any(item.holds and item.piece("quantity") is not None for item in new):
        return True
    if not summed or not items:
        return False
    common = [role for role in _ROLES if all(any(item.printed(role)) for item in items)]
    if common and any(all(any(item.printed(role)) for role in common) for item in new):
        return True
    return named and all(_stands_as(item, items) for item in new)


def _stands_as(item: Item, others: Sequence[Item]) -> bool:
    """Whether a line begins where one of ``others`` begins, or its name."""
    reach = _SAME_LEFT * item.anchor.row.em
    rows = [other.anchor.row for other in others]
    lefts = [piece.x0 for row in rows for piece in row.pieces[:2]]
    return any(abs(item.anchor.row.pieces[0].x0 - left) <= reach for left in lefts)

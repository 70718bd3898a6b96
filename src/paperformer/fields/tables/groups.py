"""Tables in groups: a sum between the lines ("Summe 01 Material", "Subtotal labour") ends no table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from paperformer.fields.tables.items import Item
from paperformer.fields.tables.rows import Row

_CENT = 0.006
_SAME_LEFT = 1.2  # ems between left edges of lines
_MOST_GROUPS = 60
_ROLES = ("quantity", "unit_price", "vat_rate", "code")

Reading = Callable[[int, frozenset[int]], Sequence[Item]]
"""The lines of a table above the row of an index, without the rows of the indices given."""


@dataclass(frozen=True, slots=True)
class SumRows:
    """What tells the sum of a group from a line and from the total of all.

    Args:
        adds_up: Whether lines make a sum that is printed below the row of an index.
        opens: Whether a row begins with the label of a sum.
        names_sum: Whether it names a sum or a tax anywhere.
        says_more: Whether it names a sum and says more than that: the group's name.
    """

    adds_up: Callable[[Sequence[Item], int], bool]
    opens: Callable[[Row], bool]
    names_sum: Callable[[Row], bool]
    says_more: Callable[[Row], bool]


def read_groups(
    read: Reading, stops: Sequence[int], rows: Sequence[Row], tell: SumRows
) -> tuple[Sequence[Item], int]:
    """The lines of a table, and the row that ends it: the first of ``stops`` that is no sum of a group.

    Args:
        read: Reads the table.
        stops: Indices of the rows that may end it, ascending; the last one does in any case.
        rows: All rows of the document.
        tell: Tells sums of groups from other rows.
    """
    stop, *further = stops[:_MOST_GROUPS]
    items, sums = _without_sums(read, stop, frozenset(), tell)
    for following in further:
        if not _sums_up(rows[stop], items):
            break
        longer, more = _without_sums(read, following, sums | {stop}, tell)
        new = [item for item in longer if item.anchor.row.index > stop]
        are_lines = not any(tell.names_sum(item.anchor.row) for item in new)
        summed = are_lines and tell.adds_up(longer, following)
        if not _has_all(longer, items) or not new:
            break
        if not _goes_on(items, new, summed=summed, named=tell.says_more(rows[stop])):
            break
        items, stop, sums = longer, following, more
    return items, stop


def _has_all(items: Sequence[Item], others: Sequence[Item]) -> bool:
    """Whether ``items`` have the rows of all ``others``: what is below did not change how they are read."""
    return {item.anchor.row.index for item in others} <= {item.anchor.row.index for item in items}


def _without_sums(
    read: Reading, stop: int, sums: frozenset[int], tell: SumRows
) -> tuple[Sequence[Item], frozenset[int]]:
    """The lines above ``stop``, and the rows of sums among them, whose labels no list of labels has."""
    items = read(stop, sums)
    for _ in range(_MOST_GROUPS):
        found = next((place for place in range(1, len(items)) if _is_group_sum(items, place, sums, tell)), 0)
        if not found:
            break
        sums |= {items[found].anchor.row.index}
        items = read(stop, sums)
    return items, sums


def _is_group_sum(items: Sequence[Item], place: int, sums: frozenset[int], tell: SumRows) -> bool:
    """Whether a line is the sum of the lines since the last such sum, and lines like these come below."""
    item, before, new = items[place], items[:place], items[place + 1 :]
    total = item.piece("total")
    if total is None or not is_bare(item, before):
        return False
    row = item.anchor.row
    opens = tell.opens(row)
    last = max((index for index in sums if index < row.index), default=-1)
    group = [line for line in before if line.anchor.row.index > last]
    totals = totals_of(before if opens else group)
    fewest = 1 if opens else max(len(group), 2)
    if sums and is_sum_of_last(total.amount, totals_of(group), max(len(group), 1 if opens else 2)):
        return True  # a further group, after another that had its sum
    return is_sum_of_last(total.amount, totals, fewest) and _goes_on(before, new, summed=False, named=False)


def until_sum(items: Sequence[Item], tell: SumRows) -> Sequence[Item]:
    """``items`` up to the first whose total is that of all before it: a sum whose label is not known."""
    total = 0.0
    for place, item in enumerate(items):
        piece = item.piece("total")
        amount = piece.amount if piece is not None else 0.0
        enough = place > 1 or (place == 1 and tell.opens(item.anchor.row))
        if enough and amount and abs(amount - total) <= _CENT and is_bare(item, items[:place]):
            return items[:place]
        total += amount
    return items


def without_heads(items: Sequence[Item], tell: SumRows, below: int) -> Sequence[Item]:
    """``items`` less those that head others and print their sum first, where the others make a sum below.

    "Consumption 407,07" above "Peak 254,09" and "Off-peak 152,98".
    """
    heads: set[int] = set()
    for place, item in enumerate(items):
        total = item.piece("total")
        if total is None or not is_bare(item, items[:place]):
            continue
        following = items[place + 1 :]
        end = next((at for at, one in enumerate(following) if is_bare(one, items[:place])), len(following))
        if end and abs(sum(totals_of(following[:end])) - total.amount) <= _CENT:
            heads.add(place)
    others = [item for place, item in enumerate(items) if place not in heads]
    return others if heads and others and tell.adds_up(others, below) else items


def is_bare(item: Item, before: Sequence[Item]) -> bool:
    """Whether a line counts nothing, or what all ``before`` it count together, and has no number."""
    quantity = item.piece("quantity")
    counts = [piece.amount for line in before if (piece := line.piece("quantity")) is not None]
    counted = quantity is not None and not (len(counts) > 1 and abs(quantity.amount - sum(counts)) <= _CENT)
    return not counted and item.piece("unit_price") is None and not _prints(item, "code")


def is_sum_of_last(amount: float, totals: Sequence[float], fewest: int) -> bool:
    """Whether ``amount`` is the sum of the last ``totals``, of ``fewest`` or more."""
    sums = list(accumulate(reversed(totals)))[fewest - 1 :]
    return bool(amount) and any(abs(amount - total) <= _CENT for total in sums)


def totals_of(items: Sequence[Item]) -> list[float]:
    """What each of ``items`` costs."""
    return [piece.amount for item in items if (piece := item.piece("total")) is not None]


def _sums_up(row: Row, items: Sequence[Item]) -> bool:
    totals = totals_of(items)
    return any(piece.kind == "number" and is_sum_of_last(piece.amount, totals, 1) for piece in row.pieces)


def _goes_on(items: Sequence[Item], new: Sequence[Item], *, summed: bool, named: bool) -> bool:
    """Whether ``new`` lines below a sum are of the table above, and no shipping or rounding of its total.

    Their arithmetic tells, or that all lines together make a sum below and they are built as those above, or
    stand as these do below the sum of a group that has a name.
    """
    if any(item.holds and item.piece("quantity") is not None for item in new):
        return True
    common = [role for role in _ROLES if all(_prints(item, role) for item in items)]
    if not summed or not items:
        return False
    if common and any(all(_prints(item, role) for role in common) for item in new):
        return True
    return named and all(_stands_as(item, items) for item in new)


def _prints(item: Item, role: str) -> bool:
    return any(view.has(role) for view in item.views)


def _stands_as(item: Item, others: Sequence[Item]) -> bool:
    """Whether a line begins where one of ``others`` begins, or its name."""
    reach = _SAME_LEFT * item.anchor.row.em
    rows = [other.anchor.row for other in others]
    lefts = [piece.x0 for row in rows for piece in row.pieces[:2]]
    return any(abs(item.anchor.row.pieces[0].x0 - left) <= reach for left in lefts)

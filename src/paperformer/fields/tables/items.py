"""Which rows make one line of a purchase: every line has one total, and rows around it that fit it best.

A dynamic programme over the rows that print a total. Between two of them, some rows belong to the upper line
(further lines of a description, "2 x 3,50" below it), some to the lower one (a number or name above the sums)
and some to none; what fits is told by the arithmetic, by what a line still lacks, and by what the other lines
do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from statistics import median

from paperformer.fields.tables.item import Item, Shape
from paperformer.fields.tables.item_weights import ItemWeights, load_item_weights
from paperformer.fields.tables.rows import RowReading

_MOST_ABOVE = 3
_MOST_ABOVE_CLOSING = 5  # a total alone: two rows of a name, number and price, a discount
_MOST_BELOW = 24
_INDENT_LEAST, _INDENT_MOST = 0.5, 4.0  # ems by which such a line stands right of its name
_OF_LINES = ("description", "code", "discount")
WIDER = 1.15  # times a distance: from here on another one is wider
_NEARER = 1.25  # times a distance: from here on another one is clearly wider


_State = tuple[float, tuple[Item, ...]]
"""The score of the lines so far, and they."""


def group_items(readings: Sequence[RowReading], *, headed: bool) -> list[Item]:
    """The lines that ``readings`` make, top down."""
    anchors = [
        place for place, reading in enumerate(readings) if reading.total is not None and not reading.is_noise
    ]
    if not anchors:
        return []
    grouping = _Grouping(readings, anchors, _usual_step(readings), headed, load_item_weights())
    first = grouping.best()
    if len(first) < 2:
        return first
    habit, count = Counter(item.shape for item in first).most_common(1)[0]
    return replace(grouping, habit=habit).best() if count > 1 else first


def _usual_step(readings: Sequence[RowReading]) -> float:
    steps = [
        below.row.middle - above.row.middle
        for above, below in pairwise(readings)
        if above.row.page == below.row.page and below.row.middle > above.row.middle
    ]
    return median(steps) if steps else 0.02


@dataclass(frozen=True)
class _Grouping:
    """How the rows of a table are grouped.

    Args:
        readings: The rows.
        anchors: The places of those with a total.
        step: From one row to the next, as a rule.
        headed: Whether the table has a heading.
        weights: What tells lines.
        habit: How most lines are built, if that is known.
    """

    readings: Sequence[RowReading]
    anchors: Sequence[int]
    step: float
    headed: bool
    weights: ItemWeights
    habit: Shape | None = None

    def best(self) -> list[Item]:
        """The best lines. State: how many rows above a total are its own; -1 where it is no line's."""
        ends = [*self.anchors[1:], len(self.readings)]
        most = min(_most_above(self.readings[self.anchors[0]]), self.anchors[0])
        states: dict[int, _State] = dict.fromkeys(range(-1, most + 1), (0.0, ()))
        for anchor, end in zip(self.anchors, ends, strict=True):
            free = end - anchor - 1
            last = end == len(self.readings)
            following = (0,) if last else range(-1, min(_most_above(self.readings[end]), free) + 1)
            reached: dict[int, _State] = {}
            for above, (score, items) in states.items():
                for worth, below, item in self._variants(anchor, above, free):
                    for u in following:
                        if below + max(u, 0) > free:
                            continue
                        total = score + worth
                        if u not in reached or total > reached[u][0]:
                            reached[u] = (total, (*items, *item))
            states = reached
        return list(max(states.values(), key=lambda state: state[0])[1])

    def _variants(self, anchor: int, above: int, free: int) -> Iterator[tuple[float, int, tuple[Item, ...]]]:
        """What the line of a total may be with ``above`` rows above: worth, rows below, line or none."""
        if above < 0:
            yield 0.0, 0, ()
            return
        for below in range(min(free, _MOST_BELOW) + 1):
            item = Item(tuple(self.readings[anchor - above : anchor + 1 + below]), above)
            if below and self._ends(anchor + below):
                break
            worth = _worth(item, self.step, self.weights, headed=self.headed)
            worth += self.weights.habit * (item.shape == self.habit) + self._worth_of_block(item, anchor)
            worth += self._worth_of_distances(anchor - above, anchor + below)
            yield worth, below, (item,)

    def _worth_of_distances(self, first: int, last: int) -> float:
        """What it is worth that the rows of a line are nearer to one another than to others."""
        inside = [gap for place in range(first, last) if (gap := self._gaps[place]) is not None]
        outside = [
            gap
            for place in (first - 1, last)
            if 0 <= place < len(self._gaps) and (gap := self._gaps[place]) is not None
        ]
        is_together = inside and outside and min(outside) > WIDER * max(inside)
        return self.weights.together if is_together else 0.0

    @cached_property
    def _gaps(self) -> Sequence[float | None]:
        """From each row to the next; none where a page ends."""
        return [
            below.row.middle - above.row.middle if above.row.page == below.row.page else None
            for above, below in pairwise(self.readings)
        ]

    def _ends(self, place: int) -> bool:
        """Whether a row is no part of the line above it, nor is any below."""
        above, own = self.readings[place - 1 : place + 1]
        return own.is_noise or _is_apart(above, own, self.step) or _heads_next(self.readings, place)

    def _worth_of_block(self, item: Item, anchor: int) -> float:
        """What it is worth that the rows above a total end where the line before does, or a gap is."""
        first, last = anchor - item.place, anchor + len(item.below)
        if not item.place:
            return 0.0
        if item.anchor.closes:
            before = self.readings[:first][-1:]
            is_whole = all(r.total is not None or _is_apart(r, item.readings[0], self.step) for r in before)
            alone = self.weights.closes - self.weights.above * item.place
            return alone if is_whole and not item.below else 0.0
        if not _is_block(item, self.readings, first, last):
            return 0.0
        return self.weights.centred - (self.weights.twice * item.place if item.anchor.named else 0.0)


def _most_above(anchor: RowReading) -> int:
    """How many rows above a total may be its line's."""
    return _MOST_ABOVE_CLOSING if anchor.closes else _MOST_ABOVE


def _is_block(item: Item, readings: Sequence[RowReading], first: int, last: int) -> bool:
    """Whether a name has its figures in its middle or on its last row, its rows nearer to one another."""
    others = (*item.above, *item.below)
    placed = len(item.above) == len(item.below) or (not item.below and _goes_on_small(item))
    if not placed or any(reading.counts or not reading.has("description") for reading in others):
        return False
    lefts = [name[0].x0 for reading in item.readings if (name := reading.cell("description"))]
    if max(lefts) - min(lefts) > _INDENT_MOST * item.anchor.row.em:
        return False
    gaps = [below.row.middle - above.row.middle for above, below in pairwise(item.readings)]
    edges = [
        readings[index + 1].row.middle - readings[index].row.middle
        for index in (first - 1, last)
        if 0 <= index < len(readings) - 1 and readings[index].row.page == readings[index + 1].row.page
    ]
    return 0 < max(gaps) < _NEARER * min(gaps) and all(edge > _NEARER * max(gaps) for edge in edges)


def _goes_on_small(item: Item) -> bool:
    """Whether each row of a name but the first goes on with a small letter: the row above is no title."""
    names = [name[0].text for reading in item.readings if (name := reading.cell("description"))]
    return len(names) > 1 and all(name[:1].islower() for name in names[1:])


def _heads_next(readings: Sequence[RowReading], index: int) -> bool:
    """Whether a row of words alone is nearer to the line below it than to the row above: a group's title."""
    if index + 1 >= len(readings) or readings[index + 1].total is None or readings[index].counts:
        return False
    above, own, below = (reading.row for reading in readings[index - 1 : index + 2])
    if not above.page == own.page == below.page or own.digits:
        return False
    return own.middle - above.middle > _NEARER * (below.middle - own.middle)


def _worth(item: Item, step: float, weights: ItemWeights, *, headed: bool) -> float:
    """What a line is worth by its rows, whatever the others are."""
    anchor, above = item.anchor, item.above
    named = any(reading.named for reading in item.readings)
    named_until_total = anchor.named or any(reading.named for reading in above)
    worth = weights.line + (weights.has_name if named else weights.lacks_name)
    holds = item.holds
    if holds is not None:
        worth += weights.holds if holds else weights.breaks
    for role in ("quantity", "unit_price"):
        worth += weights.twice * max(0, sum(reading.has(role) for reading in item.readings) - 1)
    numbered = bool(above) and above[0].opens and not anchor.opens
    worth += weights.opened if numbered else 0.0
    worth += weights.strange * sum(reading.opens for reading in (*above[1:], *item.below))
    for reading, following in pairwise((*above, anchor)):
        worth += 0.0 if numbered else weights.above
        worth += weights.strange if reading.is_noise else 0.0
        worth += weights.apart if _is_apart(reading, following, step) else 0.0
        if reading.named and anchor.named and not numbered and not reading.counts:
            worth += weights.twice
        if reading.has("code") and not (reading.named or reading.captioned or anchor.has("code")):
            worth += weights.code_above
        if not reading.named and not reading.counts and not reading.has(*_OF_LINES):
            worth += weights.strange
    if named and not named_until_total:
        worth += weights.name_below_code if anchor.has("code") else weights.name_below
    names = anchor.cell("description")
    if names and names[-1].text.endswith(":") and item.piece("quantity") is None:
        worth += weights.caption
    for reading in item.below:
        if reading.counts:
            worth += 0.0 if holds else weights.counts_wrongly
        elif headed or not named_until_total or _is_indented(reading, item):
            worth += weights.further
        else:
            worth += weights.stray_text
    return worth


def _is_indented(reading: RowReading, item: Item) -> bool:
    """Whether a row begins a little right of the name of the line above it: it goes on with that."""
    named = [name for part in (item.anchor, *item.above) if (name := part.cell("description"))]
    own = reading.cell("description")
    if not named or not own:
        return False
    return _INDENT_LEAST <= (own[0].x0 - named[0][0].x0) / reading.row.em <= _INDENT_MOST


def _is_apart(above: RowReading, below: RowReading, step: float) -> bool:
    """Whether two rows are farther apart than rows of the table are: a sentence below its last line."""
    if above.row.page != below.row.page:
        return True
    return below.row.middle - above.row.middle > _NEARER * max(step, 0.0)

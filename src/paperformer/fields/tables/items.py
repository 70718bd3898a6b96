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
from itertools import pairwise
from statistics import median

from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.rows import RowReading

_MOST_ABOVE = 3
_MOST_ABOVE_CLOSING = 5  # a total alone: two rows of a name, number and price, a discount
_MOST_BELOW = 24
_LINE = 1.0
_HAS_NAME, _LACKS_NAME = 1.5, -1.2
_HOLDS, _BREAKS = 1.5, -1.5
_ABOVE = -0.25  # for each row above the total
_TWICE = -3.0  # a second quantity, price or name above
_OPENED = 1.0  # a line whose number stands on the first of its rows, above the total
_STRANGE = -6.0  # a row that is no part of any line
_APART = -2.5  # a row too far from the next
_CODE_ABOVE = 0.6  # an article number on a row of its own
_NAME_BELOW = -1.0  # a name that stands below its total
_NAME_BELOW_CODE = -0.7  # and below a total with an article number
_CAPTION = -4.0  # a name with a colon behind it
_FURTHER = 0.15  # a further line of a description, in a table with a heading
_INDENT_LEAST, _INDENT_MOST = 0.5, 4.0  # ems by which such a line stands right of its name
_STRAY_TEXT = -0.4  # and in one without
_COUNTS_WRONGLY = -1.0  # a quantity or price below, where all of them do not make the total
_HABIT = 0.8  # for doing as most lines do
_CENTRED = 1.5  # a name of several rows whose middle or last one has its figures
_CLOSES = 0.3  # a total alone on its row, below all that belongs to it
_OF_LINES = ("description", "code", "discount")
_NEARER = 1.25  # times a distance: from here on another one is clearly wider


@dataclass(frozen=True, slots=True)
class Item:
    """The rows of one line.

    Args:
        readings: All of them, top down.
        place: Of the one with the total.
    """

    readings: tuple[RowReading, ...]
    place: int

    @property
    def anchor(self) -> RowReading:
        """The row with its total."""
        return self.readings[self.place]

    @property
    def above(self) -> tuple[RowReading, ...]:
        """The rows above its total."""
        return self.readings[: self.place]

    @property
    def below(self) -> tuple[RowReading, ...]:
        """The rows below its total."""
        return self.readings[self.place + 1 :]

    @property
    def first_of_name(self) -> str:
        """What the first row of its name prints."""
        named = (name for reading in self.readings if (name := reading.cell("description")))
        return " ".join(piece.text for piece in next(named, ()))

    def printed(self, role: str) -> Iterator[Piece]:
        """What its rows print for ``role``, top down."""
        return (piece for reading in self.readings for piece in reading.cell(role))

    def piece(self, role: str) -> Piece | None:
        """The number that it prints for ``role``, the total's row first."""
        for reading in (self.anchor, *self.readings):
            for piece in reading.cell(role):
                if piece.kind in {"number", "percent"}:
                    return piece
        return None

    def replacing(self, place: int, reading: RowReading) -> Item:
        """The same line with another reading of one row."""
        return replace(self, readings=(*self.readings[:place], reading, *self.readings[place + 1 :]))

    @property
    def holds(self) -> bool | None:
        """Whether quantity, price and discount make its total."""
        roles = ("quantity", "unit_price", "total", "discount", "vat_rate")
        return line_holds(*(self.piece(role) for role in roles))

    @property
    def shape(self) -> _Shape:
        """How it is built, to be compared with the others."""
        return self.place, self.anchor.named, any(reading.counts for reading in self.below)


_Shape = tuple[int, bool, bool]
_State = tuple[float, tuple[Item, ...]]
"""The score of the lines so far, and they."""


def group_items(readings: Sequence[RowReading], *, headed: bool) -> list[Item]:
    """The lines that ``readings`` make, top down."""
    anchors = [place for place, one in enumerate(readings) if one.total is not None and not one.is_noise]
    if not anchors:
        return []
    grouping = _Grouping(readings, anchors, _usual_step(readings), headed)
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


@dataclass(frozen=True, slots=True)
class _Grouping:
    """How the rows of a table are grouped.

    Args:
        readings: The rows.
        anchors: The places of those with a total.
        step: From one row to the next, as a rule.
        headed: Whether the table has a heading.
        habit: How most lines are built, if that is known.
    """

    readings: Sequence[RowReading]
    anchors: Sequence[int]
    step: float
    headed: bool
    habit: _Shape | None = None

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
            worth = _worth(item, self.step, self.headed) + (_HABIT if item.shape == self.habit else 0.0)
            worth += self._worth_of_block(item, anchor)
            yield worth, below, (item,)

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
            return _CLOSES - _ABOVE * item.place if is_whole and not item.below else 0.0
        if not _is_block(item, self.readings, first, last):
            return 0.0
        return _CENTRED - (_TWICE * item.place if item.anchor.named else 0.0)


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


def _worth(item: Item, step: float, headed: bool) -> float:
    """What a line is worth by its rows, whatever the others are."""
    anchor, above = item.anchor, item.above
    named = any(reading.named for reading in item.readings)
    named_until_total = anchor.named or any(reading.named for reading in above)
    worth = _LINE + (_HAS_NAME if named else _LACKS_NAME)
    holds = item.holds
    if holds is not None:
        worth += _HOLDS if holds else _BREAKS
    for role in ("quantity", "unit_price"):
        worth += _TWICE * max(0, sum(reading.has(role) for reading in item.readings) - 1)
    numbered = bool(above) and above[0].opens and not anchor.opens
    worth += _OPENED if numbered else 0.0
    worth += _STRANGE * sum(reading.opens for reading in (*above[1:], *item.below))
    for reading, following in pairwise((*above, anchor)):
        worth += 0.0 if numbered else _ABOVE
        worth += _STRANGE if reading.is_noise else 0.0
        worth += _APART if _is_apart(reading, following, step) else 0.0
        if reading.named and anchor.named and not numbered and not reading.counts:
            worth += _TWICE
        if reading.has("code") and not reading.named and not anchor.has("code"):
            worth += _CODE_ABOVE
        if not reading.named and not reading.counts and not reading.has(*_OF_LINES):
            worth += _STRANGE
    if named and not named_until_total:
        worth += _NAME_BELOW_CODE if anchor.has("code") else _NAME_BELOW
    names = anchor.cell("description")
    if names and names[-1].text.endswith(":") and item.piece("quantity") is None:
        worth += _CAPTION
    for reading in item.below:
        if reading.counts:
            worth += 0.0 if holds else _COUNTS_WRONGLY
        elif headed or not named_until_total or _is_indented(reading, item):
            worth += _FURTHER
        else:
            worth += _STRAY_TEXT
    return worth


def _is_indented(reading: RowReading, item: Item) -> bool:
    """Whether a row begins a little right of the name of the line above it: it goes on with that."""
    named = [name for one in (item.anchor, *item.above) if (name := one.cell("description"))]
    own = reading.cell("description")
    if not named or not own:
        return False
    return _INDENT_LEAST <= (own[0].x0 - named[0][0].x0) / reading.row.em <= _INDENT_MOST


def _is_apart(above: RowReading, below: RowReading, step: float) -> bool:
    """Whether two rows are farther apart than rows of the table are: a sentence below its last line."""
    if above.row.page != below.row.page:
        return True
    return below.row.middle - above.row.middle > _NEARER * max(step, 0.0)

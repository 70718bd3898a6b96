"""Which rows make one line of a purchase: every line has one total, and rows around it that fit it best.

A dynamic programme over the rows that print a total. Between two of them, some rows belong to the upper line
(further lines of a description, "2 x 3,50" below it), some to the lower one (a number or name above the sums)
and some to none; what fits is told by the arithmetic, by what a line still lacks, and by what the other lines
do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.view import View

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
_HABIT = 0.8  # for doing as most lines do
_CENTRED = 1.5  # a name of several rows whose middle or last one has its figures
_CLOSES = 0.3  # a total alone on its row, below all that belongs to it
_OF_LINES = frozenset({"description", "code", "discount"})
_NEARER = 1.25  # times a distance: from here on another one is clearly wider


@dataclass(frozen=True, slots=True)
class Item:
    """The rows of one line: those above its total, the one with it, those below."""

    above: tuple[View, ...]
    anchor: View
    below: tuple[View, ...]

    @property
    def views(self) -> tuple[View, ...]:
        """All of them, top down."""
        return (*self.above, self.anchor, *self.below)

    @property
    def first_of_name(self) -> str:
        """What the first row of its name prints."""
        named = (view.cells["description"] for view in self.views if view.has("description"))
        return " ".join(piece.text for piece in next(named, ()))

    def piece(self, role: str) -> Piece | None:
        """The number that it prints for ``role``, the total's row first."""
        for view in (self.anchor, *self.above, *self.below):
            for piece in view.cells.get(role, ()):
                if piece.kind in {"number", "percent"}:
                    return piece
        return None

    @property
    def holds(self) -> bool | None:
        """Whether quantity, price and discount make its total."""
        roles = ("quantity", "unit_price", "total", "discount", "vat_rate")
        return line_holds(*(self.piece(role) for role in roles))

    @property
    def shape(self) -> tuple[int, bool, bool]:
        """How it is built, to be compared with the others."""
        return len(self.above), self.anchor.named, any(_counts(view) for view in self.below)


def group_items(views: Sequence[View], *, headed: bool) -> list[Item]:
    """The lines that ``views`` make, top down."""
    anchors = [index for index, view in enumerate(views) if view.total is not None and not view.is_noise]
    if not anchors:
        return []
    step = _usual_step(views)
    first = _best(views, anchors, step, headed, None)
    if len(first) < 2:
        return first
    habit = Counter(item.shape for item in first).most_common(1)[0]
    return _best(views, anchors, step, headed, habit[0]) if habit[1] > 1 else first


def _usual_step(views: Sequence[View]) -> float:
    steps = [
        below.row.middle - above.row.middle
        for above, below in pairwise(views)
        if above.row.page == below.row.page and below.row.middle > above.row.middle
    ]
    return median(steps) if steps else 0.02


def _best(
    views: Sequence[View],
    anchors: Sequence[int],
    step: float,
    headed: bool,
    habit: tuple[int, bool, bool] | None,
) -> list[Item]:
    """The best grouping. State: how many rows above a total are its own; -1 where it is no line's."""
    bounds = [-1, *anchors, len(views)]
    # score and the items so far, by state at the current anchor
    most = min(_most_above(views[anchors[0]]), anchors[0])
    states: dict[int, tuple[float, tuple[Item, ...]]] = dict.fromkeys(range(-1, most + 1), (0.0, ()))
    for place, anchor in enumerate(anchors):
        end = bounds[place + 2]
        free = end - anchor - 1
        last = place + 1 == len(anchors)
        most = 0 if last else min(_most_above(views[end]), free)
        following = (0,) if last else range(-1, most + 1)
        reached: dict[int, tuple[float, tuple[Item, ...]]] = {}
        for above, (score, items) in states.items():
            for worth, below, item in _variants(views, anchor, above, free, step, headed, habit):
                for u in following:
                    if below + max(u, 0) > free:
                        continue
                    total = score + worth
                    if u not in reached or total > reached[u][0]:
                        reached[u] = (total, items if item is None else (*items, item))
        states = reached
    return list(max(states.values(), key=lambda state: state[0])[1])


def _most_above(anchor: View) -> int:
    """How many rows above a total may be its line's."""
    return _MOST_ABOVE_CLOSING if anchor.closes else _MOST_ABOVE


def _variants(
    views: Sequence[View],
    anchor: int,
    above: int,
    free: int,
    step: float,
    headed: bool,
    habit: tuple[int, bool, bool] | None,
) -> list[tuple[float, int, Item | None]]:
    """What the line of a total may be with ``above`` rows above: worth, rows below, line."""
    if above < 0:
        return [(0.0, 0, None)]
    upper = tuple(views[anchor - above : anchor])
    found: list[tuple[float, int, Item | None]] = []
    for below in range(min(free, _MOST_BELOW) + 1):
        lower = tuple(views[anchor + 1 : anchor + 1 + below])
        if lower and (lower[-1].is_noise or _is_apart(views[anchor + below - 1], lower[-1], step)):
            break
        if lower and _heads_next(views, anchor + below):
            break
        item = Item(upper, views[anchor], lower)
        worth = _worth(item, step, headed) + (_HABIT if item.shape == habit else 0.0)
        worth += _worth_of_block(item, views, anchor, step)
        found.append((worth, below, item))
    return found


def _worth_of_block(item: Item, views: Sequence[View], anchor: int, step: float) -> float:
    """What it is worth that the rows above a total end where the line before does, or a gap is."""
    first, last = anchor - len(item.above), anchor + len(item.below)
    if not item.above:
        return 0.0
    if item.anchor.closes:
        before = views[first - 1] if first else None
        is_whole = before is None or before.total is not None or _is_apart(before, views[first], step)
        return _CLOSES - _ABOVE * len(item.above) if is_whole and not item.below else 0.0
    if not _is_block(item, views, first, last):
        return 0.0
    return _CENTRED - (_TWICE * len(item.above) if item.anchor.named else 0.0)


def _is_block(item: Item, views: Sequence[View], first: int, last: int) -> bool:
    """Whether a name has its figures in its middle or on its last row, its rows nearer to one another."""
    others = (*item.above, *item.below)
    placed = len(item.above) == len(item.below) or (not item.below and _goes_on_small(item))
    if not placed or any(_counts(view) or not view.has("description") for view in others):
        return False
    lefts = [view.cells["description"][0].x0 for view in item.views if view.has("description")]
    if max(lefts) - min(lefts) > _INDENT_MOST * item.anchor.row.em:
        return False
    gaps = [below.row.middle - above.row.middle for above, below in pairwise(item.views)]
    edges = [
        views[index + 1].row.middle - views[index].row.middle
        for index in (first - 1, last)
        if 0 <= index < len(views) - 1 and views[index].row.page == views[index + 1].row.page
    ]
    return 0 < max(gaps) < _NEARER * min(gaps) and all(edge > _NEARER * max(gaps) for edge in edges)


def _goes_on_small(item: Item) -> bool:
    """Whether each row of a name but the first goes on with a small letter: the row above is no title."""
    names = [view.cells["description"][0].text for view in item.views if view.has("description")]
    return len(names) > 1 and all(name[:1].islower() for name in names[1:])


def _heads_next(views: Sequence[View], index: int) -> bool:
    """Whether a row of words alone is nearer to the line below it than to the row above: a group's title."""
    if index + 1 >= len(views) or views[index + 1].total is None or _counts(views[index]):
        return False
    above, own, below = (view.row for view in views[index - 1 : index + 2])
    if not above.page == own.page == below.page or own.digits:
        return False
    return own.middle - above.middle > _NEARER * (below.middle - own.middle)


def _worth(item: Item, step: float, headed: bool) -> float:
    anchor = item.anchor
    named = anchor.named or any(view.named for view in (*item.above, *item.below))
    worth = _LINE + (_HAS_NAME if named else _LACKS_NAME)
    holds = item.holds
    if holds is not None:
        worth += _HOLDS if holds else _BREAKS
    for role in ("quantity", "unit_price"):
        worth += _TWICE * max(0, sum(view.has(role) for view in item.views) - 1)
    numbered = bool(item.above) and item.above[0].opens and not anchor.opens
    worth += _OPENED if numbered else 0.0
    worth += _STRANGE * sum(view.opens for view in (*item.above[1:], *item.below))
    for view, following in zip(item.above, (*item.above[1:], anchor), strict=False):
        worth += 0.0 if numbered else _ABOVE
        worth += _STRANGE if view.is_noise else 0.0
        worth += _APART if _is_apart(view, following, step) else 0.0
        if view.named and anchor.named and not numbered:
            worth += _TWICE if not _counts(view) else 0.0
        if view.has("code") and not view.named and not anchor.has("code"):
            worth += _CODE_ABOVE
        if not view.named and not _counts(view) and view.cells.keys().isdisjoint(_OF_LINES):
            worth += _STRANGE
    if not anchor.named and not any(view.named for view in item.above) and named:
        worth += _NAME_BELOW_CODE if anchor.has("code") else _NAME_BELOW
    names = anchor.cells.get("description", ())
    if names and names[-1].text.endswith(":") and item.piece("quantity") is None:
        worth += _CAPTION
    for view in item.below:
        if _counts(view):
            worth += 0.0 if holds else -1.0
        elif headed or _is_indented(view, item) or not (anchor.named or any(v.named for v in item.above)):
            worth += _FURTHER
        else:
            worth += _STRAY_TEXT
    return worth


def _is_indented(view: View, item: Item) -> bool:
    """Whether a row begins a little right of the name of the line above it: it goes on with that."""
    names = item.anchor.cells.get("description") or [
        p for v in item.above for p in v.cells.get("description", ())
    ]
    own = view.cells.get("description")
    if not names or not own:
        return False
    return _INDENT_LEAST <= (own[0].x0 - names[0].x0) / view.row.em <= _INDENT_MOST


def _counts(view: View) -> bool:
    """Whether a row prints a quantity or price and no total."""
    return view.total is None and (view.has("quantity") or view.has("unit_price"))


def _is_apart(above: View, below: View, step: float) -> bool:
    """Whether two rows are farther apart than rows of the table are: a sentence below its last line."""
    if above.row.page != below.row.page:
        return True
    return below.row.middle - above.row.middle > _NEARER * max(step, 0.0)

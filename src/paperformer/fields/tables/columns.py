"""Which piece of a row stands in which column: the cheapest way from left to right, row by row.

A number stands under its caption at the right edge, at the left edge or in the middle, as the table has it;
what counts is the nearest of the three. Captions tell where columns are at first, their cells on a second
pass.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import inf
from operator import itemgetter
from statistics import median

from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.role_costs import kind_cost

NUMERIC = frozenset({"quantity", "unit_price", "discount", "vat_rate", "total", "gross", "base", "tax"})
_UNNAMED = frozenset({"total", "unit_price", "quantity", "gross", "discount", "vat_rate"})

_SKIP = 4.0  # what a piece in no column costs
_FAR = 2.0  # cost from which a number is thought to have a column of its own
_CENTRED = 1.0  # cost of a name that begins left of its caption, right of the column before
_OFF_NAME = 0.6  # and of one that begins an em right of its caption
_AWAY, _OFF_AWAY = 1.5, 0.5  # and of one elsewhere, and more for each em
_OFF = 0.4  # cost of a number for each em off, where it overlaps its column
_BESIDE, _OFF_BESIDE, _MOST_BESIDE = 1.0, 0.6, 4.0  # where it does not, and for each of so many ems
_AT_EDGE, _LESS_AT_EDGE = 0.5, 0.6  # ems off up to which that costs less
_NEXT_TO = 2.0  # ems from a caption to the numbers beside it
_FIRM = 0.6  # cost up to which it stands where it should
_MOST = 3.0  # ems off that make no further difference where the two overlap
_REACH = 3.0  # ems from a column that one of its pieces stands at most
_CLUSTER = 0.8  # ems between right edges of one column
_SPACE = 0.6  # ems between a name and a number that is its end
_PART = 0.4  # of the rows with numbers that an unnamed column fills


@dataclass(frozen=True, eq=False)
class Column:
    """A column of a table.

    Args:
        roles: What it may hold, by its caption; of an unnamed one all that numbers can be.
        x0, x1: Where its caption, later its cells, begin and end.
        start: Where the column before ends, if its caption is known: a caption may be centred over its names.
        limit: Where the next column begins.
        named: Whether it has a caption that we know.
        captioned: Whether it has any.
        cells: By row, what stands in it.
        firm: Those of its pieces that leave no doubt.
    """

    roles: frozenset[str]
    x0: float
    x1: float
    start: float = 1.0
    limit: float = 1.0
    named: bool = True
    captioned: bool = True
    cells: Mapping[int, Sequence[Piece]] = field(default_factory=dict)
    firm: Sequence[Piece] = ()

    @cached_property
    def is_numeric(self) -> bool:
        return bool(self.roles & NUMERIC)

    @cached_property
    def is_text(self) -> bool:
        return not self.roles <= NUMERIC

    @cached_property
    def is_other(self) -> bool:
        return "other" in self.roles

    @cached_property
    def holds_names(self) -> bool:
        return "description" in self.roles


def align(
    captions: Sequence[Caption], rows: Sequence[Sequence[Piece]], em: float
) -> tuple[list[Column], dict[int, list[Piece]]]:
    """The columns under ``captions``, each with its pieces by row, and by row the pieces of no column.

    Args:
        captions: Left to right.
        rows: The pieces of every row, left to right.
        em: Height of the letters in parts of the page's width.
    """
    columns, loose, strays = _assigned(_limited(_under(captions)), rows, em)
    columns += [*_left_of_all(columns, loose, rows), *_unnamed(strays, rows, em)]
    columns = _adopted(sorted(columns, key=lambda column: column.x0 + column.x1), em)
    columns, loose, _ = _assigned(_limited([_fitted(column) for column in columns]), rows, em)
    return columns, loose


def _under(captions: Sequence[Caption]) -> list[Column]:
    """A column under each caption. One that nobody knows stands above anything: the words of another
    column than that of the names, or these where no caption is theirs, or numbers.
    """
    unknown = _UNNAMED | {"position", "other"}
    if not any("description" in caption.roles for caption in captions):
        unknown |= {"description"}
    return [
        Column(caption.roles or unknown, caption.x0, caption.x1, named=bool(caption.roles))
        for caption in captions
    ]


def _left_of_all(
    columns: Sequence[Column], loose: Mapping[int, Sequence[Piece]], rows: Sequence[Sequence[Piece]]
) -> list[Column]:
    """The column of names that stands left of all captions, where none of these names one."""
    if not columns or any(column.named and column.holds_names for column in columns):
        return []
    first = min(column.x0 for column in columns)
    names = [
        next((piece for piece in loose.get(index, ()) if piece.kind == "text" and piece.x1 < first), None)
        for index, row in enumerate(rows)
        if sum(piece.kind == "number" for piece in row) > 1
    ]
    pieces = [piece for piece in names if piece is not None]
    if len(pieces) < 2 or len(pieces) < _PART * len(names):
        return []
    x0, x1 = median(piece.x0 for piece in pieces), median(piece.x1 for piece in pieces)
    return [Column(frozenset({"description"}), x0, x1)]


def _adopted(columns: Sequence[Column], em: float) -> list[Column]:
    """Columns with those that have a caption and no cells moved onto the numbers right beside it."""
    moved, adopted = list(columns), set[int]()
    for left, right in pairwise(range(len(columns))):
        place, other = (left, right) if moved[left].captioned else (right, left)
        empty, beside = moved[place], moved[other]
        gap = abs(moved[left].x1 - moved[right].x0)
        if beside.captioned or not empty.named or empty.cells or not empty.is_numeric or gap > _NEXT_TO * em:
            continue
        if other not in adopted:
            moved[place] = replace(empty, x0=min(empty.x0, beside.x0), x1=max(empty.x1, beside.x1))
            adopted.add(other)
    return [column for place, column in enumerate(moved) if place not in adopted]


def _limited(columns: Sequence[Column]) -> list[Column]:
    """Columns with what the ones beside them leave to each."""
    limited: list[Column] = []
    before: Column | None = None  # the last with a caption
    for place, column in enumerate(columns):
        following = columns[place + 1 : place + 2]
        limit = max(following[0].x0, column.x1) if following else column.limit
        is_after = before is not None and column.captioned and column.named
        start = min(before.x1, column.x0) if before is not None and is_after else column.start
        limited.append(replace(column, start=start, limit=limit))
        before = column if column.captioned else before
    return limited


def _fitted(column: Column) -> Column:
    """A column of numbers with its edges where its cells are."""
    numbers = [piece for piece in column.firm if piece.kind != "text"]
    if len(numbers) < 2 or not column.is_numeric:
        return column
    x0 = min(column.x0, median(piece.x0 for piece in numbers))
    return replace(column, x0=x0, x1=median(piece.x1 for piece in numbers))


def _assigned(
    columns: Sequence[Column], rows: Sequence[Sequence[Piece]], em: float
) -> tuple[list[Column], dict[int, list[Piece]], list[Piece]]:
    """Columns with their pieces; those of none, by row, and the numbers that fit none well."""
    cells: list[dict[int, list[Piece]]] = [{} for _ in columns]
    firm: list[list[Piece]] = [[] for _ in columns]
    loose: dict[int, list[Piece]] = {}
    strays: list[Piece] = []
    for index, pieces in enumerate(rows):
        name: Piece | None = None
        for piece, place, cost in _path(columns, pieces, em):
            if place is not None:
                cells[place].setdefault(index, []).append(piece)
                if cost <= _FIRM:
                    firm[place].append(piece)
            else:
                loose.setdefault(index, []).append(piece)
            ends_name = name is not None and piece.x0 - name.x1 <= _SPACE * em
            if cost >= _FAR and piece.kind in {"number", "percent"} and not ends_name:
                strays.append(piece)
            name = piece if piece.kind == "text" else None
    filled = [
        replace(column, cells=own, firm=sure) for column, own, sure in zip(columns, cells, firm, strict=True)
    ]
    return filled, loose, strays


def _path(
    columns: Sequence[Column], pieces: Sequence[Piece], em: float
) -> list[tuple[Piece, int | None, float]]:
    """The cheapest assignment of ``pieces`` to ``columns`` that keeps their order."""
    options = [_near(columns, piece, em) for piece in pieces]
    clear = _clear(options)
    if clear is not None:
        return [(piece, place, cost) for piece, (place, cost) in zip(pieces, clear, strict=True)]
    width = len(columns)
    # best[j]: the cheapest way in which the last piece put somewhere stands in column j - 1 (0: none yet)
    best: list[float] = [0.0] + [inf] * width
    steps: list[tuple[list[int], dict[int, float]]] = []
    for piece, near in zip(pieces, options, strict=True):
        new, origin, placed = [cost + _SKIP for cost in best], list(range(width + 1)), {}
        for place, own in near:
            wide = columns[place].is_other or columns[place].holds_names
            shares = columns[place].is_text and (piece.kind == "text" or wide)
            source = min(range(place + 2 if shares else place + 1), key=best.__getitem__)
            cost = best[source] + own
            if cost < new[place + 1]:
                new[place + 1], origin[place + 1], placed[place + 1] = cost, source, own
        steps.append((origin, placed))
        best = new
    state = min(range(width + 1), key=best.__getitem__)
    path: list[tuple[Piece, int | None, float]] = []
    for piece, (origin, placed) in zip(reversed(pieces), reversed(steps), strict=True):
        path.append((piece, state - 1, placed[state]) if state in placed else (piece, None, _SKIP))
        state = origin[state]
    return path[::-1]


def _clear(options: Sequence[Sequence[tuple[int, float]]]) -> list[tuple[int, float]] | None:
    """The nearest column of every piece, where each is near and they are in order: nothing to weigh up."""
    if not all(options):
        return None
    chosen = [min(near, key=itemgetter(1)) for near in options]
    in_order = all(left[0] < right[0] for left, right in pairwise(chosen))
    return chosen if in_order and all(cost <= _FIRM for _, cost in chosen) else None


def _near(columns: Sequence[Column], piece: Piece, em: float) -> list[tuple[int, float]]:
    """The columns that a piece may stand in, with what it costs there."""
    reach = _REACH * em
    left, right = piece.x0 - reach, piece.x1 + reach
    return [
        (place, cost)
        for place, column in enumerate(columns)
        if (
            (column.x0 <= right and left <= column.x1)
            or (column.holds_names and (column.x0 <= right or column.start <= piece.x0))
        )
        and (cost := _cost(column, piece, em)) < _SKIP
    ]


def _cost(column: Column, piece: Piece, em: float) -> float:
    """How badly ``piece`` stands in ``column``, by place and by kind."""
    kind = kind_cost(column.roles, piece)
    if kind >= _SKIP:
        return kind
    left = abs(piece.x0 - column.x0)
    if piece.kind == "text" and column.holds_names:
        if column.x0 - em <= piece.x0 < column.limit:
            return kind + min(left / em, 1.0) * _OFF_NAME
        if column.start + em / 2 <= piece.x0 < column.x0:
            return kind + _CENTRED
        return kind + _AWAY + _OFF_AWAY * min(left / em, abs(piece.x1 - column.x1) / em, _MOST)
    off = min(left, abs(piece.x1 - column.x1), abs(piece.x0 + piece.x1 - column.x0 - column.x1) / 2) / em
    off = min(off, abs(piece.money_x0 - column.x0) / em)
    if piece.unit:  # the unit may be a column of its own
        off = min(off, abs(piece.number_x1 - column.x1) / em)
    if piece.x1 > column.x0 and piece.x0 < column.x1:
        return kind + _OFF * min(off, _MOST)
    beside = kind + _BESIDE + _OFF_BESIDE * min(off, _MOST_BESIDE)
    return beside - (_LESS_AT_EDGE if off < _AT_EDGE else 0.0)


def _unnamed(strays: Sequence[Piece], rows: Sequence[Sequence[Piece]], em: float) -> list[Column]:
    """Columns without caption: numbers at one right edge that stand under none."""
    filled = sum(any(piece.kind == "number" for piece in row) for row in rows)
    clusters: list[list[Piece]] = []
    for piece in sorted(strays, key=lambda piece: piece.x1):
        if clusters and piece.x1 - clusters[-1][-1].x1 <= _CLUSTER * em:
            clusters[-1].append(piece)
        else:
            clusters.append([piece])
    return [
        Column(
            _UNNAMED | {"position"},
            median(piece.x0 for piece in cluster),
            median(piece.x1 for piece in cluster),
            named=False,
            captioned=False,
        )
        for cluster in clusters
        if len(cluster) >= max(1, _PART * filled)
    ]

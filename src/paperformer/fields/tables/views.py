"""What a row says as part of a table: its cells by role, read off columns or off its own order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import median

from paperformer.fields.tables.columns import NUMERIC, Column, align
from paperformer.fields.tables.header import Caption
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.roles import choose_roles
from paperformer.fields.tables.rows import Row

_DAY = re.compile(
    r"[0-3][0-9]([./-])[01][0-9]\.?|[0-3]?[0-9]([./-])[01]?[0-9]\2(?:(?:19|20)[0-9]{2}|[0-9]{2})"
    r"|20[0-9]{2}([./-])[01]?[0-9]\3[0-3]?[0-9]"
)
_CELLS = frozenset({"code", "description", "quantity", "unit", "unit_price", "discount", "vat_rate", "total"})
_EDGED = frozenset({"code", "description", "unit"})  # columns that begin at their caption's left edge
_SAME_EDGE = 1.3  # ems between right edges of sums in one column
_ARTICLE = 4
_RAGGED = 4.0  # and where they are set unevenly
_CLOSE_TO_MOST = 0.6  # part of the fullest column's sums that the column of totals has
_APART = 4.0  # ems between a sign of multiplication and a sum that is not its price
_SHORTEST = 3  # characters from which a text right of the total is more than a letter for the tax
_INDENTED = 2.5  # ems that a further line of a description may stand right of its column, and 1 left


@dataclass
class View:
    """A row of a table.

    Args:
        row: What is printed.
        cells: Its pieces by role of a line, left to right.
        times: Whether quantity and price were read off a sign of multiplication.
        loose: Numbers of no column.
        is_noise: Whether it can be no part of a line: a caption of something else, a text elsewhere.
    """

    row: Row
    cells: dict[str, list[Piece]] = field(default_factory=dict)
    times: bool = False
    loose: list[Piece] = field(default_factory=list)
    is_noise: bool = False

    @property
    def total(self) -> Piece | None:
        """The number that makes it the row of a line."""
        return next((p for p in self.cells.get("total", ()) if p.kind == "number"), None)

    def has(self, role: str) -> bool:
        """Whether it prints a cell of ``role``."""
        return bool(self.cells.get(role))

    @cached_property
    def named(self) -> bool:
        """Whether it has a description with a word in it."""
        return any(has_word(piece.text) for piece in self.cells.get("description", ()))


_WORD = re.compile(r"[^\W\d_]{2}")
_CODE = re.compile(r"(?=(?:.*[0-9]){3})[0-9A-Z][0-9A-Z./_-]{3,}")


def is_code(text: str) -> bool:
    """Whether ``text`` looks like an article number: capitals and digits, three digits or more."""
    return _CODE.fullmatch(text) is not None and text.count("/") < 2 and not is_day(text)


def is_day(text: str) -> bool:
    """Whether ``text`` is a day in digits: of two each, or with its year."""
    return _DAY.fullmatch(text) is not None


def is_article(text: str) -> bool:
    """Whether ``text`` can only be an article number: four digits or more."""
    return text.isdigit() and len(text) >= _ARTICLE


def has_word(text: str) -> bool:
    """Whether two letters stand side by side: 001-5 and A4 are no words."""
    return _WORD.search(text) is not None


def headed_views(rows: Sequence[Row], captions: Sequence[Caption], sums: Sequence[float] = ()) -> list[View]:
    """``rows`` read by the columns under ``captions``; empty where none of these holds totals.

    Args:
        rows: Of the table.
        captions: Of its columns.
        sums: Numbers that stand below it, among them that of the column of totals.
    """
    if not rows:
        return []
    edges = [c.x0 for c in captions if c.roles & _EDGED and not c.roles & NUMERIC]
    em = median(row.em for row in rows)
    views = [View(row) for row in rows]
    counted = any("quantity" in caption.roles for caption in captions)
    pieces = [_without_times(view, view.row.cut(edges), counted) for view in views]
    columns, loose = align(captions, pieces, em)
    chosen = choose_roles(columns, sums)
    if "total" not in chosen:
        return []
    for role in chosen.keys() & _CELLS:
        for index, cell in chosen[role].cells.items():
            numbers = [piece for piece in cell if piece.kind == "number"]
            if role == "description" and "quantity" not in chosen and len(numbers) < len(cell):
                views[index].loose = numbers
                cell = [piece for piece in cell if piece.kind != "number"]
            views[index].cells.setdefault(role, []).extend(cell)
    taken = {id(column) for column in chosen.values()}
    for column in columns:
        if not column.named and id(column) not in taken:
            for index, cell in column.cells.items():
                loose.setdefault(index, []).extend(cell)
    named = any(view.total is not None and view.has("description") for view in views)
    for index, spare in loose.items():
        texts = [piece for piece in spare if piece.kind == "text" and len(piece.text) >= _SHORTEST]
        if texts and ("description" not in chosen or (named and _lacks_name(views[index]))):
            views[index].cells.setdefault("description", []).extend(texts)
        _add_to_name(views[index], spare)
    for view, printed in zip(views, pieces, strict=True):
        if "code" not in chosen and len(printed) == 1 and is_article(printed[0].text):
            view.cells, view.loose = {"code": printed}, []
        _tidy(view)
    _mark_noise(views, em)
    _mark_payments(views, columns, {id(chosen[role]) for role in chosen.keys() & _CELLS})
    _keep_sums(views)
    return views


def _lacks_name(view: View) -> bool:
    """Whether a row has a total and nothing else in the columns: its name begins left of them."""
    return view.cells.keys() == {"total"} and view.total is not None


def _add_to_name(view: View, spare: Sequence[Piece]) -> None:
    """A number of no column right behind a name is its last word: "Unleaded 95", "Milk 2%"."""
    names = view.cells.get("description")
    if not names:
        return
    for piece in spare:
        follows = piece.words[0] == names[-1].words[-1] + 1 and piece.x0 - names[-1].x1 <= view.row.em
        if piece.kind in {"number", "percent"} and follows:
            names.append(replace(piece, kind="text"))


def _without_times(view: View, pieces: Sequence[Piece], counted: bool) -> list[Piece]:
    """``pieces`` less what a sign of multiplication tells: "2 x 3,50", and the count of "2 x Bread".

    Where a column holds the counts (``counted``), "12 x 1 l" is the text of another one.
    """
    rest = list(pieces)
    for place, piece in enumerate(rest):
        if piece.kind != "times":
            continue
        before = rest[place - 1] if place else None
        after = rest[place + 1] if place + 1 < len(rest) else None
        if after is None or after.kind not in {"number", "text"}:
            continue  # an asterisk at the end marks a rate of tax
        if before is not None and counted and before.kind == "number" and after.kind == "text":
            words = tuple(dict.fromkeys((*before.words, *piece.words, *after.words)))
            text = f"{before.text} {piece.text} {after.text}"
            return [*rest[: place - 1], Piece("text", words, text, before.x0, after.x1), *rest[place + 2 :]]
        if before is not None and before.kind == "number" and not before.amount < 0:
            view.cells["quantity"] = [before]
            view.times = True
            if after.kind == "number" and not _is_total_apart(view, piece, rest[place + 1 :]):
                view.cells["unit_price"] = [after]
                return [*rest[: place - 1], *rest[place + 2 :]]
            return [*rest[: place - 1], *rest[place + 1 :]]
    return [piece for piece in rest if piece.kind != "times"]


def _is_total_apart(view: View, times: Piece, rest: Sequence[Piece]) -> bool:
    """Whether what follows a sign of multiplication is no price but the line's total, in a column far off:
    "Two coats, 2 x      2,860.00".
    """
    numbers = [piece for piece in rest if piece.kind == "number"]
    named = any(piece.kind == "text" and has_word(piece.text) for piece in view.row.pieces)
    return named and len(numbers) == 1 and numbers[0].strong and rest[0].x0 - times.x1 > _APART * view.row.em


def _tidy(view: View) -> None:
    """One number in a column of numbers; a number beside a name belongs to the name."""
    for role in ("quantity", "unit_price", "discount", "vat_rate", "total"):
        found = [piece for piece in view.cells.get(role, ()) if piece.kind in {"number", "percent"}]
        if role in view.cells:
            view.cells[role] = found[:1]
            if not found:
                del view.cells[role]
    if "description" in view.cells:
        view.cells["description"].sort(key=lambda piece: piece.x0)


def _mark_noise(views: Sequence[View], em: float) -> None:
    """Texts that stand outside the column of descriptions are no further lines of one."""
    numbered = ("total", "quantity", "unit_price")
    lefts = [
        view.cells["description"][0].x0
        for view in views
        if view.has("description") and any(view.has(role) for role in numbered)
    ]
    left = median(lefts) if lefts else None
    for view in views:
        if any(view.has(role) for role in numbered):
            continue
        if not view.cells:
            view.is_noise = True
        elif left is not None and view.has("description"):
            x0 = view.cells["description"][0].x0
            view.is_noise = not left - em <= x0 <= left + _INDENTED * em


def _mark_payments(views: Sequence[View], columns: Sequence[Column], used: Collection[int]) -> None:
    """Rows whose only number stands under another caption (credit, balance) are no part of a line above."""
    for column in columns:
        if not column.named or column.is_text or id(column) in used:
            continue
        for index, cell in column.cells.items():
            view = views[index]
            counted = any(view.has(role) for role in ("total", "quantity", "unit_price"))
            if not counted and any(piece.kind == "number" for piece in cell):
                view.is_noise = True


def _keep_sums(views: Sequence[View]) -> None:
    """Where totals have two places, a whole number below them is none: "Page 1 of 3"."""
    totals = [view.total for view in views if view.total is not None]
    if 2 * sum(total.strong for total in totals) >= len(totals):
        for view in views:
            counted = view.has("unit_price") and view.has("quantity")
            if view.total is not None and not view.total.strong and not counted:
                del view.cells["total"]
                view.is_noise = True


def free_views(rows: Sequence[Row]) -> list[View]:
    """``rows`` of a table without heading, as receipts have it; empty where no column of totals is seen."""
    edge = _edge_of_totals(rows)
    if edge is None:
        return []
    views = []
    for row in rows:
        view = View(row)
        pieces = _without_times(view, row.pieces, counted=False)
        reach = _SAME_EDGE * row.em
        total = next((p for p in pieces[::-1] if _is_sum(p) and abs(p.x1 - edge) <= reach), None)
        total = total or _ragged(pieces, edge, row.em)
        if total is not None:
            view.cells["total"] = [total]
        for piece in pieces:
            if piece.kind == "text" and (total is None or piece.x0 < total.x0):
                view.cells.setdefault("description", []).append(piece)
            elif piece is not total and piece.kind != "times" and (total is None or piece.x1 <= total.x0):
                view.loose.append(piece)
        if len(pieces) == 1 and total is None and is_code(pieces[0].text):
            view.cells, view.loose = {"code": [pieces[0]]}, []
        views.append(view)
    return views


def _ragged(pieces: Sequence[Piece], edge: float, em: float) -> Piece | None:
    """The sum that ends a row with a name, near the others: some printers set it unevenly."""
    last = pieces[-1] if pieces else None
    if last is None or not _is_sum(last) or abs(last.x1 - edge) > _RAGGED * em:
        return None
    return last if any(piece.kind == "text" and has_word(piece.text) for piece in pieces) else None


def _is_sum(piece: Piece) -> bool:
    return piece.kind == "number" and piece.strong


def _edge_of_totals(rows: Iterable[Row]) -> float | None:
    """The right edge at which most rows end in a sum; of nearly equal ones the rightmost."""
    edges = sorted((piece.x1, row.em) for row in rows for piece in row.pieces if _is_sum(piece))
    clusters: list[list[float]] = []
    for x1, em in edges:
        if clusters and x1 - clusters[-1][-1] <= _SAME_EDGE * em / 2:
            clusters[-1].append(x1)
        else:
            clusters.append([x1])
    if not clusters:
        return None
    most = max(map(len, clusters))
    return median(next(c for c in reversed(clusters) if len(c) >= _CLOSE_TO_MOST * most))

"""Article numbers in the column of names: alone beside the figures, or before each name.

A code repeats a shape, a name does not: "R03 Soup", "N22 Noodles", "B02 Egg" begin with codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from paperformer.fields.tables.cell_texts import has_word, is_code, is_day
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.view import View

_ALONE = re.compile(r"(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z./_-]{3,}")
_LETTERS_FIRST = re.compile(r"[A-Z]{1,4}[-/]?[0-9]{1,6}")  # "500ML" is a size
_NUMBER = re.compile(r"[0-9]{5,}")
_LONG_NUMBER = 6  # digits from which a number before one name is that of its article
_FEWEST, _MOST = 3, 0.8  # rows whose names begin with a code of one shape, and their part of all


_FIGURES = ("total", "quantity", "unit_price")


def part_codes(views: Sequence[View], *, headed: bool) -> None:
    """Move article numbers out of the cells of names, where no column of their own has them.

    Args:
        views: The rows of a table; their cells are changed.
        headed: Whether captions told the columns: only there does a code stand alone among the names.
    """
    rows = [view for view in views if view.has("description") and _has_figures(view)]
    rows = rows or [view for view in views if view.has("description")]
    if not rows or any(view.has("code") for view in views):
        return
    alone = [view for view in rows if headed and _is_alone(view.cells["description"])]
    named = sum(view.named for view in views if not _has_figures(view))
    if alone and 2 * len(alone) >= len(rows) and 2 * named >= len(alone):
        for view in alone:
            view.cells["code"] = view.cells.pop("description")
        return
    for view in rows if headed else ():
        _take_number_before(view)
    heads = [_head(view.cells["description"][0]) for view in rows]
    for shape, count in Counter(shape for shape, _ in filter(None, heads)).items():
        codes = {head[1] for head in heads if head is not None and head[0] == shape}
        if _is_of_articles(shape, codes, count, len(rows)):
            for view, head in zip(rows, heads, strict=True):
                if head is not None and head[0] == shape:
                    _part(view)


def names_below_codes(views: Sequence[View]) -> None:
    """Take names out of a column of article numbers, below each of which one stands: "Code / name".

    Args:
        views: The rows of a table with a heading; their cells are changed.
    """
    if any(view.has("description") for view in views if _has_figures(view)):
        return
    for view in views:
        cell = view.cells.get("code", ())
        if not _has_figures(view) and any(has_word(piece.text) and not is_code(piece.text) for piece in cell):
            view.cells["description"] = [*view.cells.pop("code"), *view.cells.get("description", ())]


def _has_figures(view: View) -> bool:
    return any(map(view.has, _FIGURES))


def _take_number_before(view: View) -> None:
    """A long number of no column left of a name is that of its article."""
    name, first = view.cells["description"][0], view.loose[0] if view.loose else None
    if first is not None and _NUMBER.fullmatch(first.text) and first.x1 <= name.x0:
        view.cells["code"], view.loose = [first], view.loose[1:]


def _is_alone(cell: Sequence[Piece]) -> bool:
    """Whether a cell is one word that looks like a code."""
    (first, *others) = cell
    return (
        not others
        and _ALONE.fullmatch(first.text) is not None
        and not first.strong
        and not is_day(first.text)
    )


def _head(name: Piece) -> tuple[str, str] | None:
    """The shape and the text of the code that a name begins with."""
    code, _, rest = name.text.partition(" ")
    if name.kind != "text" or not has_word(rest) or len(name.words) < 2 or is_day(code):
        return None
    if _NUMBER.fullmatch(code):
        return "number", code
    return ("letters", code) if _LETTERS_FIRST.fullmatch(code) else None


def _is_of_articles(shape: str, codes: set[str], count: int, rows: int) -> bool:
    """Whether the heads of one shape are codes: all differ, and nearly all names have one."""
    if shape == "number":
        return min(map(len, codes)) >= _LONG_NUMBER or len(codes) >= max(2, _MOST * rows)
    return len(codes) == count >= max(_FEWEST, _MOST * rows)


def _part(view: View) -> None:
    name, *others = view.cells["description"]
    code, _, rest = name.text.partition(" ")
    step = (name.x1 - name.x0) / len(name.text)
    edge = name.x0 + step * len(code)
    view.cells["code"] = [replace(name, text=code, words=name.words[:1], x1=edge)]
    rest = rest.lstrip("-: ") or rest
    view.cells["description"] = [replace(name, text=rest, words=name.words[1:], x0=edge + step), *others]

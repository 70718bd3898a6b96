"""Article numbers in the column of names: alone beside the figures, or before each name.

A code repeats a shape, a name does not: "R03 Soup", "N22 Noodles", "B02 Egg" begin with codes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import compress

from paperformer.fields.tables.captions import CaptionReader, roles_of
from paperformer.fields.tables.cell_texts import has_word, is_code, is_day
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import RowReading

_ALONE = re.compile(r"(?=.*[0-9])[0-9A-Za-z][0-9A-Za-z./_-]{3,}")
_LETTERS_FIRST = re.compile(r"[A-Z]{1,4}[-/]?[0-9]{1,6}[A-Z]?")  # "500ML" is a size
_NUMBER, _SURE_NUMBER = re.compile(r"[0-9]{3,}"), re.compile(r"[0-9]{5,}")
_SHORT_NUMBER = 4  # digits up to which a number may be of a name: "100 Plus"
_LONG_NUMBER = 6  # digits from which a number before one name is that of its article
_FEWEST, _MOST = 3, 0.8  # rows whose names begin with a code of one shape, and their part of all


def with_codes_apart(rows: Sequence[RowReading], *, headed: bool) -> list[RowReading]:
    """The rows of a table with article numbers out of the cells of names, where no column of their own has
    them. Only where captions told the columns (``headed``) does a code stand alone among the names.
    """
    if any(row.has("code") for row in rows):
        return list(rows)
    figured = any(row.has("description") and row.has_figures for row in rows)
    is_told = [row.has("description") and (row.has_figures or not figured) for row in rows]
    readings = list(compress(rows, is_told))
    if headed and _stand_alone(readings, rows):
        return [_named_by_code(row) if of_line else row for row, of_line in zip(rows, is_told, strict=True)]
    shapes = _shapes_of_codes(readings, headed=headed)
    return [
        _code_apart(row, shapes, headed=headed) if of_line else row
        for row, of_line in zip(rows, is_told, strict=True)
    ]


def with_names_below_codes(rows: Sequence[RowReading]) -> list[RowReading]:
    """The rows of a table with a heading, the names out of the column of article numbers below each of which
    one stands: "Code / name".
    """
    if any(row.has("description") and row.has_figures for row in rows):
        return list(rows)
    return [
        row.with_cells(code=(), description=[*row.cell("code"), *row.cell("description")])
        if not row.has_figures and any(has_word(p.text) and not is_code(p.text) for p in row.cell("code"))
        else row
        for row in rows
    ]


def with_captioned_code(row: RowReading, captions: CaptionReader) -> RowReading:
    """A further row of a description that is an article number behind its caption: "SKU: CV-101"."""
    names = row.cell("description")
    if row.has_figures or row.has("code") or len(names) != 1 or len(row.row.lines) > 1:
        return row
    line, name = row.row.lines[0], names[0]
    tokens, hits = captions.read(line)
    if not hits or hits[0].first or not {"code"} <= roles_of(hits[0]) <= {"code", "position"}:
        return row
    code = line.text[tokens[hits[0].last].end :].strip(" :.#")
    if " " in code or not any(map(str.isdigit, code)) or not name.text.endswith(code):
        return row
    piece = replace(name, text=code, words=name.words[-1:])
    return replace(row.with_cells(code=[piece], description=()), captioned=True)


def _stand_alone(readings: Sequence[RowReading], rows: Sequence[RowReading]) -> bool:
    """Whether most names of the lines are codes, and names have rows of their own."""
    alone = sum(_is_alone(row.cell("description")) for row in readings)
    named = sum(row.named for row in rows if not row.has_figures)
    return alone > 0 and 2 * alone >= len(readings) and 2 * named >= alone


def _is_alone(cell: Sequence[Piece]) -> bool:
    """Whether a cell is one word that looks like a code."""
    (first, *others) = cell
    return not (others or first.strong or is_day(first.text)) and _ALONE.fullmatch(first.text) is not None


def _named_by_code(row: RowReading) -> RowReading:
    name = row.cell("description")
    if not _is_alone(name):
        return row
    titled = row.named and not row.has_figures
    return replace(row.with_cells(code=name, description=()), titled=titled)


def _shapes_of_codes(rows: Sequence[RowReading], *, headed: bool) -> frozenset[str]:
    """The shapes of what begins names and is the number of an article."""
    before = [_before_name(row) if headed else None for row in rows]
    heads = [
        head
        for row, number in zip(rows, before, strict=True)
        if (head := ("number", number.text) if number else _head(row.cell("description")[0])) is not None
    ]
    return frozenset(
        shape
        for shape, count in Counter(shape for shape, _ in heads).items()
        if _is_of_articles(shape, {code for other, code in heads if other == shape}, count, len(rows))
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
        shortest = min(map(len, codes))
        fewest = _FEWEST if shortest <= _SHORT_NUMBER else 2
        return shortest >= _LONG_NUMBER or len(codes) >= max(fewest, _MOST * rows)
    return len(codes) == count >= max(_FEWEST, _MOST * rows)


def _before_name(row: RowReading) -> Piece | None:
    """A number of no column that stands before the name."""
    first, name = row.loose[0] if row.loose else None, row.cell("description")[0]
    is_before = first is not None and first.x1 <= name.x0
    return first if is_before and first is not None and _NUMBER.fullmatch(first.text) else None


def _code_apart(row: RowReading, shapes: Collection[str], *, headed: bool) -> RowReading:
    """``row`` with the code before its name: a head of one of ``shapes``, or a long number of no column."""
    name, *others = row.cell("description")
    first = _before_name(row) if headed else None
    if first is not None and ("number" in shapes or _SURE_NUMBER.fullmatch(first.text)):
        row = row.taking("code", first)
    head = _head(name)
    if head is None or head[0] not in shapes:
        return row
    code, rest = name.first_word_apart()
    step = (name.x1 - name.x0) / len(name.text)
    edge, text = name.x0 + step * len(code.text), rest.text.lstrip("-: ") or rest.text
    return row.with_cells(
        code=[replace(code, x1=edge)], description=[replace(rest, text=text, x0=edge + step), *others]
    )

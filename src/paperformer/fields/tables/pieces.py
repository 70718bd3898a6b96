"""What a line segment prints, cut into pieces: numbers, percentages, multiplication signs, runs of text.

A name keeps the numbers inside it ("Screws M8 10 x 25 mm"): only those at either end of a segment are pieces
of their own, for a column too close to its neighbour makes one segment of two cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from paperformer.documents.model import Box
from paperformer.fields.page.layout import Line
from paperformer.fields.tables.cell_texts import is_in_cents, is_unit
from paperformer.fields.tables.figures import (
    DASHES,
    SIGNS_OF_TIMES,
    TIMES,
    Figure,
    PieceKind,
    opens_with_money,
    read_word,
)
from paperformer.fields.tables.piece import Piece, as_text
from paperformer.fields.values.reading import DecimalMark

_GROUP = re.compile(r"[0-9]{3}(?:[.,][0-9]{2,4})?(?:[.,][-–]{1,2})?")  # also "6 200,-"
_GROUP_HEAD = re.compile(r"-?[0-9]{1,3}")
_GROUP_GAP = 0.75  # heights of a line: a space inside a number is no wider
_GROUP_DIGITS = 3
_TAX_CODE = re.compile(r"[A-KM-Z]")  # behind a sum: 12.50 T; but 41.37 L are litres
_DURATION = re.compile(r"([0-9]{1,3}):([0-5][0-9])")
_TYPED_GAP = 1.25  # that of a typewriter's letters, where cents are told by a comma
_CENTS = re.compile(r"[0-9]{3},[0-9]{2}")
_THIN = 0.1  # of these, what a 1 leaves free of its place
_GLUED = re.compile(r"([0-9]{1,5}(?:[.,][0-9]{1,3})?)([^\W\d_]{1,6}[²³]?\.?)")
_GLUED_PRODUCT = re.compile(
    r"(?P<count>[0-9]{1,4}(?:[.,][0-9]{1,3})?)(?P<unit>[^\W\d_]{1,4})(?P<times>" + TIMES + ")"
    r"(?P<price>[0-9]{1,6}[.,][0-9]{2})(?:[^\W\d_]{0,3}(?:/[^\W\d_]{1,4})?)"
)
_DOTS = re.compile(r"[.·…]+")  # they lead from a name to its sum
_AT_EDGE = 0.45  # heights from the left edge of a column where one of its cells begins


class Numerals(NamedTuple):
    """How a document prints its numbers.

    Args:
        mark: Its decimal mark.
        spaced: Whether a space may set thousands apart: 2 150,00.
        whole: Whether its money has no cents, as forints have none.
    """

    mark: DecimalMark | None
    spaced: bool
    whole: bool


def pieces_of(line: Line, numerals: Numerals, height: float, edges: Sequence[float] = ()) -> list[Piece]:
    """The pieces of a line segment, left to right; signs of money are left out.

    A segment of two cells is cut at the left ``edges`` of columns. Its ``height`` is in parts of the page's
    width, as all that stands beside one another.
    """
    pieces: list[Piece] = []
    for first, last in _parts(line, edges, _AT_EDGE * height):
        tokens = _grouped(list(_tokens(line, first, last, numerals.mark)), height, numerals)
        tokens = _with_money(tokens, height)
        pieces += _with_text_joined(_with_units(_whole_units(tokens, height), height), line)
    return pieces


def numbers_of(line: Line, numerals: Numerals, height: float) -> list[Piece]:
    """Every number and percentage of a line segment, those inside a text too."""
    tokens = _grouped(list(_tokens(line, 0, len(line.words), numerals.mark)), height, numerals)
    return [token for token in tokens if token.kind in {"number", "percent"}]


def figures_of(line: Line, numerals: Numerals, height: float) -> list[Piece]:
    """Every number of a line segment, with a unit glued to it ("61.38L") or behind it ("189.9 c/L")."""
    tokens = _grouped(list(_tokens(line, 0, len(line.words), numerals.mark)), height, numerals)
    figures: list[Piece] = []
    for token, following in zip_longest(_with_money(tokens, height), tokens[1:]):
        number = glued_number(token, numerals.mark)
        if number.kind != "number":
            continue
        is_unit_of = following is not None and following.kind == "text" and is_unit(following.text)
        figures.append(as_counted(number, following) if is_unit_of and not number.unit else number)
    return figures


def glued_number(word: Piece, mark: DecimalMark | None) -> Piece:
    """A word like "10pcs" as a number with a unit; any other piece as it is."""
    glued = _GLUED.fullmatch(word.text) if word.kind == "text" else None
    if glued is None or not is_unit(glued[2]):
        return word
    (figure,) = read_word(glued[1], mark)
    if figure.kind != "number":
        return word
    edge = word.x0 + (word.x1 - word.x0) * len(glued[1]) / len(word.text)
    return replace(
        word, kind="number", value=figure.value, amount=float(figure.value), unit=glued[2], number_x1=edge
    )


def _parts(line: Line, edges: Sequence[float], reach: float) -> Iterator[tuple[int, int]]:
    """The runs of words, as (first, one after the last), that the columns' edges cut a segment into."""
    words, first = line.words, 0
    if edges:
        for index in range(1, len(words)):
            x = words[index].box.x0
            if any(abs(x - edge) <= reach for edge in edges):
                yield first, index
                first = index
    yield first, len(words)


def _tokens(line: Line, first: int, last: int, mark: DecimalMark | None) -> Iterator[Piece]:
    """Each word as a piece; a word like ``2x``, ``x3.50`` or ``2@3.50`` as several that share its width."""
    for index in range(first, last):
        text, box, place = line.words[index].text, line.words[index].box, (line.first + index,)
        if _DOTS.fullmatch(text):
            continue
        if (product := _GLUED_PRODUCT.fullmatch(text)) and is_unit(product["unit"]):
            yield from _of_product(product, place, box, mark)
            continue
        figures = read_word(text, mark)
        if len(figures) == 1:
            piece = _piece(figures[0], place, text, box.x0, box.x1)
            yield replace(piece, money_x0=box.x0) if opens_with_money(text) else piece
            continue
        cut = next(at for at, letter in enumerate(text) if letter in SIGNS_OF_TIMES)
        parts = [part for part in (text[:cut], text[cut], text[cut + 1 :]) if part]
        step, start = box.width / len(text), 0
        for figure, part in zip(figures, parts, strict=True):
            x0, start = box.x0 + start * step, start + len(part)
            yield _piece(figure, place, part, x0, box.x0 + start * step)


def _of_product(
    product: re.Match[str], place: tuple[int, ...], box: Box, mark: DecimalMark | None
) -> Iterator[Piece]:
    """A word that prints quantity, unit and price, "0,452kg*129,00kr/kg", as pieces that share its width."""
    step = box.width / len(product.string)
    for part in ("count", "times", "price"):
        start, end = product.span(part)
        text = product[part]
        (figure,) = read_word(text, mark)
        piece = _piece(figure, place, text, box.x0 + start * step, box.x0 + end * step)
        if part == "count":
            piece = replace(piece, text=text + product["unit"], unit=product["unit"], number_x1=piece.x1)
        yield piece


def _piece(figure: Figure, words: tuple[int, ...], text: str, x0: float, x1: float) -> Piece:
    kind, value, strong = figure
    return Piece(kind, words, text, x0, x1, value, float(value) if value else 0.0, strong)


def _grouped(tokens: list[Piece], height: float, numerals: Numerals) -> list[Piece]:
    """``tokens`` with thousands that a space sets apart made one number, and "25 %" one percentage."""
    joined: list[Piece] = []
    for token in tokens:
        before = joined[-1] if joined else None
        typed = _TYPED_GAP if _is_typed(token.text, numerals) else _GROUP_GAP
        if before is not None and _is_behind(before, token, height, typed):
            if token.text == "%":
                value = before.text.replace(",", ".")
                joined[-1] = _merged(before, token, "percent", value, strong=False)
                continue
            if numerals.spaced and _GROUP.fullmatch(token.text) and _GROUP_HEAD.fullmatch(_head(before.text)):
                digits = (before.text + token.text).replace(" ", "").rstrip("-–").rstrip(".,")
                whole, _, places = digits.replace(",", ".").partition(".")
                value = f"{whole}.{places or '00'}"
                joined[-1] = _merged(
                    before, token, "number", value, strong=len(places) == 2 or token.text.endswith(("-", "–"))
                )
                continue
        joined.append(token)
    return joined


def _with_money(tokens: Sequence[Piece], height: float) -> list[Piece]:
    """``tokens`` whose numbers know where the sign of money before them begins: "CHF 880.00"."""
    return [
        replace(token, money_x0=before.x0)
        if before.kind == "money" and token.kind == "number" and token.x0 - before.x1 <= _GROUP_GAP * height
        else token
        for before, token in zip([*tokens[:1], *tokens], tokens, strict=False)
    ]


def _is_typed(text: str, numerals: Numerals) -> bool:
    """Whether a group of digits can but end a number, so that the space before it may be a typewriter's."""
    if numerals.whole:
        return text.isdigit() and len(text) == _GROUP_DIGITS
    return numerals.mark == "," and _CENTS.fullmatch(text) is not None


def _with_units(tokens: Sequence[Piece], height: float) -> list[Piece]:
    """``tokens`` with units joined to the numbers before them, where no name stands beside them.

    "24 m", "31 Std. à 68,00 EUR/Std.", "1:35 h"; but the 18 mm of "Copper pipe 18 mm" are its name's.
    """
    joined: list[Piece] = []
    for place, token in enumerate(tokens):
        before = joined[-1] if joined else None
        following = tokens[place + 1].kind if place + 1 < len(tokens) else "end"
        if before is not None and token.kind == "text" and following != "text" and is_unit(token.text):
            counted = _as_duration(before) if before.kind == "text" else before
            if counted is not None and not counted.unit and _is_behind(counted, token, height, _TYPED_GAP):
                times = following == "times" or _is_multiplied(joined)
                if not times and counted.strong and _TAX_CODE.fullmatch(token.text):
                    continue
                if times or not any(piece.kind == "text" for piece in joined[:-1]):
                    joined[-1] = as_counted(counted, token)
                    continue
        joined.append(token)
    return joined


def _whole_units(tokens: Sequence[Piece], height: float) -> list[Piece]:
    """``tokens`` with units of two words behind a number made one: "10 sq ft"."""
    joined: list[Piece] = []
    for token in tokens:
        if [piece.kind for piece in (*joined[-2:], token)] == ["number", "text", "text"]:
            unit = as_text([joined[-1], token])
            if token.x0 - joined[-1].x1 <= _TYPED_GAP * height and is_unit(unit.text):
                joined[-1] = unit
                continue
        joined.append(token)
    return joined


def _is_multiplied(pieces: Sequence[Piece]) -> bool:
    """Whether ``pieces`` end in a price behind a sign of multiplication and a quantity with a unit."""
    return len(pieces) > 2 and pieces[-2].kind == "times" and bool(pieces[-3].unit)


def _as_duration(piece: Piece) -> Piece | None:
    """A text of hours and minutes as the number of hours."""
    match = _DURATION.fullmatch(piece.text)
    if match is None:
        return None
    hours = int(match[1]) + int(match[2]) / 60
    return replace(piece, kind="number", value=f"{hours:.4f}", amount=hours)


def as_counted(number: Piece, unit: Piece) -> Piece:
    """A number with what it counts; a price in hundredths ("28,15 ct/kWh") is one of whole money then."""
    words, text = (*number.words, *unit.words), f"{number.text} {unit.text}"
    joined = replace(number, words=words, text=text, x1=unit.x1, unit=unit.text, number_x1=number.x1)
    if not is_in_cents(unit.text):
        return joined
    amount = number.amount / 100
    return replace(joined, value=f"{amount:.6f}".rstrip("0"), amount=amount, strong=False)


def _is_behind(number: Piece, token: Piece, height: float, widest: float = _GROUP_GAP) -> bool:
    """Whether but a space is between a number and what follows; behind a 1, which is thin, it looks wider."""
    gap = widest + (_THIN if number.text.endswith("1") else 0.0)
    return number.kind == "number" and token.x0 - number.x1 <= gap * height


def _head(text: str) -> str:
    """The first group of digits of a number with spaces: every further one may follow it."""
    return text.replace(" ", "")[-3:] if " " in text else text


def _merged(before: Piece, token: Piece, kind: PieceKind, value: str, *, strong: bool) -> Piece:
    text = f"{before.text} {token.text}"
    words = (*before.words, *token.words)
    try:
        amount = float(value)
    except ValueError:  # "1.5 %" of a number with a currency: a text after all
        return Piece("text", words, text, before.x0, token.x1)
    return Piece(kind, words, text, before.x0, token.x1, value, amount, strong)


def _with_text_joined(tokens: Sequence[Piece], line: Line) -> list[Piece]:
    """``tokens`` with all from the first text to the last one made one piece."""
    texts = [
        index
        for index, token in enumerate(tokens)
        if token.kind == "text" or (0 < index < len(tokens) - 1 and token.text in DASHES)
    ]
    if texts:
        first, end = texts[0], texts[-1] + 1
        inner = tokens[first:end]
        words = tuple(dict.fromkeys(word for token in inner for word in token.words))
        text = " ".join(line.words[word - line.first].text for word in words)
        name = Piece("text", words, text, inner[0].x0, inner[-1].x1)
        tokens = [*tokens[:first], name, *tokens[end:]]
    return [token for token in tokens if token.kind != "money"]

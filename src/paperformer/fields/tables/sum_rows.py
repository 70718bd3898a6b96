"""Rows of totals, by the labels of sums that they print: what ends the lines of a purchase, or carries their
sum over to the next page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, repeat

from paperformer.fields.page.anchors import Anchor
from paperformer.fields.page.labels import Token, tokens_of
from paperformer.fields.page.layout import Line
from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.cell_texts import is_day, is_unit
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import Row, TableContext
from paperformer.fields.values.months import month_numbers

_SUMS = frozenset(
    {"total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "subtotal", "rounding", "tip"}
)
_SPARE_WORDS = 1  # of a row of totals that are no label: "Total USD", "Total goods"
_CARRIED_WORDS = 5  # of a row that carries a sum over, its label being one
_BEFORE_CARRIED = 1  # words before that label: "SEGUE - a riportare"
_HALF_CENT = 0.005
_COUNTED = 1.01
_BRACKETS = re.compile(r"\([^()]*\)")
_PRICE = re.compile(r"[.,][0-9]{2,}\W*$")
_FRACTION = re.compile(r"[.,][0-9]{3,}\W*$")


def ends_lines(row: Row, context: TableContext, *, first: bool) -> bool:
    """Whether ``row`` is one of totals, and does not sell what is called so: 3 "Extra days", 1 "Service".

    One times the total says something where the label names other things too, a word stands beside it, or
    the row is the ``first`` of its table: nothing is summed up there.
    """
    if is_day(row.lines[0].text):
        return False  # an entry of its day: "14/06/26  VAT 16% lodging  188.80"
    if _counts_goods(row, context):
        return any(piece.strong for piece in row.pieces) and not _multiplies(row)
    is_sum = any(
        _is_sum_line(line, context) and not (place and row.lines[place - 1].digits and is_unit(line.text))
        for place, line in enumerate(row.lines)
    )  # "92 | km" counts kilometres, and is no "km", the Estonian VAT
    if not is_sum:
        return False
    opening = [anchors[0] for _, anchors in _sums_of(row, context) if _is_sum(anchors[0])]
    is_thin = bool(opening) and all(map(_is_thin, opening))
    is_name = first or is_thin or says_more(row, context)
    return not _multiplies(row, fewest=0.0 if is_name else _COUNTED)


def has_sum(row: Row) -> bool:
    """Whether a row prints what may be a sum: no rate to six places ("Tasa 0.160000")."""
    return any(
        piece.kind != "text" and (piece.strong or not _FRACTION.search(piece.text)) for piece in row.pieces
    ) or any(_PRICE.search(word.text) for line in row.lines for word in line.words)


def is_sum_alone(row: Row | None) -> bool:
    """Whether a row prints numbers alone: the sum of the label above."""
    return row is not None and bool(row.digits) and all(piece.kind == "number" for piece in row.pieces)


def without_carried(rows: Sequence[Row], context: TableContext) -> list[Row]:
    """``rows`` less those that carry a sum over from one page to the next, and those of dashes."""
    printed = (row for row in rows if any(map(str.isalnum, "".join(line.text for line in row.lines))))
    return [row for row in printed if not is_carried(row, context)]


def _counts_goods(row: Row, context: TableContext) -> bool:
    """Whether a row counts the goods of the lines above: "Total quantity: 470  465.34"."""
    _, hits = context.captions.read(row.lines[0])
    return any(hit.first == 0 and any(m.name == "counted" for m in hit.meanings) for hit in hits[:1])


def is_carried(row: Row, context: TableContext) -> bool:
    """Whether ``row`` carries a sum over; one that multiplies a price sells what is called so (transport)."""
    if _multiplies(row):
        return False
    _, found = context.captions.read(row.lines[0])
    hits = [hit for hit in found if any(meaning.name == "carried" for meaning in hit.meanings)]
    if not hits or hits[0].first > _BEFORE_CARRIED:
        return False
    return len(row.lines[0].words) - (hits[0].last - hits[0].first) <= _CARRIED_WORDS


def _multiplies(row: Row, fewest: float = 0.0) -> bool:
    """Whether ``row`` prints a price, of cents or their parts, between a number and their product.

    A discount, as a sum or a percentage, may stand before the product. The number is ``fewest`` at least, or
    below one: one times the total says little.
    """
    figures = [piece for piece in row.pieces if piece.kind in {"number", "percent"}]
    numbers = [piece for piece in figures if piece.kind == "number"]
    plain = zip(numbers, numbers[1:], repeat(None), numbers[2:], strict=False)
    reduced = zip(figures, figures[1:], figures[2:], figures[3:], strict=False)
    return any(_is_product(*four, fewest) for four in chain(plain, reduced))


def _is_product(quantity: Piece, price: Piece, discount: Piece | None, total: Piece, fewest: float) -> bool:
    if not total.strong or not _PRICE.search(price.text) or "percent" in {quantity.kind, price.kind}:
        return False
    count = quantity.amount
    if not (count >= fewest or 0 < count < 1):
        return False
    if discount is not None:
        return bool(discount.amount) and line_holds(quantity, price, total, discount) is True
    return abs(count * price.amount - total.amount) < _HALF_CENT


def opens_with_sum(row: Row, context: TableContext) -> bool:
    """Whether ``row`` begins with the label of a sum."""
    anchors = context.labels(row.lines[0])
    return bool(anchors) and anchors[0].hit.first == 0 and _is_sum(anchors[0])


def names_sum(row: Row, context: TableContext) -> bool:
    """Whether ``row`` names a sum or a tax anywhere but in brackets."""
    return any(_sums_of(row, context))


def says_more(row: Row, context: TableContext) -> bool:
    """Whether the label of a sum in ``row`` stands beside a word of none: the name of what it sums up."""
    return any(_spare_words(line, anchors) > 0 for line, anchors in _sums_of(row, context))


def _sums_of(row: Row, context: TableContext) -> Iterator[tuple[Line, Sequence[Anchor]]]:
    """The segments of a row that name a sum, anywhere in them but in brackets, with their labels."""
    for line in row.lines:
        anchors = context.labels(line)
        words = {token.start for token in _tokens(line)}
        if any(_is_sum(anchor) and anchor.start in words for anchor in anchors):
            yield line, anchors


def _is_sum_line(line: Line, context: TableContext) -> bool:
    """Whether the label of a sum opens a segment that says little else."""
    anchors = context.labels(line)
    is_label = bool(anchors) and _is_sum(anchors[0]) and anchors[0].hit.first == 0
    if not is_label or context.labelled.heads_table(line):
        return False
    return _spare_words(line, anchors) <= (0 if _is_thin(anchors[0]) else _SPARE_WORDS)


def _spare_words(line: Line, anchors: Sequence[Anchor]) -> int:
    """How many words of ``line`` are of none of its labels; what stands in brackets does not count."""
    texts = (token.text for token in _tokens(line))
    # No month: "Total due by September 2" has a date in it
    words = sum(len(text) > 1 and text.isalpha() and text not in month_numbers() for text in texts)
    return words - sum(anchor.hit.last - anchor.hit.first + 1 for anchor in anchors)


def _tokens(line: Line) -> list[Token]:
    """The words of a line that do not stand in brackets."""
    inside = [(m.start(), m.end()) for m in _BRACKETS.finditer(line.text)]
    return [t for t in tokens_of(line.text) if not any(a <= t.start < b for a, b in inside)]


def _is_thin(anchor: Anchor) -> bool:
    """Whether a label is a word that names other things too: "Cuota", "Summa"."""
    sums = [m for m in anchor.hit.meanings if m.kind == "field" and m.name in _SUMS]
    return all(meaning.strength != "plain" for meaning in sums)


def _is_sum(anchor: Anchor) -> bool:
    return any(meaning.kind == "field" and meaning.name in _SUMS for meaning in anchor.hit.meanings)

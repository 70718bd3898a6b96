"""Rows of totals, by the labels of sums that they print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.labels import Token, tokens_of
from paperformer.fields.layout import Line
from paperformer.fields.tables.rows import Row
from paperformer.fields.tables.units import is_unit
from paperformer.fields.values.months import month_numbers

_SUMS = frozenset(
    {"total_excl_vat", "total_vat", "total_incl_vat", "amount_due", "subtotal", "rounding", "tip"}
)
_SPARE_WORDS = 1  # of a row of totals that are no label: "Total USD", "Total goods"
_BRACKETS = re.compile(r"\([^()]*\)")


def is_sum_row(row: Row, labelled: Labelled) -> bool:
    """Whether ``row`` is one of totals: a label of a sum opens a segment that says little else."""
    return any(
        _is_sum_line(line, labelled) and not (place and row.lines[place - 1].digits and is_unit(line.text))
        for place, line in enumerate(row.lines)
    )  # "92 | km" counts kilometres, and is no "km", the Estonian VAT


def is_thin_sum(row: Row, labelled: Labelled) -> bool:
    """Whether all labels of sums that open segments of ``row`` name other things too."""
    opening = [found[0] for _, found in sums_of(row, labelled) if _is_sum(found[0])]
    return bool(opening) and all(map(_is_thin, opening))


def _is_sum_line(line: Line, labelled: Labelled) -> bool:
    found = labelled.by_line.get(line.index)
    if not found or not _is_sum(found[0]) or found[0].hit.first > 0 or labelled.heads_table(line):
        return False
    return _spare_words(line, found) <= (0 if _is_thin(found[0]) else _SPARE_WORDS)


def opens_with_sum(row: Row, labelled: Labelled) -> bool:
    """Whether ``row`` begins with the label of a sum."""
    found = labelled.by_line.get(row.lines[0].index)
    return found is not None and found[0].hit.first == 0 and _is_sum(found[0])


def _spare_words(line: Line, found: Sequence[Anchor]) -> int:
    """How many words of ``line`` are of none of its labels; what stands in brackets does not count."""
    return sum(_is_word(token.text) for token in _tokens(line)) - sum(
        a.hit.last - a.hit.first + 1 for a in found
    )


def says_more(row: Row, labelled: Labelled) -> bool:
    """Whether the label of a sum in ``row`` stands beside a word of none: the name of what it sums up."""
    return any(_spare_words(line, found) > 0 for line, found in sums_of(row, labelled))


def sums_of(row: Row, labelled: Labelled) -> Iterator[tuple[Line, Sequence[Anchor]]]:
    """The segments of a row that name a sum, anywhere in them but in brackets, with their labels."""
    for line in row.lines:
        found = labelled.by_line.get(line.index, ())
        words = {token.start for token in _tokens(line)}
        if any(_is_sum(anchor) and anchor.start in words for anchor in found):
            yield line, found


def _tokens(line: Line) -> list[Token]:
    """The words of a line that do not stand in brackets."""
    inside = [(m.start(), m.end()) for m in _BRACKETS.finditer(line.text)]
    return [t for t in tokens_of(line.text) if not any(a <= t.start < b for a, b in inside)]


def _is_word(text: str) -> bool:
    """Whether ``text`` is a word, and no month: "Total due by September 2" has a date in it."""
    return len(text) > 1 and text.isalpha() and text not in month_numbers()


def _is_thin(anchor: Anchor) -> bool:
    """Whether a label is a word that names other things too: "Cuota", "Summa"."""
    sums = [m for m in anchor.hit.meanings if m.kind == "field" and m.name in _SUMS]
    return all(meaning.strength != "plain" for meaning in sums)


def _is_sum(anchor: Anchor) -> bool:
    return any(meaning.kind == "field" and meaning.name in _SUMS for meaning in anchor.hit.meanings)

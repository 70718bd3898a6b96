"""Customers' numbers under a heading that names the customer only: "Client", "Klant", "Account"."""

from __future__ import annotations

from collections.abc import Iterator

from paperformer.fields.anchored import values_at
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.cells import CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.labels import Meaning
from paperformer.fields.layout import Line

_NUMBER = "customer_number"
_TRUST = 0.9  # of that in a label of the field itself
_HEADS, _HEAD_WORDS = 3, 4  # of a row of headings, and of each of them
_LEAST_FIELDS = 2  # other headings of the row that name fields: a line table has none
# One of these is enough.
_NUMBERED = frozenset({"contract_number", "customer_number", "order_number", "receiver_order_number"})
_ACCOUNTS = frozenset({"account", "acct", "a/c"})  # a bank's too, but not beside an order's


def find_customer_columns(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """Numbers alone in their cell, below a heading "Client" in a row of headings over one of values."""
    seen: set[int] = set()
    for anchor in labelled.anchors:
        if anchor.line.index in seen or not _names_customer(anchor) or not _in_heads(anchor.line, labelled):
            continue
        seen.add(anchor.line.index)
        languages = frozenset(code for one in anchor.hit.meanings for code in one.languages)
        meaning = Meaning("field", _NUMBER, "plain", languages)
        for one in values_at(anchor, meaning, "number", labelled, reader):
            cell = labelled.layout.line_of(one.reading.words[0])
            is_alone = cell is not anchor.line and len(one.reading.words) == len(cell.words)
            if is_alone and not one.reading.weak:  # no date
                reading = one.reading
                score = one.score * _TRUST
                yield Finding(_NUMBER, reading.words, reading.text, reading.parsed, score, "column")


def _names_customer(anchor: Anchor) -> bool:
    return anchor.alone and (_is_account(anchor.line) or _names_receiver(anchor))


def _is_account(line: Line) -> bool:
    return line.text.strip(" .:").lower() in _ACCOUNTS


def _names_receiver(anchor: Anchor) -> bool:
    return any(one.kind == "party" and one.name == "receiver" for one in anchor.hit.meanings)


def _in_heads(line: Line, labelled: Labelled) -> bool:
    """Whether ``line`` is one of a row of short headings, some of which name fields."""
    others = [*labelled.layout.left_of(line), *labelled.layout.right_of(line)]
    if any(one.digits or len(one.words) > _HEAD_WORDS for one in others):
        return False
    named = [_fields_of(one, labelled) for one in others]
    if _is_account(line):
        return any(one & _NUMBERED for one in named)
    is_row = len(others) + 1 >= _HEADS and sum(map(bool, named)) >= _LEAST_FIELDS
    return is_row or any(one & _NUMBERED for one in named)


def _fields_of(line: Line, labelled: Labelled) -> frozenset[str]:
    found = labelled.by_line.get(line.index, ())
    return frozenset(one.name for anchor in found for one in anchor.hit.meanings if one.kind == "field")

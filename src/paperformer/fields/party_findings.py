"""The findings that a party's block makes: its name, and its address below or behind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from paperformer.errors import ValueUnreadable
from paperformer.fields.blocks import Block, Row, is_company, text_of, words_of
from paperformer.fields.cells import Cell
from paperformer.fields.finding import Finding
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.values import parse_value

PARTS = re.compile(r"\s+[·•|–*~-]+\s+|\s*[·•|]\s*|,\s+|\s{3,}")
_STREET = 0.6  # of the trust in a name that looks like a street or a town
_CAPTION = re.compile(r":[\W\d_]*$")  # "Change:", "Till no: 9335", "Received: 10,00"
_CARD = re.compile(
    r"[0-9][*•]{3}|[*•xX]{4}[ -]?[0-9]{4}"
)  # "VISA (4*** **** 3306)", to which a sum was charged
_HOUSE = re.compile(r"[^\W\d_]\.? [0-9]{1,3} ?[A-Za-z]?$")
_TOWN = re.compile(r"(?:[A-Z]{1,2}-)?[0-9][0-9 -]{2,5}(?: ?[A-Z]{2})? [^\W\d_][^\d,]*")
_MOST_PARTS = 6  # of a name, between commas
PARTIES = {
    "receiver": ("receiver_name", "receiver_address"),
    "supplier": ("supplier_name", "supplier_address"),
}


def party_findings(party: str, block: Block, trust: float, rule: str) -> Iterator[Finding]:
    """Name and address that a block says; none where its first row is a caption or a card's number.

    Args:
        party: ``supplier`` or ``receiver``.
        block: The rows.
        trust: In the name; the address has a little less.
        rule: What found the block.
    """
    name_field, address_field = PARTIES[party]
    name = " ".join(map(text_of, block.name))
    if _CAPTION.search(name) or _CARD.search(name):
        return
    cut = _cut_line(block.name)
    if cut is not None:
        yield from text_finding(name_field, "name", [(cut[0],)], trust, rule)
        yield place_finding(address_field, cut[1], trust * 0.9, rule)
        return
    if name[:1].isdigit() or (has_postcode(name) and not is_company(name)):
        trust *= _STREET
    if _is_nameless(name, block):
        yield from text_finding(address_field, "address", (*block.name, *block.address), trust * 0.9, rule)
        return
    yield from text_finding(name_field, "name", block.name, trust, rule)
    if block.address:
        yield from text_finding(address_field, "address", block.address, trust * 0.9, rule)


def _is_nameless(name: str, block: Block) -> bool:
    """Whether a block begins with its street, as "Waalhaven Z.z. 44" right above "3088 HJ Rotterdam"."""
    towns = [_TOWN.fullmatch(text_of(row)) for row in block.address]
    return (
        len(towns) == 1 and towns[0] is not None and _HOUSE.search(name) is not None and not is_company(name)
    )


def _cut_line(rows: Sequence[Row]) -> tuple[Cell, Cell] | None:
    """Name and address of a party that stands on one line, "Acme Inc, PO Box 12, Dallas TX 75265"."""
    if len(rows) != 1 or len(rows[0]) != 1:
        return None
    (whole,) = rows[0]
    text = whole.line.text
    for mark in islice(PARTS.finditer(text, whole.start, whole.end), _MOST_PARTS):
        name, place = text[whole.start : mark.start()], text[mark.end() : whole.end]
        following = PARTS.search(place)
        # The address begins with the first part that has a number: "Smith, John, 12 High St, Leeds LS1 4AP".
        opens = following is not None and any(map(str.isdigit, place[: following.start()]))
        if any(map(str.isdigit, name)):
            return None
        if name.strip() and opens and has_postcode(place):
            return Cell(whole.line, whole.start, mark.start()), Cell(whole.line, mark.end(), whole.end)
    return None


def place_finding(field: str, cut: Cell, trust: float, rule: str) -> Finding:
    """An address on one line, its parts apart by commas or bars."""
    pieces = [piece.strip() for piece in PARTS.split(cut.text) if piece.strip()]
    return Finding(
        field, words_of([(cut,)]), cut.text, parse_value("address", "\n".join(pieces)), trust, rule
    )


def text_finding(field: str, kind: str, rows: Sequence[Row], trust: float, rule: str) -> Iterator[Finding]:
    """What ``rows`` print as a value of ``kind``, if it has letters."""
    printed = "\n".join(text_of(row) for row in rows)
    try:
        parsed = parse_value(kind, printed)
    except ValueUnreadable:
        return
    if sum(c.isalpha() for c in parsed.value) >= 2:
        yield Finding(field, words_of(rows), printed.replace("\n", " "), parsed, trust, rule)

"""The findings that a party's block makes: its name, and its address below or behind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperformer.errors import ValueUnreadable
from paperformer.fields.blocks import Block, Row, is_company, text_of, words_of
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.finding import Finding
from paperformer.fields.page.cells import Cell
from paperformer.fields.values import parse_value

PARTS = re.compile(r"\s+[·•|–*~-]+\s+|\s*[·•|]\s*|,\s+|\s{3,}")
_CAPTION = re.compile(r":[\W\d_]*$")  # "Change:", "Till no: 9335", "Received: 10,00"
_CARD = re.compile(
    r"[0-9][*•]{3}|[*•xX]{4}[ -]?[0-9]{4}"
)  # "VISA (4*** **** 3306)", to which a sum was charged
PARTIES = {
    "receiver": ("receiver_name", "receiver_address"),
    "supplier": ("supplier_name", "supplier_address"),
}


def party_findings(party: str, block: Block, rule: str, *traits: str) -> Iterator[Finding]:
    """Name and address that a block says; none where its first row is a caption or a card's number.

    Args:
        party: ``supplier`` or ``receiver``.
        block: The rows.
        rule: What found the block.
        traits: See ``Finding``.
    """
    name_field, address_field = PARTIES[party]
    name = " ".join(map(text_of, block.name))
    if _CAPTION.search(name) or _CARD.search(name):
        return
    traits = (party, *traits)
    if name[:1].isdigit() or (has_postcode(name) and not is_company(name)):
        traits = (*traits, "like a street")
    yield from text_finding(name_field, "name", block.name, rule, traits)
    if block.address:
        yield from text_finding(address_field, "address", block.address, rule, traits)


def place_finding(field: str, cut: Cell, rule: str) -> Finding:
    """An address on one line, its parts apart by commas or bars."""
    pieces = [piece.strip() for piece in PARTS.split(cut.text) if piece.strip()]
    return Finding(
        field, words_of([(cut,)]), cut.text, parse_value("address", "\n".join(pieces)), rule, ("address",)
    )


def text_finding(
    field: str, kind: str, rows: Sequence[Row], rule: str, traits: tuple[str, ...] = ()
) -> Iterator[Finding]:
    """What ``rows`` print as a value of ``kind``, if it has letters."""
    printed = "\n".join(text_of(row) for row in rows)
    try:
        parsed = parse_value(kind, printed)
    except ValueUnreadable:
        return
    if sum(c.isalpha() for c in parsed.value) >= 2:
        yield Finding(field, words_of(rows), printed.replace("\n", " "), parsed, rule, (kind, *traits))

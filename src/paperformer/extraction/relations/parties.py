"""The two parties are different ones, and a name is not a part of its address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paperformer.extraction.relations.relation import (
    Choice,
    Facts,
    Outcome,
    Relation,
    Seen,
    same_value,
    whether,
)
from paperformer.fields.countries.postcodes import has_postcode

_NAMES, _PLACES = ("supplier_name", "receiver_name"), ("supplier_address", "receiver_address")
_TAX_IDS = ("supplier_vat_number", "receiver_vat_number")
SAYS = {
    "parties_differ_in_tax_id": "the parties have different VAT numbers",
    "parties_differ_in_name": "the parties have different names",
    "parties_differ_in_address": "the parties have different addresses",
    "name_outside_address": "the name is not a part of the address",
    "address_with_postcode": "the address has a postcode",
    "tax_id_below_name": "the VAT number is in the block of its party's name",
    "tax_id_not_below_other_name": "the VAT number is not in the block of the other party's name",
    "address_below_name": "the address is in the block of its party's name",
    "address_not_below_other_name": "the address is not in the block of the other party's name",
}


def _different(name: str, fields: tuple[str, str]) -> Relation:
    def observe(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
        first, second = chosen
        if first is None or second is None:
            return ()
        same = same_value(first) == same_value(second) or set(first.words) & set(second.words)
        return (Seen(name, "fails"),) if same else ()

    return Relation(fields, observe)


def _name_in_address(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
    """A house or a street at the head of an address is no name above it."""
    name, address = chosen
    if name is None or address is None or not name.words or not set(name.words) < set(address.words):
        return ()
    return (Seen("name_outside_address", "fails"),)


def _with_postcode(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
    """An address goes on to its postcode and town."""
    (address,) = chosen
    return () if address is None else whether("address_with_postcode", has_postcode(address.text))


def _in_one_block(name: str, outcome: Outcome, fields: tuple[str, str]) -> Relation:
    """Letterheads and address fields print a party's name, address and numbers below one another."""

    def observe(chosen: Sequence[Choice], facts: Facts) -> Sequence[Seen]:
        first, second = chosen
        if first is None or second is None or not first.words or not second.words or not facts.blocks:
            return ()
        together = facts.blocks[first.words[0]] == facts.blocks[second.words[0]]
        return (Seen(name, outcome),) if together else ()

    return Relation(fields, observe)


def _blocks_of(fields: tuple[str, str], own: str, other: str) -> Iterator[Relation]:
    """What stands below a party's name is that party's."""
    for name, ours, theirs in zip(_NAMES, fields, reversed(fields), strict=True):
        yield _in_one_block(own, "holds", (name, ours))
        yield _in_one_block(other, "fails", (name, theirs))


PARTIES = (
    _different("parties_differ_in_tax_id", _TAX_IDS),
    _different("parties_differ_in_name", _NAMES),
    _different("parties_differ_in_address", _PLACES),
    *(Relation((place,), _with_postcode) for place in _PLACES),
    *(Relation(pair, _name_in_address) for pair in zip(_NAMES, _PLACES, strict=True)),
    *_blocks_of(_TAX_IDS, "tax_id_below_name", "tax_id_not_below_other_name"),
    *_blocks_of(_PLACES, "address_below_name", "address_not_below_other_name"),
)

"""How well names, addresses, countries and VAT numbers of the two parties agree; see ``agreement``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.extraction.factors import Choice, Factor, Heads, Judge, same_value
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.tax_id import country_of

PARTY_FIELDS = ("supplier_name", "receiver_name"), ("supplier_address", "receiver_address")
"""Names of the parties, and where they are."""
# VAT numbers that hold the firm's number in the register; a SIRET goes on from its SIREN.
_REGISTER_IN = {
    "NO": re.compile(r"NO([0-9]{9})(?:MVA)?"), "SE": re.compile(r"SE([0-9]{10})01"),
    "DK": re.compile(r"DK([0-9]{8})"), "FI": re.compile(r"FI([0-9]{8})"), "BE": re.compile(r"BE([0-9]{10})"),
    "FR": re.compile(r"FR[0-9A-Z]{2}([0-9]{9})"), "CZ": re.compile(r"CZ([0-9]{8})"),
    "HR": re.compile(r"HR([0-9]{11})"),
}  # fmt: skip
_ONE_FIRM = 1.5  # what it is worth that both are of one firm, and costs that they are not, by judgement
_WITHIN = 2.0  # what a name costs that is a part of its address


def party_groups(context: ValueContext, heads: Heads | None) -> list[list[Factor]]:
    """The factors of the parties: their numbers and countries, and their names and addresses.

    Args:
        context: What the document says about its values: its country speaks for candidates.
        heads: Whether a name stands at the head of an address; None where nobody knows.
    """
    numbers = [
        Factor(("supplier_vat_number", "receiver_vat_number"), _different(6.0)),
        Factor(("supplier_vat_number", "supplier_country"), _vat_country),
        Factor(("supplier_vat_number",), _vat_home(context.country)),
        Factor(("receiver_vat_number", "receiver_country"), _vat_country),
        Factor(("supplier_vat_number", "supplier_organisation_number"), _holds_register),
    ]
    names, places = PARTY_FIELDS
    blocks = [
        Factor(names, _different(2.0)),
        Factor(places, _different(2.0)),
        *(Factor((place,), _with_postcode) for place in places),
        *(Factor(pair, _beside_its_address) for pair in zip(names, places, strict=True)),
    ]
    if heads is not None:
        blocks += [Factor(pair, _of_block(heads, 1.0)) for pair in zip(names, places, strict=True)]
        blocks += [Factor(pair, _of_block(heads, -1.0)) for pair in zip(names, reversed(places), strict=True)]
    return [numbers, blocks]


def _of_block(heads: Heads, bonus: float) -> Judge:
    """A name stands at the head of its address, and not at that of the other party's."""

    def judge(chosen: Sequence[Choice]) -> float:
        name, address = chosen
        if name is None or address is None:
            return 0.0
        return bonus if heads(name, address) else 0.0

    return judge


def _beside_its_address(chosen: Sequence[Choice]) -> float:
    """A house or a street at the head of an address is no name above it."""
    name, address = chosen
    if name is None or address is None or not name.words:
        return 0.0
    return -_WITHIN if set(name.words) < set(address.words) else 0.0


def _with_postcode(chosen: Sequence[Choice]) -> float:
    """An address goes on to its postcode and town."""
    (address,) = chosen
    if address is None:
        return 0.0
    return 1.0 if has_postcode(address.text) else -1.0


def _different(penalty: float) -> Judge:
    """Two parties are not one."""

    def judge(chosen: Sequence[Choice]) -> float:
        first, second = chosen
        if first is None or second is None:
            return 0.0
        return (
            -penalty
            if same_value(first) == same_value(second) or set(first.words) & set(second.words)
            else 0.0
        )

    return judge


def _vat_country(chosen: Sequence[Choice]) -> float:
    """A VAT number begins with its owner's country more often than not.

    A buyer's country that nothing prints is told by its number or by the seller's country: no second witness.
    """
    number, country = chosen
    if country is None or (country.field == "receiver_country" and not country.words):
        return 0.0
    return _of_country(number, country.value)


def _vat_home(country: str | None) -> Judge:
    """The seller's VAT number is of the country that the document as a whole shows."""

    def judge(chosen: Sequence[Choice]) -> float:
        return _of_country(chosen[0], country)

    return judge


def _holds_register(chosen: Sequence[Choice]) -> float:
    """Where the VAT number is made of the number in the register, the seller's two are of one firm."""
    vat, register = chosen
    if vat is None or register is None:
        return 0.0
    held = _REGISTER_IN.get(vat.value[:2])
    if held is None or (own := held.fullmatch(vat.value)) is None:
        return 0.0
    digits = "".join(filter(str.isdigit, register.value))
    if len(digits) < len(own[1]) or any(map(str.isalpha, register.value.removeprefix(vat.value[:2]))):
        return 0.0  # of another register: HRB 1234
    return _ONE_FIRM if digits.startswith(own[1]) else -_ONE_FIRM


def _of_country(number: Choice, country: str | None) -> float:
    if number is None or not country:
        return 0.0
    given = country_of(number.value)
    return 0.0 if given is None else 0.5 if given == country else -0.2

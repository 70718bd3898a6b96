"""How well names, addresses, countries and VAT numbers of the two parties agree; see ``agreement``."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.extraction.factors import Choice, Factor, Judge, same_value
from paperformer.fields.postcodes import has_postcode
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.tax_id import country_of

PARTY_FIELDS = ("supplier_name", "receiver_name"), ("supplier_address", "receiver_address")
"""Names of the parties, and where they are."""
_WITHIN = 2.0  # what a name costs that is a part of its address


def party_groups(context: ValueContext) -> list[list[Factor]]:
    """The factors of the parties: their numbers and countries, and their names and addresses.

    Args:
        context: What the document says about its values: its country speaks for candidates.
    """
    numbers = [
        Factor(("supplier_vat_number", "receiver_vat_number"), _different(6.0)),
        Factor(("supplier_vat_number", "supplier_country"), _vat_country),
        Factor(("supplier_vat_number",), _vat_home(context.country)),
        Factor(("receiver_vat_number", "receiver_country"), _vat_country),
    ]
    names, places = PARTY_FIELDS
    blocks = [
        Factor(names, _different(2.0)),
        Factor(places, _different(2.0)),
        *(Factor((place,), _with_postcode) for place in places),
        *(Factor(pair, _beside_its_address) for pair in zip(names, places, strict=True)),
    ]
    return [numbers, blocks]


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


def _of_country(number: Choice, country: str | None) -> float:
    if number is None or not country:
        return 0.0
    given = country_of(number.value)
    return 0.0 if given is None else 0.5 if given == country else -0.2

"""The parties' countries where none is printed: whose VAT number and postcode, or else the seller's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from paperformer.fields.countries.postcodes import has_postcodes, read_postcode
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.tax_id import country_of

_BUYERS, _SELLERS = "receiver_country", "supplier_country"
_LEAST = 0.04  # probability of an address that is looked at
_ENOUGH = 0.5  # what those of one country have together, for it to be trusted in full
_NUMBER = 0.4  # probability from which a VAT number is the buyer's
_SELLERS_OWN = 0.5  # the same of the seller's address
_KNOWN = 0.3  # the same of a country
# Trust in a country by what tells it: a postcode that only it has, or has too as the seller's country or that
# of the buyer's number; the town's name; nothing that speaks against the seller's.
_FORM, _TOWN, _NOTHING = 0.7, 0.65, 0.5

_LETTERS = re.compile(
    r"(?<![^\W_])[A-Z]{1,2} ?[-–]? ?(?P<code>[0-9]{4,5}|[0-9]{2}-[0-9]{3}|[0-9]{3} [0-9]{2})\b"
)

_Inferred = tuple[str, float]  # a country, and how far it can be trusted


def unprinted_countries(
    proposed: Mapping[str, Sequence[Scored]], context: ValueContext, schema: Schema
) -> tuple[Scored, ...]:
    """Countries from the addresses that were found, where no country is printed at their end.

    Who writes to another country prints it, for the post asks for it: without one the buyer is in the
    seller's country, unless the address has the form of another's. The seller's country is told by the whole
    document; where that says too little a postcode that only one country has tells it.

    Args:
        proposed: Candidates by field: addresses, VAT numbers, and the countries that are printed.
        context: What the document says about its values.
        schema: The fields that there are.
    """
    sellers: Sequence[Scored] = ()
    if _SELLERS in schema and context.country is None and _likeliest(proposed, _SELLERS, _KNOWN) is None:
        places = proposed.get("supplier_address", ())
        sellers = _voted(_SELLERS, [(place, _country_of(_printed(place))) for place in places])
    printed = _likeliest(proposed, _BUYERS, _KNOWN)
    if _BUYERS not in schema or (printed is not None and printed.words):
        return tuple(sellers)
    with_sellers = {**proposed, _SELLERS: (*proposed.get(_SELLERS, ()), *sellers)}
    number, home = _numbers_country(proposed), _home(with_sellers, context)
    found = [
        (buyers_address, _country(_printed(buyers_address), number, home))
        for buyers_address in _buyers_addresses(proposed)
    ]
    return (*sellers, *_voted(_BUYERS, found))


def _buyers_addresses(proposed: Mapping[str, Sequence[Scored]]) -> list[Scored]:
    """What may be the buyer's address, each once, and is not likely the seller's: receipts name no buyer."""
    sellers = {
        candidate.value: candidate.probability
        for candidate in _once(proposed.get("supplier_address", ()))
        if candidate.probability >= _SELLERS_OWN
    }
    buyers = _once(proposed.get("receiver_address", ()))
    return [buyer for buyer in buyers if buyer.probability > sellers.get(buyer.value, 0.0)]


def _once(addresses: Sequence[Scored]) -> list[Scored]:
    """Of the candidates of one value the likeliest."""
    return list(
        {
            address.value: address for address in sorted(addresses, key=lambda address: address.probability)
        }.values()
    )


def _voted(field: str, found: Iterable[tuple[Scored, _Inferred | None]]) -> list[Scored]:
    """Candidates for ``field`` by what each likely address tells: those that differ in parts agree."""
    shares, trusts = dict[str, float](), dict[str, float]()
    for address, inferred in found:
        if inferred is not None and address.probability >= _LEAST:
            country, trust = inferred
            shares[country] = shares.get(country, 0.0) + address.probability
            trusts[country] = max(trusts.get(country, 0.0), trust)
    return [
        Scored(field, country, "", (), trusts[country] * min(1.0, share / _ENOUGH), "rule")
        for country, share in shares.items()
    ]


def _printed(address: Scored) -> str:
    """The value of ``address`` with its country's letters before the postcode, which only its print has."""
    letters = _LETTERS.search(address.text)
    if letters is None or letters[0] in address.value:
        return address.value
    before, code, behind = address.value.rpartition(letters["code"])
    return f"{before}{letters[0]}{behind}" if code else address.value


def _country_of(address: str) -> _Inferred | None:
    """The one country that has such postcodes as ``address``."""
    country = read_postcode(address).country
    return None if country is None else (country, _FORM)


def _country(address: str, number: str | None, home: str | None) -> _Inferred | None:
    """The country of a buyer's address and how far it can be trusted; None where its forms contradict.

    Args:
        address: Its parts with commas between them.
        number: Whose VAT number the buyer has.
        home: The seller's country.
    """
    postcode = read_postcode(address)
    is_italian = home == "IT" and home in postcode.possible  # "Milano MI 20121" looks like Michigan's
    if postcode.country is not None and not is_italian:
        return (postcode.country, _FORM) if number in {None, postcode.country} else None
    expected = number or postcode.town or home
    if expected is None:
        return None
    if expected in postcode.possible:
        return expected, _FORM if expected in {number, home} else _TOWN
    if not postcode.possible or not has_postcodes(expected):
        return expected, _FORM if number else _NOTHING
    return None


def _numbers_country(proposed: Mapping[str, Sequence[Scored]]) -> str | None:
    """Whose VAT number the buyer has."""
    number = _likeliest(proposed, "receiver_vat_number", _NUMBER)
    return None if number is None else country_of(number.value)


def _home(proposed: Mapping[str, Sequence[Scored]], context: ValueContext) -> str | None:
    """The seller's country."""
    country = _likeliest(proposed, _SELLERS, _KNOWN)
    return context.country if country is None else country.value


def _likeliest(proposed: Mapping[str, Sequence[Scored]], field: str, least: float) -> Scored | None:
    best = max(proposed.get(field, ()), key=lambda candidate: candidate.probability, default=None)
    return best if best is not None and best.probability >= least else None

"""Where no country is printed, the buyer's address and VAT number tell its country, with the seller's."""

from __future__ import annotations

import pytest

from paperformer.fields.countries.unprinted import unprinted_countries
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from paperformer.fields.values.reading import ValueContext

SURE, LIKELY, PERHAPS = 0.7, 0.65, 0.5


def buyers(
    *addresses: str, home: str | None = "DE", number: str | None = None, printed: str | None = None
) -> list[tuple[str, float]]:
    """The buyer's countries by its addresses, each of 0.9, and by what else tells them."""
    proposed = {"receiver_address": [Scored("receiver_address", a, a, (), 0.9, "model") for a in addresses]}
    if number is not None:
        proposed["receiver_vat_number"] = [
            Scored("receiver_vat_number", number, number, (), 0.8, "rule", checked=True)
        ]
    if printed is not None:
        proposed["receiver_country"] = [Scored("receiver_country", printed, printed, (7,), 0.8, "rule")]
    found = unprinted_countries(proposed, ValueContext(country=home), load_schema())
    return [(one.value, round(one.probability, 2)) for one in found if one.field == "receiver_country"]


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("12 route des Vins, 67140 Barr", "FR"),
        ("Am Anger 7, 99084 Erfurt", "DE"),
        ("Via Cantonale 17, 6928 Manno", "CH"),
        ("ул. Георги Бенковски 8, 4400 Пазарджик", "BG"),
        ("Str. Oituz nr. 44, 600266 Bacău", "RO"),
        ("12 Protea Crescent, Hilton, 3245", "ZA"),
        ("Viale Monza 4, Milano MI 20121", "IT"),
    ],
)
def test_the_buyer_is_in_the_sellers_country_where_its_postcode_may_be(address: str, home: str) -> None:
    assert buyers(address, home=home) == [(home, SURE)]


@pytest.mark.parametrize(
    ("address", "country"),
    [
        ("Brīvības iela 114, Liepāja, LV-3401", "LV"),
        ("18 Latimer Road, Oxford, OX3 7PF", "GB"),
        ("Rua Nova 9, 8125-301 Quarteira", "PT"),
    ],
)
def test_a_postcode_that_only_one_country_has_tells_it(address: str, country: str) -> None:
    assert buyers(address, home="DE") == [(country, SURE)]
    assert buyers(address, home=None) == [(country, SURE)]


def test_a_large_town_tells_the_country_of_a_postcode_that_several_have() -> None:
    assert buyers("Mariahilfer Straße 5, 1060 Wien", home="DE") == [("AT", LIKELY)]
    assert buyers("12 rue de la Paix, 75002 Paris", home="DE") == [("FR", LIKELY)]


def test_the_buyers_vat_number_tells_its_country() -> None:
    assert buyers("Dorfstraße 5, 4020 Traun", home="DE", number="ATU12345675") == [("AT", SURE)]


@pytest.mark.parametrize(
    ("address", "home", "number"),
    [
        ("Dorfstraße 5, 4553 Schlierbach", "DE", None),  # Austria or Switzerland
        ("18 Latimer Road, Oxford, OX3 7PF", "SE", "DE136695976"),
        ("Am Anger 7, 99195 Schloßvippach", None, None),
    ],
)
def test_nothing_is_said_where_the_forms_contradict_or_tell_too_little(
    address: str, home: str | None, number: str | None
) -> None:
    assert buyers(address, home=home, number=number) == []


def test_an_address_without_postcode_is_the_sellers_countrys_with_less_trust() -> None:
    assert buyers("1 Queen's Road Central", home="HK") == [("HK", PERHAPS)]


def test_a_printed_country_is_left_alone() -> None:
    assert buyers("Am Anger 7, 99084 Erfurt", printed="DE") == []


def test_no_address_no_country() -> None:
    assert buyers() == []


def test_addresses_of_little_likelihood_agree_on_their_country() -> None:
    proposed = {
        "receiver_address": [
            Scored("receiver_address", value, value, (), probability, "model")
            for value, probability in (("9300 Добрич", 0.1), ("Добрич", 0.05), ("9000 Варна", 0.05))
        ]
    }
    found = unprinted_countries(proposed, ValueContext(country="BG"), load_schema())
    assert [(c.field, c.value, round(c.probability, 2)) for c in found] == [
        ("receiver_country", "BG", round(SURE * 0.2 / 0.5, 2))
    ]


def test_the_sellers_own_postcode_tells_its_country_where_the_document_does_not() -> None:
    address = "31 Kandahar Street, Singapore 198888"
    proposed = {"supplier_address": [Scored("supplier_address", address, address, (), 0.9, "model")]}
    found = unprinted_countries(proposed, ValueContext(), load_schema())
    assert [(one.field, one.value) for one in found] == [("supplier_country", "SG")]
    assert unprinted_countries(proposed, ValueContext(country="SG"), load_schema()) == ()


def test_the_sellers_address_on_a_receipt_is_no_buyers() -> None:
    place = "Skolevej 35, 5561 København K"
    proposed = {
        "receiver_address": [Scored("receiver_address", place, place, (), 0.32, "rule")] * 2,
        "supplier_address": [Scored("supplier_address", place, place, (), 0.99, "model")],
    }
    assert unprinted_countries(proposed, ValueContext(country="DK"), load_schema()) == ()


@pytest.mark.parametrize(
    ("text", "value", "country"),
    [
        ("12, rue Gabriel Lippmann L-5365 Munsbach", "12, rue Gabriel Lippmann, 5365 Munsbach", "LU"),
        ("Rue du Milieu 31 CH-1400 Yverdon", "Rue du Milieu 31, 1400 Yverdon", "CH"),
        ("Kongensgade 4 DK-8600 Silkeborg", "Kongensgade 4, 8600 Silkeborg", "DK"),
    ],
)
def test_a_countrys_letters_tell_it_though_the_value_leaves_them_out(
    text: str, value: str, country: str
) -> None:
    address = Scored("receiver_address", value, text, (), 0.9, "model")
    proposed = {"receiver_address": [address]}
    found = unprinted_countries(proposed, ValueContext(country="DE"), load_schema())
    assert [(one.field, one.value) for one in found] == [("receiver_country", country)]

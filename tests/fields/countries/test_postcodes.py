"""A postcode tells its country where only one prints its postcodes so; else which ones it may be of."""

from __future__ import annotations

import time

import pytest

from paperformer.fields.countries.postcodes import has_postcodes, read_postcode


@pytest.mark.parametrize(
    ("address", "country"),
    [
        ("Brīvības iela 114, Liepāja, LV-3401", "LV"),
        ("Pramonės g. 4, LT-90112 Plungė", "LT"),
        ("Hauptplatz 3, A-8010 Graz", "AT"),
        ("Kungsgatan 175, SE-898 65 Uppsala", "SE"),
        ("18 Latimer Road, Oxford, OX3 7PF", "GB"),
        ("4 Hill Street, St Helier, JE2 4UA", "JE"),
        ("Ballyea, Ennis, Co. Clare, V95 XK31", "IE"),
        ("206 - 45810 Victoria Avenue, Chilliwack, BC V2P 2S6", "CA"),
        ("1820 Walnut Street, Portland, ME 04101", "US"),
        ("120 Marine Parade, Southport QLD 4215", "AU"),
        ("Dorpsstraat 12, 1234 AB Utrecht", "NL"),
        ("ul. Długa 4, 31-147 Kraków", "PL"),
        ("Rua Nova 9, 8125-301 Quarteira", "PT"),
        ("31 Kandahar Street, Singapore 198888", "SG"),
        ("Via Giovanni Bovio 22, 10136 Torino (TO)", "IT"),
    ],
)
def test_some_postcodes_only_one_country_prints_so(address: str, country: str) -> None:
    assert read_postcode(address).country == country


@pytest.mark.parametrize(
    ("address", "some", "none"),
    [
        ("Markt 12, 2300 Turnhout", {"BE", "AT", "CH", "DK"}, {"DE", "NL", "GB"}),
        ("12 rue des Fontaines, 91220 Brétigny", {"FR", "DE", "ES", "IT"}, {"BE", "CH", "GB"}),
        ("Storgatan 1, 111 22 Lund", {"SE", "CZ", "SK"}, {"NO", "DK"}),
        ("12 Protea Crescent, Hilton, 3245", {"ZA", "NZ"}, {"GB", "IE"}),
        ("Str. Oituz nr. 44, 600266 Bacău", {"RO"}, {"BG", "HU"}),
        ("Klettsvegur 1, 870 Vík", {"IS"}, {"NO", "DK"}),
    ],
)
def test_others_are_of_one_of_several(address: str, some: set[str], none: set[str]) -> None:
    postcode = read_postcode(address)

    assert postcode.country is None
    assert some <= postcode.possible
    assert none.isdisjoint(postcode.possible)


def test_the_name_of_a_large_town_says_whose_the_postcode_is() -> None:
    assert read_postcode("Mariahilfer Straße 5, 1060 Wien").town == "AT"
    assert read_postcode("Wiener Straße 5, 4020 Traun").town is None
    assert read_postcode("Rue de Vienne 5, 1060 Vienne").town is None


@pytest.mark.parametrize(
    "address",
    [
        "PO Box 20844",
        "218 Kingsland Road, London",
        "1820 Walnut Street",
        "1423-138 Robson Street",
        "12 O'Connell Street",
    ],
)
def test_house_numbers_and_boxes_are_no_postcodes(address: str) -> None:
    assert not read_postcode(address).possible


def test_there_are_countries_without_postcodes() -> None:
    assert has_postcodes("LV")
    assert has_postcodes("SE")
    assert not has_postcodes("HK")


def test_a_long_text_takes_no_long_time() -> None:
    begin = time.process_time()
    read_postcode("12345 Ab, AB-1 1234 " * 2000)
    assert time.process_time() - begin < 2.0


@pytest.mark.parametrize(("address", "country"), [
    ("New Quay, Burrin, Co. Clare", "IE"), ("2 Shore Road, Bangor, Co. Down", None),
    ("1 Pit Lane, Consett, County Durham", None),
])  # fmt: skip
def test_only_the_republics_counties_are_irelands(address: str, country: str | None) -> None:
    assert read_postcode(address).country == country

"""Units of measure become codes, and addresses are parted."""

from __future__ import annotations

import re

import pytest
import yaml

from paperformer.extraction.invoicing import units
from paperformer.extraction.invoicing.addresses import Address, part_address
from paperformer.extraction.invoicing.units import unit_code
from paperformer.fields.tables.cell_texts import is_unit


@pytest.mark.parametrize(
    ("printed", "language", "code"),
    [
        ("Stk.", "de", "H87"), ("pcs", "sv", "H87"), ("h", None, "HUR"), ("Std.", "de", "HUR"),
        ("kg", "fi", "KGM"), ("KG", None, "KGM"), ("m²", "fr", "MTK"), ("t", "fi", "HUR"), ("t", "en", "TNE"),
        ("t", None, None), ("st", "lv", "HUR"), ("st", "nl", "H87"), ("κιλά", "el", "KGM"),
        ("Fuhre", "de", None), ("C62", "de", "C62"),
        ("NAR", "no", "NAR"), ("nar", "no", None), ("TNE", "sv", "TNE"),
    ],
)  # fmt: skip
def test_a_printed_unit_has_a_code_where_its_language_tells(
    printed: str, language: str | None, code: str | None
) -> None:
    assert unit_code(printed, language) == code


def stored() -> dict[str, dict[str, list[str]]]:
    text = units.files("paperformer.extraction.invoicing").joinpath("units.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, list[str]]] = yaml.safe_load(text)["units"]
    return found


def test_no_unit_of_a_language_has_two_codes() -> None:
    seen: dict[tuple[str, str], str] = {}
    for code, languages in stored().items():
        assert re.fullmatch(r"[A-Z0-9]{2,3}", code)
        for language, printed in languages.items():
            assert re.fullmatch(r"[a-z]{2}|any", language)
            for unit in printed:
                assert seen.setdefault((language, unit), code) == code, (language, unit)


def test_units_that_tables_read_have_codes_and_few_others_do() -> None:
    """Units that only a code list would print (``kgm``) are the exception."""
    listed = [unit for languages in stored().values() for printed in languages.values() for unit in printed]
    unknown = {unit for unit in listed if not is_unit(unit)}
    assert len(unknown) < len(listed) / 10


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Waldweg 12, 92165 Stuttgart", Address(("Waldweg 12",), "Stuttgart", "92165")),
        ("156 61 Umeå", Address((), "Umeå", "156 61")),
        ("PRŮMYSLOVÁ 29\n956 43 BRNO", Address(("PRŮMYSLOVÁ 29",), "BRNO", "956 43")),
        ("ul. Polna 3, 00-950 Warszawa", Address(("ul. Polna 3",), "Warszawa", "00-950")),
        ("Lindelaan 115, 0553XZ TILBURG", Address(("Lindelaan 115",), "TILBURG", "0553XZ")),
        ("Lindelaan 115, 5223MB 's-Hertogenbosch", Address(("Lindelaan 115",), "'s-Hertogenbosch", "5223MB")),
        ("3 High Street, Hull, LF6 4HK", Address(("3 High Street",), "Hull", "LF6 4HK")),
        ("3 High Street, Hull LF6 4HK", Address(("3 High Street",), "Hull", "LF6 4HK")),
        ("Laugavegur 3, 101 Reykjavík", Address(("Laugavegur 3",), "Reykjavík", "101")),
        ("100 Main Street", Address(("100 Main Street",))),
        ("DK-7923 Kolding", Address((), "Kolding", "7923")),
        ("11 Sunset Blvd, Boulder, NC 86532", Address(("11 Sunset Blvd", "Boulder", "NC 86532"))),
        ("", Address(())),
    ],
)
def test_an_address_is_parted_where_its_form_tells(text: str, address: Address) -> None:
    assert part_address(text) == address


@pytest.mark.parametrize(
    ("printed", "lines"),
    [
        ("Main street 2, Building 4 54321 Big city", ("Main street 2, Building 4",)),
        ("Main street 2 Building 4 54321 Big city", ("Main street 2", "Building 4")),
    ],
)
def test_a_comma_that_is_printed_parts_no_lines(printed: str, lines: tuple[str, ...]) -> None:
    address = part_address("Main street 2, Building 4, 54321 Big city", printed)
    assert address == Address(lines, "Big city", "54321")

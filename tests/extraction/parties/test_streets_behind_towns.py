"""Hungarian addresses go on behind their town."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.extraction.parties.streets_behind_towns import with_streets
from paperformer.extraction.scored import Scored
from typed_page import candidate, mended, typed


def best(found: list[Scored]) -> Scored:
    return max(found, key=lambda one: one.probability)


@pytest.mark.parametrize(
    ("rows", "whole"),
    [
        (["6720 Szeged, Tisza Lajos krt. 55."], "6720 Szeged, Tisza Lajos krt. 55."),
        (["6720 Szeged", "Kossuth Lajos sugárút 8/A"], "6720 Szeged, Kossuth Lajos sugárút 8/A"),
        (["6720 Szeged,", "Fő utca 12. 2. em. 5. ajtó"], "6720 Szeged, Fő utca 12. 2. em. 5. ajtó"),
    ],
)
def test_the_street_stands_behind_the_town_or_below_it(rows: list[str], whole: str) -> None:
    page = typed("Tisza Pékség Kft.", *rows, "Adószám: 12345676-2-06")
    town = "6720 Szeged," if "," in rows[0] else "6720 Szeged"
    one = candidate(page, "supplier_address", town)._replace(value="6720 Szeged")
    found = best(mended(page, one)["supplier_address"])
    assert found.value == whole
    assert found.probability == 0.8


@pytest.mark.parametrize(
    "below", ["Adószám: 12345676-2-06", "Tel. 62 555 123", "Számla 2024/17", "Stephansplatz 4"]
)
def test_what_is_no_street_does_not_follow(below: str) -> None:
    page = typed("1010 Wien", below)
    found = mended(page, candidate(page, "supplier_address", "1010 Wien"))["supplier_address"]
    assert "1010 Wien" in {one.value for one in found}
    assert all("Adószám" not in one.value and "Számla" not in one.value for one in found)


def test_a_long_line_behind_a_town_takes_no_long_time() -> None:
    page = typed("6720 Szeged, " + "utca tér " * 4000)
    one = candidate(page, "supplier_address", "6720 Szeged,")
    start = process_time()
    with_streets([one], page.words, ())
    assert process_time() - start < 1.0


@pytest.mark.parametrize(
    ("town", "below"),
    [
        ("3011 Bern", "Besuch Park 2 12.50"),
        ("1000 Bruxelles", "Tickets Park 2 x 10,00"),
        ("1010 Wien", "Kino Sor 2"),
        ("6720 Szeged", "Kávé tér 2 12.50"),
    ],
)
def test_items_below_a_town_are_no_street(town: str, below: str) -> None:
    page = typed(town, below)
    one = candidate(page, "supplier_address", town)
    assert with_streets([one], page.words, ()) == [one]

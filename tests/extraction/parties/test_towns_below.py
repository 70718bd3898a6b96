"""An address that stops at its street goes on to the town below."""

import pytest

from paperformer.extraction.parties.towns_below import with_towns
from typed_page import Cells, candidate, typed


def whole(seen: str, *rows: Cells | str) -> list[str]:
    page = typed("Parker Jones", *rows)
    one = candidate(page, "receiver_address", seen)
    found = with_towns([one], page.words, ())
    return [other.value for other in sorted(found, key=lambda other: -other.probability)]


@pytest.mark.parametrize(
    ("street", "town"),
    [
        ("8/61 Esplanade", "SEMAPHORE SA 5019"),
        ("Shed No. 118, Phase II", "Surat - 394230"),
        ("Kirchplatz 3", "83512 Rott am Inn"),
    ],
)
def test_the_town_below_belongs_to_its_street(street: str, town: str) -> None:
    assert whole(street, street, town)[0] == f"{street}, {town}"


def test_an_address_with_its_postcode_stays() -> None:
    seen = "Kirchplatz 3 83512 Rott"
    assert whole(seen, "Kirchplatz 3", "83512 Rott", "10115 Berlin") == [seen]


@pytest.mark.parametrize(
    "row",
    [
        "Tel. 08039 904177",
        "HRB 12345 Ulm",
        "Rechnung 12345",
        "",
        [(40, "83512 Rott am Inn")],
        "Job 83512 of all that we were asked to do",
    ],
)
def test_what_is_no_town_below_is_left(row: Cells | str) -> None:
    assert whole("Kirchplatz 3", "Kirchplatz 3", row) == ["Kirchplatz 3"]

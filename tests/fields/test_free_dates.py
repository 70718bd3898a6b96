"""A place, a comma and a day on a line of their own are the day of a letter."""

import time

import pytest

from paperformer.fields.cells import CellReader
from paperformer.fields.free_dates import find_letter_dates
from paperformer.fields.layout import Layout
from paperformer.fields.values import ValueContext
from typed_page import typed


def days(*lines: str) -> list[str]:
    reader = CellReader(ValueContext(date_order="DMY"))
    return [one.parsed.value for one in find_letter_dates(Layout(typed(*lines)), reader)]


@pytest.mark.parametrize(
    "line",
    [
        "Amstetten, am 03.10.2027",
        "Rott am Inn, den 3. Oktober 2027",
        "Mézidon, le 03/10/2027",
        "Lausanne, le 3 octobre 2027",
        "Gdynia, 2027-10-03",
        "Bad Tölz, den 3.10.2027",
        "Olsztyn, dnia 03.10.2027 r.",
    ],
)
def test_the_day_behind_a_place_is_the_documents(line: str) -> None:
    assert days("Zieglbau GmbH", line) == ["2027-10-03"]


@pytest.mark.parametrize(
    "line",
    [
        "Lieferung, 03.10.2027 bis 05.10.2027",
        "am 03.10.2027",
        "Leistung vom 03.10.2027",
        "Hans Müller, 12.03.1965",
    ],
)
def test_what_is_no_place_and_day_is_none(line: str) -> None:
    assert days(line) == []


def test_only_the_first_counts() -> None:
    assert days("Wien, am 03.10.2027", "Graz, am 09.10.2027") == ["2027-10-03"]


def test_hostile_lines_take_no_time() -> None:
    started = time.perf_counter()
    days(*["A" * 59] * 400, *["ABCDEFGHIJ" * 5 + "XYZ.1"] * 400)
    assert time.perf_counter() - started < 2.0

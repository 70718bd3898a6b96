"""Periods whose first day leaves out the year, or year and month."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.short_ranges import first_day_before
from paperformer.fields.values import ValueContext
from typed_page import best, read, typed

AMERICAN = ValueContext(date_order="MDY", country="US", language="en")


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("Leistungszeitraum: 01.10. - 31.10.2024", "2024-10-01", "2024-10-31"),
        ("Leistungszeitraum 1.10.-31.10.2024", "2024-10-01", "2024-10-31"),
        ("Leistungszeitraum: 1. - 31.10.2024", "2024-10-01", "2024-10-31"),
        ("Période : 01/10 au 31/10/2024", "2024-10-01", "2024-10-31"),
        ("Period: 1 Oct - 31 Oct 2024", "2024-10-01", "2024-10-31"),
        ("Billing period: Oct 1 to Nov 2, 2024", "2024-10-01", "2024-11-02"),
        ("Abrechnungszeitraum: 15.12. bis 14.01.2025", "2024-12-15", "2025-01-14"),
        ("Period: 10-01 - 2024-10-31", "2024-10-01", "2024-10-31"),
        ("Billing period: 1 Oct 24 - 31 Oct 24", "2024-10-01", "2024-10-31"),
        ("Miete vom 1.10. - 31.10.2024", "2024-10-01", "2024-10-31"),
        ("Periodo: 5 settembre al 4 ottobre 2024", "2024-09-05", "2024-10-04"),
        ("Objekt 41, Treppenhaus, Ausführung 26.08.–13.09.2024", "2024-08-26", "2024-09-13"),
        ("Arbete utfört 22 september – 3 oktober 2025 enligt er beställning.", "2025-09-22", "2025-10-03"),
        ("To services at the above address, 28th–30th April 2025:", "2025-04-28", "2025-04-30"),
    ],
)
def test_the_last_day_tells_what_the_first_leaves_out(line: str, start: str, end: str) -> None:
    found = best(typed(line))
    assert (found["period_start"], found["period_end"]) == (start, end)


def test_the_country_tells_which_number_is_the_month() -> None:
    found = best(typed("Flight dates: 10/05 - 10/11/2024"), AMERICAN)
    assert (found["period_start"], found["period_end"]) == ("2024-10-05", "2024-10-11")


@pytest.mark.parametrize(
    "line",
    [
        "Seite 2 - 31.10.2024",
        "Position 3 bis 31.10.2024",
        "Rabatt 12.50 - 31.10.2024",
        "Version 1.14 - 31.10.2024",
        "Kapitel 99. - 31.10.2024",
        "Page 1/2 - 31/10/2024",
        "Seite 1/2 - 31.10.2024",
        "Room 4/2 - 12/03/2024",
        "Rechnung Nr. 12. - 31.12.2024",
        "Services 3 - 31/10/2024",
    ],
)
def test_other_numbers_before_a_date_begin_no_period(line: str) -> None:
    assert "period_start" not in best(typed(line))


@given(st.dates(datetime.date(2001, 1, 1), datetime.date(2060, 1, 1)), st.integers(0, 364))
def test_any_first_day_of_the_year_before_the_last_one_is_read_back(first: datetime.date, days: int) -> None:
    last = first + datetime.timedelta(days=days)
    text = f"{first:%d.%m.} - {last:%d.%m.%Y}"
    found = first_day_before(text, text.index("- ") + 2, last.isoformat(), ValueContext(date_order="DMY"))
    same_day_of_the_year = (first.month, first.day) == (last.month, last.day)
    if same_day_of_the_year:
        first = last
    leaps = (first.month, first.day) == (2, 29) and first.year != last.year - (first > last)
    assert leaps or (found is not None and found.value == first.isoformat())
    assert found is None or text[found.start : found.end] == text[: found.end]


@pytest.mark.parametrize(
    "line",
    [
        "Apr 18 – May 18, 2026",
        "Apr 18, 2026 – May 18, 2026",
        "18 April to 18 May 2026",
        "Sat, Apr 18, 2026 → Mon, May 18, 2026",
    ],
)
def test_a_range_alone_on_its_line_is_surer_than_one_in_a_sentence(line: str) -> None:
    alone = read(typed("Team plan", line))["period_start"][0]
    amid = read(typed(f"Team plan {line} for ten"))["period_start"][0]
    assert alone.parsed.value == "2026-04-18"
    assert alone.score > 0.5 > amid.score


def test_a_labelled_first_day_may_be_a_bare_number() -> None:
    found = best(typed("Billing period: 1 – 31 May 2026"))
    assert (found["period_start"], found["period_end"]) == ("2026-05-01", "2026-05-31")
    assert "period_start" not in best(typed("Page 1 – 31 May 2026"))


@pytest.mark.parametrize("number", ["PO-KE-3316", "PO-7712", "PO/AB12"])
def test_the_head_of_a_number_is_no_label(number: str) -> None:
    assert best(typed([(5, "Customer order"), (40, number)]))["receiver_order_number"] == number


def test_a_range_may_go_on_in_the_line_below() -> None:
    page = typed(
        "Personal Nord GmbH", [(5, "Leistungszeitraum"), (40, "03.02.2025 bis")], [(40, "09.02.2025")]
    )
    found = best(page)
    assert (found["period_start"], found["period_end"]) == ("2025-02-03", "2025-02-09")


def test_a_french_first_is_a_day() -> None:
    found = best(typed("Cabinet Vauban", "Honoraires pour la période du 1er au 31 mars 2025"))
    assert (found["period_start"], found["period_end"]) == ("2025-03-01", "2025-03-31")


def test_what_was_done_in_it_makes_a_range_surer() -> None:
    done, free = typed("Travaux réalisés 03/02/2025 - 07/02/2025"), typed("Zone 4 03/02/2025 - 07/02/2025")
    assert read(done)["period_start"][0].score > 0.5 > read(free)["period_start"][0].score

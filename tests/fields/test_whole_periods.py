"""Periods that are named by their month or quarter."""

from __future__ import annotations

import calendar
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.values import ValueContext
from typed_page import Cells, best, typed

MONTHS = [name for name in calendar.month_name if name]


@pytest.mark.parametrize(
    ("line", "start", "end"),
    [
        ("Leistungszeitraum: Mai 2025", "2025-05-01", "2025-05-31"),
        ("Leistungsmonat: Februar 2024", "2024-02-01", "2024-02-29"),
        ("Abrechnungszeitraum 05/2025", "2025-05-01", "2025-05-31"),
        ("Billing period: January - March 2026", "2026-01-01", "2026-03-31"),
        ("Billing period: Nov 2025 - Jan 2026", "2025-11-01", "2026-01-31"),
        ("Zeitraum: Dezember – Januar 2026", "2025-12-01", "2026-01-31"),
        ("Période de facturation : octobre 2025", "2025-10-01", "2025-10-31"),
        ("Periodo de facturación: marzo de 2025", "2025-03-01", "2025-03-31"),
        ("Fakturaperiod: Q3 2025", "2025-07-01", "2025-09-30"),
        ("Abrechnungszeitraum: 3. Quartal 2025", "2025-07-01", "2025-09-30"),
        ("Billing period: 1st quarter of 2026", "2026-01-01", "2026-03-31"),
        ("Leistungszeitraum 01/2025 – 03/2025", "2025-01-01", "2025-03-31"),
        ("Billing period: 2025-01 to 2025-03", "2025-01-01", "2025-03-31"),
        ("Billing period: Q1 2025 - Q2 2025", "2025-01-01", "2025-06-30"),
        ("Periods: 2025. gada marts", "2025-03-01", "2025-03-31"),
        ("Időszak: 2025. október", "2025-10-01", "2025-10-31"),
        ("Your invoice for the May 2025 billing period", "2025-05-01", "2025-05-31"),
    ],
)
def test_a_month_or_quarter_at_a_label_is_a_period_of_all_its_days(line: str, start: str, end: str) -> None:
    found = best(typed(line))
    assert (found["period_start"], found["period_end"]) == (start, end)


def test_the_month_may_stand_right_of_its_label_or_below_it() -> None:
    for rows in ([[(5, "Leistungszeitraum"), (60, "Mai 2025")]], ["Leistungszeitraum", "Mai 2025"]):
        found = best(typed(*rows))
        assert (found["period_start"], found["period_end"]) == ("2025-05-01", "2025-05-31")


@pytest.mark.parametrize(
    "line",
    [
        "Rechnung Mai 2025",
        "Leistungszeitraum: Haus 2025",
        "Zeitraum 13/2025",
        "Zeitraum: 05.2025-17",
        "Zeitraum: Januar 2025, Februar 2025",
        "Contract period: January 2025 to 14 February 2026",
        "Period: May 2025 - present",
        "Invoice payable by the end of the month of June 2025",
    ],
)
def test_without_label_or_where_more_follows_there_is_no_period(line: str) -> None:
    assert "period_start" not in best(typed(line))


def test_a_column_of_months_is_no_period() -> None:
    rows = [
        [(5, "Licence"), (40, "Period")],
        [(5, "Basic"), (40, "May 2025")],
        [(5, "Extra"), (40, "June 2025")],
    ]
    assert "period_start" not in best(typed(*rows))


def test_days_say_more_than_their_month() -> None:
    found = best(typed("Leistungszeitraum: 03.05.2025 - 16.05.2025"))
    assert (found["period_start"], found["period_end"]) == ("2025-05-03", "2025-05-16")


@given(st.integers(0, 11), st.integers(2000, 2099))
def test_every_month_has_its_last_day(month: int, year: int) -> None:
    found = best(typed(f"Billing period: {MONTHS[month]} {year}"), ValueContext(language="en"))
    last = calendar.monthrange(year, month + 1)[1]
    assert found["period_start"] == f"{year}-{month + 1:02}-01"
    assert found["period_end"] == f"{year}-{month + 1:02}-{last:02}"


@pytest.mark.parametrize("part", ["period Q", "period: abc - ", "month of ", "May 2025 ", "2025 "])
def test_long_lines_are_read_in_time(part: str) -> None:
    page = typed(part * (20_000 // len(part)))
    start = time.process_time()
    best(page)
    assert time.process_time() - start < 5


def test_a_month_under_its_head_is_a_period_beside_other_heads_too() -> None:
    heads: Cells = [(5, "Rechnung Nr."), (40, "Zeitraum"), (70, "Mieter")]
    found = best(typed("Hausverwaltung Ulm", heads, [(5, "HV-2025-118"), (40, "März 2025"), (70, "Top 7")]))
    assert (found["period_start"], found["period_end"]) == ("2025-03-01", "2025-03-31")


@pytest.mark.parametrize("line", [
    "Veebruar 2025", "Invoice for March 2025", "Factuur voor september 2025",
    "Fuel drawn in March 2025: please pay",
])  # fmt: skip
def test_a_title_that_says_for_and_a_line_of_its_own_in_the_head_name_the_month(line: str) -> None:
    found = best(typed("Korteriühistu Pärna 14", line, "Arve kuupäev: 05.10.2025"))
    assert found["period_start"].endswith("-01")


def test_a_month_at_another_label_or_one_of_several_is_none() -> None:
    rows: list[Cells] = [[(5, "Expires"), (40, "March 2026")]]
    assert "period_start" not in best(typed("Shop Ltd", "Invoice 4711", "Date: 5 May 2025", *rows))
    several = typed("Shop Ltd", "Invoice 4711", "March 2025", "April 2025", "Date: 5 May 2025")
    assert "period_start" not in best(several)

"""Days of other calendars, against days whose date in both is known."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.values import parse_value
from paperformer.fields.values.calendars import other_days
from paperformer.fields.values.date import date_order_votes
from paperformer.fields.values.spans import find_values


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("令和6年7月5日", "2024-07-05"),
        ("令和元年5月1日", "2019-05-01"),
        ("平成30年12月31日", "2018-12-31"),
        ("R6.7.5", "2024-07-05"),
        ("Reiwa 6/7/5", "2024-07-05"),
        ("民國113年7月5日", "2024-07-05"),
        ("05/07/2567", "2024-07-05"),
        ("2567-07-05", "2024-07-05"),
    ],
)
def test_years_counted_otherwise_are_exact(text: str, day: str) -> None:
    assert parse_value("date", text).value == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("01/01/2081", date(2024, 4, 13)),
        ("21/03/2081", date(2024, 7, 5)),
        ("01/01/2080", date(2023, 4, 14)),
        ("2077-09-17", date(2021, 1, 1)),
        ("01/09/1445", date(2024, 3, 11)),
        ("01/10/1445", date(2024, 4, 10)),
        ("1446-01-01", date(2024, 7, 7)),
    ],
)
def test_months_of_the_moon_and_of_nepal_are_near_enough(text: str, day: date) -> None:
    (found,) = other_days(text)
    assert found.may_be(day)
    assert found.slack


@given(st.dates(date(2000, 1, 1), date(2040, 12, 31)))
def test_a_buddhist_date_tells_the_order_of_a_gregorian_one(day: date) -> None:
    other = f"{day.day:02}/{day.month:02}/{day.year + 543}"
    day_first, month_first = date_order_votes(f"{day.month:02}/{day.day:02}/{day.year} {other}")
    if day.day != day.month:
        assert month_first > 0
        assert day_first == 0


@pytest.mark.parametrize("text", ["07/05/2024 21/12/2081", "07/05/2024 21/03/2061", "07/05/2024 1445"])
def test_another_day_tells_nothing(text: str) -> None:
    assert date_order_votes(text) == (0, 0)


def test_of_one_day_in_two_calendars_the_gregorian_date_is_found() -> None:
    found = find_values("date", ["Date:", "07/05/2024", "Miti:", "21/03/2081"])
    assert [span.text for span in found] == ["07/05/2024"]
    assert [span.text for span in find_values("date", ["31/12/2099"])] == ["31/12/2099"]

"""Opening hours, appointments and rows of a table are not the time of the document."""

import time

import pytest

from paperformer.extraction.other_times import weigh_times
from typed_page import candidate, typed


def weighed(document_rows: list[object], *printed: str) -> list[float]:
    document = typed(*document_rows)  # type: ignore[arg-type]
    candidates = [candidate(document, "time", text, 0.6) for text in printed]
    return [one.probability for one in weigh_times(candidates, document.words)]


@pytest.mark.parametrize(
    ("hours", "word"),
    [
        ("Bureau ouvert du mardi au jeudi, 9h15–11h45", "9h15–11h45"),
        ("Öffnungszeiten: Mo-Fr 7.30–12.30 Uhr", "7.30–12.30"),
        ("Infolinia 61 555 20 10 (czynna pn.–pt. 7:00–21:00)", "7:00–21:00)"),
        ("Call us M-F 9:00 AM - 5:30 PM", "9:00 AM"),
        ("Bel ons op werkdagen van 9.00 tot 17.00 uur.", "9.00"),
        ("8h30-12h00 / 13h30-17h00", "8h30-12h00"),
    ],
)
def test_opening_hours_are_none(hours: str, word: str) -> None:
    assert weighed([hours], word)[0] < 0.1


def test_hours_below_the_days_are_opening_hours() -> None:
    assert weighed(["Ouvert du lundi au vendredi", "9h00-12h00"], "9h00-12h00")[0] < 0.1


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("Neste time: 21.03.2028 kl. 10:15. Velkommen!", "10:15."),
        ("Honoraires 7h40 à CHF 390.00", "7h40"),
        ("Årsmötet: årsmöte hålls den 9 april kl 19:00", "19:00"),
    ],
)
def test_what_will_be_and_hours_of_work_are_none(line: str, word: str) -> None:
    assert weighed([line], word)[0] < 0.1


def test_the_time_that_the_till_prints_takes_over() -> None:
    opening, till, heir = weighed(["Mo-Sa 8:00-20:00", "14.05.2026 12:44"], "8:00-20:00", "12:44")
    assert opening < 0.1
    assert till == 0.6
    assert heir > 0.3


def test_a_column_of_times_is_a_table() -> None:
    calls: list[object] = [[(5, f"{day}/5"), (40, f"0:{day}:24"), (60, "0.40")] for day in range(11, 15)]
    assert max(weighed(calls, "0:11:24", "0:12:24")[:2]) < 0.1


@pytest.mark.parametrize(
    "line", ["14.05.2026 12:44", "Time 12:44", "Parked 10:15 - 12:44", "Check-in 12:44 Check-out 10:15"]
)
def test_other_times_stay(line: str) -> None:
    assert weighed([line], "12:44") == [0.6]


def test_long_lines_take_no_long_time() -> None:
    document = typed("1 " * 10_000 + "12:44")
    start = time.perf_counter()
    weigh_times([candidate(document, "time", "12:44")], document.words)
    assert time.perf_counter() - start < 1.0

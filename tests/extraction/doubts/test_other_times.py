"""Opening hours, appointments and rows of a table are not the time of the document."""

import time

import pytest

from paperformer.extraction.doubts.other_times import weigh_times
from paperformer.extraction.scored import Scored
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


@pytest.mark.parametrize(
    "line",
    [
        "Vrijdag 03-05-2024 14:33",
        "Friday 12/05/24 - 14:33",
        "Lundi 12/05/2024 à 14:33",
        "Lundi 12.05 à 14:33",
        "Venerdì 12/05/2024 alle 14:33",
        "Segunda 12/05/2024 às 14:33",
        "Le 12-05-2024 à 14:33",
        "Tel 02-33-44-55 14:33",
        "Sold 14:33 at LIDL",
        "Fait le 12/05/2024 14:33 à PARIS",
    ],
)
def test_a_date_or_a_telephone_before_a_time_is_no_range_of_hours(line: str) -> None:
    assert weighed([line], "14:33") == [0.6]


@pytest.mark.parametrize("line", ["Mo-Fr 8-12:30", "lundi au vendredi de 9h à 12h30"])
def test_a_range_may_begin_with_an_hour_alone(line: str) -> None:
    assert weighed([line], line.split()[-1])[0] < 0.1


@pytest.mark.parametrize(
    "rows",
    [
        ["Openingstijden ma-za 8-20", "12-05-2024 14:33"],
        ["Öffnungszeiten Mo-Sa 8-20", "Datum 2024-05-12 14:33"],
    ],
)
def test_opening_hours_above_are_not_those_of_the_day_below(rows: list[object]) -> None:
    assert weighed(rows, "14:33") == [0.6]


def test_times_beside_their_captions_are_no_table() -> None:
    ticket: list[object] = [
        [(5, "Seated"), (40, "12:31")],
        [(5, "Served"), (40, "14:05")],
        [(5, "Printed"), (40, "14:03")],
    ]
    assert weighed(ticket, "12:31", "14:05", "14:03") == [0.6] * 3


@pytest.mark.parametrize(
    ("came", "paid"), [("Entry", "Paid"), ("Entrée", "Paiement"), ("Einfahrt", "Zahlung")]
)
def test_a_car_park_is_paid_when_one_leaves(came: str, paid: str) -> None:
    ticket: list[object] = [[(5, came), (40, "12:31")], [(5, paid), (40, "14:03")]]
    entered, left, *_ = weighed(ticket, "12:31", "14:03")
    assert entered < 0.05 < left
    assert weighed([[(5, came), (40, "12:31")]], "12:31") == [0.6]


@pytest.mark.parametrize("row", [[(5, "12:44")], "Open 8:00-20:00", [(5, "11/5"), (40, "0:11:24")]])
def test_many_times_take_no_long_time(row: list[tuple[int, str]] | str) -> None:
    document = typed(*[row] * 2000)
    times = [
        Scored("time", "12:44", word.text, (at,), 0.6, "model")
        for at, word in enumerate(document.words)
        if ":" in word.text
    ]
    start = time.perf_counter()
    weigh_times(times, document.words)
    assert time.perf_counter() - start < 2.0


def test_long_lines_take_no_long_time() -> None:
    document = typed("1 " * 10_000 + "12:44")
    start = time.perf_counter()
    weigh_times([candidate(document, "time", "12:44")], document.words)
    assert time.perf_counter() - start < 1.0

"""Days by which a sentence asks to be paid at the latest are due dates; those of other things are none."""

import time

import pytest

from paperformer.fields.cells import CellReader
from paperformer.fields.latest_days import find_latest_days
from paperformer.fields.layout import Layout
from paperformer.fields.values import ValueContext
from typed_page import typed


def days(*lines: str) -> list[str]:
    reader = CellReader(ValueContext(date_order="DMY"))
    return [one.parsed.value for one in find_latest_days(Layout(typed(*lines)), reader)]


@pytest.mark.parametrize(
    "lines",
    [
        ("Wir ersuchen Sie, den Betrag bis längstens 13.10.2027 auf unser Konto", "zu überweisen."),
        ("Diese Arbeiten dauern an. Zahlbar", "ohne Abzug bis zum 13. Oktober 2027."),
        ("de nous faire parvenir votre règlement au plus tard le 13/10/2027,",),
        ("Please settle the balance no later than 13 October 2027.",),
        ("Wij verzoeken u te betalen uiterlijk 13-10-2027.",),
        ("Betala senast 13.10.2027",),
        ("Pyydämme suorittamaan avoimen summan viimeistään 13.10.2027.",),
    ],
)
def test_the_last_day_to_pay_is_the_due_date(lines: tuple[str, ...]) -> None:
    assert days(*lines) == ["2027-10-13"]


@pytest.mark.parametrize(
    "line",
    [
        "Reklamationen zur Zahlung bis spätestens 13.10.2027",
        "Please return the goods no later than 13 October 2027.",
        "Der Stromzähler wird abgelesen bis spätestens 13.10.2027",
        "Sie zahlen weniger. Anmeldung bis spätestens 13.10.2027 bei uns",
        "Bei Zahlung bis spätestens 13.10.2027 gewähren wir 2 % Skonto",
        "Zahlbar bis spätestens Mitte Oktober",
        "Versand spätestens am 13.10.2027",
        "Anzahl der Teilnehmer bitte bis spätestens 13.10.2027 melden.",
        "Votre abonnement doit être renouvelé avant le 13/10/2027.",
        "We will pay the refund to you no later than 13/10/2027.",
    ],
)
def test_the_last_day_of_something_else_is_not(line: str) -> None:
    assert days(line) == []


def test_hostile_lines_take_no_time() -> None:
    started = time.perf_counter()
    days(*["bis spätestens " * 400 + "1.1.2027"] * 20)
    assert time.perf_counter() - started < 2.0

"""A guest's days of arrival and departure are the period of a hotel's bill."""

import pytest

from typed_page import Cells, best, typed


@pytest.mark.parametrize(("comes", "goes"), [
    ("Arrival", "Departure"), ("Check-in:", "Check-out:"), ("Anreise", "Abreise"), ("Llegada", "Salida"),
])  # fmt: skip
def test_arrival_and_departure_are_the_first_and_the_last_day(comes: str, goes: str) -> None:
    rows: list[Cells] = [[(5, comes), (40, "03/06/2024")], [(5, goes), (40, "07/06/2024")]]
    found = best(typed("Hotel Lindenhof", "Receipt 20 June 2024", *rows))
    assert (found["period_start"], found["period_end"]) == ("2024-06-03", "2024-06-07")


def test_who_travels_departs_first() -> None:
    page = typed("Nordbahn AG", "Ticket", "Departure: 03.06.2024", "Arrival: 04.06.2024")
    assert "period_start" not in best(page)


def test_a_colon_may_stand_before_each_day() -> None:
    rows: list[Cells] = [[(5, "Anreise"), (40, ": 03.06.2024")], [(5, "Abreise"), (40, ": 07.06.2024")]]
    found = best(typed("Hotel Lindenhof", "Rechnung 20.06.2024", *rows))
    assert (found["period_start"], found["period_end"]) == ("2024-06-03", "2024-06-07")


def test_a_colon_may_stand_alone_between_a_word_and_its_day() -> None:
    rows: list[Cells] = [
        [(5, "Arrival"), (30, ":"), (40, "17-Dec-2025 14:20")],
        [(5, "Departure"), (30, ":"), (40, "19-Dec-2025 11:38")],
    ]
    found = best(typed("Marigold Haveli", "Tax Invoice 19-Dec-2025", *rows))
    assert (found["period_start"], found["period_end"]) == ("2025-12-17", "2025-12-19")


def test_a_weekday_may_stand_before_each_day() -> None:
    rows: list[Cells] = [[(5, "Anreise"), (40, "Sa 08.02.25")], [(5, "Abreise"), (40, "Do 13.02.25")]]
    found = best(typed("Hotel Lindenhof", "Rechnung 13.02.2025", *rows))
    assert (found["period_start"], found["period_end"]) == ("2025-02-08", "2025-02-13")


def test_both_days_may_stand_on_one_line_behind_other_things() -> None:
    found = best(typed("Auberge du Lac", "Facture no 00318 Arrivée 03.06.2024 Départ 07.06.2024 Chambre 12"))
    assert (found["period_start"], found["period_end"]) == ("2024-06-03", "2024-06-07")


@pytest.mark.parametrize(("comes", "goes"), [
    ("Arrival", "Departure"), ("Koma", "Brottför"), ("RENTAL START", "RENTAL END"), ("Anreise", "Abreise"),
])  # fmt: skip
def test_the_days_may_stand_below_these_words(comes: str, goes: str) -> None:
    rows: list[Cells] = [
        [(5, "Date"), (30, comes), (55, goes), (80, "Room")],
        [(5, "14/07/2025"), (30, "12/07/2025"), (55, "14/07/2025"), (80, "311")],
    ]
    found = best(typed("Hotel Lindenhof", "Invoice 311", *rows))
    assert (found["period_start"], found["period_end"]) == ("2025-07-12", "2025-07-14")


def test_works_and_transactions_have_a_first_and_a_last_day() -> None:
    works: list[Cells] = [
        [(5, "Ausführung von"), (40, "05.05.2025")], [(5, "Ausführung bis"), (40, "20.06.2025")],
    ]  # fmt: skip
    found = best(typed("Haustechnik GmbH", "Rechnung 25/1186", "Datum 30.06.2025", *works))
    assert (found["period_start"], found["period_end"]) == ("2025-05-05", "2025-06-20")
    week: list[Cells] = [
        [(5, "Transactions from"), (40, "03/02/2025")], [(26, "to"), (40, "09/02/2025")],
    ]  # fmt: skip
    found = best(typed("PumpLink", "VAT invoice", "Invoice date 19/02/2025", *week))
    assert (found["period_start"], found["period_end"]) == ("2025-02-03", "2025-02-09")


def test_a_to_before_a_day_is_no_weekday() -> None:
    page = typed("Acme Ltd", "Statement 02/07/2024", "Charges from 01/06/2024", "to 30/06/2024")
    found = best(page)
    assert (found["period_start"], found["period_end"]) == ("2024-06-01", "2024-06-30")

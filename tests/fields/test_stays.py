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


def test_both_days_may_stand_on_one_line_behind_other_things() -> None:
    found = best(typed("Auberge du Lac", "Facture no 00318 Arrivée 03.06.2024 Départ 07.06.2024 Chambre 12"))
    assert (found["period_start"], found["period_end"]) == ("2024-06-03", "2024-06-07")

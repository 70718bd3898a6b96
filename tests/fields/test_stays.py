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

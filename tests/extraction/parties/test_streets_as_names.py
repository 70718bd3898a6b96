"""What stands above a town and ends in a number is a street, and who stands above it buys."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.streets_as_names import weigh_streets
from typed_page import candidate, typed


def test_a_hamlet_with_its_number_gives_way_to_the_name_above() -> None:
    page = typed("Regula Zbinden-Moser", "Oberdorf 4b", "3662 Seftigen")
    street = candidate(page, "receiver_name", "Oberdorf 4b")
    person = candidate(page, "receiver_name", "Regula Zbinden-Moser", 0.1)
    best = max(weigh_streets([street, person], page.words), key=lambda one: one.probability)
    assert best.value == "Regula Zbinden-Moser"


@pytest.mark.parametrize(
    ("name", "below"),
    [("Studio 54", "Lange Gasse 3"), ("KÜ Tähe 77", "50107 Tartu"), ("Café Zürich", "3662 Seftigen")],
)
def test_other_names_stay(name: str, below: str) -> None:
    page = typed(name, below)
    one = candidate(page, "receiver_name", name)
    assert weigh_streets([one], page.words) == [one]

"""Forms of address and registers' numbers stand where addresses could and are none."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.false_addresses import weigh_false_addresses
from typed_page import candidate, typed


@pytest.mark.parametrize(
    "text",
    ["Herrn", "FN 61044 d LG Salzburg", "HRB 8814 Amtsgericht Koblenz", "KVK 12345678", "ABN 29 602 188 358"],
)
def test_they_give_way_to_the_address(text: str) -> None:
    page = typed(text, "Finkenweg 8, 86899 Landsberg")
    proposed = {
        "receiver_address": [
            candidate(page, "receiver_address", text, 0.6),
            candidate(page, "receiver_address", "Finkenweg 8, 86899 Landsberg", 0.2),
        ]
    }
    weigh_false_addresses(proposed)
    best = max(proposed["receiver_address"], key=lambda one: one.probability)
    assert best.value == "Finkenweg 8, 86899 Landsberg"
    assert best.probability > 0.4


@pytest.mark.parametrize(
    "text", ["Herrngasse 4, 97070 Würzburg", "FN Herstal, 4040 Herstal", "HRB 8814, 56073 Koblenz"]
)
def test_what_has_a_town_stays(text: str) -> None:
    page = typed(text)
    one = candidate(page, "supplier_address", text)
    proposed = {"supplier_address": [one]}
    weigh_false_addresses(proposed)
    assert proposed["supplier_address"] == [one]

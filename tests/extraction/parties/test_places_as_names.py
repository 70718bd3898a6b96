"""A province below a town is part of the address."""

from __future__ import annotations

from paperformer.extraction.parties.places_as_names import weigh_places
from typed_page import candidate, typed


def test_a_province_below_the_town_gives_way_to_who_buys() -> None:
    page = typed("Asociación La Algaida", "Plaza de España, 6", "30600 ARCHENA", "MURCIA")
    seen = [
        candidate(page, "receiver_name", "MURCIA", 0.8),
        candidate(page, "receiver_name", "Asociación La Algaida", 0.1),
    ]
    found = weigh_places(seen, (), page.words)
    assert max(found, key=lambda one: one.probability).value == "Asociación La Algaida"


def test_the_seller_does_not_take_the_place_of_a_province() -> None:
    page = typed("Gráficas Segura, S.L.", "", "30600 ARCHENA", "MURCIA")
    sells = candidate(page, "supplier_name", "Gráficas Segura, S.L.", 0.9)
    seen = [
        candidate(page, "receiver_name", "MURCIA", 0.8),
        candidate(page, "receiver_name", "Gráficas Segura, S.L.", 0.1),
    ]
    assert weigh_places(seen, (sells,), page.words) == seen


def test_a_company_or_the_only_name_below_a_town_stays() -> None:
    page = typed("30600 ARCHENA", "Algaida S.L.", "", "Murcia")
    for name in ("Algaida S.L.", "Murcia"):
        seen = [candidate(page, "receiver_name", name, 0.8)]
        assert weigh_places(seen, (), page.words) == seen
    both = [
        candidate(page, "receiver_name", "Algaida S.L.", 0.8),
        candidate(page, "receiver_name", "Murcia", 0.2),
    ]
    assert weigh_places(both, (), page.words) == both

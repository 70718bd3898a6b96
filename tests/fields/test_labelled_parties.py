"""Parties whose lines are labelled: in columns, in bars above them, in the words of many languages."""

from __future__ import annotations

import pytest

from paperformer.fields.blocks import ends_company, is_company
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.page.sections import after_place_label
from typed_page import best, typed


@pytest.mark.parametrize(
    ("seller", "buyer", "place"),
    [
        ("Preču nosūtītājs", "Preču saņēmējs", "Juridiskā adrese"),
        ("Pakalpojuma sniedzējs", "Pasūtītājs", "Adrese"),
        ("Доставчик", "Получател", "Адрес"),
        ("Prestador", "Adquirente dos bens ou dos serviços", "Domicílio fiscal"),
        ("Szolgáltató", "Vevő", "Székhely"),
    ],
)
def test_values_stand_right_of_labels_without_colons(seller: str, buyer: str, place: str) -> None:
    found = best(
        typed(
            [(5, seller), (50, "Ozolzīle un draugi")],
            [(5, place), (50, "Ganību dambis 24, Rīga, LV-1005")],
            "",
            "",
            "",
            [(5, buyer), (50, "Mežaparka kafejnīca")],
            [(5, place), (50, "Kokneses prospekts 3, Rīga, LV-1014")],
        )
    )
    assert found["supplier_name"] == "Ozolzīle un draugi"
    assert found["receiver_name"] == "Mežaparka kafejnīca"
    assert found["supplier_address"] == "Ganību dambis 24, Rīga, LV-1005"
    assert found["receiver_address"] == "Kokneses prospekts 3, Rīga, LV-1014"


def test_a_bar_in_the_middle_heads_the_labelled_lines_below_it() -> None:
    found = best(
        typed(
            [(40, "PRESTADOR DE SERVIÇOS")],
            "Nome/Razão Social: OFICINA BOA VISTA LTDA",
            "Endereço: Rua das Acácias, 55 - 80410-020 - Curitiba - PR",
            "",
            [(40, "TOMADOR DE SERVIÇOS")],
            "Nome/Razão Social: CONDOMÍNIO EDIFÍCIO ARAUCÁRIA",
            "Endereço: Av. Sete de Setembro, 900 - 80230-010 - Curitiba - PR",
        )
    )
    assert found["supplier_name"] == "OFICINA BOA VISTA LTDA"
    assert found["receiver_name"] == "CONDOMÍNIO EDIFÍCIO ARAUCÁRIA"


def test_a_bar_above_lines_without_labels_heads_none_of_them() -> None:
    found = best(typed([(40, "CUSTOMER")], "Ship by Friday at the latest please", "Leave at the gate"))
    assert "receiver_name" not in found


@pytest.mark.parametrize(
    "row",
    [
        "Stránka: 1 z 2", "Mandant: 4711 Nord", "Guest: 2 Adults", "Korisnik: admin Ana", "Plátce: ano DPH",
        "Platiteľ: DPH áno", "Prejemnik: Knjigarna Koper",
    ],
)  # fmt: skip
def test_pages_tenants_covers_and_payees_are_no_buyers(row: str) -> None:
    assert "receiver_name" not in best(typed("Fern Books Ltd", "", "", row, "", "", "Total 12.00"))


@pytest.mark.parametrize("text", ["USB DAC", "Theater-AG", "Stück-KG", "Göteborg-SE", "Fern Audio USB DAC"])
def test_goods_clubs_and_towns_have_no_legal_form(text: str) -> None:
    assert not is_company(text)


@pytest.mark.parametrize("text", ["TelAtlantic Communications DAC", "Nordstern Versicherungs-AG"])
def test_companies_have_one(text: str) -> None:
    assert ends_company(text)


@pytest.mark.parametrize(
    ("text", "is_town"),
    [
        ("Ref 10023-456 Azul", False),
        ("Kit 12345-678 Parafusos", False),
        ("80410-020 - Curitiba - PR", True),
        ("80410-020 Curitiba - PR", True),
        ("CEP 80410-020 Curitiba", True),
    ],
)
def test_a_brazilian_postcode_has_a_dash_a_state_or_its_name(text: str, *, is_town: bool) -> None:
    assert has_postcode(text) is is_town


def test_a_romanian_postcode_ends_an_address() -> None:
    found = best(
        typed("Client: Brutăria Moldovencei S.R.L.", "Adresa: Str. Oituz nr. 44", "600266 Bacău", "Seria 12")
    )
    assert found["receiver_address"] == "Str. Oituz nr. 44, 600266 Bacău"
    assert not has_postcode("123456 Laptop")


def test_a_hungarian_heading_asks_for_name_and_address() -> None:
    found = best(
        typed("Vevő (fizető) neve és címe:", "Füredi Társasház", "8230 Balatonfüred", "Ady Endre u. 3")
    )
    assert found["receiver_name"] == "Füredi Társasház"


def test_a_label_of_the_registered_office_is_no_part_of_the_address() -> None:
    assert after_place_label("Sede legale: Via Giovanni Bovio 22") == len("Sede legale: ")
    assert after_place_label("Sede Via Giovanni Bovio 22") is None

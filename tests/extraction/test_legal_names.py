"""Who sells has the name of the company, where the page prints it beside a sign that begins it."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.extraction.legal_names import with_legal_names
from paperformer.extraction.scored import Scored
from typed_page import candidate, typed


def best(found: list[Scored]) -> str:
    return max(found, key=lambda one: one.probability).value


@pytest.mark.parametrize(
    ("sign", "row", "name"),
    [
        ("ENERGOTEK", "EnergoTek Sprzedaż S.A., ul. Długa 4, 70-655 Szczecin", "EnergoTek Sprzedaż S.A."),
        (
            "Nordstern-Union",
            "Nordstern-Union Lebensversicherungs-AG",
            "Nordstern-Union Lebensversicherungs-AG",
        ),
        ("techno shop", "Technoshop Online d.o.o.", "Technoshop Online d.o.o."),
        ("PLYTŲ KIEMAS", "UAB „Plytų kiemas“, Pramonės pr. 4", "UAB „Plytų kiemas"),
        ("Weber Bau", "Weber Bau GmbH & Co. KG", "Weber Bau GmbH & Co. KG"),
    ],
)
def test_the_small_print_names_the_company(sign: str, row: str, name: str) -> None:
    page = typed(sign, "Rechnung 12", row)
    assert best(with_legal_names([candidate(page, "supplier_name", sign)], [], page.words, {})) == name


def test_the_buyer_and_who_stands_in_another_section_do_not_sell() -> None:
    page = typed("Weber Bau", "Weber Bau Handels GmbH")
    one = candidate(page, "supplier_name", "Weber Bau")
    buyer = candidate(page, "receiver_name", "Weber Bau Handels GmbH")
    assert best(with_legal_names([one], [buyer], page.words, {})) == "Weber Bau"
    there = dict.fromkeys(range(2, 6), "receiver")
    assert best(with_legal_names([one], [], page.words, there)) == "Weber Bau"


@pytest.mark.parametrize("row", ["Weberei Bauer GmbH", "Weber Bau und Renovierung", "Weber Ltd Bau"])
def test_what_begins_otherwise_or_has_no_legal_form_is_another_name(row: str) -> None:
    page = typed("Weber Bau", row)
    assert (
        best(with_legal_names([candidate(page, "supplier_name", "Weber Bau")], [], page.words, {}))
        == "Weber Bau"
    )


def test_a_line_of_the_sign_alone_takes_no_long_time() -> None:
    page = typed("Bau " * 8000)
    one = candidate(page, "supplier_name", "Bau Bau Bau")
    start = process_time()
    with_legal_names([one], [], page.words, {})
    assert process_time() - start < 2.0

"""Who sells has the name of the company, where the page prints it beside a sign that begins it."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.extraction.parties.legal_names import with_legal_names
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
        ("Callewaert & Zoon", "BV Callewaert & Zoon – Steenstraat 57", "BV Callewaert & Zoon"),
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
    page = typed("Weber Bau", "Rechnung 12", row)
    assert (
        best(with_legal_names([candidate(page, "supplier_name", "Weber Bau")], [], page.words, {}))
        == "Weber Bau"
    )


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (("Gistiheimilið Brekka", "Norðurgisting ehf."), "Norðurgisting ehf."),
        (("ΨΥΚΤΙΚΗ ΘΕΣΣΑΛΙΑΣ Ε.Π.Ε.", "ΕΜΠΟΡΙΑ ΨΥΚΤΙΚΩΝ ΜΗΧΑΝΗΜΑΤΩΝ"), "ΨΥΚΤΙΚΗ ΘΕΣΣΑΛΙΑΣ Ε.Π.Ε."),
    ],
)
def test_a_companys_name_next_to_the_sign_of_the_letter_head_sells(rows: tuple[str, str], name: str) -> None:
    sign = next(row for row in rows if row != name)
    page = typed(*rows, "Brekkugata 17")
    assert best(with_legal_names([candidate(page, "supplier_name", sign)], [], page.words, {})) == name


@pytest.mark.parametrize("row", ["Weber Bank Nord eG", "Mitglied der Handwerk AG", "Kto. bei Nord AG"])
def test_a_bank_or_a_sentence_next_to_the_sign_does_not(row: str) -> None:
    page = typed("Malermeister Kolb", row)
    one = candidate(page, "supplier_name", "Malermeister Kolb")
    assert best(with_legal_names([one], [], page.words, {})) == "Malermeister Kolb"


def test_a_line_of_the_sign_alone_takes_no_long_time() -> None:
    page = typed("Bau " * 8000)
    one = candidate(page, "supplier_name", "Bau Bau Bau")
    start = process_time()
    with_legal_names([one], [], page.words, {})
    assert process_time() - start < 2.0


@pytest.mark.parametrize(
    ("sign", "row"),
    [
        ("Fern Books", "Please pay: Fern Books, Barclays Bank PLC, 20-00-00"),
        ("Anna Weber", "Kontoinhaber Anna Weber Bank: Sparkasse Nord AG"),
        ("Weber", "Weber Bank: Volksbank eG IBAN DE"),
        ("Weber", "Weber Bank Nord eG"),
        ("Hotel Adler", "Hotel Adler dankt. Kasse: Vectron Systems AG"),
        ("Hotel Adler", "Hotel Adler dankt Vectron Systems AG"),
        ("Apple Pay", "Apple Pay Visa, Acquirer Elavon DAC"),
        ("Fern Audio", "Fern Audio USB DAC 45.00"),
        ("Fern Audio", "Fern Audio Kabel SE 45.00"),
        ("Fern Books", "Jane Miller trading as Fern Books"),
        ("Vodafone", "Datenpaket 500 MB Vodafone 9,99"),
    ],
)
def test_a_sentence_a_bank_and_an_item_name_no_company(sign: str, row: str) -> None:
    page = typed(sign, row)
    found = with_legal_names([candidate(page, "supplier_name", sign, 0.9)], [], page.words, {})
    assert [one.value for one in found] == [sign]


@pytest.mark.parametrize(
    "name", ["Fern Books, Inc.", "Fern Books S. Coop.", "Fern Books Verlag und Handel GmbH"]
)
def test_a_mark_before_the_form_and_small_words_are_of_the_name(name: str) -> None:
    page = typed("Fern Books", f"Sold by {name}")
    one = candidate(page, "supplier_name", "Fern Books")
    assert best(with_legal_names([one], [], page.words, {})) == name


def test_what_stands_below_the_buyer_does_not_sell() -> None:
    page = typed("Weber", "", "Schmidt", "Weber Immobilien GmbH")
    one, buyer = candidate(page, "supplier_name", "Weber"), candidate(page, "receiver_name", "Schmidt", 0.6)
    assert best(with_legal_names([one], [buyer], page.words, {})) == "Weber"


def test_a_label_between_ends_the_name() -> None:
    page = typed("Fern Books", "Fern Books Lieferant Acme GmbH")
    one = candidate(page, "supplier_name", "Fern Books")
    assert best(with_legal_names([one], [], page.words, {}, {4})) == "Fern Books"


def test_many_signs_on_a_long_line_take_no_long_time() -> None:
    page = typed("Fern " * 8000)
    signs = [candidate(page, "supplier_name", " ".join(["Fern"] * (1 + at % 5))) for at in range(41)]
    start = process_time()
    with_legal_names(signs, [], page.words, {})
    assert process_time() - start < 2.0

"""Persons' names in full: titles before them, first names that a form asks for apart, families above them."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.departments import with_owners
from paperformer.extraction.parties.head_names import with_head_names
from paperformer.extraction.parties.housing_societies import whole_society
from paperformer.extraction.parties.names_of_persons import with_first_names, with_titles, without_family
from typed_page import candidate, typed


@pytest.mark.parametrize("head", ["Mag. art. Johanna Rehberger", "Dipl.-Ing. Johanna Rehberger"])
def test_titles_are_part_of_a_name_there_and_where_it_stands_again(head: str) -> None:
    page = typed(head, "Kapuzinerstraße 40", "Johanna Rehberger")
    for at in (0, 1):
        one = candidate(page, "supplier_name", "Johanna Rehberger", at=at)
        assert with_titles([one], page.words)[0].value == head


@pytest.mark.parametrize("before", ["Herrn", "Klavier", "12."])
def test_other_words_before_a_name_are_no_titles(before: str) -> None:
    page = typed(f"{before} Johanna Rehberger")
    one = candidate(page, "supplier_name", "Johanna Rehberger")
    assert with_titles([one], page.words) == [one]


def test_a_form_that_asks_for_both_names_apart_has_the_whole_name_too() -> None:
    page = typed([(5, "Name"), (30, "Rüegg")], [(5, "Vorname"), (30, "Vreni")], "Vreni Rüegg")
    short = candidate(page, "receiver_name", "Rüegg")
    whole = candidate(page, "receiver_name", "Vreni Rüegg", 0.2)
    assert with_first_names([short, whole], page.words)[0].value == "Vreni Rüegg"


def test_a_single_word_that_no_first_name_follows_stays() -> None:
    page = typed("Rüegg", *["Seeweg 4, 8722 Kaltbrunn"] * 5, "Vreni Rüegg")
    found = [candidate(page, "receiver_name", "Rüegg"), candidate(page, "receiver_name", "Vreni Rüegg", 0.2)]
    assert with_first_names(found, page.words)[0].value == "Rüegg"


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (("Familie Yıldız", "Meryem Yıldız"), "Meryem Yıldız"),
        (("Familie Berg", "Meryem Yıldız"), "Familie Berg Meryem Yıldız"),
    ],
)
def test_a_family_above_one_of_its_own_is_left_out(rows: tuple[str, str], name: str) -> None:
    page = typed(*rows)
    assert without_family(candidate(page, "receiver_name", " ".join(rows)), page.words).value == name


def test_a_society_of_owners_is_called_as_its_house() -> None:
    page = typed("KÜ Tähe 77", "Tähe 77, 50107 Tartu")
    assert whole_society(candidate(page, "supplier_name", "KÜ"), page.words).value == "KÜ Tähe 77"


@pytest.mark.parametrize(("line", "seen"), [("KÜ Tähe maksab arved", "KÜ"), ("Hotel Post 12", "Hotel")])
def test_no_house_ends_other_lines(line: str, seen: str) -> None:
    page = typed(line)
    assert whole_society(candidate(page, "supplier_name", seen), page.words).value == seen


@pytest.mark.parametrize(("office", "buys"), [("General Manager", True), ("Portland", False)])
def test_who_has_an_office_opens_the_letter_of_the_firm_below(office: str, *, buys: bool) -> None:
    page = typed(f"Ms. Dana Thibodeau, {office}", "Casco Bay Seafood Cooperative", "58 Commercial Wharf")
    one = candidate(page, "receiver_name", "Ms. Dana Thibodeau,")
    assert (with_owners([one], page.words)[0].value == "Casco Bay Seafood Cooperative") is buys


def test_a_name_over_two_lines_of_the_letter_head_is_one() -> None:
    page = typed("Bastien", "Roux-Morel", "", "Chèque à l’ordre de Bastien Roux-Morel.")
    one = candidate(page, "supplier_name", "Bastien")
    assert with_head_names([one], page.words)[0].value == "Bastien Roux-Morel"


def test_a_sign_above_another_word_in_the_same_print_is_not() -> None:
    page = typed("Bastien", "Photographe", "", "Facture 12")
    one = candidate(page, "supplier_name", "Bastien")
    assert with_head_names([one], page.words)[0].value == "Bastien"


def test_a_clerk_who_bears_the_name_of_the_letter_head_sells_as_that() -> None:
    page = typed("Miroslav Dvořáček – truhlářství", *[""] * 5, "Vystavil : Dvořáček")
    found = [
        candidate(page, "supplier_name", "Dvořáček", at=1),
        candidate(page, "supplier_name", "Miroslav Dvořáček – truhlářství", 0.3),
    ]
    assert with_head_names(found, page.words)[0].value == "Miroslav Dvořáček – truhlářství"


def test_an_american_name_has_its_co() -> None:
    page = typed("Ohio Valley Electrical Supply Co.", *[""] * 5, "Ohio Valley Electrical Supply")
    found = [
        candidate(page, "supplier_name", "Ohio Valley Electrical Supply", at=1),
        candidate(page, "supplier_name", "Ohio Valley Electrical Supply Co.", 0.3),
    ]
    assert with_head_names(found, page.words)[0].value == "Ohio Valley Electrical Supply Co."


@pytest.mark.parametrize("form", ["Asunto Oy", "As. Oy", "Bostads Ab"])
def test_a_form_that_stands_in_front_of_a_housing_companys_name_is_not_all_of_it(form: str) -> None:
    page = typed(f"{form} Lappeenrannan Kaivokulma", "Kauppakatu 40")
    found = whole_society(candidate(page, "receiver_name", form), page.words)
    assert found.value == f"{form} Lappeenrannan Kaivokulma"

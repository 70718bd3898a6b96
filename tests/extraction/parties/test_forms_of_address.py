"""Forms of address stay in print and leave the value of a name; titles and companies' names stay whole."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.extraction.parties.forms_of_address import (
    is_form_only,
    leave_forms_of_address,
    without_form,
)
from typed_page import candidate, typed


@pytest.mark.parametrize(
    ("printed", "name", "language"),
    [
        ("Herrn Mag. Thomas Stadlober", "Mag. Thomas Stadlober", "de"),
        ("Familie Sandra und Jörg Meder", "Sandra und Jörg Meder", "de"),
        ("De heer Koen Mertens", "Koen Mertens", "nl"),
        ("Mevrouw S. El Bakkali", "S. El Bakkali", "nl"),
        ("Mw. van der Berg", "van der Berg", "nl"),
        ("M. Olivier Castagné", "Olivier Castagné", "fr"),
        ("M. et Mme Julien et Aurore Mazet", "Julien et Aurore Mazet", "fr"),
        ("Gent.ma Sig.ra Paola Ferrero", "Paola Ferrero", "it"),
        ("Sig. Avv. Carlo Neri", "Avv. Carlo Neri", "it"),
        ("D. Vicente Llorens Marí", "Vicente Llorens Marí", "es"),
        ("Dña. Rosa Villanueva Cid", "Rosa Villanueva Cid", "es"),
        ("Exmo. Sr. João Silva", "João Silva", "pt"),
        ("Paní Jana Nová", "Jana Nová", "cs"),
    ],
)
def test_a_form_before_a_person_is_no_part_of_the_name(printed: str, name: str, language: str) -> None:
    assert without_form(printed, language) == name


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Frau Holle GmbH", "de"),
        ("Frauenklinik Bern", "de"),
        ("Signal Iduna", "de"),
        ("M. Huber", "de"),
        ("D. Smith", "en"),
        ("Ms Shanice Okafor", "en"),
        ("Mrs Bridges Tea Rooms", "en"),
        ("Don Smith", "en"),
        ("Dr. Paul Zehetner", "de"),
        ("Frau 4711", "de"),
    ],
)
def test_companies_initials_and_titles_stay(name: str, language: str) -> None:
    assert without_form(name, language) == name


@pytest.mark.parametrize("name", ["Mr & Mrs J Pemberton", "Monsieur et Madame Mazet", "Familie Huber"])
def test_a_form_for_several_stays_before_the_name_of_one(name: str) -> None:
    assert without_form(name) == name


@pytest.mark.parametrize("text", ["Monsieur et Madame", "Gent.ma Sig.ra", "Herrn und Frau", "Mr & Mrs"])
def test_forms_alone_are_no_names(text: str) -> None:
    assert is_form_only(text)


def test_the_text_keeps_what_is_printed() -> None:
    page = typed("Frau Regula Ammann", "Seeweg 4")
    proposed = {"receiver_name": [candidate(page, "receiver_name", "Frau Regula Ammann")]}
    leave_forms_of_address(proposed, "de")
    (one,) = proposed["receiver_name"]
    assert (one.value, one.text) == ("Regula Ammann", "Frau Regula Ammann")


@pytest.mark.parametrize("shop", ["Mr Minit", "Frau Holle", "Madame Bovary"])
def test_a_shop_may_be_called_so(shop: str) -> None:
    proposed = {"supplier_name": [candidate(typed(shop), "supplier_name", shop)]}
    leave_forms_of_address(proposed, "de")
    assert proposed["supplier_name"][0].value == shop


def test_who_is_addressed_at_the_head_of_an_address_buys() -> None:
    page = typed("Mevr. Liesbet Van Damme", "Kortrijksesteenweg 512", "9830 Sint-Martens-Latem")
    rule = candidate(page, "receiver_name", "Mevr. Liesbet Van Damme", 0.1)._replace(source="rule")
    proposed = {"receiver_name": [rule]}
    leave_forms_of_address(proposed, "nl")
    assert proposed["receiver_name"][0].probability > 0.5


def test_many_forms_take_no_long_time() -> None:
    start = process_time()
    without_form("Herrn und " * 4000 + "4")
    is_form_only("Frau " * 8000 + "4")
    assert process_time() - start < 2.0

"""Who buys stands on top of the block, above its office, its house or its hamlet."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.departments import with_owners
from paperformer.extraction.parties.salutations import is_form_of_address, with_names
from paperformer.extraction.parties.second_lines import with_first_lines
from typed_page import candidate, typed


def buyer(top: str, below: str, *captions: int) -> str:
    page = typed(top, below, "12 Canal Street", "LEEDS LS1 4AP")
    rule = candidate(page, "receiver_name", top, 0.2)._replace(source="rule")
    seen = candidate(page, "receiver_name", below, 0.8)
    return with_first_lines([seen, rule], [], page.words, captions)[0].value


@pytest.mark.parametrize(
    ("top", "below"),
    [
        ("Syndicat des copropriétaires Les Tilleuls", "Lieu-dit Le Moulin"),
        ("Marie Dupont", "Hameau de la Croix"),
        ("Ruderverein Nordstern von 1921", "Klubhaus"),
        ("Administration communale de Vianden", "Service technique"),
        ("Restaurant Zur Linde", "Inh. Sandro Vitale"),
    ],
)
def test_the_first_line_of_a_block_buys(top: str, below: str) -> None:
    assert buyer(top, below) == top


@pytest.mark.parametrize(
    ("top", "below"),
    [
        ("Til forældrene", "Børnehaven Solstrålen"),
        ("Frau", "Ferienhaus Seeblick"),
        ("Firma", "Baugeschäft Kolbe"),
        ("Karl Berg", "Ferienhaus Seeblick"),
        ("Ruderverein Nordstern", "Karl Berg"),
        ("Bereich Nord", "Nordstern Logistik GmbH"),
        ("Buchhaltung", "Ferienhaus Seeblick"),
        ("c/o Bergmann", "Ferienhaus Seeblick"),
    ],
)
def test_forms_of_address_departments_and_persons_give_way_to_nobody(top: str, below: str) -> None:
    assert buyer(top, below) == below


def test_a_heading_is_no_first_line() -> None:
    assert buyer("Kunde", "Klubhaus am See", 0) == "Klubhaus am See"


@pytest.mark.parametrize(
    ("top", "below"),
    [
        ("Anna Berg", "Müller Pflegedienst"),
        ("Department", "Service Civique"),
        ("Abteilung", "Klubhaus am See"),
    ],
)
def test_a_service_and_a_generic_word_are_no_second_and_no_first_line(top: str, below: str) -> None:
    assert buyer(top, below) == below


@pytest.mark.parametrize("name", ["SRS", "FA", "P.A. Nilsson"])
def test_names_that_look_like_forms_of_address_or_care_stay(name: str) -> None:
    page = typed("Fern Books", name, "Storgatan 3")
    one = candidate(page, "receiver_name", name)
    assert with_names([one], page.words) == [one]
    assert with_owners([one], page.words) == [one]


@pytest.mark.parametrize("form", ["Fa.", "Fa:", "Srs.", "Sr."])
def test_forms_of_address_have_their_dot(form: str) -> None:
    assert is_form_of_address(form)


@pytest.mark.parametrize("care", ["p.A. Immotreu Verwaltungen GmbH", "p.a. Didier Cossy"])
def test_in_whose_care_a_letter_goes_does_not_buy(care: str) -> None:
    page = typed("Club Alpin Jaman", care, "12 Canal Street")
    assert with_owners([candidate(page, "receiver_name", care)], page.words)[0].value == "Club Alpin Jaman"

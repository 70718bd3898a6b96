"""Who buys stands on top of the block, above its office, its house or its hamlet."""

from __future__ import annotations

import pytest

from paperformer.extraction.second_lines import with_first_lines
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

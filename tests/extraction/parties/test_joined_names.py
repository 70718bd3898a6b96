"""A name goes on where an "und" or "&" joins it to what stands beside it or on the line above."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.joined_names import joined
from typed_page import candidate, typed


def name(seen: str, *rows: str, captions: tuple[int, ...] = ()) -> str:
    page = typed(*rows)
    return joined([candidate(page, "receiver_name", seen)], page.words, captions)[0].value


@pytest.mark.parametrize(
    ("seen", "rows", "whole"),
    [
        (
            "Dr. Florian",
            ("Dr. Florian und Eva Lechner", "Truderinger Str. 55a"),
            "Dr. Florian und Eva Lechner",
        ),
        ("SARL LE", ("SARL LE COMPTOIR DES ALLÉES", "27 allées"), "SARL LE COMPTOIR DES ALLÉES"),
        ("Mr &", ("Mr & Mrs Considine", "Ballyea"), "Mr & Mrs Considine"),
        ("Co SARL", ("Agence Perspective & Co SARL", "140 rue de Rennes"), "Agence Perspective & Co SARL"),
        (
            "Heizungsbau GmbH",
            ("Gebr. Wirtz Sanitär- und", "Heizungsbau GmbH", "Venloer Str. 418"),
            "Gebr. Wirtz Sanitär- und Heizungsbau GmbH",
        ),
        (
            "von 1908 e. V.",
            ("Ruderverein Ehlersheim", "von 1908 e. V.", "Am Kanal 2"),
            "Ruderverein Ehlersheim von 1908 e. V.",
        ),
        (
            "DI NELLO BURRI & C.",
            ("TRATTORIA DA NELLO S.A.S.", "DI NELLO BURRI & C.", "PIAZZA DEL CAMPO, 3"),
            "TRATTORIA DA NELLO S.A.S. DI NELLO BURRI & C.",
        ),
    ],
)
def test_both_sides_of_an_and_are_one_name(seen: str, rows: tuple[str, ...], whole: str) -> None:
    assert name(seen, *rows) == whole


@pytest.mark.parametrize(
    ("seen", "rows"),
    [
        ("Anna Berg", ("Anna Berg und liefern an das Lager",)),
        ("Berg GmbH", ("Berg GmbH und Karl Huber",)),
        ("Karl Berg", ("Wir grüßen Sie und", "Karl Berg")),
        ("Anna Berg", ("Anna Berg und 3 Kinder",)),
    ],
)
def test_a_sentence_and_what_follows_a_legal_form_are_not(seen: str, rows: tuple[str, ...]) -> None:
    assert name(seen, *rows) == seen


def test_a_label_above_is_no_part_of_a_name() -> None:
    assert name("Karl Berg", "Kunde und", "Karl Berg", captions=(0, 1)) == "Karl Berg"


def test_lines_of_one_middle_are_joined_too() -> None:
    page = typed([(25, "Underhill, Wainwright &")], [(26, "Dawson Foods Pty Ltd")])
    found = joined([candidate(page, "supplier_name", "Dawson Foods Pty Ltd")], page.words, ())[0]
    assert found.value == "Underhill, Wainwright & Dawson Foods Pty Ltd"


def test_a_line_that_begins_with_an_and_goes_on_from_the_one_above() -> None:
    assert name("und Sohn GmbH", "Krämer Bedachungen", "und Sohn GmbH") == "Krämer Bedachungen und Sohn GmbH"


def test_what_a_society_is_may_stand_above_its_name() -> None:
    rows = ("Wohnungsgenossenschaft", "Rhein-Lahn eG", "Römerstraße 21")
    assert name("Rhein-Lahn eG", *rows) == "Wohnungsgenossenschaft Rhein-Lahn eG"
    assert name("Rhein-Lahn GmbH", "Wohnungsgenossenschaft", "Rhein-Lahn GmbH") == "Rhein-Lahn GmbH"

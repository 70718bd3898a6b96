"""Addresses begin with the first word of their line where a candidate says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperformer.extraction.compare import content
from paperformer.extraction.parties.address_starts import from_first_words
from typed_page import candidate, typed


def best(row: str, short: str, whole: str, *names: str) -> str:
    page = typed(row, "Invoice 12")
    seen = [candidate(page, "supplier_address", short), candidate(page, "supplier_address", whole, 0.05)]
    found = from_first_words(seen, {content(name) for name in names}, page.words, ())
    return max(found, key=lambda one: one.probability).value


@pytest.mark.parametrize(
    ("row", "short"),
    [
        ("Goldbacher Straße 5, 99867 Gotha", "Straße 5, 99867 Gotha"),
        ("C/ Alcalá, 28, 28013 Madrid", "Alcalá, 28, 28013 Madrid"),
        ("Harbour House, Dock Lane, Leeds LS10 1NB", "House, Dock Lane, Leeds LS10 1NB"),
    ],
)
def test_the_whole_line_is_taken(row: str, short: str) -> None:
    assert best(row, short, row) == row


@pytest.mark.parametrize(
    ("row", "short", "name"),
    [
        ("Vitale Via Roma 5, 40121 Bologna", "Via Roma 5, 40121 Bologna", "Vitale"),
        ("Vitale Srl Via Roma 5, 40121 Bologna", "Via Roma 5, 40121 Bologna", ""),
        ("Sede: Via Roma 5, 40121 Bologna", "Via Roma 5, 40121 Bologna", ""),
        ("seit 1902 Hauptplatz 7, 84359 Simbach", "Hauptplatz 7, 84359 Simbach", ""),
    ],
)
def test_names_labels_and_mottos_do_not_begin_it(row: str, short: str, name: str) -> None:
    assert best(row, short, row, name) == short


def test_the_mark_that_parts_a_name_from_a_street_is_no_beginning() -> None:
    row = "Maré Unipessoal, Lda. | Rua dos Remos 112, 3800-224 Aveiro"
    page = typed(row)
    words = [word.text for word in page.words]
    bar = words.index("|")
    seen = [
        candidate(page, "supplier_address", "Remos 112, 3800-224 Aveiro"),
        candidate(page, "supplier_address", row.partition("| ")[2], 0.05)._replace(
            words=tuple(range(bar, len(words)))
        ),
    ]
    found = from_first_words(seen, (), page.words, ())
    assert max(found, key=lambda one: one.probability).value == "Rua dos Remos 112, 3800-224 Aveiro"


def test_a_word_without_text_begins_no_address() -> None:
    page = typed("x Via Roma 5, 40121 Bologna")
    words = [replace(page.words[0], text=""), *page.words[1:]]
    short = candidate(page, "supplier_address", "Via Roma 5, 40121 Bologna")
    whole = candidate(page, "supplier_address", "x Via Roma 5, 40121 Bologna", 0.05)
    assert from_first_words([short, whole], (), words, ()) == [short, whole]

"""How values stand on a page, and in which form they are written."""

from __future__ import annotations

import pytest

from paperformer.fields.page.layout import Layout
from paperformer.fields.standing import Standing, form_of, standing_of
from toy_documents import document_of


@pytest.mark.parametrize(
    ("type_", "text", "value", "form"),
    [
        ("number", "RE-2024/0012", "RE-2024/0012", "A2-94/94"),
        ("iban", "DE89 3704", "DE893704", "A292 94"),
        ("date", "03.04.2025", "2025-04-03", "DMY"),
        ("date", "03/04/2025", "2025-03-04", "MDY"),
        ("date", "2025-04-03", "2025-04-03", "YMD"),
        ("date", "04.04.2025", "2025-04-04", ""),  # either order
        ("date", "3. April 2025", "2025-04-03", ""),  # no month in figures
        ("amount", "1.234,50 EUR", "1234.50", ","),
        ("amount", "1,234.50", "1234.50", "."),
        ("amount", "1.234", "1234", ""),  # no cents
        ("name", "Acme Ltd", "Acme Ltd", ""),
    ],
)
def test_the_form_of_a_value(type_: str, text: str, value: str, form: str) -> None:
    assert form_of(type_, text, value) == form


def standing(text: str, *lines: str) -> Standing:
    document = document_of(*lines)
    at = [word.text for word in document.words].index(text)
    return standing_of(Layout(document), document.words, (at,))


def test_a_value_stands_by_the_words_beside_and_above_it() -> None:
    found = standing("4711", "Beleg 12|Vorgang", "Kunde|Nr. 4711")
    assert (found.before, found.page) == ("kundenr", 1)
    assert standing("4711", "Vorgang", "4711").above == "vorgang"


def test_figures_beside_it_do_not_matter() -> None:
    one = standing("4711", "Page 3 of 5, No. 4711")
    other = standing("4712", "Page 1 of 2, No. 4712")
    assert one.likeness(other) == 1.0


def test_a_value_that_moved_down_with_its_label_stands_alike_and_its_neighbour_does_not() -> None:
    one = standing("12,00", "Rosen|3,00", "Summe|12,00")
    lower = ("Rosen|3,00", "Tulpen|3,00", "Summe|12,01")
    assert one.likeness(standing("12,01", *lower)) == 1.0
    assert one.likeness(standing("3,00", *lower)) == 0.0


def test_a_value_at_the_same_place_behind_other_words_is_hardly_alike() -> None:
    one = standing("4711", "Kunde|4711")
    assert one.likeness(standing("4711", "Beleg|4711")) == 0.3


def test_a_value_that_no_word_prints_stands_nowhere() -> None:
    nowhere = standing_of(Layout(document_of("Kunde")), (), ())
    assert nowhere.likeness(nowhere) == 0.0

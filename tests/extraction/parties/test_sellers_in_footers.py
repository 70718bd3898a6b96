"""Who sells where only a footer or a sidebar says so: below captions, on two lines."""

from __future__ import annotations

import pytest

from paperformer.extraction.parties.captions_as_names import below_caption
from paperformer.extraction.parties.names_on_two_lines import whole_name
from typed_page import candidate, typed


@pytest.mark.parametrize(
    ("below", "name"),
    [
        ("Ekvallens kommun", "Ekvallens kommun"),
        ("Storgatan 12", "Postadress"),
        ("522 22 Tidaholm", "Postadress"),
        ("Box 74", "Postadress"),
    ],
)
def test_the_name_below_a_caption_of_addresses_takes_its_place(below: str, name: str) -> None:
    page = typed("Postadress", below)
    assert below_caption(candidate(page, "supplier_name", "Postadress"), page.words).value == name


def test_a_name_that_is_no_caption_stays() -> None:
    page = typed("Adresshaus Berlin", "Inkasso GmbH")
    one = candidate(page, "supplier_name", "Adresshaus Berlin")
    assert below_caption(one, page.words) == one


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (
            ["LIBRARIUM", "", "", "Librarium Buchgroßhandel", "Helmstedt GmbH"],
            "Librarium Buchgroßhandel Helmstedt GmbH",
        ),
        (
            ["", "Librarium Bücher", "Helmstedt GmbH", "info@librarium.example"],
            "Librarium Bücher Helmstedt GmbH",
        ),
        (["", "Librarium Bücher", "Helmstedt GmbH", "info@helmstedt.example"], "Helmstedt GmbH"),
        (["Kundendaten", "Helmstedt GmbH"], "Helmstedt GmbH"),
        (["LIBRARIUM", "", "Librarium Buch GmbH", "Helmstedt GmbH"], "Helmstedt GmbH"),
    ],
)
def test_a_name_begins_on_the_line_above_with_the_firms_sign(rows: list[str], name: str) -> None:
    page = typed(*rows)
    assert whole_name(candidate(page, "supplier_name", "Helmstedt GmbH"), page.words, ()).value == name

"""A free text to quote on the transfer is written whole: BT-83."""

from __future__ import annotations

import pytest
from answers import answer, candidate

from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.reference_in_full import reference_in_full
from paperformer.extraction.invoicing.statements import Statement
from paperformer.fields.page.anchors import find_labels
from paperformer.fields.page.labels import load_labels
from paperformer.fields.page.layout import Layout
from typed_page import typed

BOX = (0.1, 0.2, 0.3, 0.22)


def read(line: str, value: str, scheme: str | None = None) -> list[str]:
    """What a page of this line says where ``value`` was read as the reference."""
    page = typed(line)
    at = next(index for index, word in enumerate(page.words) if word.text == value)
    answered = answer()
    found = candidate(value).model_copy(update={"words": [at], "scheme": scheme})
    answered.fields["payment_reference"] = [found]
    labelled = find_labels(Layout(page), load_labels())
    return [one.value for one in reference_in_full(answered, page, labelled)]


def test_all_behind_the_label_is_the_reference() -> None:
    assert read("Verwendungszweck: Rechnung 17 / Kunde 4", "17") == ["Rechnung 17 / Kunde 4"]


@pytest.mark.parametrize(
    ("line", "value", "scheme"),
    [
        ("Verwendungszweck: 4711", "4711", None),
        ("Verwendungszweck: RF18539007547034 bitte angeben", "RF18539007547034", "rf"),
        ("Betrag: 17 EUR", "17", None),
        (f"Verwendungszweck: 17 {'Kunde ' * 24}", "17", None),
    ],
    ids=["the reference alone", "of a scheme", "another label", "too long to be quoted"],
)
def test_other_references_stay_as_they_were_read(line: str, value: str, scheme: str | None) -> None:
    assert read(line, value, scheme) == []


def test_it_is_as_sure_as_the_reference_that_was_read() -> None:
    said = (Statement("BT-83", "Rechnung 17 / Kunde 4", "Rechnung 17 / Kunde 4", 1, BOX),)
    sure = answer(payment_reference="17").with_sources(None, (), None, said)
    (term,) = draft_invoice(sure).invoice.terms["BT-83"]
    assert term.text == "Rechnung 17 / Kunde 4"
    assert term.origin is not None
    assert (term.origin.field, term.origin.box) == ("payment_reference", BOX)
    doubtful = answer(payment_reference="17", unsure={"payment_reference": 0.5})
    assert draft_invoice(doubtful.with_sources(None, (), None, said)).invoice.first("BT-83") is None

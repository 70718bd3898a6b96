"""References in words behind their label, and several invoices that one document corrects."""

from __future__ import annotations

import pytest
from answers import answer, errors

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.preceding_invoices import preceding_invoices
from paperformer.extraction.invoicing.references_in_words import references_in_words
from paperformer.extraction.invoicing.statements import Statement
from paperformer.fields.page.anchors import find_labels
from paperformer.fields.page.labels import load_labels
from paperformer.fields.page.layout import Layout
from typed_page import Cells, typed

BOX = (0.1, 0.2, 0.3, 0.22)


def said(*rows: Cells | str, **read: str) -> dict[str, str]:
    """What a page of these rows says of references, where these fields were read."""
    page = typed(*rows)
    labelled = find_labels(Layout(page), load_labels())
    return {one.term: one.value for one in references_in_words(answer(**read), page, labelled)}


@pytest.mark.parametrize(
    ("row", "term", "words"),
    [
        ("Ihr Zeichen: Einkauf", "BT-10", "Einkauf"),
        ("Your order: by telephone", "BT-13", "by telephone"),
        ("Avtalsnummer: Statens ramavtal", "BT-12", "Statens ramavtal"),
        ([(5, "Contract no."), (30, "framework agreement")], "BT-12", "framework agreement"),
    ],
)
def test_words_behind_a_label_are_the_reference(row: Cells | str, term: str, words: str) -> None:
    assert said(row) == {term: words}


def test_a_number_that_was_read_goes_before_words() -> None:
    assert said("Ihr Zeichen: Einkauf", buyer_reference="4711") == {}


@pytest.mark.parametrize("row", ["Ihr Zeichen: -", "Ihr Zeichen:", f"Ihr Zeichen: {'Einkauf ' * 20}"])
def test_nothing_and_paragraphs_are_no_reference(row: str) -> None:
    assert said(row) == {}


def test_two_different_texts_leave_a_choice() -> None:
    assert said("Ihr Zeichen: Einkauf", "Ihr Zeichen: Verkauf") == {}


def test_they_are_written(validator: Validator) -> None:
    statements = [Statement(term, "by telephone", "by telephone", 1, BOX) for term in ("BT-10", "BT-13")]
    exported = answer().with_sources(None, (), None, tuple(statements)).to_ubl()
    assert [exported.draft.invoice.first(one.term) for one in statements] == ["by telephone"] * 2
    assert errors(validator, exported.xml) == []


def test_a_reference_to_pay_with_needs_no_account(validator: Validator) -> None:
    exported = answer(iban=None, payment_reference="17-4").to_ubl()
    (means,) = exported.draft.invoice.groups["BG-16"]
    assert (means.first("BT-81"), exported.draft.invoice.first("BT-83")) == ("1", "17-4")
    assert errors(validator, exported.xml) == []


def corrected(*rows: Cells | str, **read: str) -> list[tuple[str, str]]:
    page = typed(*rows)
    labelled = find_labels(Layout(page), load_labels())
    return [(one.term, one.value) for one in preceding_invoices(answer(**read), page, labelled)]


def test_each_invoice_of_a_list_has_the_day_behind_it() -> None:
    rows: list[Cells] = [
        [(5, "Zu Rechnung"), (30, "R-17 (04.02.2018)")],
        [(5, "Zu Rechnung"), (30, "R-18 (05.03.2018)")],
        [(5, "Zu Rechnung"), (30, "R-19")],
    ]
    assert corrected(*rows, preceding_invoice_number="R-17") == [
        ("BT-25", "R-17"), ("BT-26", "2018-02-04"),
        ("BT-25", "R-18"), ("BT-26", "2018-03-05"),
        ("BT-25", "R-19"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "listed"),
    [
        ("Corrects invoices 101 and 102", ["101", "102"]),
        ("Corrects invoices: 101, 102", ["101", "102"]),
        (
            "Gutschrift zu den Rechnungen 2026-101, 2026-102 und 2026-103",
            ["2026-101", "2026-102", "2026-103"],
        ),
        ("Avoir sur les factures F-1 et F-2.", ["F-1", "F-2"]),
        ("Corrects invoice 101, customer 102", []),
        ("Corrects invoice 101 of 102 pages", []),
    ],
)
def test_one_label_may_list_several(row: str, listed: list[str]) -> None:
    assert [value for _, value in corrected(row, preceding_invoice_number="101")] == listed


def test_each_of_a_list_behind_one_label_has_its_day() -> None:
    row = "Zu Rechnung Nr. 101 vom 03.01.2026 und 102 vom 05.01.2026"
    assert corrected(row, preceding_invoice_number="101") == [
        ("BT-25", "101"), ("BT-26", "2026-01-03"), ("BT-25", "102"), ("BT-26", "2026-01-05"),
    ]  # fmt: skip


def test_the_only_one_is_the_field() -> None:
    row: Cells = [(5, "Zu Rechnung"), (30, "R-17 (04.02.2018)")]
    assert corrected(row, preceding_invoice_number="R-17") == []


def test_all_of_them_are_written(validator: Validator) -> None:
    listed = [("BT-25", "R-17"), ("BT-26", "2018-02-04"), ("BT-25", "R-18")]
    statements = tuple(Statement(term, value, value, 1, BOX) for term, value in listed)
    exported = answer(document_type="credit_note").with_sources(None, (), None, statements).to_ubl()
    groups = exported.draft.invoice.groups["BG-3"]
    assert [(one.first("BT-25"), one.first("BT-26")) for one in groups] == [
        ("R-17", "2018-02-04"),
        ("R-18", None),
    ]
    assert errors(validator, exported.xml) == []


def test_the_country_that_a_register_number_prints_stays_with_it() -> None:
    read = answer(supplier_organisation_number="16356706")
    (number,) = read.fields["supplier_organisation_number"]
    read.fields["supplier_organisation_number"] = [number.model_copy(update={"text": "DK-16356706"})]
    assert draft_invoice(read).invoice.first("BT-30") == "DK16356706"

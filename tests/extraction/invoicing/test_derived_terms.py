"""Terms that the page does not print and that follow from what it prints surely."""

from __future__ import annotations

import pytest
from answers import answer, errors

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.result import Extraction


def without_print(read: Extraction, name: str, confidence: float) -> Extraction:
    """The answer with a field that no word prints."""
    fields = dict(read.fields)
    fields[name] = [fields[name][0].model_copy(update={"text": "", "confidence": confidence})]
    return read.model_copy(update={"fields": fields})


@pytest.mark.parametrize(
    ("currency", "countries", "written"),
    [
        ("EUR", ("DE", "DE"), True),
        ("EUR", ("DE", "FR"), False),
        ("SEK", ("DE", "DE"), False),
        ("SEK", ("SE", "SE"), True),
    ],
)
def test_an_unprinted_currency_is_that_of_both_parties(
    currency: str, countries: tuple[str, str], *, written: bool
) -> None:
    seller, buyer = countries
    read = answer(currency=currency, supplier_country=seller, receiver_country=buyer)
    draft = draft_invoice(without_print(read, "currency", 0.9))
    assert (draft.problems == ()) == written
    assert ("BT-5" in [one.term for one in draft.derived]) == written


def test_a_printed_currency_that_is_not_sure_is_not_derived() -> None:
    assert "currency (BT-5)" in draft_invoice(answer(unsure={"currency": 0.9})).problems[0]


def test_a_vat_number_that_holds_the_organisation_number_is_sure() -> None:
    read = answer(supplier_vat_number="NO890308171MVA", supplier_organisation_number="890308171",
                  supplier_country="NO", unsure={"supplier_vat_number": 0.9})  # fmt: skip
    assert draft_invoice(read).problems == ()
    other = answer(supplier_vat_number="GB890308171", supplier_organisation_number="911111111",
                   supplier_country="GB", unsure={"supplier_vat_number": 0.9})  # fmt: skip
    assert "supplier_vat_number" in draft_invoice(other).problems[0]


def test_the_organisation_number_itself_confirms_no_vat_number() -> None:
    number = "CHE511668908"  # the VAT number has MWST behind it
    read = answer(supplier_vat_number=number, supplier_organisation_number=number, supplier_country="CH",
                  unsure={"supplier_vat_number": 0.9})  # fmt: skip
    assert draft_invoice(read).invoice.first("BT-31") is None


@pytest.mark.parametrize("number", [None, "FI12345671"])
def test_the_register_number_is_the_tax_registration_where_the_country_has_one_number(
    number: str | None, validator: Validator
) -> None:
    read = answer(supplier_vat_number=number, supplier_organisation_number="70808371", supplier_country="FI",
                  unsure={"supplier_vat_number": 0.9})  # fmt: skip
    exported = read.to_ubl()
    invoice = exported.draft.invoice
    assert (invoice.first("BT-32"), invoice.first("BT-31")) == ("70808371", None)
    assert any(one.term == "BT-32" and "FI" in one.reason for one in exported.draft.derived)
    assert errors(validator, exported.xml) == []


def test_a_register_number_that_is_not_sure_is_no_tax_registration() -> None:
    read = answer(supplier_vat_number=None, supplier_organisation_number="70808371", supplier_country="FI",
                  unsure={"supplier_organisation_number": 0.9})  # fmt: skip
    assert "supplier_vat_number (BT-31) is missing" in draft_invoice(read).problems[0]


def test_an_american_seller_is_registered_for_taxes_by_its_organisation_number() -> None:
    read = answer(supplier_vat_number=None, supplier_country="US", supplier_organisation_number="194292804")
    draft = draft_invoice(read)
    assert draft.problems == ()
    assert draft.invoice.first("BT-32") == "194292804"


def test_other_sellers_need_a_vat_number() -> None:
    read = answer(supplier_vat_number=None, supplier_organisation_number="194292804")
    assert "supplier_vat_number (BT-31) is missing" in draft_invoice(read).problems[0]

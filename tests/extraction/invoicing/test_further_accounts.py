"""Accounts that stand beside the one that was read are further means of payment."""

from __future__ import annotations

import pytest
from answers import answer, candidate, errors

from paperformer.documents.model import Document
from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.further_accounts import banks, further_accounts
from paperformer.extraction.invoicing.statements import Statement
from paperformer.fields.page.anchors import Labelled, find_labels
from paperformer.fields.page.labels import load_labels
from paperformer.fields.page.layout import Layout
from typed_page import typed

FIRST, SECOND, THIRD = "DE89370400440532013000", "DE02120300000000202051", "AT483200000012345864"
WRONG = "DE03120300000000202051"
BOX = (0.1, 0.2, 0.3, 0.22)


def labelled_page(*rows: str) -> tuple[Document, Labelled]:
    page = typed(*rows)
    return page, find_labels(Layout(page), load_labels())


def found(*rows: str, method: str | None = None) -> list[str]:
    """The further accounts of a page of these rows, of which ``FIRST`` was read."""
    page, labelled = labelled_page(*rows)
    read = answer(payment_method=method)
    at = next(index for index, word in enumerate(page.words) if word.text == FIRST)
    read.fields["iban"] = [candidate(FIRST).model_copy(update={"words": [at]})]
    return [one.value for one in further_accounts(read, page, labelled)]


def test_each_account_of_a_list_is_found() -> None:
    rows = (f"Bank A IBAN: {FIRST}", f"Bank B IBAN: {SECOND}", "", f"Bank C IBAN: {THIRD}")
    assert found(*rows) == [SECOND, THIRD]


def test_an_account_far_from_the_others_is_none_of_the_list() -> None:
    assert found(f"Refund to IBAN: {SECOND}", *[""] * 12, f"IBAN: {FIRST}") == []


@pytest.mark.parametrize("other", [FIRST, WRONG])
def test_the_same_account_and_one_whose_check_digits_fail_are_no_others(other: str) -> None:
    assert found(f"IBAN: {FIRST}", f"IBAN: {other}") == []


def test_where_the_seller_collects_the_money_an_account_may_be_the_buyers() -> None:
    assert found(f"IBAN: {FIRST}", f"IBAN: {SECOND}", method="direct_debit") == []


def test_each_is_a_transfer_of_its_own(validator: Validator) -> None:
    said = tuple(Statement("BT-84", iban, f"IBAN {iban}", 1, BOX) for iban in (SECOND, THIRD))
    exported = answer().with_sources(None, (), None, said).to_ubl()
    means = exported.draft.invoice.groups["BG-16"]
    assert [one.first("BT-84") for one in means] == [FIRST, SECOND, THIRD]
    assert {one.first("BT-81") for one in means} == {"30"}
    assert errors(validator, exported.xml) == []


def test_none_is_written_where_the_first_is_not_sure() -> None:
    said = (Statement("BT-84", SECOND, SECOND, 1, BOX),)
    draft = draft_invoice(answer(unsure={"iban": 0.6}).with_sources(None, (), None, said))
    assert "BG-16" not in draft.invoice.groups
    assert [one.value for one in draft.left_out if one.term == "BT-84"] == [FIRST, None, SECOND]
    assert draft.problems == ()


def test_a_doubt_which_of_several_is_meant_leaves_none_out(validator: Validator) -> None:
    read = answer(unsure={"iban": 0.6})
    read.fields["iban"] = [read.fields["iban"][0].model_copy(update={"checked": True})]
    exported = read.with_sources(None, (), None, (Statement("BT-84", SECOND, SECOND, 1, BOX),)).to_ubl()
    means = exported.draft.invoice.groups["BG-16"]
    assert [one.first("BT-84") for one in means] == [FIRST, SECOND]
    origin = means[0].terms["BT-84"][0].origin
    assert origin is not None
    assert (origin.doubtful, origin.reason) == (
        False,
        "the page lists several accounts, and all of them are written",
    )
    assert errors(validator, exported.xml) == []


def test_accounts_in_their_national_form_stand_behind_a_label() -> None:
    rows = (f"IBAN: {FIRST}", "Bankgiro: 5050-1055", "Plusgiro: 11100222", "Telefon: 08-123 45 67")
    assert found(*rows) == ["5050-1055", "11100222"]


def test_a_line_of_text_may_stand_between_two_accounts() -> None:
    assert found(f"IBAN: {FIRST}", "Betalt med: Banköverföring", f"IBAN: {SECOND}") == [SECOND]


def test_a_giro_and_a_bic_are_the_bank_of_the_account_on_their_row() -> None:
    rows = (
        f"IBAN: {FIRST} BIC: COBADEFFXXX",
        "Bankgiro: 5050-1055",
        "BIC: unbekannt",
        "Bankgiro: Malin Norén",
    )
    page, labelled = labelled_page(*rows)
    swedish = banks(answer(supplier_country="SE"), page, labelled)
    assert [one.value for one in swedish] == ["COBADEFFXXX", "SE:BANKGIRO"]


def test_a_bankgiro_of_another_country_than_sweden_is_any_account() -> None:
    page, labelled = labelled_page("Bankgiro: 9894.17.99477")
    assert banks(answer(supplier_country="NO"), page, labelled) == ()


def test_each_account_is_written_with_its_own_bank(validator: Validator) -> None:
    lower = (0.1, 0.3, 0.3, 0.32)
    said = (
        Statement("BT-84", "5050-1055", "5050-1055", 1, lower),
        Statement("BT-86", "COBADEFFXXX", "COBADEFFXXX", 1, (0.4, 0.2, 0.5, 0.22)),
        Statement("BT-86", "SE:BANKGIRO", "Bankgiro: 5050-1055", 1, lower),
    )
    exported = answer(bic="DEUTDEFF").with_sources(None, (), None, said).to_ubl()
    means = exported.draft.invoice.groups["BG-16"]
    assert [(one.first("BT-84"), one.first("BT-86")) for one in means] == [
        (FIRST, "COBADEFFXXX"),
        ("5050-1055", "SE:BANKGIRO"),
    ]
    assert errors(validator, exported.xml) == []


def test_the_national_form_of_an_iban_is_no_other_account() -> None:
    said = (Statement("BT-84", "0532013000", "Kontonummer: 0532013000", 1, BOX),)
    means = draft_invoice(answer().with_sources(None, (), None, said)).invoice.groups["BG-16"]
    assert [one.first("BT-84") for one in means] == [FIRST]


def test_an_account_whose_digits_begin_another_national_one_is_another() -> None:
    said = (Statement("BT-84", "123456", "Plusgiro: 123456", 1, BOX),)
    read = answer(iban=None, bank_account_number="1234567").with_sources(None, (), None, said)
    assert [one.first("BT-84") for one in draft_invoice(read).invoice.groups["BG-16"]] == [
        "1234567",
        "123456",
    ]


@pytest.mark.parametrize(("others", "bank"), [((), "COBADEFFXXX"), ((SECOND,), None)])
def test_the_bic_of_a_page_is_that_of_its_only_account(others: tuple[str, ...], bank: str | None) -> None:
    said = tuple(Statement("BT-84", iban, f"IBAN {iban}", 1, BOX) for iban in others)
    means = (
        answer(bic="COBADEFFXXX").with_sources(None, (), None, said).to_ubl().draft.invoice.groups["BG-16"]
    )
    assert means[0].first("BT-86") == bank

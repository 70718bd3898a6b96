"""Accounts that stand beside the one that was read are further means of payment."""

from __future__ import annotations

import pytest
from answers import answer, candidate, errors

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.further_accounts import further_accounts
from paperformer.extraction.invoicing.statements import Statement
from typed_page import typed

FIRST, SECOND, THIRD = "DE89370400440532013000", "DE02120300000000202051", "AT483200000012345864"
WRONG = "DE03120300000000202051"
BOX = (0.1, 0.2, 0.3, 0.22)


def found(*rows: str, method: str | None = None) -> list[str]:
    """The further accounts of a page of these rows, of which ``FIRST`` was read."""
    page = typed(*rows)
    read = answer(payment_method=method)
    at = next(index for index, word in enumerate(page.words) if word.text == FIRST)
    read.fields["iban"] = [candidate(FIRST).model_copy(update={"words": [at]})]
    return [one.value for one in further_accounts(read, page)]


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
    read = answer(unsure={"iban": 0.6}).with_sources(None, (), None, said)
    assert "BG-16" not in draft_invoice(read).invoice.groups

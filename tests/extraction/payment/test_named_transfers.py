"""Transfers that are named by themselves, beside the account and the day to pay by."""

from __future__ import annotations

from paperformer.extraction.payment.named_transfers import weigh_named_transfers
from paperformer.extraction.scored import Scored


def scored(field: str, value: str, probability: float) -> Scored:
    return Scored(field, value, value, (), probability, "rule")


BACS = scored("payment_method", "transfer", 0.44)
DAY = scored("due_date", "2025-12-01", 0.9)
ACCOUNT = scored("bank_account_number", "00417728", 0.7)


def test_a_transfer_is_surer_where_account_and_day_are_told() -> None:
    proposed = {"payment_method": [BACS], "due_date": [DAY], "bank_account_number": [ACCOUNT]}
    assert weigh_named_transfers(proposed)[0].probability > 0.5


def test_without_a_day_or_an_account_it_stays_as_it_is() -> None:
    assert weigh_named_transfers({"payment_method": [BACS], "due_date": [DAY]}) == [BACS]
    assert weigh_named_transfers({"payment_method": [BACS], "bank_account_number": [ACCOUNT]}) == [BACS]


def test_so_does_it_where_something_else_may_have_been_paid_by() -> None:
    card = scored("payment_method", "card", 0.3)
    proposed = {"payment_method": [BACS, card], "due_date": [DAY], "bank_account_number": [ACCOUNT]}
    assert weigh_named_transfers(proposed) == [BACS, card]

"""What was left of the bill before is due with this one's total."""

from __future__ import annotations

from decimal import Decimal

import pytest

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.earlier_balance import earlier_balances, names_an_earlier_balance
from paperformer.extraction.sums.paid import weigh_due, weigh_total
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.tables.sums import amounts_in
from toy_documents import document_of

BILL = ("Balance brought forward 14.62", "Charges for this period 356.34", "Total amount due 370.96")


def scored(value: str, probability: float) -> Scored:
    return Scored("amount_due", value, value, (), probability, "rule")


@pytest.mark.parametrize("label", [
    "Balance brought forward", "Previous balance:", "Saldovortrag", "Solde antérieur", "Tidligere saldo",
    "Saldo anterior €", "Saldo perioodi alguses", "Skola laikotarpio pradžiai", "Sold precedent",
    "Solde de votre facture précédente", "Προηγούμενο υπόλοιπο",
])  # fmt: skip
def test_rows_that_name_an_earlier_balance(label: str) -> None:
    assert names_an_earlier_balance(label)


@pytest.mark.parametrize("label", ["Balance", "Balance due", "Saldo", "Restbeløb", "Opening hours"])
def test_rows_that_name_none(label: str) -> None:
    assert not names_an_earlier_balance(label)


def test_the_sum_of_total_and_earlier_balance_is_due_and_is_no_total() -> None:
    words = document_of(*BILL).words
    printed = printed_of(words)
    context = infer_context(words, printed)
    balances = earlier_balances(words, printed, context)
    assert balances == (Decimal("-14.62"),)
    amounts = amounts_in(printed, context)
    candidates = [scored("370.96", 0.4), scored("356.34", 0.5)]
    due, period = weigh_due(candidates, balances, amounts)
    assert due.probability > 0.7 > 0.2 > period.probability
    total = {one.value: one.probability for one in weigh_total(candidates, balances, amounts)}
    assert total["370.96"] < 0.2


def test_of_a_statement_with_many_nothing_is_taken() -> None:
    lines = [f"Previous balance {10 + i}.00" for i in range(5)]
    words = document_of(*lines).words
    printed = printed_of(words)
    assert earlier_balances(words, printed, infer_context(words, printed)) == ()

"""What was paid before, withheld or taken off is known by its label or by its sign."""

from decimal import Decimal

import pytest

from paperformer.extraction.sums.deductions import deductions_in
from paperformer.extraction.sums.paid import names_a_payment
from paperformer.fields.context import infer_context, printed_of
from typed_page import Cells, typed


def deductions(*rows: Cells | str) -> set[Decimal]:
    words = typed("Invoice 2025-018", "Total 1,219.00", *rows).words
    printed = printed_of(words)
    return set(deductions_in(words, printed, infer_context(words, printed)))


@pytest.mark.parametrize(
    "row",
    ["Already paid 200.00", "Deposit received on 3 May 200.00", "Less: paid 200.00", "Anzahlung 200.00",
     "Avgår à conto 200.00",
     [(5, "Acompte versé"), (60, "200.00")]],
)  # fmt: skip
def test_payments_are_known_by_their_label(row: Cells | str) -> None:
    assert deductions(row) == {Decimal("200.00")}


def test_several_payments_and_their_sum() -> None:
    found = deductions("Paid 200.00", "Paid 19.00")
    assert found == {Decimal("200.00"), Decimal("19.00"), Decimal("219.00")}


def test_a_sum_below_zero_was_taken_off_whatever_its_label_says() -> None:
    assert deductions("Kaikki kiitos -19.00") == {Decimal("19.00")}


@pytest.mark.parametrize("label", ["Payment terms: 30 days", "to be paid", "If paid by 3 May", "Total"])
def test_terms_are_no_payment(label: str) -> None:
    assert not names_a_payment(label)

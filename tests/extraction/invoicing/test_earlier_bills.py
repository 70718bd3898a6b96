"""What earlier bills left is no part of the invoice: it is noted, or counts as paid where it is a credit."""

from __future__ import annotations

from decimal import Decimal

import pytest
from answers import answer, errors

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.dues import due_of
from paperformer.extraction.invoicing.export import ExportedInvoice
from paperformer.extraction.invoicing.sum_rows import SumRow

NOTED = ["Altsaldo: 120.00", "Zahlbetrag: 358.00"]


def printed_at(y: float, label: str, amount: str, **kind: bool) -> SumRow:
    return SumRow(label, Decimal(amount), 1, (0.7, y, 0.8, y + 0.01), **kind)


TOTAL = printed_at(0.6, "Rechnungsbetrag", "238.00")
BALANCE = printed_at(0.64, "Altsaldo", "120.00")
DUE = printed_at(0.7, "Zahlbetrag", "358.00")


def exported(balance: str, due: str, *rows: SumRow) -> ExportedInvoice:
    return answer(previous_balance=balance, amount_due=due).with_sources(None, rows).to_ubl()


def stated(made: ExportedInvoice) -> tuple[str | None, str | None, list[str | None]]:
    """What was paid, what is due, and the notes."""
    invoice = made.draft.invoice
    notes = [note.first("BT-22") for note in invoice.groups.get("BG-1", ())]
    return invoice.first("BT-113"), invoice.first("BT-115"), notes


def test_an_earlier_balance_is_noted_and_the_invoices_own_amount_is_due(validator: Validator) -> None:
    made = exported("120.00", "358.00", TOTAL, BALANCE, DUE)
    assert stated(made) == (None, "238.00", NOTED)
    (reason,) = [one.reason for one in made.draft.derived if one.term == "BT-115"]
    assert "no term for what earlier bills left" in reason
    assert errors(validator, made.xml) == []
    (balance, _) = [one for one in made.report()["elements"] if one["term"] == "BT-22"]
    assert (balance["page"], balance["box"], balance["reason"]) == (
        1, BALANCE.box, "what earlier bills left to pay",
    )  # fmt: skip


def test_a_balance_whose_row_is_not_known_is_noted_by_its_field() -> None:
    notes = ["Previous balance: 120.00", "Amount due with the previous balance: 358.00"]
    assert stated(exported("120.00", "358.00")) == (None, "238.00", notes)


def test_what_was_paid_of_the_invoice_is_taken_off_it(validator: Validator) -> None:
    deposit = printed_at(0.66, "Anzahlung", "-38.00", is_payment=True)
    due = printed_at(0.7, "Zahlbetrag", "320.00")
    made = exported("120.00", "320.00", TOTAL, BALANCE, deposit, due)
    assert stated(made) == ("38.00", "200.00", ["Altsaldo: 120.00", "Zahlbetrag: 320.00"])
    assert errors(validator, made.xml) == []


def test_what_was_paid_of_earlier_bills_is_not_paid_of_the_invoice() -> None:
    balance = printed_at(0.50, "Altsaldo", "120.00")
    payment = printed_at(0.52, "Zahlung erhalten", "-100.00", is_payment=True)
    due = printed_at(0.7, "Zahlbetrag", "258.00")
    made = exported("120.00", "258.00", balance, payment, TOTAL, due)
    notes = ["Altsaldo: 120.00", "Zahlung erhalten: -100.00", "Zahlbetrag: 258.00"]
    assert stated(made) == (None, "238.00", notes)


@pytest.mark.parametrize("printed", ["-38.00", "38.00"], ids=["with a sign", "without"])
def test_a_credit_of_earlier_bills_counts_as_paid(printed: str, validator: Validator) -> None:
    made = exported(printed, "200.00", TOTAL, printed_at(0.64, "Guthaben", printed))
    assert stated(made) == ("38.00", "200.00", [])
    (reason,) = [one.reason for one in made.draft.derived if one.term == "BT-113"]
    assert reason == "Guthaben: -38.00"
    assert errors(validator, made.xml) == []


def test_what_was_paid_beyond_earlier_bills_is_a_credit() -> None:
    balance = printed_at(0.50, "Altsaldo", "120.00")
    payment = printed_at(0.52, "Zahlung erhalten", "-158.00", is_payment=True)
    assert stated(exported("120.00", "200.00", balance, payment, TOTAL)) == ("38.00", "200.00", [])


def test_a_balance_that_was_settled_is_no_part_of_what_is_due() -> None:
    assert stated(exported("120.00", "238.00", BALANCE)) == (None, "238.00", [])


def test_a_balance_that_does_not_make_the_amount_due_explains_nothing() -> None:
    draft = draft_invoice(answer(previous_balance="120.00", amount_due="358.01"))
    assert [line for line in draft.problems if "amount_due (BT-115)" in line]


def test_an_unlikely_balance_explains_nothing() -> None:
    read = answer(previous_balance="120.00", amount_due="358.00", unsure={"previous_balance": 0.3})
    assert draft_invoice(read).problems != ()


def test_a_rounding_stands_beside_the_balance() -> None:
    due = due_of(Decimal("238.40"), Decimal("358.00"), Decimal("-0.40"), [], BALANCE)
    assert (due.paid, due.rounding) == (Decimal(0), Decimal("-0.40"))
    assert [noted.amount for noted in due.notes] == [Decimal("120.00"), Decimal("358.00")]

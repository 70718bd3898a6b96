"""What documents say is consistent: sums, taxes, dates."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.synthesis.chance import generator
from paperformer.synthesis.compose import draw_invoice
from paperformer.synthesis.content import Kind
from paperformer.synthesis.locale import load_locale, locale_codes
from paperformer.synthesis.receipt import draw_receipt

_KINDS: tuple[Kind, ...] = ("invoice", "credit_note")


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), code=st.sampled_from(locale_codes()), kind=st.sampled_from(_KINDS))
def test_totals_of_invoices_add_up(seed: int, code: str, kind: Kind) -> None:
    invoice = draw_invoice(generator(seed), load_locale(code), kind)
    totals = invoice.totals
    assert totals.goods == sum(item.total for item in invoice.items)
    assert (
        totals.net == totals.goods - totals.discount + totals.shipping == sum(row.net for row in totals.rows)
    )
    assert totals.tax == sum(row.tax for row in totals.rows)
    assert totals.gross == totals.net + totals.tax
    assert totals.due == totals.gross + totals.rounding - totals.prepaid
    for row in totals.rows:
        assert abs(Decimal(row.tax) - Decimal(row.net) * row.rate / 100) <= Decimal("0.5")
    for item in invoice.items:
        exact = item.quantity * item.unit_price * (100 - item.discount) / 100
        assert abs(exact - item.total) <= 1


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), code=st.sampled_from(locale_codes()))
def test_facts_of_invoices_say_the_totals(seed: int, code: str) -> None:
    invoice = draw_invoice(generator(seed), load_locale(code), "invoice")
    values = {name: fact.value for name, fact in invoice.facts.by_field.items()}
    net, tax, gross = (Decimal(values[name]) for name in ("total_excl_vat", "total_vat", "total_incl_vat"))
    assert net + tax == gross
    assert Decimal(values["amount_due"]) == Decimal(invoice.totals.due) / 100
    issued, due = (datetime.date.fromisoformat(values[name]) for name in ("document_date", "due_date"))
    assert due - issued == datetime.timedelta(days=invoice.days)
    start, end = (datetime.date.fromisoformat(values[name]) for name in ("period_start", "period_end"))
    assert start < end


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**6), code=st.sampled_from(locale_codes()))
def test_sums_of_receipts_add_up(seed: int, code: str) -> None:
    receipt = draw_receipt(generator(seed), load_locale(code))
    sums = receipt.sums
    added = receipt.locale.tax.added
    assert sums.goods == sum(good.quantity * good.price for good in receipt.goods)
    assert sums.total_unrounded == sums.goods - sums.discount + (sums.row.tax if added else 0)
    assert sums.row.net + sums.row.tax == sums.total_unrounded
    assert sums.total == sums.total_unrounded + sums.rounding
    assert abs(sums.rounding) <= 50
    assert sums.tendered >= sums.total + sums.tip


def test_a_reminder_asks_for_the_open_invoices_and_its_fee() -> None:
    invoice = draw_invoice(generator("reminder"), load_locale("sv-SE"), "reminder")
    due = invoice.facts.get("amount_due")
    assert due is not None
    assert Decimal(due.value) * 100 == sum(row[3] for row in invoice.reminded) + 6000
    assert invoice.facts.get("total_incl_vat") is None


@pytest.mark.parametrize("code", locale_codes())
def test_dates_and_amounts_are_printed_as_the_locale_does(code: str) -> None:
    locale = load_locale(code)
    printer = draw_invoice(generator("print", code), locale, "invoice").printer
    text = printer.amount(123456789)
    assert text[-3] == locale.decimal_mark
    assert "".join(sign for sign in text if sign.isdigit()) == "123456789"
    assert printer.amount(-5).strip("-").endswith("05")
    day = printer.date(datetime.date(2024, 3, 9))
    assert "9" in day
    assert "24" in day

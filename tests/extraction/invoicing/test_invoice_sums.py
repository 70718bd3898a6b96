"""Between the lines and the amount due: rates of lines, discounts, payments, rounding, withheld tax."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from answers import answer, errors, row
from hypothesis import assume, given
from hypothesis import strategies as st

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.bookkeeping.booking import booking_of
from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.line_rates import assigned_rates
from paperformer.extraction.invoicing.lines import Line, read_line
from paperformer.extraction.invoicing.sum_rows import SumRow
from paperformer.extraction.invoicing.vat import Share, rate_of

CENT = Decimal("0.01")


def named(label: str, amount: str, **kind: bool) -> SumRow:
    return SumRow(label, Decimal(amount), 1, (0.1, 0.8, 0.2, 0.81), **kind)


def cents(number: Decimal) -> Decimal:
    return number.quantize(CENT, ROUND_HALF_UP)


# --- the rates of the lines

TWO_RATES = (
    {"rate": "19", "base": "150.00", "tax": "28.50"},
    {"rate": "7", "base": "50.00", "tax": "3.50"},
)


def test_lines_have_the_rates_that_the_printed_bases_leave_them(validator: Validator) -> None:
    exported = answer(shares=TWO_RATES, total_vat="32.00", total_incl_vat="232.00").to_ubl()
    lines = exported.draft.invoice.groups["BG-25"]
    assert [line.first("BT-152") for line in lines] == ["19", "7"]
    assert errors(validator, exported.xml) == []


def test_printed_taxes_tell_the_rates_of_lines_where_no_bases_are_printed() -> None:
    shares = [{name: cell for name, cell in share.items() if name != "base"} for share in TWO_RATES]
    draft = draft_invoice(answer(shares=shares, total_vat="32.00", total_incl_vat="232.00"))
    assert [line.first("BT-152") for line in draft.invoice.groups["BG-25"]] == ["19", "7"]


def test_rates_that_leave_a_choice_are_refused() -> None:
    lines = [
        {"description": name, "quantity": "1", "unit_price": "100.00", "total": "100.00"} for name in "AB"
    ]
    shares = [{"rate": "19", "base": "100.00"}, {"rate": "7", "base": "100.00"}]
    draft = draft_invoice(answer(lines, shares, total_vat="26.00", total_incl_vat="226.00"))
    assert draft.problems == (
        "purchase_lines[1].vat_rate (BT-152) is missing: the page prints several rates and not which",
    )


def line(total: Decimal) -> Line:
    return read_line(1, row({"description": "x", "total": str(total)}))


AMOUNTS = st.decimals("0.01", "9999.99", places=2)


@given(st.lists(st.tuples(AMOUNTS, st.integers(0, 2)), min_size=2, max_size=9))
def test_assigned_rates_are_the_true_ones_or_none(lines: list[tuple[Decimal, int]]) -> None:
    rates = [Decimal(rate) for rate in ("25", "12", "6")]
    bases = [sum((total for total, own in lines if own == index), Decimal(0)) for index in range(3)]
    assume(sum(base > 0 for base in bases) > 1)
    shares = [
        Share(rate, base, cents(base * rate / 100), row({"rate": str(rate), "base": str(base)}))
        for rate, base in zip(rates, bases, strict=True)
        if base
    ]
    found = assigned_rates([line(total) for total, _ in lines], shares)
    assert found in (None, [rates[own] for _, own in lines])


@given(st.decimals("500", "90000", places=2), st.sampled_from(["7.7", "8.1", "25.5", "19", "2.5", "5.5"]))
def test_totals_imply_their_rate(excl: Decimal, rate: str) -> None:
    assert rate_of(excl, cents(excl * Decimal(rate) / 100)) == Decimal(rate)


def test_totals_of_mixed_rates_imply_none() -> None:
    assert rate_of(Decimal("648.24"), Decimal("29.37")) is None


# --- allowances and charges


def test_a_discount_over_several_rates_is_shared_as_the_printed_taxes_require(validator: Validator) -> None:
    lines = (
        {"description": "A", "quantity": "1", "unit_price": "150.00", "vat_rate": "19", "total": "150.00"},
        {"description": "B", "quantity": "1", "unit_price": "50.00", "vat_rate": "7", "total": "50.00"},
    )
    shares = ({"rate": "19", "tax": "25.65"}, {"rate": "7", "tax": "3.15"})  # 10 % less of both
    read = answer(lines, shares, total_excl_vat="180.00", total_vat="28.80", total_incl_vat="208.80")
    rows = (named("Summe", "200.00"), named("Rabatt", "-20.00"))
    exported = read.with_sources(None, rows).to_ubl()
    discounts = exported.draft.invoice.groups["BG-20"]
    assert [(one.first("BT-92"), one.first("BT-96")) for one in discounts] == [("15.00", "19"), ("5.00", "7")]
    assert errors(validator, exported.xml) == []


def test_a_carried_over_subtotal_is_no_charge() -> None:
    """The lines of the second page were overlooked: what both pages print is their sum, and no freight."""
    read = answer(shares=[], total_excl_vat="500.00", total_vat="95.00", total_incl_vat="595.00")
    rows = (named("Übertrag", "200.00"), named("Netto", "500.00"))
    problems = draft_invoice(read.with_sources(None, rows)).problems
    assert problems == ("the purchase lines add up to 200.00, but total_excl_vat (BT-109) is 500.00",)


# --- the amount due


def test_a_payment_and_a_rounding_explain_together_what_is_due(validator: Validator) -> None:
    paid = named("Anzahlung", "-100.10", is_payment=True)
    exported = answer(rounding="0.10", amount_due="138.00").with_sources(None, (paid,)).to_ubl()
    invoice = exported.draft.invoice
    assert [invoice.first(term) for term in ("BT-113", "BT-114", "BT-115")] == ["100.10", "0.10", "138.00"]
    assert errors(validator, exported.xml) == []


def test_a_printed_rounding_is_taken_out_of_a_total_that_holds_it(validator: Validator) -> None:
    lines = ({"description": "A", "quantity": "1", "unit_price": "200.40", "total": "200.40"},)
    read = answer(lines, [], total_excl_vat="200.40", total_vat="38.08", total_incl_vat="238.00",
                  rounding="-0.48")  # fmt: skip
    exported = read.to_ubl()
    invoice = exported.draft.invoice
    assert [invoice.first(term) for term in ("BT-112", "BT-114", "BT-115")] == ["238.48", "-0.48", "238.00"]
    assert errors(validator, exported.xml) == []


def test_the_lines_are_the_net_total_where_a_rounded_one_is_all_that_is_printed(validator: Validator) -> None:
    lines = ({"description": "A", "quantity": "5", "unit_price": "215.40", "total": "1077.00"},)
    shares = [{"rate": "25", "tax": "269.25"}]
    read = answer(lines, shares, total_excl_vat=None, total_vat="269.25", total_incl_vat="1346.00",
                  amount_due="1346.00", rounding="-0.25", unsure={"total_incl_vat": 0.9})  # fmt: skip
    exported = read.to_ubl()
    invoice = exported.draft.invoice
    assert [invoice.first(term) for term in ("BT-109", "BT-112", "BT-114", "BT-115")] == [
        "1077.00", "1346.25", "-0.25", "1346.00",
    ]  # fmt: skip
    assert errors(validator, exported.xml) == []


def test_all_rows_between_the_sum_of_the_lines_and_the_net_total_lead_to_it(validator: Validator) -> None:
    rows = (named("Summe", "200.00"), named("Rabatt", "-20.00"), named("Bonus", "-4.00"),
            named("Fracht", "9.00"), named("Netto", "185.00"), named("USt", "35.15"))  # fmt: skip
    read = answer(shares=[], total_excl_vat="185.00", total_vat="35.15", total_incl_vat="220.15")
    exported = read.with_sources(None, rows).to_ubl()
    groups = exported.draft.invoice.groups
    assert [one.first("BT-92") for one in groups["BG-20"]] == ["20.00", "4.00"]
    assert [one.first("BT-99") for one in groups["BG-21"]] == ["9.00"]
    assert errors(validator, exported.xml) == []


def test_a_total_that_is_not_sure_gives_way_to_two_that_are() -> None:
    draft = draft_invoice(answer(total_excl_vat="150.00", unsure={"total_excl_vat": 0.6}))
    assert draft.problems == ()
    assert draft.invoice.first("BT-109") == "200.00"
    assert "BT-109" in [one.term for one in draft.derived]


def test_a_tax_that_the_buyer_keeps_back_counts_as_paid_and_is_noted(validator: Validator) -> None:
    withheld = named("Ritenuta d'acconto 20 %", "-38.00", is_payment=True, is_withheld=True)
    exported = answer(amount_due="200.00").with_sources(None, (withheld,)).to_ubl()
    invoice = exported.draft.invoice
    assert (invoice.first("BT-113"), invoice.first("BT-115")) == ("38.00", "200.00")
    assert [note.first("BT-22") for note in invoice.groups["BG-1"]] == ["Ritenuta d'acconto 20 %: 38.00"]
    (reason,) = [one.reason for one in exported.draft.derived if one.term == "BT-113"]
    assert "no term for a withheld tax" in reason
    assert errors(validator, exported.xml) == []


# --- what fails


FAILING = {"amount_due": "99.00"}


def test_sums_that_fail_are_written_as_printed_and_marked_if_forced() -> None:
    exported = answer(**FAILING).to_ubl(force=True)
    invoice = exported.draft.invoice
    totals = [invoice.first(term) for term in ("BT-109", "BT-110", "BT-112", "BT-115")]
    assert totals == ["200.00", "38.00", "238.00", "99.00"]
    assert [line.first("BT-131") for line in invoice.groups["BG-25"]] == ["150.00", "50.00"]
    origin = invoice.terms["BT-115"][0].origin
    assert origin is not None
    assert origin.doubtful


def test_a_booking_that_is_refused_for_its_sums_does_not_call_the_total_missing() -> None:
    with pytest.raises(Exception, match="amount_due") as caught:
        booking_of(answer(**FAILING))
    assert "is missing" not in str(caught.value)


def test_freight_has_one_of_the_printed_rates() -> None:
    lines = [line(Decimal(total)) for total in ("100.00", "40.00")]
    shares = [
        Share(Decimal(19), Decimal("100.00"), Decimal("19.00")),
        Share(Decimal(7), Decimal("49.00"), Decimal("3.43")),
    ]
    assert assigned_rates(lines, shares) is None
    assert assigned_rates(lines, shares, [Decimal("9.00")]) == [Decimal(19), Decimal(7)]

"""The arithmetic of totals (EN 16931, BR-CO-13, 15, 16, 17)."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.totals import adds_up, consistency, is_due, is_rate, is_share

CENTS = st.integers(-10_000_000, 10_000_000).map(lambda cents: Decimal(cents) / 100)
D = Decimal


@given(CENTS, CENTS)
def test_a_sum_adds_up_and_one_off_does_not(excl: Decimal, vat: Decimal) -> None:
    assert adds_up(excl, vat, excl + vat)
    assert adds_up(excl, vat, excl + vat + D("0.02"))
    assert not adds_up(excl, vat, excl + vat + D("0.03"))


@given(CENTS.filter(lambda amount: amount != 0), st.sampled_from([5, 7, 10, 19, 21, 25, 27]))
def test_rounded_vat_is_a_rate_and_a_share_of_its_base(excl: Decimal, percent: int) -> None:
    vat = (excl * percent / 100).quantize(D("0.01"))
    assert is_rate(vat, excl, D(percent))
    assert is_share(vat, excl)


def test_vat_of_the_other_sign_or_above_every_rate_is_no_share() -> None:
    assert not is_share(D("-19"), D("100"))
    assert not is_share(D("31"), D("100"))
    assert is_share(D("-19"), D("-100"))


def test_due_is_the_total_less_prepaid_plus_rounding() -> None:
    assert is_due(D("90"), D("100"), prepaid=D("10"))
    assert is_due(D("100"), D("99.75"), rounding=D("0.25"))
    assert not is_due(D("90"), D("100"))


def test_what_earlier_bills_left_to_pay_is_due_with_the_total() -> None:
    totals = {"total_incl_vat": D("410.44"), "previous_balance": D("367.68"), "amount_due": D("778.12")}
    assert set(consistency(totals).held) == {"due = incl - prepaid + rounding", "due is at most incl"}
    assert consistency(totals | {"previous_balance": D("300")}).held == ()
    credit = totals | {"previous_balance": D("-10.44"), "amount_due": D("400.00")}
    assert consistency(credit).broken == ()


def test_a_consistent_document_breaks_no_rule() -> None:
    totals = {
        "subtotal": D("100"), "total_excl_vat": D("100"), "total_vat": D("25"),
        "total_incl_vat": D("125"), "amount_due": D("125"), "rounding": D("0"),
    }  # fmt: skip
    verdict = consistency(totals, rates=[D(25)])
    assert verdict.broken == ()
    assert {"incl = excl + vat", "due = incl - prepaid + rounding", "vat = excl * rate"} <= set(verdict.held)


def test_a_cash_total_to_the_whole_krone_breaks_nothing_where_its_rounding_was_not_read() -> None:
    totals = {"total_excl_vat": D("7935.70"), "total_vat": D("1983.93"), "total_incl_vat": D("9920.00")}
    assert "incl = excl + vat" not in consistency(totals).broken
    assert "incl = excl + vat" in consistency(totals | {"total_incl_vat": D("9920.10")}).broken
    assert "incl = excl + vat" in consistency(totals | {"total_incl_vat": D("9921.00")}).broken
    for excl, vat, incl in (("2.00", "0.40", "2.00"), ("0.40", "0.08", "0"), ("5.00", "0.45", "5.00")):
        coins = {"total_excl_vat": D(excl), "total_vat": D(vat), "total_incl_vat": D(incl)}
        assert "incl = excl + vat" in consistency(coins).broken


@pytest.mark.parametrize(
    ("totals", "broken"),
    [
        ({"total_excl_vat": "100", "total_vat": "25", "total_incl_vat": "130"}, "incl = excl + vat"),
        ({"total_excl_vat": "100", "total_incl_vat": "90"}, "excl is at most incl"),
        ({"total_vat": "80", "total_incl_vat": "100"}, "vat is a share of excl"),
        ({"total_incl_vat": "100", "amount_due": "150"}, "due is at most incl"),
        ({"rounding": "17", "total_incl_vat": "100"}, "rounding is small"),
    ],
)
def test_each_contradiction_is_named(totals: dict[str, str], broken: str) -> None:
    verdict = consistency({name: D(value) for name, value in totals.items()})
    assert broken in verdict.broken


def test_a_receipt_may_round_inside_its_total() -> None:
    totals = {
        "total_excl_vat": D("8.02"),
        "total_vat": D("0.48"),
        "rounding": D("0.05"),
        "total_incl_vat": D("8.55"),
    }
    assert "incl = excl + vat" in consistency(totals).held


def test_a_payment_before_explains_a_smaller_amount_due() -> None:
    totals = {"total_incl_vat": D("100"), "amount_due": D("60")}
    assert consistency(totals, prepaid=D("40")).broken == ()
    assert consistency(totals).broken == ("due = incl - prepaid + rounding",)


@given(
    st.dictionaries(st.sampled_from(["total_excl_vat", "total_vat", "total_incl_vat", "amount_due"]), CENTS)
)
def test_a_rule_is_held_or_broken_never_both(totals: dict[str, Decimal]) -> None:
    verdict = consistency(totals)
    assert not set(verdict.held) & set(verdict.broken)
    assert len(totals) > 1 or not verdict.held + verdict.broken

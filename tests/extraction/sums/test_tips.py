"""What was given on top of the total is no part of it."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.tips import tips_of, without_tip

CENTS = st.decimals("0.01", "9999.99", places=2)


def amount(value: str, probability: float = 0.8, field: str = "total_incl_vat") -> Scored:
    return Scored(field, value, value, (0,), probability, "model")


def weighed(total: str, tip: Scored, *printed: str, rival: str = "104.16") -> float:
    candidates = [amount(total), amount(rival, 0.2)]
    return without_tip(candidates, [tip], {Decimal(one) for one in printed})[0].probability


def test_a_total_and_a_tip_together_are_no_total() -> None:
    tip = amount("10.42", field="tip")
    assert weighed("114.58", tip, "104.16", "10.42", "114.58") < 0.1
    assert weighed("104.16", tip, "104.16", "10.42", "114.58") == 0.8


def test_a_tax_or_an_item_as_large_as_the_tip_makes_no_total_doubtful() -> None:
    tip = amount("5.00", field="tip")
    assert weighed("55.00", tip, "50.00", "5.00", "55.00", "60.00", rival="50.00") == 0.8
    assert weighed("60.00", tip, "50.00", "5.00", "55.00", "60.00", rival="55.00") < 0.1
    assert weighed("45.00", tip, "40.00", "5.00", "45.00", rival="12.00") == 0.8


def test_a_sum_without_the_total_below_it_stays() -> None:
    assert weighed("114.58", amount("10.42", field="tip"), "10.42", "114.58", rival="90.00") == 0.8


def test_a_doubtful_tip_and_one_of_nothing_change_nothing() -> None:
    assert weighed("114.58", amount("10.42", 0.3, "tip"), "104.16", "10.42", "114.58") == 0.8
    assert weighed("114.58", amount("0.00", field="tip"), "114.58", "0.00") == 0.8


def test_twice_the_tip_is_no_total_with_a_tip() -> None:
    assert weighed("20.00", amount("10.00", field="tip"), "10.00", "20.00") == 0.8


@given(total=CENTS, tip=CENTS, tax=CENTS)
def test_the_total_is_never_doubted_where_the_sum_with_the_tip_is_printed(
    total: Decimal, tip: Decimal, tax: Decimal
) -> None:
    printed = {total - tax, tax, total, tip, total + tip}
    candidates = [amount(str(one)) for one in (total, total + tip, total - tax)]
    right, *_ = without_tip(candidates, [amount(str(tip), field="tip")], printed)
    assert right.probability == 0.8


def test_a_likely_tip_raises_what_is_due_over_the_total() -> None:
    tips = [amount("4.21", field="tip"), amount("9.99", 0.2, "tip"), amount("0.00", field="tip")]
    assert tips_of({"tip": tips}) == (Decimal("-4.21"),)
    assert tips_of({}) == ()

"""What was given on top of the total is no part of it."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from paperformer.extraction.scored import Scored
from paperformer.extraction.tips import without_tip

CENTS = st.decimals("0.01", "9999.99", places=2)


def amount(value: str, probability: float = 0.8, field: str = "total_incl_vat") -> Scored:
    return Scored(field, value, value, (0,), probability, "model")


def weighed(total: str, tip: Scored, *printed: str) -> float:
    return without_tip([amount(total)], [tip], {Decimal(one) for one in printed})[0].probability


def test_a_total_and_a_tip_together_are_no_total() -> None:
    tip = amount("10.42", field="tip")
    assert weighed("114.58", tip, "104.16", "10.42", "114.58") < 0.1
    assert weighed("104.16", tip, "104.16", "10.42", "114.58") == 0.8


def test_a_sum_without_the_total_below_it_stays() -> None:
    assert weighed("114.58", amount("10.42", field="tip"), "10.42", "114.58") == 0.8


def test_a_doubtful_tip_and_one_of_nothing_change_nothing() -> None:
    assert weighed("114.58", amount("10.42", 0.3, "tip"), "104.16", "10.42", "114.58") == 0.8
    assert weighed("114.58", amount("0.00", field="tip"), "114.58", "0.00") == 0.8


def test_twice_the_tip_is_no_total_with_a_tip() -> None:
    assert weighed("20.00", amount("10.00", field="tip"), "10.00", "20.00") == 0.8


@given(total=CENTS, tip=CENTS)
def test_the_smaller_sum_is_never_doubted(total: Decimal, tip: Decimal) -> None:
    given = amount(str(tip), field="tip")
    small, large = without_tip([amount(str(total)), amount(str(total + tip))], [given], {total, total + tip})
    assert large.probability < small.probability if tip < total else small.probability == 0.8

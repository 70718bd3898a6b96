"""Amounts read the same in every country's print; what one print leaves open is settled or reported."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ValueUnreadable
from paperformer.fields.values import ParsedValue, ValueContext, parse_value

AMOUNTS = st.decimals(min_value=Decimal("-99999999.99"), max_value=Decimal("99999999.99"), places=2).filter(
    lambda amount: not amount.is_zero() or not amount.is_signed()
)
MARKS = st.sampled_from([".", ","])
SIGNS = ["€", "$", "£", "EUR", "RM", "kr", "CHF", "zł", "Kč", "US$"]


def read(text: str, **context: str) -> ParsedValue:
    return parse_value("amount", text, ValueContext(**context))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "printed",
    [
        "1234.56", "1234,56", "1.234,56", "1,234.56", "1 234,56", "1\u00a0234,56", "1\u2009234,56",
        "1\u202f234.56", "1'234.56", "1’234,56", "RM1,234.56", "RM 1,234.56", "$ 1,234.56", "$1,234.56",
        "1.234,56 €", "EUR 1.234,56", "€1234.56", "1 234,56 kr", "kr. 1.234,56", "TOTAL 1,234.56",
        "TOTAL:1,234.56", "1234.56SR", "*1,234.56*", "１,２３４.５６",
    ],
)  # fmt: skip
def test_one_amount_reads_the_same_in_every_print(printed: str) -> None:
    assert read(printed) == ParsedValue("1234.56")


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("-5.59", "-5.59"), ("−5.59", "-5.59"), ("5,59-", "-5.59"), ("$-5.59", "-5.59"),
        ("-$5.59", "-5.59"), ("-RM 5.59", "-5.59"), ("5,-", "5.00"), ("12:-", "12.00"),
        ("12,--", "12.00"), ("12.—", "12.00"), ("1 234 kr", "1234.00"), ("0.00", "0.00"),
        ("-0.00", "0.00"), ("RM12", "12.00"), ("7", "7.00"), ("12.5", "12.50"), ("0.234", "0.234"),
        ("1234.567", "1234.567"), ("1,234.5678", "1234.5678"), ("1.234.567,89", "1234567.89"),
        ("1,23,456.00", "123456.00"), ("1.234.567", "1234567.00"), ("12.00 19%", "12.00"),
        ("2 x 12.00", "12.00"), ("007.50", "7.50"), ("$.50", "0.50"), ("RM .05", "0.05"),
        ("l2.00", "12.00"), ("1O.5O", "10.50"), ("RM l,234.S0", "1234.50"), ("12. 00", "12.00"),
    ],
)  # fmt: skip
def test_signs_round_sums_and_slips(printed: str, value: str) -> None:
    assert read(printed).value == value


def test_brackets_are_read_as_minus_but_may_be_brackets() -> None:
    assert read("(12.00)") == ParsedValue("-12.00", ("12.00",))


def printed_with(mark: str, amount: Decimal) -> str:
    """``amount`` with a decimal mark, and the other one between thousands."""
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,")) if mark == "," else f"{amount:,.2f}"


@given(AMOUNTS, MARKS)
def test_a_printed_amount_reads_back(amount: Decimal, mark: str) -> None:
    context = ValueContext(decimal_mark=mark)  # type: ignore[arg-type]
    assert parse_value("amount", printed_with(mark, amount), context) == ParsedValue(f"{amount:.2f}")


@given(AMOUNTS, MARKS, st.sampled_from(SIGNS), st.sampled_from(["", " "]), st.booleans())
def test_a_currency_on_either_side_changes_nothing(
    amount: Decimal, mark: str, sign: str, gap: str, first: bool
) -> None:
    context = ValueContext(decimal_mark=mark)  # type: ignore[arg-type]
    printed = printed_with(mark, abs(amount))
    text = f"{sign}{gap}{printed}" if first else f"{printed}{gap}{sign}"
    assert Decimal(parse_value("amount", text, context).value) == abs(amount)


@given(AMOUNTS, st.sampled_from([" ", "\u00a0", "\u202f", "\u2009", "'", "’"]))
def test_grouping_by_space_or_apostrophe_equals_decimal(amount: Decimal, gap: str) -> None:
    printed = f"{amount:,.2f}".replace(",", gap)
    assert Decimal(read(printed).value) == amount


def test_three_digits_behind_a_mark_are_reported_when_nothing_settles_them() -> None:
    assert read("1.234") == ParsedValue("1234.00", ("1.234",))
    assert read("1,234") == ParsedValue("1234.00", ("1.234",))


def test_the_documents_decimal_mark_settles_three_digits() -> None:
    assert read("1.234", decimal_mark=".") == ParsedValue("1.234")
    assert read("1.234", decimal_mark=",") == ParsedValue("1234.00")
    assert read("1,234", decimal_mark=".") == ParsedValue("1234.00")


def test_a_print_that_leaves_nothing_open_overrules_the_document() -> None:
    assert read("1.234,56", decimal_mark=".") == ParsedValue("1234.56")


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "19%", "19 %", "25.12.2018", "15:28", "12.30.45", "1.2345.678", "A123", "INV-2024",
        "007", "1234567890123456", "1,2,3", "12.00 or 13.00", "RM", "-", "(", "12/2024", "Solo", "IO",
        "l0l",
    ],
)  # fmt: skip
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueUnreadable):
        read(text)


@given(st.text())
def test_garbage_raises_only_the_named_error(text: str) -> None:
    try:
        value = read(text).value
    except ValueUnreadable:
        return
    assert Decimal(value).is_finite()


@given(st.text(alphabet="0123456789.,' -()RMkr$%:lO", max_size=24))
def test_near_amounts_are_decimals_of_two_places_or_more(text: str) -> None:
    try:
        parsed = read(text)
    except ValueUnreadable:
        return
    for value in (parsed.value, *parsed.alternatives):
        assert int(Decimal(value).as_tuple().exponent) <= -2
        assert str(Decimal(value)) == value or Decimal(value) == 0

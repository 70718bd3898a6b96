"""Check digits agree with python-stdnum and published examples, and catch single slips."""

import pytest
import stdnum.ch.esr
import stdnum.iso7064.mod_97_10
import stdnum.luhn
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.values import checkdigits

DIGITS = st.text(alphabet="0123456789", min_size=2, max_size=25)


def with_check(body: str, holds, candidates: str = "0123456789") -> str:  # type: ignore[no-untyped-def]
    """``body`` and the one character behind it that makes ``holds`` true."""
    fitting = [body + check for check in candidates if holds(body + check)]
    assert len(fitting) == 1
    return fitting[0]


def slips(digits: str, position: int, digit: str) -> str:
    return digits[:position] + digit + digits[position + 1 :]


@given(DIGITS)
def test_luhn_agrees_with_stdnum(digits: str) -> None:
    assert checkdigits.luhn_holds(digits) == stdnum.luhn.is_valid(digits)


@pytest.mark.parametrize("number", ["000002879094031", "050765098", "2654507", "5000872", "79927398713"])
def test_luhn_holds_for_published_numbers(number: str) -> None:
    assert checkdigits.luhn_holds(number)


def test_luhn_fails_for_a_danish_creditor() -> None:
    assert not checkdigits.luhn_holds("86570807")


@given(DIGITS, st.data())
def test_luhn_catches_every_slip_of_one_digit(body: str, data: st.DataObject) -> None:
    number = with_check(body, checkdigits.luhn_holds)
    position = data.draw(st.integers(0, len(number) - 1))
    digit = data.draw(st.sampled_from("0123456789").filter(lambda d: d != number[position]))
    assert not checkdigits.luhn_holds(slips(number, position, digit))


@given(DIGITS, st.data())
def test_mod11_catches_every_slip_of_one_digit(body: str, data: st.DataObject) -> None:
    number = with_check(body, checkdigits.mod11_holds, "0123456789-")
    position = data.draw(st.integers(0, len(body) - 1))
    digit = data.draw(st.sampled_from("0123456789").filter(lambda d: d != number[position]))
    assert not checkdigits.mod11_holds(slips(number, position, digit))


@given(DIGITS, st.data())
def test_viite_catches_every_slip_of_one_digit(body: str, data: st.DataObject) -> None:
    number = with_check(body, checkdigits.viite_holds)
    position = data.draw(st.integers(0, len(number) - 1))
    digit = data.draw(st.sampled_from("0123456789").filter(lambda d: d != number[position]))
    assert not checkdigits.viite_holds(slips(number, position, digit))


@given(st.text(alphabet="0123456789", min_size=26, max_size=26), st.data())
def test_recursive_mod10_agrees_with_stdnum_and_catches_slips(body: str, data: st.DataObject) -> None:
    number = with_check(body, checkdigits.recursive_mod10_holds)
    if body.strip("0"):
        assert stdnum.ch.esr.calc_check_digit(body) == number[-1]
    position = data.draw(st.integers(0, len(number) - 1))
    digit = data.draw(st.sampled_from("0123456789").filter(lambda d: d != number[position]))
    assert not checkdigits.recursive_mod10_holds(slips(number, position, digit))


@given(st.from_regex(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{1,26}", fullmatch=True))
def test_mod97_agrees_with_stdnum(identifier: str) -> None:
    turned = identifier[4:] + identifier[:4]
    assert checkdigits.mod97_holds(identifier) == stdnum.iso7064.mod_97_10.is_valid(turned)


@given(st.integers(0, 10**10 - 1), st.data())
def test_ogm_catches_every_slip_of_one_digit(number: int, data: st.DataObject) -> None:
    digits = f"{number:010d}{number % 97 or 97:02d}"
    assert checkdigits.ogm_holds(digits)
    position = data.draw(st.integers(0, 11))
    digit = data.draw(st.sampled_from("0123456789").filter(lambda d: d != digits[position]))
    assert not checkdigits.ogm_holds(slips(digits, position, digit))


@pytest.mark.parametrize("number", ["5000056789012345"])
def test_elfproef_holds_for_the_published_example(number: str) -> None:
    assert checkdigits.elfproef_holds(number)


@given(st.text(alphabet="0123456789", min_size=15, max_size=15))
def test_elfproef_allows_one_check_digit(body: str) -> None:
    assert sum(checkdigits.elfproef_holds(digit + body) for digit in "0123456789") == 1


def test_mod11_prints_ten_as_a_dash() -> None:
    dashed = [number for number in range(1000, 1100) if checkdigits.mod11_holds(f"{number}-")]
    assert dashed
    assert all(not checkdigits.mod11_holds(f"{number}{digit}") for number in dashed for digit in "0123456789")

"""Numerals: digits with marks between them, and the decimals that they print.

What is a decimal mark and what a grouping is told by the places between the marks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from paperformer.fields.values.plain import digits_of
from paperformer.fields.values.reading import DecimalMark

LONGEST_WHOLE = 12  # digits before the decimal mark; a longer run is an identifier
_MOST_PLACES = 6
_MARKS: tuple[DecimalMark, DecimalMark] = (".", ",")
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,'])[0-9]{3})(?:\1[0-9]{3})*")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")


class Numeral(NamedTuple):
    """A number read from its digits.

    Args:
        value: A decimal with a dot and two places or more, without sign.
        alternatives: Other readings (1.234 is a thousand and more, or one and a bit).
        strong: Whether it has the two places of money.
        bare: Whether it is digits without any mark.
    """

    value: str
    alternatives: tuple[str, ...] = ()
    strong: bool = True
    bare: bool = False

    @property
    def whole(self) -> bool:
        """Whether it prints no decimals."""
        return not self.strong and self.value.endswith(".00")


def read_numeral(digits: str, mark: DecimalMark | None) -> Numeral | None:
    """The number that ``digits`` with their marks print; None where they print none."""
    if digits.isdigit():
        return _whole(digits)
    kinds = {c for c in digits if not c.isdigit()}
    only = kinds.pop() if len(kinds) == 1 else ""
    if only and digits.count(only) == 1:
        return _one_mark(digits, only, mark)
    if only:
        grouped = _GROUPED.fullmatch(digits) or _INDIAN.fullmatch(digits)
        return read_grouped(digits_of(digits), "", strong=False) if grouped else None
    whole, point, places = _split_last(digits)
    plain_groups = _GROUPED.fullmatch(whole) or _INDIAN.fullmatch(whole)
    if point == "'" or point in whole or not plain_groups or len(places) > _MOST_PLACES:
        return None
    return read_grouped(digits_of(whole), places)


def _whole(digits: str) -> Numeral | None:
    if len(digits) > LONGEST_WHOLE or (len(digits) > 1 and digits[0] == "0"):
        return None
    return Numeral(_canonical(digits, ""), strong=False, bare=True)


def _one_mark(digits: str, sign: str, mark: DecimalMark | None) -> Numeral | None:
    """12.34, 1.234 and kin: three places are thousands or decimals."""
    whole, places = digits.split(sign)
    groups = len(places) == 3 and len(whole) <= 3 and whole[0] != "0"
    if sign == "'":
        return read_grouped(whole + places, "", strong=False) if groups else None
    if not groups:
        return read_grouped(whole, places, strong=len(places) == 2) if len(places) <= _MOST_PLACES else None
    if mark == sign:
        return read_grouped(whole, places, strong=False)
    thousands = read_grouped(whole + places, "", strong=False)
    if mark is None and thousands:
        return Numeral(thousands.value, (_canonical(whole, places),), strong=False)
    return thousands


def read_grouped(whole: str, places: str, strong: bool = True) -> Numeral | None:
    """The numeral of ``whole`` and ``places``, both digits only; None where it is too long for an amount."""
    if len(whole) > LONGEST_WHOLE:
        return None
    return Numeral(_canonical(whole, places), strong=strong and len(places) == 2)


def _canonical(whole: str, places: str) -> str:
    return f"{whole.lstrip('0') or '0'}.{places.rstrip('0').ljust(2, '0')}"


def _split_last(digits: str) -> tuple[str, str, str]:
    """``digits`` at their last mark."""
    at = max(digits.rfind(c) for c in ".,'")
    return digits[:at], digits[at], digits[at + 1 :]


def certain_mark(digits: str) -> DecimalMark | None:
    """The decimal mark of a number with two decimals or two marks, or the one that grouping leaves over."""
    if digits.isdigit():
        return None
    for mark in _MARKS:
        if digits[-3:-2] == mark and read_numeral(digits, None):
            return mark
    kinds = {c for c in digits if not c.isdigit()}
    if len(kinds) > 1 and digits[-4:-3] in _MARKS and read_numeral(digits, None):
        return "." if digits[-4] == "." else ","
    if kinds == {"."} and digits.count(".") > 1 and _GROUPED.fullmatch(digits):
        return ","
    if kinds == {","} and digits.count(",") > 1 and _GROUPED.fullmatch(digits):
        return "."
    return None

"""Amounts of money; the value is a decimal with a dot, at least two places and no grouping.

Decimal mark and grouping are told apart by their places, by ``context.decimal_mark`` where the print
leaves it open (1.234), and reported as an alternative where nothing settles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperformer.fields.values.currency import currency_after, currency_before
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, DecimalMark, ParsedValue, ValueContext

_ATOM = re.compile(r"[0-9](?:[0-9.,']*[0-9])?")
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,'])[0-9]{3})(?:\1[0-9]{3})*")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_LAST_GROUP = re.compile(r"[0-9]{3}(?:[.,][0-9]{1,4})?")
_ROUND_END = re.compile(r"[.,:]-{1,2}(?![0-9-])")  # 12,- and 12:- print a whole number of the currency
_LONGEST_WHOLE = 12  # digits before the decimal mark; a longer run is an identifier
_LONGEST_BARE = 9  # digits of an integer without currency, mark or grouping


@dataclass(frozen=True, slots=True)
class _Number:
    """A number read from its digits: value without sign, other readings, whether it looks like money."""

    value: str
    alternatives: tuple[str, ...] = ()
    strong: bool = True
    bare: bool = False


def parse_amount(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The amount printed in ``text``, as a decimal with a dot (``-1234.50``).

    Raises:
        ValueUnreadable: when there is no amount, or several that differ.
    """
    return only_value(find_amounts(plain(text), context), "amount", text)


def print_amount(value: str, context: ValueContext = NO_CONTEXT) -> str:
    """``value`` with the decimal mark of ``context`` (a dot where it has none) and grouped thousands."""
    sign, digits = ("-", value[1:]) if value.startswith("-") else ("", value)
    whole, _, places = digits.partition(".")
    group = "." if context.decimal_mark == "," else ","
    grouped = f"{int(whole):,}".replace(",", group)
    return f"{sign}{grouped}{context.decimal_mark or '.'}{places or '00'}"


def find_amounts(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All amounts in plain ``text``; numbers that spaces may group are given both ways (1 234,56).

    A match takes in a sign, brackets and a currency that touch the number, and is weak where it is a bare
    integer or has neither two decimals nor a currency. Percentages are left out.
    """
    atoms = list(_ATOM.finditer(text))
    for index, atom in enumerate(atoms):
        number = _read(atom[0], context.decimal_mark)
        if number:
            found = _match(text, atom.start(), atom.end(), number)
            if found:
                yield found
        yield from _spaced(text, atoms, index, context.decimal_mark)


def decimal_marks(text: str) -> tuple[int, int]:
    """How many numbers in plain ``text`` can only have a point as decimal mark, and how many only a comma."""
    points = commas = 0
    for atom in _ATOM.finditer(text):
        mark = _certain_mark(atom[0]) if _is_free(text, atom.start(), atom.end()) else None
        points += mark == "."
        commas += mark == ","
    return points, commas


def _certain_mark(digits: str) -> DecimalMark | None:
    """The decimal mark of a number with two decimals, or the one that its grouping leaves over."""
    marks: tuple[DecimalMark, DecimalMark] = (".", ",")
    for mark in marks:
        if digits[-3:-2] == mark and _read(digits, None):
            return mark
    kinds = {c for c in digits if not c.isdigit()}
    if kinds == {"."} and digits.count(".") > 1 and _GROUPED.fullmatch(digits):
        return ","
    if kinds == {","} and digits.count(",") > 1 and _GROUPED.fullmatch(digits):
        return "."
    return None


def _read(digits: str, mark: DecimalMark | None) -> _Number | None:
    """The number that ``digits`` with their marks print; None where they print none."""
    kinds = {c for c in digits if not c.isdigit()}
    if not kinds:
        return _whole(digits)
    only = kinds.pop() if len(kinds) == 1 else ""
    if only and digits.count(only) == 1:
        return _one_mark(digits, only, mark)
    if only:
        grouped = _GROUPED.fullmatch(digits) or _INDIAN.fullmatch(digits)
        return _number(_digits(digits), "", strong=False) if grouped else None
    whole, point, places = _split_last(digits)
    plain_groups = _GROUPED.fullmatch(whole) or _INDIAN.fullmatch(whole)
    if point == "'" or point in whole or not plain_groups or len(places) > 6:
        return None
    return _number(_digits(whole), places)


def _whole(digits: str) -> _Number | None:
    if len(digits) > _LONGEST_WHOLE or (len(digits) > 1 and digits[0] == "0"):
        return None
    return _Number(_canonical(digits, ""), strong=False, bare=True)


def _one_mark(digits: str, sign: str, mark: DecimalMark | None) -> _Number | None:
    """12.34, 1.234 and kin: three places are thousands or decimals."""
    whole, places = digits.split(sign)
    groups = len(places) == 3 and len(whole) <= 3 and whole[0] != "0"
    if sign == "'":
        return _number(whole + places, "", strong=False) if groups else None
    if not groups:
        return _number(whole, places, strong=len(places) == 2) if len(places) <= 6 else None
    if mark == sign:
        return _number(whole, places, strong=False)
    thousands = _number(whole + places, "", strong=False)
    if mark is None and thousands:
        return _Number(thousands.value, (_canonical(whole, places),), strong=False)
    return thousands


def _number(whole: str, places: str, strong: bool = True) -> _Number | None:
    if len(whole) > _LONGEST_WHOLE:
        return None
    return _Number(_canonical(whole, places), strong=strong and len(places) == 2)


def _canonical(whole: str, places: str) -> str:
    return f"{whole.lstrip('0') or '0'}.{places.rstrip('0').ljust(2, '0')}"


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _split_last(digits: str) -> tuple[str, str, str]:
    """``digits`` at their last mark."""
    at = max(digits.rfind(c) for c in ".,'")
    return digits[:at], digits[at], digits[at + 1 :]


def _spaced(
    text: str, atoms: list[re.Match[str]], index: int, mark: DecimalMark | None
) -> Iterator[TextMatch]:
    """Numbers whose thousands a space sets apart, beginning with atom ``index``."""
    first = atoms[index]
    if len(first[0]) > 3 or not first[0].isdigit() or first[0][0] == "0":
        return
    whole = first[0]
    for before, atom in zip(atoms[index:], atoms[index + 1 :], strict=False):
        if text[before.end() : atom.start()] != " " or not _LAST_GROUP.fullmatch(atom[0]):
            return
        group, _, places = atom[0].replace(",", ".").partition(".")
        if len(places) == 3 and mark is not None and atom[0][3] != mark:
            return
        whole += group
        if len(whole) > _LONGEST_WHOLE:
            return
        number = _number(whole, places, strong=len(places) == 2)
        found = _match(text, first.start(), atom.end(), number) if number else None
        if found:
            yield found
        if places:
            return


def _match(text: str, start: int, end: int, number: _Number) -> TextMatch | None:
    """``number`` with the sign, brackets and currency around it; None where the place forbids an amount."""
    round_end = _ROUND_END.match(text, end) if "." not in text[start:end] else None
    body_end = round_end.end() if round_end else end
    left, right = currency_before(text, start), currency_after(text, body_end)
    money = left < start or right > body_end or round_end is not None
    if number.bare and not money and (end - start > _LONGEST_BARE or not _stands_alone(text, start, end)):
        return None
    if not _is_free(text, start, end):
        return None
    left, right, negative = _signed(text, left, right, start)
    value = f"-{number.value}" if negative and number.value.strip("0.") else number.value
    others = tuple(f"-{other}" if negative else other for other in number.alternatives)
    return TextMatch(left, right, ParsedValue(value, others), weak=not (money or number.strong))


def _signed(text: str, left: int, right: int, start: int) -> tuple[int, int, bool]:
    """The run with its sign or brackets, and whether it is negative: -5.59, $-5.59, 12,00-, (12.00)."""
    before, after = text[left - 1 : left] if left else "", text[right : right + 1]
    if before == "(" and after == ")":
        return left - 1, right + 1, True
    if before == "-" and not text[left - 2 : left - 1].strip():
        return left - 1, right, True
    if text[start - 1 : start] == "-" and left == start:
        inner = currency_before(text, start - 1)
        if inner < start - 1:
            return inner, right, True
    if after == "-" and not text[right + 1 : right + 2].strip() and text[right - 1] not in "-.":
        return left, right + 1, True
    return left, right, False


def _is_free(text: str, start: int, end: int) -> bool:
    """Whether the digits are no part of a percentage, a clock or a longer number."""
    after = text[end : end + 2]
    if after[:1] == "%" or after == " %" or (after[:1] == ":" and after[1:].isdigit()):
        return False
    before = text[max(0, start - 2) : start]
    if before[-1:] == ":" and before[:1].isdigit():
        return False
    return not (before[-1:] in {".", ",", "'"} and before[:1].isdigit())


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a bare integer has no letter, slash, dash or number mark against it."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    sign = before == "-" and not text[max(0, start - 2) : start - 1].strip()
    if before and not (before in " (=*:$" or sign):
        return False
    return not after or (after in " ).,;*-" and not text[end + 1 : end + 2].isalnum())

"""Amounts of money; the value is a decimal with a dot, at least two places and no grouping.

Decimal mark and grouping are told apart by their places, by ``context.decimal_mark`` where the print
leaves it open (1.234), and reported as an alternative where nothing settles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperformer.fields.values.currency import currency_after, currency_before
from paperformer.fields.values.exchange_rates import exchange_rates, is_within
from paperformer.fields.values.match import TextMatch, only_value
from paperformer.fields.values.numerals import (
    LONGEST_WHOLE,
    Numeral,
    certain_mark,
    read_grouped,
    read_numeral,
)
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, DecimalMark, ParsedValue, ValueContext

_ATOM = re.compile(r"[0-9](?:[0-9.,']*[0-9])?")
_GROUPS = re.compile(r"(?<![0-9.,])[0-9]{1,3}([.,])[0-9]{3}(?:\1[0-9]{3})*(?![.,]?[0-9])")
_LAST_GROUP = re.compile(r"[0-9]{3}(?:[.,][0-9]{1,4})?")
_ROUND_END = re.compile(r"[.,:]-{1,2}(?![0-9-])")  # 12,- and 12:- print a whole number of the currency
_BROKEN = re.compile(r"(?:[.,] | [.,])")  # OCR breaks 12.00 at its mark
_WIDEST_GAP = 2  # characters between two parts of one number: a space, and the mark it broke
_CENTS = re.compile(r"[0-9]{2}")
_LONGEST_BARE = 9  # digits of an integer without currency, mark or grouping

# Letters that OCR reads for digits, believed only inside what is a numeral with two places otherwise.
# A last l is a litre.
_SLIPPED = re.compile(
    r"(?<![^\W_])(?<![.,'])[0-9OoIl|SB]+(?:[.,'][0-9OoIl|SB]{3})*[.,][0-9OoIl|SB][0-9OoSB](?![^\W_]|[.,'][0-9])"
)
_SLIPPED_FIRST = frozenset("OolI|")
_SLIPS = str.maketrans("OoIl|SB", "0011158")


def parse_amount(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:
    """The amount printed in ``text``, as a decimal with a dot (``-1234.50``).

    Raises:
        ValueUnreadable: when there is no amount, or several that differ.
    """
    return only_value(find_amounts(plain(text), context), "amount", text)


def find_amounts(text: str, context: ValueContext) -> Iterator[TextMatch]:
    """All amounts in plain ``text``; numbers that spaces may group are given both ways (1 234,56).

    A match takes in a sign, brackets and a currency that touch the number, and is weak where it is a bare
    integer, has neither two decimals nor a currency, or reads a letter as a digit. Percentages and rates of
    exchange are left out.
    """
    rates = exchange_rates(text)
    yield from (match for match in _amounts(text, context) if not rates or not _is_rate(text, match, rates))


def _is_rate(text: str, match: TextMatch, rates: Sequence[tuple[int, int]]) -> bool:
    digit = next((at for at in range(match.start, match.end) if text[at].isdigit()), match.start)
    return is_within(digit, digit + 1, rates)


def _amounts(text: str, context: ValueContext) -> Iterator[TextMatch]:
    mark = context.decimal_mark
    atoms = list(_ATOM.finditer(text))
    for index, atom in enumerate(atoms):
        start, end = atom.span()
        yield from _match(text, start, end, read_numeral(atom[0], mark))
        if index + 1 < len(atoms) and atoms[index + 1].start() - end <= _WIDEST_GAP:
            yield from _spaced(text, atoms, index, mark)
            yield from _broken(text, atoms, index, mark)
        if text[start - 1 : start] in {".", ","}:
            yield from _cents(text, atom)
    yield from _slipped(text, mark)


def decimal_marks(text: str) -> tuple[int, int]:
    """How many numbers in plain ``text`` can only have a point as decimal mark, and how many only a comma."""
    points = commas = 0
    for atom in _ATOM.finditer(text):
        mark = certain_mark(atom[0])
        if mark is not None and _is_free(text, atom.start(), atom.end()):
            points += mark == "."
            commas += mark == ","
    return points, commas


def thousands_marks(text: str) -> tuple[int, int]:
    """How many numbers in plain ``text`` have a point, and how many a comma, before every three digits.

    In a currency without smaller units these are thousands: "24.900" is no 24.9, and "19.06" a day.
    """
    found = [match[1] for match in _GROUPS.finditer(text)]
    return found.count("."), found.count(",")


def _spaced(
    text: str, atoms: list[re.Match[str]], index: int, mark: DecimalMark | None
) -> Iterator[TextMatch]:
    """Numbers whose thousands a space sets apart, beginning with atom ``index``."""
    first = atoms[index]
    if len(first[0]) > 3 or not first[0].isdigit() or first[0][0] == "0":
        return
    whole = first[0]
    for following in range(index + 1, len(atoms)):
        before, atom = atoms[following - 1], atoms[following]
        if text[before.end() : atom.start()] != " " or not _LAST_GROUP.fullmatch(atom[0]):
            return
        group, _, places = atom[0].replace(",", ".").partition(".")
        whole += group
        if len(whole) > LONGEST_WHOLE or (len(places) == 3 and mark is not None and atom[0][3] != mark):
            return
        yield from _match(text, first.start(), atom.end(), read_grouped(whole, places))
        if places:
            return


def _broken(
    text: str, atoms: list[re.Match[str]], index: int, mark: DecimalMark | None
) -> Iterator[TextMatch]:
    """12. 00 and 12 .00: a number that a space breaks beside its decimal mark."""
    whole, cents = atoms[index], atoms[index + 1]
    gap = text[whole.end() : cents.start()]
    if _BROKEN.fullmatch(gap) and _CENTS.fullmatch(cents[0]):
        number = read_numeral(whole[0] + gap.strip() + cents[0], mark)
        if number and number.strong:
            for found in _match(text, whole.start(), cents.end(), number):
                yield TextMatch(found.start, found.end, found.parsed, weak=True)


def _cents(text: str, atom: re.Match[str]) -> Iterator[TextMatch]:
    """.50 behind a space or a currency: less than one."""
    start = atom.start() - 1
    if not _CENTS.fullmatch(atom[0]):
        return
    if not text[start - 1 : start].strip() or currency_before(text, start) < start:
        yield from _match(text, start, atom.end(), read_grouped("", atom[0]))


def _slipped(text: str, mark: DecimalMark | None) -> Iterator[TextMatch]:
    """Amounts in which OCR took a digit for a letter: l2.00, 1O.50."""
    for match in _SLIPPED.finditer(text):
        printed = match[0]
        if printed.replace(".", "").replace(",", "").isdigit() or not any(c.isdigit() for c in printed[:-3]):
            continue
        for found in _match(text, match.start(), match.end(), read_numeral(printed.translate(_SLIPS), mark)):
            yield TextMatch(found.start, found.end, found.parsed, weak=True)


def _match(text: str, start: int, end: int, number: Numeral | None) -> Iterator[TextMatch]:
    """``number`` with the sign, brackets and currency around it; nothing where no amount can stand."""
    if number is None or not _is_free(text, start, end):
        return
    round_end = _ROUND_END.match(text, end) if number.whole else None
    body_end = round_end.end() if round_end else end
    left, right = currency_before(text, start), currency_after(text, body_end)
    money = left < start or right > body_end or round_end is not None
    if number.bare and not money and (end - start > _LONGEST_BARE or not _stands_alone(text, start, end)):
        return
    others = () if round_end else number.alternatives
    left, right, sign = _signed(text, left, right, start)
    if sign and number.value.strip("0."):
        # Brackets are a minus in accounts and brackets elsewhere.
        plus = (number.value,) if sign == "(" else ()
        parsed = ParsedValue(f"-{number.value}", (*(f"-{other}" for other in others), *plus))
    else:
        parsed = ParsedValue(number.value, others)
    yield TextMatch(left, right, parsed, weak=not (money or number.strong))


def _signed(text: str, left: int, right: int, start: int) -> tuple[int, int, str]:
    """The run with its sign, and that sign if it is one of a negative: -5.59, $-5.59, 12,00-, (12.00)."""
    before, after = text[left - 1 : left] if left else "", text[right : right + 1]
    if before == "(" and after == ")":
        return left - 1, right + 1, "("
    if before == "-" and not text[max(0, left - 2) : left - 1].strip():
        return left - 1, right, "-"
    if before == "-" and left == start:
        inner = currency_before(text, start - 1)
        if inner < start - 1:
            return inner, right, "-"
    if after == "-" and not text[right + 1 : right + 2].strip() and text[right - 1] not in "-.":
        return left, right + 1, "-"
    return left, right, ""


def _is_free(text: str, start: int, end: int) -> bool:
    """Whether the digits are no part of a percentage, a clock or a longer number."""
    after = text[end : end + 2]
    if after[:1] == "%" or after == " %" or (after[:1] == ":" and after[1:].isdigit()):
        return False
    before = text[max(0, start - 2) : start]
    if before[-1:] == ":" and before[:1].isdigit():
        return False
    if before[-1:] in _SLIPPED_FIRST and not before[:-1].isalpha() and text[start].isdigit():
        return False  # l2.00 is no 2.00
    return not (before[-1:] in {".", ",", "'"} and before[:1].isdigit())


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a bare integer has no letter, slash, dash or number mark against it."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    sign = before == "-" and not text[max(0, start - 2) : start - 1].strip()
    if before and not (before in " (=*:$" or sign):
        return False
    return not after.strip() or (after in ").,;*-" and not text[end + 1 : end + 2].isalnum())

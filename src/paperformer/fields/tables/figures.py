"""What one word of a table prints: a text, numbers, a percentage, a sign of multiplication."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from paperformer.fields.tables.cell_texts import is_unit
from paperformer.fields.values.numerals import read_numeral
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import DecimalMark
from paperformer.fields.words.patterns import alternatives, pattern

PieceKind = Literal["number", "percent", "times", "text", "money"]

_PERCENT = re.compile(r"(-?)(?=.*%)%?([0-9]{1,3}(?:[.,][0-9]{1,4})?)%?")
_CHAINED = re.compile(r"[0-9]{1,2}(?:[.,][0-9]{1,2})?(?:\+[0-9]{1,2}(?:[.,][0-9]{1,2})?){1,3}%?")  # 10+5
TIMES: Final = "[xX×ΧХχх@*]"  # also the letters of Greek and Cyrillic that look like it
SIGNS_OF_TIMES: Final = frozenset({*TIMES[1:-1], "à", "á"})
DASHES: Final = frozenset({"-", "–", "—", "--"})
_COUNTED = re.compile(r"(?![0-9]+[.,][0-9]{2}\*)([0-9]{1,5}(?:[.,][0-9]{1,3})?)" + TIMES)
_PRODUCT = re.compile(
    rf"(?P<count>[0-9]{{1,4}}(?:[.,][0-9]{{3}})?){TIMES}(?P<price>[0-9]{{1,6}}[.,][0-9]{{2,4}})=?"
)
_PRODUCT_PRICE_FIRST = re.compile(rf"(?P<price>[0-9]{{1,6}}[.,][0-9]{{2}}){TIMES}(?P<count>[0-9]{{1,4}})=?")

# What leads to a sum: ".87,45", "=169.80".
_LEADERS = re.compile(r"(?:=|(?<![0-9])\.+)(?=[0-9]+[.,][0-9]{2}$)|=(?=[0-9]{1,3}(?:[., ][0-9]{3})+)")
_CENTS = r"[0-9][0-9.,]*[.,][0-9]{2}(?![0-9])"  # behind an S, which OCR has made of $
_RATE = "[ABCDEFNRSTXZАБВГДЕЖЂΑΒΓΔΕ]"  # letters of rates of tax, also Cyrillic and Greek ones


def _money() -> re.Pattern[str]:
    return pattern("currencies", "in_tables", "(?:{}):?", flags=0)


@cache
def _times_price() -> re.Pattern[str]:
    return pattern("currencies", "in_tables", TIMES + r"(?:{})?([0-9]{1,7}[.,][0-9]{2,4})", flags=0)


@cache
def _number() -> re.Pattern[str]:
    money = alternatives("currencies", "in_tables")
    return re.compile(
        rf"(?P<open>\(?)(?P<sign>-?)(?:{money}|S(?={_CENTS}))?(?P<inner>-?)(?P<digits>[0-9](?:[0-9.,']*[0-9])?|[.,][0-9]{{2}})"
        rf"(?P<whole>[.,:]-{{1,2}})?(?:{money})?(?P<after>-?)(?P<close>\)?)"
        # A mark of a rate of tax, 12.50T, 12.50*Б, 1.20-F, 71.00(S) or 9.90SR; no unit, 1.50L
        rf"(?:[*]|(?:(?<=[.,][0-9]{{2}})|(?<=[.,][0-9]{{2}}-))(?:[*]?{_RATE}|\([A-Z]{{1,2}}\)|(?P<code>[A-Z]{{2,3}})))?"
    )


def opens_with_money(word: str) -> bool:
    """Whether a number stands behind a sign of money in one word: "$0.0116"."""
    return _signed().match(word) is not None


@cache
def _signed() -> re.Pattern[str]:
    return re.compile(rf"[(-]?(?:{alternatives('currencies', 'in_tables')})-?[0-9]")


class Figure(NamedTuple):
    """A number that a word prints.

    Args:
        value: A decimal with a dot, at least two places.
        strong: Whether it has the two places of money.
    """

    kind: PieceKind
    value: str = ""
    strong: bool = False


_TEXT = Figure("text")
_SIGN_OF_MONEY = Figure("money")
_SIGN_OF_TIMES = Figure("times")


@lru_cache(maxsize=4096)
def read_word(word: str, mark: DecimalMark | None) -> tuple[Figure, ...]:
    """What one word prints: a text, a number, or numbers with a sign of multiplication: 2x, 2@3.50."""
    if word in SIGNS_OF_TIMES:
        return (_SIGN_OF_TIMES,)
    if word in DASHES or word == "=":
        return (_SIGN_OF_MONEY,)  # nothing is there
    text = _LEADERS.sub("", plain(word))
    if not any(character.isdigit() for character in text):
        return (_SIGN_OF_MONEY if _money().fullmatch(text) else _TEXT,)
    if percent := _PERCENT.fullmatch(text):
        return (Figure("percent", percent[1] + _decimal(percent[2])),)
    if _CHAINED.fullmatch(text):
        return (Figure("percent", _chained(text)),)
    if counted := _COUNTED.fullmatch(text):
        return (Figure("number", _decimal(counted[1])), _SIGN_OF_TIMES)
    if product := _PRODUCT.fullmatch(text) or _PRODUCT_PRICE_FIRST.fullmatch(text):
        count = Figure("number", _decimal(product["count"]))
        return (count, _SIGN_OF_TIMES, _price(product["price"], mark))
    if priced := _times_price().fullmatch(text):
        return (_SIGN_OF_TIMES, _price(priced[1], mark))
    return (_figure(text, mark),)


def _chained(text: str) -> str:
    """What discounts one after the other come to: of 10+5 the second is off what the first leaves."""
    left = 1.0
    for rate in text.rstrip("%").split("+"):
        left *= 1 - float(_decimal(rate)) / 100
    return f"{100 * (1 - left):.4f}".rstrip("0").rstrip(".")


def _decimal(digits: str) -> str:
    return digits.replace(",", ".")


def _price(digits: str, mark: DecimalMark | None) -> Figure:
    """A price beside a sign of multiplication; three places behind the mark of groups are thousands."""
    whole, place, decimals = digits[:-4], digits[-4:-3], digits[-3:]
    if mark is not None and place in {".", ","} - {mark}:
        return Figure("number", f"{whole}{decimals}.00", strong=True)
    return Figure("number", _decimal(digits), strong=True)


def _figure(text: str, mark: DecimalMark | None) -> Figure:
    match = _number().fullmatch(text)
    if match is None:
        return _TEXT
    digits = match["digits"]
    number = read_numeral("0" + digits if digits[0] in ".," else digits, mark)
    if number is None:
        return _TEXT
    signs = bool(match["sign"]) + bool(match["inner"]) + bool(match["after"])
    in_brackets = bool(match["open"]) and bool(match["close"])
    is_measure = match["code"] is not None and is_unit(match["code"])
    if signs > 1 or bool(match["open"]) != bool(match["close"]) or is_measure:
        return _TEXT
    strong = number.strong or bool(match["whole"])  # "520,-" has no cents
    return Figure("number", ("-" if signs or in_brackets else "") + number.value, strong)

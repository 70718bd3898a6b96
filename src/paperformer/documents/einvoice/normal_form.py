"""The lexical forms of XML values to ours: ISO dates, decimals with a dot, compact identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from decimal import Context, Decimal
from typing import Final

from paperformer.errors import ValueUnreadable

# 18 digits on either side of the point, and room for a quotient: nothing is ever rounded unseen
_WIDE: Final = Context(prec=80)
_CENT: Final = Decimal("0.01")
_MICRO: Final = Decimal("0.000001")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})")
_ISO_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T.*|Z|[+-][0-9]{2}:[0-9]{2})?")
_BASIC_DATE: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})(?:[0-9]{4}|[0-9]{6})?")
# UNTDID 2379: CCYYMMDD, and the same with the time of day after it
_DAY_FORMATS: Final = frozenset({None, "", "102", "203", "204"})
_IBAN: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
_BIC: Final = re.compile(r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")


def plain_text(text: str) -> str:
    """White space runs to single spaces, none at the ends."""
    return " ".join(text.split())


def compact(text: str) -> str:
    """An identifier in capitals without spaces, dots and hyphens."""
    return re.sub(r"[\s.\-]", "", text).upper()


def web_address(text: str) -> str:
    """A web address in small letters, without scheme and closing slash."""
    return re.sub(r"^https?://", "", text.strip().lower()).rstrip("/")


def iso_date(text: str, format_code: str | None = None) -> str:
    """``20240131`` (UN/CEFACT format 102) or ``2024-01-31`` (XSD) to ``2024-01-31``.

    Args:
        text: As in the XML; a time of day or time zone after the day is dropped.
        format_code: The UNTDID 2379 code beside it, where there is one.

    Raises:
        ValueUnreadable: no day of the calendar, or a format that names no day (610 is a month).
    """
    text = text.strip()
    match = _ISO_DATE.fullmatch(text)
    if match is None and format_code in _DAY_FORMATS:
        match = _BASIC_DATE.fullmatch(text)
    if match is None:
        raise ValueUnreadable(f"{text[:40]!r} is not a date")
    try:
        return date(*(int(part) for part in match.groups())).isoformat()
    except ValueError as error:
        raise ValueUnreadable(f"{text[:40]!r} is not a date") from error


def decimal(text: str) -> Decimal:
    """An XSD decimal of at most 18 digits on either side.

    Raises:
        ValueUnreadable: it is no such number.
    """
    text = text.strip()
    if _DECIMAL.fullmatch(text) is None:
        raise ValueUnreadable(f"{text[:40]!r} is not a decimal number")
    return Decimal(text)


def print_amount(value: Decimal) -> str:
    """Two places where that is exact, else all places that count: ``6037.50``, ``0.125``."""
    short = value.quantize(_CENT, context=_WIDE)
    return print_decimal(value) if short != value else f"{abs(short) if short == 0 else short:f}"


def print_decimal(value: Decimal) -> str:
    """A plain decimal without trailing zeros: ``20``, ``5.5``."""
    whole, _, part = f"{value:f}".partition(".")
    part = part.rstrip("0")
    text = f"{whole}.{part}" if part else whole
    return "0" if text == "-0" else text


def amount(text: str) -> str:
    """An XSD decimal as an amount (see ``print_amount``). Raises ValueUnreadable."""
    return print_amount(decimal(text))


def number(text: str) -> str:
    """An XSD decimal without trailing zeros. Raises ValueUnreadable."""
    return print_decimal(decimal(text))


def unit_price(price: str, base_quantity: str | None) -> str:
    """The price of one unit, to six places where the division does not end sooner.

    Raises:
        ValueUnreadable: a part is no number.
    """
    value = decimal(price)
    base = decimal(base_quantity) if base_quantity else Decimal(1)
    if base not in (0, 1):
        value = _WIDE.divide(value, base).quantize(_MICRO, context=_WIDE)
    return print_amount(value)


def percent(fraction: str) -> str:
    """A fraction as per cent: ``0.160000`` is 16. Raises ValueUnreadable."""
    return print_decimal(_WIDE.multiply(decimal(fraction), Decimal(100)))


def cents(value: Decimal) -> str:
    """An amount that was computed, rounded to two places."""
    return print_amount(value.quantize(_CENT, context=_WIDE))


def total(amounts: Iterable[str]) -> str:
    """The sum of amounts in normal form; no digit is lost."""
    found = Decimal(0)
    for text in amounts:
        found = _WIDE.add(found, Decimal(text))
    return print_amount(found)


def product(text: str, other: str) -> Decimal:
    """Two numbers in normal form multiplied; no digit is lost."""
    return _WIDE.multiply(Decimal(text), Decimal(other))


def negated(text: str) -> str:
    """A number in normal form with the other sign."""
    return text if Decimal(text) == 0 else text[1:] if text.startswith("-") else f"-{text}"


def looks_like_iban(text: str) -> bool:
    """Whether the compact text has the shape of an IBAN (its check digits are the reader's business)."""
    return _IBAN.fullmatch(text) is not None


def looks_like_bic(text: str) -> bool:
    """Whether the compact text has the shape of a BIC."""
    return _BIC.fullmatch(text) is not None

"""Valid company, tax, bank and payment numbers of many countries, drawn at random.

Numbers are fictional: their check digits hold, nothing says that anybody bears them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from paperformer.synthesis import check_digits as check
from paperformer.synthesis.chance import chance, digits, filled, pick
from paperformer.synthesis.national_numbers import REGISTERED, further_vat, registered_text


@dataclass(frozen=True, slots=True)
class Printed:
    """A number in compact form, and as people write it."""

    value: str
    text: str


def grouped(text: str, *sizes: int, separator: str = " ") -> str:
    """``text`` cut into groups of ``sizes`` (the last one repeats)."""
    parts, place, turn = [], 0, 0
    while place < len(text):
        size = sizes[min(turn, len(sizes) - 1)]
        parts.append(text[place : place + size])
        place, turn = place + size, turn + 1
    return separator.join(parts)


def _until(rng: random.Random, count: int, weights: list[int]) -> str:
    while True:
        body = digits(rng, count)
        if (last := check.mod11(body, weights)) is not None:
            return body + last


def _swedish(rng: random.Random) -> str:
    body = "5" + pick(rng, "56") + filled(rng, "#") + pick(rng, "23456789") + filled(rng, "#####")
    return body + check.luhn(body)


def _spanish(rng: random.Random) -> str:
    body = filled(rng, "#######")
    return pick(rng, "AB") + body + check.luhn(body)


def _polish(rng: random.Random) -> str:
    while True:
        body = pick(rng, "5678") + filled(rng, "########")
        last = check.weighted_sum(body, (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11
        if last < 10 and "0" not in body[:3]:
            return body + str(last)


def _dutch(rng: random.Random) -> str:
    while True:
        body = digits(rng, 8)
        last = check.weighted_sum(body, (9, 8, 7, 6, 5, 4, 3, 2)) % 11
        if last < 10:
            return body + str(last)


def _british(rng: random.Random) -> str:
    body = digits(rng, 7)
    return body + f"{97 - check.weighted_sum(body, (8, 7, 6, 5, 4, 3, 2)) % 97:02d}"


def _danish(rng: random.Random) -> str:
    return _until(rng, 7, [2, 7, 6, 5, 4, 3, 2])


def _french(rng: random.Random) -> str:
    body = digits(rng, 8)
    return body + check.luhn(body)


def _italian(rng: random.Random) -> str:
    body = digits(rng, 7) + filled(rng, "0#") + str(rng.randint(1, 9))
    return body + check.luhn(body)


def _malaysian(rng: random.Random) -> str:
    return digits(rng, 6 if chance(rng, 0.6) else 7)


_REGISTERED: dict[str, Callable[[random.Random], str]] = {
    **REGISTERED,
    "SE": _swedish,
    "DE": lambda rng: digits(rng, rng.choice((4, 5, 6))),
    "FR": _french,
    "NL": lambda rng: digits(rng, 8),
    "DK": _danish,
    "NO": lambda rng: _until(rng, 8, [3, 2, 7, 6, 5, 4, 3, 2]),
    "FI": lambda rng: _until(rng, 7, [7, 9, 10, 5, 8, 4, 2]),
    "ES": _spanish,
    "IT": _italian,
    "PL": lambda rng: digits(rng, 9),
    "GB": lambda rng: "0" + digits(rng, 7),
    "US": lambda rng: digits(rng, 9),
    "MY": _malaysian,
}


def organisation_number(rng: random.Random, country: str) -> Printed:
    """A number of the company register of ``country`` (of some other kind where it has none)."""
    value = _REGISTERED.get(country, _REGISTERED["GB"])(rng)
    if country == "SE":
        return Printed(value, value[:6] + "-" + value[6:])
    if country == "NO":
        return Printed(value, grouped(value, 3) if chance(rng, 0.7) else value)
    if country == "FI":
        return Printed(value, f"{value[:7]}-{value[7]}")
    if country == "FR":
        if chance(rng, 0.5):
            return Printed(value, grouped(value, 3))
        body = value + filled(rng, "000##")[:4]
        body = value + "000" + str(rng.randint(1, 9))
        value = body + check.luhn(body)
        return Printed(value, grouped(value, 3, 3, 3, 5) if chance(rng, 0.6) else value)
    if country == "US":
        return Printed(value, f"{value[:2]}-{value[2:]}")
    if country == "MY":
        letter = pick(rng, "ADHKMPTUVWX")
        text = f"{value}-{letter}"
        return Printed(value + letter, f"({text})" if chance(rng, 0.4) else text)
    return Printed(value, registered_text(rng, country, value))


def vat_number(rng: random.Random, country: str, organisation: Printed) -> Printed | None:
    """A VAT number of ``country``, built on the company's register number where the country does so.

    None for countries without VAT numbers.
    """
    number = organisation.value
    if further := further_vat(rng, country, number):
        return Printed(*further)
    if country == "SE":
        value = f"SE{number}01"
    elif country == "DE":
        body = digits(rng, 8)
        value = f"DE{body}{check.iso7064_mod11_10(body)}"
    elif country == "FR":
        siren = number[:9]
        value = f"FR{(12 + 3 * (int(siren) % 97)) % 97:02d}{siren}"
    elif country == "NL":
        value = f"NL{_dutch(rng)}B{rng.choice(('01', '01', '02', '03'))}"
    elif country == "DK":
        value = f"DK{number}"
    elif country == "NO":
        return _norwegian_vat(rng, number)
    elif country == "FI":
        value = f"FI{number}"
    elif country == "ES":
        value = f"ES{number}"
    elif country == "IT":
        value = f"IT{number}"
    elif country == "PL":
        return _polish_vat(rng)
    elif country == "GB":
        value = f"GB{_british(rng)}"
    elif country == "MY":
        number = "00" + digits(rng, 10)
        return Printed(number, grouped(number, 4) if chance(rng, 0.15) else number)
    else:
        return None
    return Printed(value, _vat_text(rng, value))


def _norwegian_vat(rng: random.Random, number: str) -> Printed:
    shown = grouped(number, 3) if chance(rng, 0.6) else number
    return Printed(f"NO{number}MVA", f"{pick(rng, ('NO ', '', '', 'NO'))}{shown}{pick(rng, (' MVA', 'MVA'))}")


def _polish_vat(rng: random.Random) -> Printed:
    number = _polish(rng)
    shown = pick(
        rng,
        (
            number,
            grouped(number, 3, 3, 2, 2, separator="-"),
            f"PL{number}",
            grouped(number, 3, 2, 2, 3, separator="-"),
        ),
    )
    return Printed(f"PL{number}", shown)


def _vat_text(rng: random.Random, value: str) -> str:
    country, number = value[:2], value[2:]
    if country in ("DK", "ES", "IT") and chance(rng, 0.65):
        if country == "DK" and chance(rng, 0.3):
            return grouped(number, 2)
        return f"{number[0]}-{number[1:]}" if country == "ES" and chance(rng, 0.2) else number
    if country == "GB" and chance(rng, 0.5):
        return pick(rng, (grouped(number, 3, 4, 2), f"GB {grouped(number, 3, 4, 2)}", number))
    if country == "FR" and chance(rng, 0.5):
        return (
            f"FR {number[:2]} {grouped(number[2:], 3)}"
            if chance(rng, 0.6)
            else f"FR{number[:2]} {number[2:]}"
        )
    if country == "NL" and chance(rng, 0.15):
        return f"NL {grouped(number[:9], 3, separator='.')}.{number[9:]}"
    return f"{country} {number}" if chance(rng, 0.12) else value

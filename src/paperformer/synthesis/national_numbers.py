"""Register and tax numbers of further countries: Portugal to Australia, each by its own rule."""

from __future__ import annotations

import random
from collections.abc import Callable

from paperformer.synthesis import check_digits as check
from paperformer.synthesis.chance import chance, digits, filled, pick

Draw = Callable[[random.Random], str]


def _portuguese(rng: random.Random) -> str:
    body = "5" + filled(rng, "#######")
    last = 11 - check.weighted_sum(body, (9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return body + str(last if last < 10 else 0)


def _czech(rng: random.Random) -> str:
    body = pick(rng, "12345678") + filled(rng, "######")
    return body + str((-check.weighted_sum(body, (8, 7, 6, 5, 4, 3, 2)) % 11 or 1) % 10)


def _two_weights(body: str, first: tuple[int, ...], second: tuple[int, ...]) -> str:
    """Remainder by 11; with the second weights where it is 10, then zero where it is 10 again."""
    rest = check.weighted_sum(body, first) % 11
    if rest == 10:
        rest = check.weighted_sum(body, second) % 11
    return str(rest % 10)


def _estonian(rng: random.Random) -> str:
    body = "1" + filled(rng, "######")
    return body + _two_weights(body, (1, 2, 3, 4, 5, 6, 7), (3, 4, 5, 6, 7, 8, 9))


def estonian_vat(rng: random.Random) -> str:
    """KMKR: nine digits, weights 3, 7, 1."""
    body = "10" + filled(rng, "######")
    return body + str(-check.weighted_sum(body, (3, 7, 1, 3, 7, 1, 3, 7)) % 10)


def lithuanian_vat(rng: random.Random) -> str:
    """PVM of a legal person: nine digits, the eighth of them 1."""
    body = digits(rng, 7) + "1"
    return body + _two_weights(body, (1, 2, 3, 4, 5, 6, 7, 8), (3, 4, 5, 6, 7, 8, 9, 1))


def _swiss(rng: random.Random) -> str:
    while True:
        body = digits(rng, 8)
        if (last := check.mod11(body, (5, 4, 3, 2, 7, 6, 5, 4))) is not None:
            return "CHE" + body + last


def austrian_vat(rng: random.Random) -> str:
    """The eight digits behind ATU."""
    body = digits(rng, 7)
    total = sum(int(d) if place % 2 == 0 else sum(divmod(2 * int(d), 10)) for place, d in enumerate(body))
    return body + str((6 - total) % 10)


def _belgian(rng: random.Random) -> str:
    body = "0" + pick(rng, "45678") + filled(rng, "######")
    return f"{body}{97 - int(body) % 97:02d}"


def _canadian(rng: random.Random) -> str:
    body = digits(rng, 8)
    return body + check.luhn(body)


def _australian(rng: random.Random) -> str:
    body = filled(rng, "########")
    return body + str(-check.weighted_sum(body, (8, 7, 6, 5, 4, 3, 2, 1)) % 10)


def _abn(company: str) -> str:
    """An Australian business number: two check digits before the company's number."""
    total = sum(-weight * int(d) for weight, d in zip((3, 5, 7, 9, 11, 13, 15, 17, 19), company, strict=True))
    return f"{11 + (total - 1) % 89}{company}"


def irish_vat(rng: random.Random) -> str:
    """Seven digits and a letter, a second letter in newer ones."""
    body = digits(rng, 7)
    second = pick(rng, ("", "H", "A"))
    total = check.weighted_sum(body, (8, 7, 6, 5, 4, 3, 2)) + 9 * (ord(second) - 64 if second else 0)
    return body + "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] + second


REGISTERED: dict[str, Draw] = {
    "PT": _portuguese,
    "CZ": _czech,
    "EE": _estonian,
    "LT": lambda rng: "30" + filled(rng, "#######"),
    "CH": _swiss,
    "AT": lambda rng: digits(rng, 6) + pick(rng, "ABDFGHIKMPSTVWXYZ"),
    "BE": _belgian,
    "CA": _canadian,
    "AU": _australian,
    "IE": lambda rng: digits(rng, 6),
}


def registered_text(rng: random.Random, country: str, number: str) -> str:
    """How a register number of these countries is written."""
    if country == "CH":
        return f"CHE-{number[3:6]}.{number[6:9]}.{number[9:]}"
    if country == "BE":
        return _dotted(number) if chance(rng, 0.8) else number
    if country == "AT":
        return number.lower() if chance(rng, 0.8) else number
    if country in ("PT", "AU"):
        return f"{number[:3]} {number[3:6]} {number[6:]}" if chance(rng, 0.5) else number
    return number


def further_vat(rng: random.Random, country: str, number: str) -> tuple[str, str] | None:
    """The VAT number of a company with register ``number``: compact, and as written. None elsewhere."""
    if country == "PT":
        spaced = f"{number[:3]} {number[3:6]} {number[6:]}"
        return f"PT{number}", pick(rng, (number, spaced, f"PT{number}", f"PT {number}"))
    if country == "CH":
        return f"{number}MWST", f"{registered_text(rng, 'CH', number)} MWST"
    if country == "BE":
        return f"BE{number}", pick(
            rng, (f"BE {_dotted(number)}", f"BE{number}", f"BE {number}", _dotted(number))
        )
    if country == "CA":
        value = f"{number}RT0001"
        return value, value if chance(rng, 0.6) else f"{number[:5]} {number[5:]} RT0001"
    if country == "AU":
        value = _abn(number)
        return value, f"{value[:2]} {value[2:5]} {value[5:8]} {value[8:]}" if chance(rng, 0.8) else value
    if country == "CZ":
        return f"CZ{number}", f"CZ{number}"
    own = {"EE": estonian_vat, "LT": lithuanian_vat, "AT": austrian_vat, "IE": irish_vat}.get(country)
    if own is None:
        return None
    value = ("ATU" if country == "AT" else country) + own(rng)
    return value, value if chance(rng, 0.9) else f"{value[:2]} {value[2:]}"


def _dotted(number: str) -> str:
    return f"{number[:4]}.{number[4:7]}.{number[7:]}"

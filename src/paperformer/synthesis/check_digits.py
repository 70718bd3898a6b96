"""Check digits of payment references, accounts and tax numbers.

Each function names the rule; ``tests/synthesis`` compares them with python-stdnum where it knows the number.
"""

from __future__ import annotations

from collections.abc import Sequence


def luhn(body: str) -> str:
    """The mod-10 digit of Luhn (ISO/IEC 7812): SE OCR, bankgiro, company number; DK FIK; NO KID; SIREN."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def weighted_sum(body: str, weights: Sequence[int]) -> int:
    """The sum of digit times weight."""
    return sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))


def mod11(body: str, weights: Sequence[int]) -> str | None:
    """The digit that makes the weighted sum divisible by 11; None where that would be 10."""
    digit = -weighted_sum(body, weights) % 11
    return None if digit == 10 else str(digit)


def kid_mod11(body: str) -> str:
    """The mod-11 digit of a Norwegian KID (weights 2 to 7 from the right); ``-`` stands for 10."""
    weights = [2 + place % 6 for place in range(len(body))][::-1]
    return mod11(body, weights) or "-"


def viite(body: str) -> str:
    """The check digit of a Finnish reference number (weights 7, 3, 1 from the right)."""
    weights = [(7, 3, 1)[place % 3] for place in range(len(body))][::-1]
    return str(-weighted_sum(body, weights) % 10)


def mod97(number: int) -> str:
    """Two digits: the remainder by 97, 97 where it is zero (Belgian OGM and account numbers)."""
    return f"{number % 97 or 97:02d}"


def recursive_mod10(body: str) -> str:
    """The check digit of a Swiss QR reference (modulo 10, recursive)."""
    table = (0, 9, 4, 6, 8, 2, 7, 1, 3, 5)
    carry = 0
    for digit in body:
        carry = table[(carry + int(digit)) % 10]
    return str(-carry % 10)


def iso7064_mod97(text: str) -> str:
    """Two check digits of ISO 7064 mod 97-10 for ``text`` with the country moved behind (IBAN, RF)."""
    number = int("".join(str(int(sign, 36)) for sign in text + "00"))
    return f"{98 - number % 97:02d}"


def iso7064_mod11_10(body: str) -> str:
    """The check digit of ISO 7064 mod 11,10 (German VAT numbers)."""
    check = 5
    for digit in body:
        check = (((check or 10) * 2) % 11 + int(digit)) % 10
    return str((1 - ((check or 10) * 2) % 11) % 10)

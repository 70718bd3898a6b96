"""Check-digit arithmetic on strings of ASCII digits (letters where said). Pure; true or false, no errors."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType


def luhn_holds(digits: str) -> bool:
    """Modulus 10 with weights 2, 1 from the right (ISO/IEC 7812-1 annex B)."""
    total = 0
    for position, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (1 + position % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return len(digits) > 1 and total % 10 == 0


def mod97_holds(identifier: str) -> bool:
    """ISO 7064 MOD 97-10 with the four leading characters moved to the end (IBAN, ISO 11649)."""
    turned = identifier[4:] + identifier[:4]
    return len(identifier) > 4 and int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


def recursive_mod10_holds(digits: str) -> bool:
    """Modulus 10 recursive of the Swiss payment slip (Swiss Payment Standards, annex B)."""
    table = (0, 9, 4, 6, 8, 2, 7, 1, 3, 5)
    carry = 0
    for digit in digits[:-1]:
        carry = table[(carry + int(digit)) % 10]
    return len(digits) > 1 and (10 - carry) % 10 == int(digits[-1])


def weighted_sum(digits: str, weights: tuple[int, ...]) -> int:
    """Sum of the digits times the weights, from the right, weights repeated as needed."""
    return sum(int(digit) * weights[i % len(weights)] for i, digit in enumerate(reversed(digits)))


def mod11_holds(identifier: str) -> bool:
    """Modulus 11 with weights 2 to 7 from the right; a check of ten is printed as a dash (Norwegian KID)."""
    body, check = identifier[:-1], identifier[-1:]
    if not body.isdigit():
        return False
    wanted = -weighted_sum(body, (2, 3, 4, 5, 6, 7)) % 11
    return check == ("-" if wanted == 10 else str(wanted))


def viite_holds(digits: str) -> bool:
    """Weights 7, 3, 1 from the right, modulus 10 (Finnish viitenumero, Estonian viitenumber)."""
    return len(digits) > 1 and -weighted_sum(digits[:-1], (7, 3, 1)) % 10 == int(digits[-1])


def ogm_holds(digits: str) -> bool:
    """Twelve digits, the last two the first ten modulo 97, or 97 for 0 (Belgian OGM-VCS, Febelfin)."""
    return len(digits) == 12 and (int(digits[:10]) % 97 or 97) == int(digits[10:])


def elfproef_holds(digits: str) -> bool:
    """Check digit in front of a Dutch betalingskenmerk: modulus 11, weights 2 4 8 5 10 9 7 3 6 1."""
    check = 11 - weighted_sum(digits[1:], (2, 4, 8, 5, 10, 9, 7, 3, 6, 1)) % 11
    return len(digits) > 1 and {10: 1, 11: 0}.get(check, check) == int(digits[0])


@cache
def stdnum_module(name: str) -> ModuleType:
    """A module of ``stdnum``."""
    return import_module(f"stdnum.{name}")  # lazily: most documents need one country or two

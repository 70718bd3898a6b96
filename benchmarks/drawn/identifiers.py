"""Numbers of firms, accounts and payments that are invented and whose check digits hold."""

from __future__ import annotations

from importlib import import_module
from random import Random

from stdnum import iban as iban_module
from stdnum import iso11649, luhn

# Country: what a VAT number and a number of the register look like (9 a digit, A a letter, the rest as it
# stands) and the module of python-stdnum that knows its check digits.
VAT = {
    "FI": ("FI99999999", "fi.alv"), "DE": ("DE999999999", "de.vat"),
    "AT": ("ATU99999999", "at.uid"), "CH": ("CHE999999999MWST", "ch.vat"),
    "BE": ("BE0999999999", "be.vat"), "NL": ("NL999999999B01", "nl.btw"), "IT": ("IT01999990359", "it.iva"),
    "ES": ("ESB99999999", "es.nif"), "PT": ("PT509999999", "pt.nif"), "PL": ("PL9999999999", "pl.nip"),
    "CZ": ("CZ29999999", "cz.dic"), "SK": ("SK2029999999", "sk.dph"), "HU": ("HU29999999", "hu.anum"),
    "RO": ("RO39999999", "ro.cui"), "HR": ("HR99999999999", "hr.oib"), "SI": ("SI59999999", "si.ddv"),
    "LT": ("LT100009999919", "lt.pvm"), "LV": ("LV40003999999", "lv.pvn"), "EE": ("EE109999999", "ee.kmkr"),
    "GB": ("GB999999999", "gb.vat"), "IE": ("IE9999999AH", "ie.vat"), "AU": ("99999999999", "au.abn"),
    "NZ": ("129999999", "nz.ird"), "IN": ("29AAACA9999A1ZA", "in_.gstin"),
    "LU": ("LU99999999", "lu.tva"),
}  # fmt: skip
REGISTER = {
    "SE": ("5569999999", "se.orgnr"), "NO": ("899999999", "no.orgnr"), "DK": ("99999999", "dk.cvr"),
    "FI": ("29999999", "fi.ytunnus"), "FR": ("999999999", "fr.siren"), "EE": ("19999999", "ee.registrikood"),
    "CA": ("899999999", "ca.bn"), "US": ("829999999", "us.ein"), "AU": ("99999999999", "au.abn"),
    "SG": ("201899999A", "sg.uen"), "JP": ("7999999999999", "jp.cn"), "CH": ("CHE999999999", "ch.uid"),
    "SE_VAT": ("SE556999999901", "se.vat"),
}  # fmt: skip
# The account within an IBAN: bank first, then the rest.
ACCOUNTS = {
    "SE": "50000000059999999999", "DK": "99999999999999", "FI": "59999999999999", "NO": "99999999999",
    "DE": "799999990099999999", "AT": "3299900009999999", "CH": "0899900099999999A",
    "FR": "30999009990009999999A99",
    "BE": "999999999999", "NL": "NVBA0999999999",
    "IT": "A0899902999000000999999", "ES": "29990499999999999999",
    "PT": "009999999999999999999", "PL": "109999999999999999999999", "CZ": "69990000009999999999",
    "SK": "89990000009999999999", "HU": "129999999999999999999999", "RO": "NVBR9999999999999999",
    "HR": "24999999999999999", "SI": "029999999999999", "LT": "7999999999999999", "LV": "NVBK9999999999999",
    "EE": "9999999999999999", "GB": "NVBK20999999999999", "IE": "NVBK93999999999999",
    "LU": "0099999999999999",
}  # fmt: skip


def drawn(pattern: str, rng: Random) -> str:
    """A random string of that pattern: 9 a digit, A a letter of A to H, the rest as it stands."""
    return "".join(
        str(rng.randrange(10)) if sign == "9" else rng.choice("ABCDEFGH") if sign == "A" else sign
        for sign in pattern
    )


def checked(pattern: str, module: str, rng: Random) -> str:
    """A number of that pattern that ``stdnum`` finds valid.

    Raises:
        ValueError: if none is found; the pattern is wrong.
    """
    valid = import_module(f"stdnum.{module}").is_valid
    for _ in range(50_000):
        number = drawn(pattern, rng)
        if valid(number):
            return number
    raise ValueError(f"{module} accepts nothing like {pattern}")


def register_number(country: str, rng: Random) -> str:
    """A number in the register of companies, compact; of no check digits where the country has none."""
    if country in REGISTER:
        return checked(*REGISTER[country], rng)
    plain = {"GB": "09999999", "IE": "599999", "NL": "69999999", "LT": "309999999", "NZ": "94299999"}
    return drawn(plain.get(country, "99999999"), rng)


def vat_number(country: str, register: str, rng: Random) -> str:
    """A VAT number, compact, with its prefix; made of the register number where the country does so."""
    if country in ("SE", "DK", "NO", "FR", "FI", "CH", "CA"):
        key = f"{(12 + 3 * (int(register[-9:]) % 97)) % 97:02}" if country == "FR" else ""
        return {
            "SE": f"SE{register}01", "DK": f"DK{register}", "NO": f"NO{register}MVA",
            "FR": f"FR{key}{register}", "FI": f"FI{register}", "CH": f"{register}MWST",
            "CA": f"{register}RT0001",
        }[country]  # fmt: skip
    plain = {
        "ZA": "4999999999",
        "US": "",
        "JP": "",
        "SG": "",
        "MY": "",
    }  # no check digits, or no number
    return drawn(plain[country], rng) if country in plain else checked(*VAT[country], rng)


def iban(country: str, rng: Random, bank: str = "") -> str:
    """An IBAN whose own check digits and, where the country has them, those of the account hold."""
    pattern = ACCOUNTS[country]
    for _ in range(50_000):
        account = drawn(bank + pattern[len(bank) :], rng)
        if country == "FI":
            account = account[:-1] + luhn.calc_check_digit(account[:-1])
        number = f"{country}00{account}"
        number = country + iban_module.calc_check_digits(number) + account
        if iban_module.is_valid(number):
            return number
    raise ValueError(f"no IBAN of {country} holds")


def giro(rng: Random, digits: int = 8) -> str:
    """A Swedish bankgiro (8 or 7 digits) or plusgiro: the last digit is a Luhn digit."""
    body = str(rng.randrange(10 ** (digits - 2), 10 ** (digits - 1)))
    return body + luhn.calc_check_digit(body)


def ocr(body: str, with_length: bool = True) -> str:
    """A Swedish OCR reference: the length of the whole (modulo 10), then a Luhn digit."""
    text = body + (str((len(body) + 2) % 10) if with_length else "")
    return text + luhn.calc_check_digit(text)


def fik(body: str) -> str:
    """The 15 digits of a Danish +71 payment: a Luhn digit ends them."""
    text = body.rjust(14, "0")[-14:]
    return text + luhn.calc_check_digit(text)


def viite(body: str) -> str:
    """A Finnish or Estonian reference: weights 7, 3, 1 from the right."""
    total = sum(int(digit) * (7, 3, 1)[place % 3] for place, digit in enumerate(reversed(body)))
    return body + str(-total % 10)


def structured(body: str) -> str:
    """A Belgian structured communication: ten digits and what is left of them modulo 97 (97 for 0)."""
    return body + f"{int(body) % 97 or 97:02}"


def swiss_reference(body: str) -> str:
    """A QR reference: 26 digits and a check digit by modulo 10, recursive."""
    text, carry = body.rjust(26, "0")[-26:], 0
    for digit in text:
        carry = (0, 9, 4, 6, 8, 2, 7, 1, 3, 5)[(carry + int(digit)) % 10]
    return text + str(-carry % 10)


def creditor(body: str) -> str:
    """An RF creditor reference (ISO 11649)."""
    for check in range(2, 99):
        if iso11649.is_valid(f"RF{check:02}{body}"):
            return f"RF{check:02}{body}"
    raise ValueError(f"no RF reference holds {body}")


def eleven(body: str) -> str:
    """Modulo 11 with weights 2, 3, 4 ... from the right: Croatian HR01 and Slovene SI12."""
    total = sum(int(digit) * (place + 2) for place, digit in enumerate(reversed(body)))
    check = 11 - total % 11
    return body + str(0 if check > 9 else check)


def grouped(text: str, *sizes: int, sign: str = " ") -> str:
    """The text cut into groups: of these sizes, the last one repeated."""
    parts, rest = [], text
    for place in range(len(text)):
        if not rest:
            break
        size = sizes[min(place, len(sizes) - 1)]
        parts.append(rest[:size])
        rest = rest[size:]
    return sign.join(parts)

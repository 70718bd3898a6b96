"""References, accounts and numbers of firms as they are printed: each with the values that count as right."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from drawn import identifiers
from drawn.case import Case
from drawn.identifiers import grouped

Fact = tuple[list[str], str]


def vat_fact(country: str, number: str, issuer: Mapping[str, Any]) -> Fact:
    """A VAT number's right values, and its print in the manner of the country."""
    bare = number.removeprefix("CHE" if country == "CH" else country)
    prefix = issuer.get(
        "vat_prefix", country not in ("PL", "HU", "ES", "PT", "IT", "AU", "NZ", "IN", "ZA", "RO")
    )
    text = {
        "SE": number, "DK": number, "FI": number, "NO": f"NO {grouped(bare[:9], 3)} MVA",
        "CH": f"CHE-{grouped(bare[:9], 3, sign='.')} MWST", "FR": f"FR {bare[:2]} {grouped(bare[2:], 3)}",
        "BE": f"BE {bare[:4]}.{bare[4:7]}.{bare[7:]}", "GB": f"GB {bare[:3]} {bare[3:7]} {bare[7:]}",
        "AU": grouped(bare, 2, 3), "NZ": grouped(bare, 3, sign="-"), "HU": f"{bare}-2-41",
        "CA": f"{bare[:9]} {bare[9:]}",
        "PL": f"{bare[:3]}-{bare[3:6]}-{bare[6:8]}-{bare[8:]}",
    }.get(country, number if prefix else bare)  # fmt: skip
    if country in ("PL", "HU") and prefix:
        text = number
    if issuer.get("compact"):
        text = number if prefix else bare
    values = [number, bare] if country not in ("AU", "NZ", "IN", "ZA") else [number]
    return ([*values, text] if text not in values else values), text


def register_fact(country: str, number: str, issuer: Mapping[str, Any]) -> Fact:
    """A number of the register of companies: right values and print."""
    value = int("".join(sign for sign in number if sign.isdigit()))
    made = {
        "DE": f"HRB {value % 90000 + 1000}", "AT": f"FN {value % 900000 + 1000}{'abdfgkm'[value % 7]}",
        "RO": f"J{value % 30 + 10}/{value % 3000 + 100}/20{value % 9 + 10}",
        "PL": f"0000{value % 900000 + 100000}", "HU": f"01-09-{value % 900000 + 100000}",
        "IT": f"MI - {value % 900000 + 1100000}",
    }  # fmt: skip
    if country in made:
        text = issuer.get("register_text", made[country])
        bare = text.removeprefix("HRB ").removeprefix("FN ").removeprefix("MI - ")
        return list(dict.fromkeys([text, text.replace(" ", ""), bare])), text
    text = {
        "SE": grouped(number, 6, sign="-"), "NO": grouped(number, 3), "DK": number,
        "FI": grouped(number, 7, sign="-"), "FR": grouped(number, 3), "AU": grouped(number, 2, 3),
        "CH": f"CHE-{grouped(number[3:], 3, sign='.')}", "US": grouped(number, 2, 7, sign="-"),
        "JP": f"T{number}",
    }.get(country, number)  # fmt: skip
    values = [number]
    return ([*values, text] if text not in values else values), text


def account_facts(issuer: Mapping[str, Any], rng: Random) -> dict[str, Fact]:
    """What the issuer's accounts are, by field; giros as ``bankgiro_account`` and ``plusgiro_account``."""
    country = issuer["country"]
    facts: dict[str, Fact] = {}
    if country in identifiers.ACCOUNTS:
        bank = "30808" if issuer.get("reference") == "qr" else ""
        number = identifiers.iban(country, rng, bank)
        facts["iban"] = ([number], number if issuer.get("compact") else grouped(number, 4))
        letters = "".join(rng.choice("BCDFGHKLMNPRSTV") for _ in range(4))
        bic = f"{letters}{country}{rng.choice(['22', '2X', 'HH', 'MM'])}"
        facts["bic"] = ([bic], bic)
        facts.update(_national(country, number))
    else:
        facts.update(_overseas(country, rng))
    if country == "SE":
        seven = rng.random() < 0.4
        bankgiro = identifiers.giro(rng, 7 if seven else 8)
        plusgiro = identifiers.giro(rng, 7)
        facts["bankgiro_account"] = ([bankgiro], f"{bankgiro[:-4]}-{bankgiro[-4:]}")
        facts["plusgiro_account"] = ([plusgiro], f"{grouped(plusgiro[:-1], 2)}-{plusgiro[-1]}")
    return facts


def _national(country: str, iban: str) -> dict[str, Fact]:
    """The account of an IBAN in its national form."""
    body = iban[4:]
    if country == "NO":
        return {"bank_account_number": ([body], f"{body[:4]}.{body[4:6]}.{body[6:]}")}
    if country == "DK":
        return {
            "bank_registration_number": ([body[:4]], body[:4]),
            "bank_account_number": ([body[4:]], body[4:]),
        }
    if country in ("GB", "IE"):
        return {
            "bank_registration_number": ([body[4:10]], grouped(body[4:10], 2, sign="-")),
            "bank_account_number": ([body[10:]], body[10:]),
        }
    if country in ("CZ", "SK"):
        account = body[10:].lstrip("0")
        values = [f"{account}/{body[:4]}", account]
        return {"bank_account_number": (values, values[0])}
    if country == "HU":
        return {"bank_account_number": ([body], grouped(body, 8, sign="-"))}
    if country == "PL":
        return {"national_iban": ([iban], f"{iban[2:4]} {grouped(body, 4)}")}
    if country == "DE":
        return {
            "bank_registration_number": ([body[:8]], grouped(body[:8], 3)),
            "bank_account_number": ([body[8:]], body[8:]),
        }
    return {}


def _overseas(country: str, rng: Random) -> dict[str, Fact]:
    """Accounts where there is no IBAN."""
    account = f"{rng.randrange(10**8, 10**9)}"
    facts: dict[str, Fact] = {"bank_account_number": ([account], account)}
    code = {
        "US": f"0{rng.randrange(10**7, 10**8)}",
        "AU": f"{rng.randrange(100000, 999999)}",
        "ZA": f"{rng.randrange(200000, 699999)}",
        "CA": f"{rng.randrange(10000, 99999)}",
        "IN": f"NVBK0{rng.randrange(100000, 999999)}",
    }.get(country)
    if code:
        facts["bank_registration_number"] = ([code], grouped(code, 3, sign="-") if country == "AU" else code)
    if country == "NZ":
        number = f"02{rng.randrange(1000, 9999)}{rng.randrange(10**6, 10**7)}00"
        facts["bank_account_number"] = ([number], f"{number[:2]}-{number[2:6]}-{number[6:13]}-{number[13:]}")
    return facts


def reference_fact(case: Case, scheme: str) -> Fact:
    """The reference to pay with, made of the document's number."""
    text = case.facts["document_number"][1]
    digits = "".join(sign for sign in text if sign.isdigit())[-10:]
    if scheme == "ocr":
        number = identifiers.ocr(digits)
        return [number], number
    if scheme == "kid":
        number = identifiers.ocr("0" + digits.rjust(9, "3"), with_length=False)
        return [number], number
    if scheme == "fik":
        number = identifiers.fik(digits)
        return [number, f"+71<{number}+{case.option('creditor', '81234567')}<"], number
    if scheme == "viite":
        number = identifiers.viite(digits)
        return [number], grouped(number[::-1], 5)[::-1]
    if scheme == "rf":
        number = identifiers.creditor(digits)
        return [number], grouped(number, 4)
    if scheme == "ogm":
        number = identifiers.structured(digits.rjust(10, "1"))
        return [number], f"+++{number[:3]}/{number[3:7]}/{number[7:]}+++"
    if scheme == "qr":
        number = identifiers.swiss_reference("2100" + digits.rjust(20, "0"))
        return [number], f"{number[:2]} {grouped(number[2:], 5)}"
    if scheme in ("hr", "si"):
        number = identifiers.eleven(digits)
        model = "HR01" if scheme == "hr" else "SI12"
        return [f"{model}{number}", f"{model} {number}", number], f"{model} {number}"
    if scheme == "digits":
        return [digits], digits
    return [text], text

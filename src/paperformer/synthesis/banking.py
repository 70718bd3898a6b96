"""Bank accounts and payment references with check digits that hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from paperformer.synthesis import check_digits as check
from paperformer.synthesis.chance import chance, coined_name, digits, filled, pick
from paperformer.synthesis.identifiers import Printed, grouped

_ACCOUNT_WEIGHTS_NO = (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)


@dataclass(frozen=True, slots=True)
class Reference:
    """A payment reference: compact value, as printed, and its scheme (``se_ocr``, ``no_kid``, ...)."""

    value: str
    text: str
    scheme: str


def _norwegian(rng: random.Random) -> str:
    while True:
        body = digits(rng, 10)
        if (last := check.mod11(body, _ACCOUNT_WEIGHTS_NO)) is not None:
            return body + last


def _spanish(rng: random.Random) -> str:
    bank, account = filled(rng, "########"), filled(rng, "##########")
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)

    def digit(body: str) -> str:
        value = 11 - check.weighted_sum(body, weights) % 11
        return str({10: 1, 11: 0}.get(value, value))

    return bank + digit("00" + bank) + digit(account) + account


def _french(rng: random.Random) -> str:
    bank, branch, account = filled(rng, "#####"), filled(rng, "#####"), filled(rng, "###########")
    key = 97 - (89 * int(bank) + 15 * int(branch) + 3 * int(account)) % 97
    return f"{bank}{branch}{account}{key:02d}"


def _italian(rng: random.Random) -> str:
    body = filled(rng, "#####") + filled(rng, "#####") + filled(rng, "############")
    odd = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21)
    total = sum(odd[int(d)] if place % 2 == 0 else int(d) for place, d in enumerate(body))
    return chr(ord("A") + total % 26) + body


def _belgian(rng: random.Random) -> str:
    body = digits(rng, 10)
    return body + check.mod97(int(body))


def _dutch(rng: random.Random) -> str:
    while True:
        body = "0" + digits(rng, 8)
        last = -check.weighted_sum(body, range(10, 1, -1)) % 11
        if last < 10:
            return filled(rng, "@@@@") + body + str(last)


def _polish(rng: random.Random) -> str:
    bank = digits(rng, 7)
    last = -check.weighted_sum(bank, (3, 9, 7, 1, 3, 9, 7)) % 10
    return bank + str(last) + filled(rng, "################")


def _portuguese(rng: random.Random) -> str:
    body = digits(rng, 19)
    return f"{body}{98 - int(body) * 100 % 97:02d}"


def _czech_part(rng: random.Random, length: int) -> str:
    """A number whose sum, weighted by 6 3 7 9 10 5 8 4 2 1, is divisible by 11."""
    weights = (6, 3, 7, 9, 10, 5, 8, 4, 2, 1)[-length:]
    while True:
        body = filled(rng, "#" * (length - 1))
        last = -check.weighted_sum(body, weights[:-1]) % 11
        if last < 10:
            return body + str(last)


def _estonian(rng: random.Random) -> str:
    body = filled(rng, "#############")
    return pick(rng, ("10", "22", "77")) + body + check.viite(body)


_BBAN: dict[str, Callable[[random.Random], str]] = {
    "DE": lambda rng: digits(rng, 8) + filled(rng, "##########"),
    "GB": lambda rng: filled(rng, "@@@@") + digits(rng, 6) + filled(rng, "########"),
    "FR": _french,
    "NL": _dutch,
    "SE": lambda rng: filled(rng, "####################"),
    "DK": lambda rng: filled(rng, "##############"),
    "NO": _norwegian,
    "FI": lambda rng: (body := digits(rng, 13)) + check.luhn(body),
    "ES": _spanish,
    "IT": _italian,
    "PL": _polish,
    "BE": _belgian,
    "PT": _portuguese,
    "CZ": lambda rng: pick(rng, ("0100", "0300", "0800", "2010")) + "000000" + _czech_part(rng, 10),
    "EE": _estonian,
    "LT": lambda rng: digits(rng, 5) + filled(rng, "###########"),
    "AT": lambda rng: digits(rng, 5) + filled(rng, "###########"),
    "IE": lambda rng: filled(rng, "@@@@") + digits(rng, 6) + filled(rng, "########"),
    "CH": lambda rng: filled(rng, "#####") + filled(rng, "############"),
}


def iban_of(country: str, bban: str) -> str:
    """The IBAN of a national account number (ISO 13616)."""
    return f"{country}{check.iso7064_mod97(bban + country)}{bban}"


def iban(rng: random.Random, country: str) -> Printed:
    """An IBAN of ``country`` (of Germany where the country has none)."""
    issuer = country if country in _BBAN else "DE"
    value = iban_of(issuer, _BBAN[issuer](rng))
    return Printed(value, grouped(value, 4) if chance(rng, 0.75) else value)


NO_IBAN = frozenset({"US", "MY", "CA", "AU"})
"""Countries whose accounts have no IBAN."""


def bic(rng: random.Random, country: str) -> Printed:
    """A BIC (ISO 9362) of a bank in ``country``; head offices may bear XXX."""
    code = country if country in _BBAN or country in NO_IBAN else "DE"
    value = (
        filled(rng, "@@@@") + code + filled(rng, "@") + pick(rng, "2356HXLM") + pick(rng, ("", "", "XXX", ""))
    )
    return Printed(value, value)


def bank_name(rng: random.Random) -> str:
    """The name of a bank that does not exist."""
    return f"{coined_name(rng)} {pick(rng, ('Bank', 'Bank', 'Banken', 'Banca', 'Sparbank', 'Credit'))}"


def bankgiro(rng: random.Random) -> Printed:
    """A Swedish bankgiro number: 7 or 8 digits, Luhn, a hyphen before the last four."""
    body = digits(rng, 6 if chance(rng, 0.5) else 7)
    value = body + check.luhn(body)
    return Printed(value, f"{value[:-4]}-{value[-4:]}")


def plusgiro(rng: random.Random) -> Printed:
    """A Swedish plusgiro number: Luhn, pairs of digits and a hyphen before the last one."""
    body = digits(rng, rng.choice((5, 6)))
    value = body + check.luhn(body)
    head = grouped(body[::-1], 2)[::-1]
    return Printed(value, f"{head}-{value[-1]}")


def account(rng: random.Random, country: str) -> tuple[Printed | None, Printed | None]:
    """The account number and the bank's registration number in the national form, None where not in use."""
    if country == "NO":
        value = _norwegian(rng)
        return Printed(
            value, pick(rng, (grouped(value, 4, 2, 5, separator="."), grouped(value, 4, 2, 5), value))
        ), None
    if country == "DK":
        number, bank = filled(rng, "##########"), digits(rng, 4)
        return Printed(number, number if chance(rng, 0.7) else str(int(number))), Printed(bank, bank)
    if country == "GB":
        number, bank = filled(rng, "########"), filled(rng, "######")
        return Printed(number, number), Printed(bank, grouped(bank, 2, separator=pick(rng, "- -")))
    if country == "US":
        number, bank = digits(rng, rng.choice((9, 10, 12))), _routing(rng)
        return Printed(number, number), Printed(bank, bank)
    if country == "MY":
        number = digits(rng, 12)
        return Printed(number, grouped(number, 4)), None
    if country == "AU":
        number, bank = digits(rng, rng.choice((6, 8, 9))), filled(rng, "0#####")
        return Printed(number, number), Printed(bank, grouped(bank, 3, separator="-"))
    if country == "CA":
        number, bank = digits(rng, rng.choice((7, 9, 12))), filled(rng, "#####")
        return Printed(number, number), Printed(bank, bank)
    if country == "CZ":
        number, bank = _czech_part(rng, 10), pick(rng, ("0100", "0300", "0800", "2010"))
        text = f"{number.lstrip('0')}/{bank}"
        return Printed(f"{number.lstrip('0')}{bank}", text), None
    return None, None


def _routing(rng: random.Random) -> str:
    body = pick(rng, ("0", "1", "2", "3")) + filled(rng, "#######")
    return body + str(-check.weighted_sum(body, (3, 7, 1, 3, 7, 1, 3, 7)) % 10)


def reference(rng: random.Random, country: str, number: str) -> Reference | None:
    """A payment reference as issuers in ``country`` use it, None where they use the invoice number only."""
    maker = _REFERENCES.get(country, _creditor_reference if chance(rng, 0.25) else None)
    if maker is None:
        return None
    return maker(rng, "".join(sign for sign in number if sign.isdigit()) or digits(rng, 5))


def _ocr(rng: random.Random, number: str) -> Reference:
    body = (number + filled(rng, "####"))[: rng.choice((5, 7, 9, 12, 16))]
    if chance(rng, 0.5):
        body += str((len(body) + 2) % 10)
    value = body + check.luhn(body)
    return Reference(value, value if chance(rng, 0.8) else grouped(value, 4), "se_ocr")


def _kid(rng: random.Random, number: str) -> Reference:
    body = (number + filled(rng, "########"))[: rng.choice((6, 8, 12, 14, 18))]
    value = body + (check.luhn(body) if chance(rng, 0.7) else check.kid_mod11(body))
    return Reference(value, value, "no_kid")


def _fik(rng: random.Random, number: str) -> Reference:
    kind, length = ("71", 15) if chance(rng, 0.75) else ("75", 16)
    body = number.zfill(length - 1)[-(length - 1) :]
    value = body + check.luhn(body)
    return Reference(value, value, f"dk_fik_{kind}")


def _viite(rng: random.Random, number: str) -> Reference:
    if chance(rng, 0.12):
        return _creditor_reference(rng, number)
    body = (str(rng.randint(1, 9)) + number)[: rng.choice((4, 6, 9, 13))].rjust(3, "7")
    value = body + check.viite(body)
    text = grouped(value[::-1], 5)[::-1] if chance(rng, 0.75) else value
    return Reference(value, text, "fi_viite")


def _ogm(rng: random.Random, number: str) -> Reference:
    body = (number + filled(rng, "##########"))[:10]
    value = body + check.mod97(int(body))
    return Reference(value, f"+++{value[:3]}/{value[3:7]}/{value[7:]}+++", "be_ogm")


def _qrr(rng: random.Random, number: str) -> Reference:
    body = number.zfill(26)[-26:] if chance(rng, 0.4) else (digits(rng, 6) + number.zfill(20))[-26:]
    value = body + check.recursive_mod10(body)
    return Reference(value, grouped(value, 2, 5), "ch_qrr")


def _variable_symbol(rng: random.Random, number: str) -> Reference:
    """A Czech variable symbol: ten digits at most, mostly those of the invoice."""
    value = number.lstrip("0")[:10] or digits(rng, 6)
    return Reference(value, value, "cz_vs")


def _viitenumber(rng: random.Random, number: str) -> Reference:
    """An Estonian reference number, with the check digit of the Finnish one."""
    body = (str(rng.randint(1, 9)) + number)[: rng.choice((4, 6, 9))].rjust(3, "7")
    return Reference(body + check.viite(body), body + check.viite(body), "ee_viite")


def _multibanco(rng: random.Random, number: str) -> Reference:
    """The nine digits of a payment at a Portuguese cash machine."""
    value = (number + filled(rng, "#########"))[:9]
    return Reference(value, grouped(value, 3), "pt_multibanco")


def _dutch_reference(rng: random.Random, number: str) -> Reference:
    """A betalingskenmerk of 16 digits: check digit first, weights 2 4 8 5 10 9 7 3 6 1 from the right."""
    body = (number + filled(rng, "###############"))[:15]
    weights = [(2, 4, 8, 5, 10, 9, 7, 3, 6, 1)[place % 10] for place in range(15)][::-1]
    digit = 11 - check.weighted_sum(body, weights) % 11
    value = str({10: 1, 11: 0}.get(digit, digit)) + body
    return Reference(value, grouped(value, 4), "nl")


def _creditor_reference(rng: random.Random, number: str) -> Reference:
    """A creditor reference (ISO 11649)."""
    body = number if chance(rng, 0.6) else filled(rng, "@@") + number
    value = f"RF{check.iso7064_mod97(body + 'RF')}{body}"
    return Reference(value, grouped(value, 4) if chance(rng, 0.7) else value, "rf")


_REFERENCES: dict[str, Callable[[random.Random, str], Reference] | None] = {
    "SE": _ocr,
    "NO": _kid,
    "DK": _fik,
    "FI": _viite,
    "BE": _ogm,
    "CH": _qrr,
    "NL": _dutch_reference,
    "CZ": _variable_symbol,
    "EE": _viitenumber,
    "PT": _multibanco,
    **dict.fromkeys(("US", "MY", "GB", "CA", "AU", "IE")),
}

"""Payment codes of merchants: EMVCo, "QR Code Specification for Payment Systems, Merchant-Presented Mode",
version 1.1. National schemes fill its templates:

- Brazil: Banco Central do Brasil, "Manual de Padrões para Iniciação do Pix" (BR Code).
- Vietnam: NAPAS, "VietQR: technical specification of QR codes for transfers".
- Singapore: Monetary Authority, "Singapore Quick Response Code (SGQR) specifications" (PayNow).
- Thailand: Bank of Thailand, "Thai QR Payment standard" (PromptPay, bill payment).

Fields are a tag, a length and a value, each of two digits but the value. The length counts characters. A CRC
stands at the end.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    given,
    national_account,
    plain,
    reference,
    refused,
)

_START, _CHECKSUM = "000201", re.compile(r"6304[0-9A-Fa-f]{4}", re.ASCII)
_CURRENCY, _AMOUNT, _NAME, _ADDITIONAL = "53", "54", "59", "62"
_BILL_NUMBER, _REFERENCE_LABEL = "01", "05"
_ACCOUNTS = tuple(f"{tag}" for tag in range(26, 52))  # templates that name their scheme under 00
_VIETQR, _PAYNOW, _PROMPTPAY_BILL = "A000000727", "SG.PAYNOW", "A000000677010112"
_UEN = re.compile(r"[0-9]{8,9}[A-Z]|[RST][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z]", re.ASCII)
_NUMBERED = re.compile(r"[0-9]{2}", re.ASCII)
_CURRENCY_NUMBERS: Mapping[str, str] = {
    "032": "ARS", "036": "AUD", "048": "BHD", "050": "BDT", "068": "BOB", "096": "BND", "104": "MMK",
    "116": "KHR", "144": "LKR", "152": "CLP", "156": "CNY", "170": "COP", "188": "CRC", "203": "CZK",
    "208": "DKK", "214": "DOP", "320": "GTQ", "340": "HNL", "344": "HKD", "348": "HUF", "356": "INR",
    "360": "IDR", "392": "JPY", "398": "KZT", "404": "KES", "410": "KRW", "417": "KGS", "418": "LAK",
    "446": "MOP", "458": "MYR", "484": "MXN", "496": "MNT", "504": "MAD", "512": "OMR", "524": "NPR",
    "554": "NZD", "558": "NIO", "566": "NGN", "578": "NOK", "586": "PKR", "590": "PAB", "600": "PYG",
    "604": "PEN", "608": "PHP", "634": "QAR", "643": "RUB", "646": "RWF", "682": "SAR", "702": "SGD",
    "704": "VND", "710": "ZAR", "752": "SEK", "756": "CHF", "764": "THB", "784": "AED", "788": "TND",
    "800": "UGX", "818": "EGP", "826": "GBP", "834": "TZS", "840": "USD", "858": "UYU", "860": "UZS",
    "901": "TWD", "936": "GHS", "941": "RSD", "972": "TJS", "978": "EUR", "985": "PLN", "986": "BRL",
}  # fmt: skip


def parse(text: str) -> Statement | None:
    """What the merchant asks to be paid; None where the code is none of EMVCo's.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    coded = text.strip()
    if not coded.startswith(_START):
        return None
    if not _CHECKSUM.fullmatch(coded[-8:]):
        raise refused("no checksum at its end")
    if binascii.crc_hqx(coded[:-4].encode("utf-8"), 0xFFFF) != int(coded[-4:], 16):
        raise refused("a checksum that does not hold")
    tags = _fields(coded)
    money, number = tags.get(_AMOUNT, ""), tags.get(_CURRENCY, "")
    values = [*given("supplier_name", tags.get(_NAME, ""))]
    if money.strip("0."):  # some write zero where the payer chooses
        values.append(amount("amount_due", money.removesuffix(".")))
    if code := _CURRENCY_NUMBERS.get(number):
        values.append(currency(code))
    values += _of_scheme(tags)
    return Statement("emvco", tuple(values), asks=True)


def _of_scheme(tags: Mapping[str, str]) -> Iterator[Stated]:
    """References, and what the national scheme adds."""
    additional = _fields(tags.get(_ADDITIONAL, ""))
    label, bill = (_filled(additional.get(tag, "")) for tag in (_REFERENCE_LABEL, _BILL_NUMBER))
    for account in (_fields(tags[tag]) for tag in _ACCOUNTS if tag in tags):
        scheme = account.get("00", "").upper()
        if scheme == _VIETQR:
            holder = _fields(account.get("01", ""))
            if account.get("02") == "QRIBFTTA":  # to an account, not to a card
                yield national_account(holder.get("01", ""))
        elif scheme == _PAYNOW:
            if account.get("01") == "2" and _UEN.fullmatch(account.get("02", "")):
                yield plain("supplier_organisation_number", account["02"])
            label, bill = label or bill, ""  # PayNow has its reference there
        elif scheme == _PROMPTPAY_BILL:
            label = label or account.get("02", "")
    if label:
        yield reference(label)
    if bill:
        yield plain("document_number", bill)


def _filled(text: str) -> str:
    """A text that the payer need not type: asterisks ask for it."""
    return "" if set(text) <= {"*"} else text


def _fields(text: str) -> Mapping[str, str]:
    fields: dict[str, str] = {}
    place = 0
    while place < len(text):
        tag, length = text[place : place + 2], text[place + 2 : place + 4]
        if not _NUMBERED.fullmatch(tag) or not _NUMBERED.fullmatch(length) or tag in fields:
            raise refused("no field where one belongs")
        end = place + 4 + int(length)
        if end > len(text):
            raise refused("a field that is cut off")
        fields[tag] = text[place + 4 : end]
        place = end
    return fields

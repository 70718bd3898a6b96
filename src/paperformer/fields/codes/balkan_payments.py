"""Payment slips of south-eastern Europe.

- Croatia: HUB, "Uputa za ispis 2D bar koda na nalozima za plaćanje" (HUB-3), PDF417.
- Slovenia: Združenje bank Slovenije, "Tehnični standard UPN QR".
- Serbia: Narodna banka Srbije, "Preporuke za primenu NBS IPS QR koda".
"""

from __future__ import annotations

import re

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    account,
    amount,
    cents,
    currency,
    day,
    given,
    lines_of,
    plain,
    reference,
    refused,
)
from paperformer.fields.values.reading import ParsedValue

_HUB_LINES, _UPN_LINES = 14, 19
_MODEL = re.compile(r"HR[0-9]{2}")
_SERBIAN = re.compile(r"[0-9]{18}", re.ASCII)


def parse_croatian(text: str) -> Statement | None:
    """What a HUB-3 slip asks to be paid; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    lines = lines_of(text)
    if lines[0] != "HRVHUB30":
        return None
    if len(lines) < _HUB_LINES or len(lines[2]) != 15:
        raise refused("another form than HUB-3")
    values = [account(lines[9]), *_asked(lines[2]), currency(lines[1])]
    values += [*given("receiver_name", lines[3]), plain("supplier_name", lines[6])]
    if lines[11]:
        if not _MODEL.fullmatch(lines[10]):
            raise refused("no model of its reference")
        values.append(reference(f"{lines[10]} {lines[11]}"))
    return Statement("hub3", tuple(values), asks=True)


def parse_slovenian(text: str) -> Statement | None:
    """What a UPN QR slip asks to be paid; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    lines = lines_of(text)
    if lines[0] != "UPNQR":
        return None
    if len(lines) < _UPN_LINES or len(lines[8]) != 11:
        raise refused("another form than UPN QR")
    values = [account(lines[14]), *_asked(lines[8]), currency("EUR")]
    values += [*given("receiver_name", lines[5]), plain("supplier_name", lines[16])]
    if lines[13]:
        values.append(day("due_date", lines[13], "%d.%m.%Y"))
    if lines[15]:
        values.append(reference(lines[15]))
    return Statement("upn_qr", tuple(values), asks=True)


def _asked(sum_: str) -> tuple[Stated, ...]:
    """The sum, of cents; zeros leave it to the payer."""
    return (cents("amount_due", sum_),) if sum_.strip("0") else ()


def parse_serbian(text: str) -> Statement | None:
    """What an IPS code asks to be paid; None where it is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not text.startswith("K:P"):
        return None
    pairs = [part.partition(":") for part in text.strip().split("|")]
    keys = {key: value for key, _, value in pairs}
    number = keys.get("R", "")
    if len(keys) < len(pairs) or keys.get("V") != "01" or not _SERBIAN.fullmatch(number):
        raise refused("another form than an IPS code")
    if int(number) % 97 != 1:  # ISO 7064, MOD 97-10
        raise refused("an account whose check digits do not hold")
    values = [Stated("bank_account_number", number, ParsedValue(number, checked=True))]
    if money := keys.get("I"):
        values += [currency(money[:3]), amount("amount_due", money[3:].removesuffix(",") or "none")]
    values += given("supplier_name", lines_of(keys.get("N", ""))[0])
    if number := keys.get("RO", ""):
        values.append(reference(number.removeprefix("00")))
    return Statement("ips_rs", tuple(values), asks=True)

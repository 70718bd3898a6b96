"""What tills of Serbia, Bosnia and Herzegovina, and Slovenia sign.

- Serbia: Poreska uprava, "Tehničko uputstvo, kreiranje URL-a za proveru" (TaxCore, verification URL): bytes
  in Base64, with an MD5 at their end. Republika Srpska has the same under its own address.
- Federation of Bosnia and Herzegovina: fiscal module (IBFM), receipt (BF), moment and total, which the
  "Pravilnik o fiskalnim dokumentima" (Službene novine 50/20) names; in the order in which receipts have them.
- Slovenia: FURS, "Davčno potrjevanje računov, tehnična dokumentacija", "QR koda": 60 digits.
"""

from __future__ import annotations

import base64
import hashlib
import re
import struct
from datetime import UTC, datetime

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    day_and_time,
    link_of,
    plain,
    refused,
    tax_id,
    world_tax_id,
)
from paperformer.fields.values.reading import ParsedValue

_VERSION = 3
_CURRENCIES = {"suf.purs.gov.rs": "RSD", "suf.poreskaupravars.org": "BAM"}  # other hosts are for trials
_NUMBERS = struct.Struct("<IIQ")  # of the receipt, of its kind; the sum in ten thousandths
_MOMENT = struct.Struct(">QBBB")  # milliseconds, kind of receipt, of transaction, bytes of the buyer
_UID = re.compile(rb"[A-Z0-9]{8}", re.ASCII)
_BUYER = re.compile(rb"10:([0-9]{9})", re.ASCII)  # 10 is a PIB
_HEAD, _MD5 = 44, 16  # bytes
_FEWEST_BYTES, _MOST_BYTES = 300, 1_000
_NORMAL, _ADVANCE, _COPY = 0, 4, 2
_LAST_MOMENT = 4_102_444_800_000  # 2100
_BOSNIAN = re.compile(
    r"[A-Z]{2}[0-9]{6}\*([0-9]{1,10})\*([0-9]{2}\.[0-9]{2}\.[0-9]{4})\. ?([0-9]{2}:[0-9]{2})\*([0-9.,]+)",
    re.ASCII,
)
_SLOVENE = re.compile(r"[0-3][0-9]{59}", re.ASCII)


def parse_serbian(text: str) -> Statement | None:
    """Number, moment and total of a receipt, from the link for checking it; None where it is none.

    Receipts of Republika Srpska are read too. Proforma receipts and those of trainings are no sales.

    Raises:
        ValueUnreadable: when it is damaged, or no sale.
    """
    link = link_of(text) if "vl=" in text[:60] else None
    money = _CURRENCIES.get(link.host) if link is not None else None
    if link is None or money is None or "vl" not in link.query:
        return None
    data = _checked(link.query["vl"].replace(" ", "+"))
    requested, signed = data[1:9], data[9:17]
    count, _, sum_ = _NUMBERS.unpack(data[17:33])
    moment, kind, _, size = _MOMENT.unpack(data[33:_HEAD])
    if data[0] != _VERSION or not _UID.fullmatch(requested) or not _UID.fullmatch(signed):
        raise refused("another form than Serbia's")
    if kind not in {_NORMAL, _ADVANCE, _COPY} or moment > _LAST_MOMENT or sum_ % 100 or sum_ >= 10**16:
        raise refused("no sale")
    total = f"{sum_ // 10_000}.{sum_ % 10_000 // 100:02}"
    number = f"{requested.decode('ascii')}-{signed.decode('ascii')}-{count}"
    values = [
        plain("document_number", number),
        *day_and_time(_local(moment), "%Y-%m-%dT%H:%M:%S"),
        Stated("total_incl_vat", total, ParsedValue(total)),
        currency(money),
    ]
    buyer = _BUYER.fullmatch(data[_HEAD : _HEAD + size])
    if buyer and money == "RSD":
        values.append(world_tax_id("receiver_vat_number", buyer[1].decode("ascii"), "RS"))
    return Statement("suf", tuple(values))


def _checked(coded: str) -> bytes:
    """The bytes without their MD5, which holds."""
    try:
        data = base64.b64decode(coded, validate=True)
    except ValueError as error:
        raise refused("no Base64 where it belongs") from error
    if not _FEWEST_BYTES <= len(data) <= _MOST_BYTES:
        raise refused("another form than Serbia's")
    if hashlib.md5(data[:-_MD5], usedforsecurity=False).digest() != data[-_MD5:]:
        raise refused("an MD5 that does not hold")
    return data[:-_MD5]


def _local(milliseconds: int) -> str:
    from zoneinfo import ZoneInfo

    when = datetime.fromtimestamp(milliseconds // 1000, UTC).astimezone(ZoneInfo("Europe/Belgrade"))
    return when.strftime("%Y-%m-%dT%H:%M:%S")


def parse_bosnian(text: str) -> Statement | None:
    """Number, moment and total of a receipt of the Federation of Bosnia; None where it is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    match = _BOSNIAN.fullmatch(text.strip())
    if match is None:
        return None
    number, day, clock, money = match.groups()
    values = (
        plain("document_number", number),
        *day_and_time(f"{day} {clock}", "%d.%m.%Y %H:%M"),
        amount("total_incl_vat", money),
        currency("BAM"),
    )
    return Statement("fiscal_ba", values)


def parse_slovene(text: str) -> Statement | None:
    """Seller and moment of a receipt; None where the code is none.

    Its digits are a signature (39), the tax number (8), the moment (12) and the check digit.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    digits = text.strip()
    if not _SLOVENE.fullmatch(digits):
        return None
    if int(digits[:39]) >> 128 or sum(map(int, digits[:-1])) % 10 != int(digits[-1]):
        raise refused("a check digit that does not hold")
    seller = tax_id("supplier_vat_number", digits[39:47], "SI")
    return Statement("fiscal_si", (seller, *day_and_time(digits[47:59], "%y%m%d%H%M%S"), currency("EUR")))

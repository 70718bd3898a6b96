"""The Swiss QR-bill: SIX, "Swiss Implementation Guidelines QR-bill", version 2.3; billing information after
Swico's "Syntax definition S1".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from paperformer.errors import ValueUnreadable
from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    account,
    amount,
    currency,
    day,
    given,
    lines_of,
    plain,
    reference,
    refused,
    tax_id,
)

_FEWEST_LINES = 31
_QR_IIDS = range(30_000, 32_000)  # institutions whose accounts take QR references only
_SCHEMES = {"QRR": "ch_qrr", "SCOR": "rf", "NON": None}
_TAG = re.compile(r"(?<!\\)/(?=[0-9]{2}/)")


def parse(text: str) -> Statement | None:
    """What the bill asks for; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged, or its reference does not belong to its account.
    """
    lines = lines_of(text)
    if lines[0] != "SPC":
        return None
    is_whole = len(lines) >= _FEWEST_LINES and lines[30] == "EPD"
    if not is_whole or not lines[1].startswith("02") or lines[27] not in _SCHEMES:
        raise refused("another form than a Swiss QR-bill")
    iban = account(lines[3])
    values = [iban, plain("supplier_name", lines[5]), currency(lines[19])]
    if lines[18]:
        values.append(amount("amount_due", lines[18]))
    values += given("receiver_name", lines[21])
    is_qr = int(iban.parsed.value[4:9]) in _QR_IIDS if iban.parsed.value[4:9].isdigit() else False
    scheme = _SCHEMES[lines[27]]
    if is_qr != (lines[27] == "QRR") or bool(lines[28]) != (scheme is not None):
        raise refused("a reference that does not belong to its account")
    if scheme is not None:
        values.append(reference(lines[28], scheme))
    return Statement("swiss_qr_bill", (*values, *_billing("".join(lines[31:32]))), asks=True)


def _billing(text: str) -> Iterator[Stated]:
    """What the billing information of the syntax S1 says; damaged parts are passed over, it is optional."""
    if not text.startswith("//S1/"):
        return
    tags = dict(part.split("/", 1) for part in _TAG.split(text[4:]) if "/" in part)
    for tag, read in _BILLING.items():
        if tag in tags:
            try:
                yield read(tags[tag])
            except ValueUnreadable:
                continue


def _number(text: str) -> Stated:
    return plain("document_number", text.replace("\\/", "/").replace("\\\\", "\\"))


def _date(text: str) -> Stated:
    return day("document_date", text, "%y%m%d")


def _uid(text: str) -> Stated:
    return tax_id("supplier_vat_number", text, "CH")


_BILLING: Mapping[str, Callable[[str], Stated]] = {"10": _number, "11": _date, "30": _uid}

"""The code on invoices of Saudi Arabia: ZATCA, "Security Features Implementation Standards", annex 2.

It holds fields as tag, length and value, in Base64.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from paperformer.fields.codes.statement import (
    Statement,
    amount,
    day_and_time,
    plain,
    refused,
    tax_id,
)

_BASE64 = re.compile(r"A[Q-Za-f][A-Za-z0-9+/]{20,1000}={0,2}")  # the tag 1 comes first
_NAME, _NUMBER, _MOMENT, _TOTAL, _TAX = range(1, 6)
_VAT_NUMBER = re.compile(r"3[0-9]{13}3", re.ASCII)


def parse(text: str) -> Statement | None:
    """What the invoice says; None where the code is none of ZATCA's.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not _BASE64.fullmatch(text.strip()):
        return None
    try:
        data = base64.b64decode(text.strip(), validate=True)
    except binascii.Error:
        return None
    tags = dict(_fields(data))
    if not set(range(1, 6)) <= tags.keys():
        raise refused("fewer fields than ZATCA asks for")
    name, number, when, total, tax = (_decoded(tags[tag]) for tag in range(1, 6))
    if not _VAT_NUMBER.fullmatch(number):
        raise refused("no tax number of Saudi Arabia")
    form = "%Y-%m-%dT%H:%M:%SZ" if when.endswith("Z") else "%Y-%m-%dT%H:%M:%S"
    return Statement(
        "zatca",
        (
            plain("supplier_name", name),
            tax_id("supplier_vat_number", number, "SA"),
            *day_and_time(when, form),
            amount("total_incl_vat", total),
            amount("total_vat", tax),
        ),
    )


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 0
    while place < len(data):
        end = place + 2 + data[place + 1] if place + 2 <= len(data) else len(data) + 1
        if end > len(data):
            raise refused("a field that is cut off")
        yield data[place], data[place + 2 : end]
        place = end


def _decoded(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refused("bytes that are no text") from error

"""France's 2D-Doc on invoices: ANTS, "Spécifications techniques des codes à barres 2D-Doc", version 3.1.3.

A header of fixed size, then fields of an identifier and a value. Values without a fixed size end with GS, or
with RS where they are cut. US stands before the signature, which is not verified.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    plain,
    refused,
)
from paperformer.fields.values.reading import ParsedValue

_HEADER = re.compile(r"DC0([234])[A-Z0-9]{8}([0-9A-F]{4})[0-9A-F]{4}([0-9A-Z]{2})")
_SIZES = {"2": 22, "3": 24, "4": 26}  # version -> characters of the header
_PERIMETER = "01"
_INVOICES = frozenset({"00", "01"})  # both kinds are those of a proof of address
_UNKNOWN_DAY, _FIRST_DAY = "FFFF", date(2000, 1, 1)
_GS, _RS, _US = "\x1d", "\x1e", "\x1f"
_FIXED = {
    "06": 4, "07": 6, "08": 4, "09": 4, "0A": 9, "0B": 9, "0D": 36, "1C": 8, "1G": 1, "1H": 1, "24": 5,
    "26": 2, "2B": 5, "2D": 2,
}  # fmt: skip
_OTHERS = (
    "01 02 03 04 05 0C 10 11 12 13 14 15 16 17 18 19 1A 1B 1D 1E 1F 1I 1J 1K 1L 1M 1N 1O 1P"
    " 20 21 22 23 25 27 28 29 2A 2C"
)
_VARIABLE = frozenset(_OTHERS.split())
_FILLING = re.compile(r"^0+(?=[0-9])")
_NUMBER, _CUSTOMER, _TOTAL = "18", "19", "1D"


def parse(text: str) -> Statement | None:
    """What an invoice with 2D-Doc says; None where the code is none, or of another document.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    match = _HEADER.match(text)
    if match is None or match[3] not in _INVOICES:
        return None
    version, issued, _ = match.groups()
    size = _SIZES[version]
    if version != "2" and text[22:24] != _PERIMETER:
        return None
    body, mark, _ = text[size:].partition(_US)
    fields = list(_fields(body))
    keys = dict(fields)
    if not mark or len(keys) < len(fields) or not {_NUMBER, _TOTAL} & keys.keys():
        raise refused("neither number nor total of an invoice")
    values = []
    if _NUMBER in keys:
        values.append(plain("document_number", keys[_NUMBER]))
    if _CUSTOMER in keys:
        values.append(plain("customer_number", keys[_CUSTOMER]))
    if _TOTAL in keys:
        values += [amount("total_incl_vat", _FILLING.sub("", keys[_TOTAL])), currency("EUR")]
    if issued != _UNKNOWN_DAY:
        when = _FIRST_DAY + timedelta(days=int(issued, 16))
        values.append(Stated("document_date", issued, ParsedValue(when.isoformat())))
    return Statement("2d_doc", tuple(values))


def _fields(body: str) -> Iterator[tuple[str, str]]:
    """The fields; those that are cut are left out."""
    place = 0
    while place < len(body):
        name = body[place : place + 2]
        place += 2
        if name in _FIXED:
            end = place + _FIXED[name]
            if end > len(body):
                raise refused("a field that is cut off")
            yield name, body[place:end]
            place = end + (body[end : end + 1] == _GS)
            continue
        if name not in _VARIABLE:
            raise refused("a field of another document")
        ends = [end for end in (body.find(_GS, place), body.find(_RS, place)) if end >= 0]
        end = min(ends, default=len(body))
        if body[end : end + 1] != _RS:
            yield name, body[place:end]
        place = end + 1

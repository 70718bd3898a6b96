"""Invoices of Taiwan and China.

- Taiwan: Ministry of Finance, "電子發票證明聯一維及二維條碼規格說明", left code: 77 characters
  before the lines.
- China: State Taxation Administration, code on VAT invoices (增值税发票二维码): fields between commas.
"""

from __future__ import annotations

import re

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    day,
    plain,
    refused,
    world_tax_id,
)
from paperformer.fields.values.reading import ParsedValue

_TAIWANESE = re.compile(
    r"(?P<number>[A-Z]{2}[0-9]{8})(?P<year>[0-9]{3})(?P<day>[0-9]{4})[0-9]{4}"
    r"(?P<base>[0-9A-Fa-f]{8})(?P<total>[0-9A-Fa-f]{8})(?P<buyer>[0-9]{8})(?P<seller>[0-9]{8})"
    r"[A-Za-z0-9+/]{22}==(?::.*)?",
    re.DOTALL | re.ASCII,
)
_NOBODY, _FIRST_YEAR = "00000000", 1911  # before the first of the republic
_MOST_DOLLARS = 10**9
_CHINESE = re.compile(
    r"01,(?P<kind>[0-9]{2}),(?P<code>[0-9]{10}|[0-9]{12})?,(?P<number>[0-9]{8}|[0-9]{20}),"
    r"(?P<sum>[0-9.]{0,16}),(?P<day>20[0-9]{6}),[^,]{0,40}(?:,[^,]{0,40}){0,3}",
    re.ASCII,
)
# Special, general and electronic invoices state the sum without tax; what the others state differs.
_WITHOUT_TAX = frozenset({"01", "04", "08", "10"})


def parse_taiwanese(text: str) -> Statement | None:
    """What the left code of an invoice of Taiwan says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    match = _TAIWANESE.fullmatch(text.strip())
    if match is None:
        return None
    base, total = int(match["base"], 16), int(match["total"], 16)
    if total >= _MOST_DOLLARS or base > total:
        raise refused("no amount where one belongs")
    date = f"{int(match['year']) + _FIRST_YEAR}{match['day']}"
    values = [
        plain("document_number", match["number"]),
        day("document_date", date, "%Y%m%d"),
        amount("total_incl_vat", str(total)),
        world_tax_id("supplier_vat_number", match["seller"], "TW"),
        currency("TWD"),
    ]
    if 0 < base < total:  # tills that cannot tell the tax apart write zero
        values.append(Stated("total_excl_vat", match["base"], ParsedValue(f"{base}.00")))
    if match["buyer"] != _NOBODY:
        values.append(world_tax_id("receiver_vat_number", match["buyer"], "TW"))
    return Statement("e_invoice_tw", tuple(values))


def parse_chinese(text: str) -> Statement | None:
    """What an invoice of China says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    match = _CHINESE.fullmatch(text.strip())
    if match is None:
        return None
    values = [
        plain("document_number", match["number"]),
        day("document_date", match["day"], "%Y%m%d"),
        currency("CNY"),
    ]
    if match["sum"] and match["kind"] in _WITHOUT_TAX:
        values.append(amount("total_excl_vat", match["sum"]))
    return Statement("fapiao", tuple(values))

"""The code on invoices of Portugal, with its ATCUD: Autoridade Tributária, "Código QR e ATCUD, especificações
técnicas", after Portaria 195/2020.
"""

from __future__ import annotations

from decimal import Decimal

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    day,
    plain,
    refused,
    tax_id,
)
from paperformer.fields.values.reading import ParsedValue

_FINAL_CONSUMER = "999999990"
_KINDS = {"FT": "invoice", "NC": "credit_note"}
_BASES = tuple(f"{region}{place}" for region in "IJK" for place in "2357")


def parse(text: str) -> Statement | None:
    """What the invoice says; None where the code is none of Portugal's.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not text.startswith("A:"):
        return None
    pairs = [part.partition(":") for part in text.strip().split("*")]
    keys = {key: value for key, _, value in pairs}
    if len(keys) < len(pairs) or not {"B", "D", "F", "G", "H", "N", "O", "Q", "R"} <= keys.keys():
        raise refused("another form than Portugal's")
    values = [
        tax_id("supplier_vat_number", keys["A"], "PT"),
        day("document_date", keys["F"], "%Y%m%d"),
        plain("document_number", keys["G"]),
        amount("total_vat", keys["N"]),
        amount("total_incl_vat", keys["O"]),
        currency("EUR"),
    ]
    if keys.get("C") == "PT" and keys["B"] != _FINAL_CONSUMER:
        values.append(tax_id("receiver_vat_number", keys["B"], "PT"))
    if kind := _KINDS.get(keys["D"]):
        values.append(Stated("document_type", keys["D"], ParsedValue(kind)))
    bases = [Decimal(amount("total_excl_vat", keys[key]).parsed.value) for key in _BASES if key in keys]
    if bases and sum(bases) + Decimal(values[3].parsed.value) == Decimal(values[4].parsed.value):
        values.append(Stated("total_excl_vat", "", ParsedValue(f"{sum(bases):.2f}")))
    return Statement("atcud", tuple(values))

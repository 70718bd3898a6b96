"""Invoices that state their data as JSON.

- Argentina: AFIP (ARCA), "Especificaciones técnicas del código QR", RG 4892/2020: Base64 behind a link.
- Turkey: Gelir İdaresi Başkanlığı, "e-Arşiv ve e-Fatura karekod standardı".
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from decimal import Decimal

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    day,
    link_of,
    plain,
    refused,
    tax_id,
)
from paperformer.fields.values.reading import ParsedValue

# Codes of AFIP's table of currencies and of kinds of documents; 80 is a CUIT.
_CURRENCIES = {"PES": "ARS", "DOL": "USD", "060": "EUR"}
_KINDS = {
    **dict.fromkeys((1, 6, 11, 19, 51, 201, 206, 211), "invoice"),
    **dict.fromkeys((3, 8, 13, 21, 53, 203, 208, 213), "credit_note"),
}
_CUIT = 80
_TURKISH = ("vkntckn", "tarih", "no", "vergidahil")


def parse_argentine(text: str) -> Statement | None:
    """What an invoice of Argentina says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text)
    if link is None or not link.is_at("afip.gob.ar", "arca.gob.ar", "afip.gov.ar") or "p" not in link.query:
        return None
    coded = link.query["p"].replace(" ", "+")
    try:
        data = _object(base64.b64decode(coded + "=" * (-len(coded) % 4), validate=True).decode("utf-8"))
    except ValueError as error:  # of the coding, of its letters, of UTF-8
        raise refused("no Base64 where it belongs") from error
    point, number = _whole(data, "ptoVta", 99_999), _whole(data, "nroCmp", 99_999_999)
    values = [
        tax_id("supplier_vat_number", _text(data, "cuit"), "AR"),
        day("document_date", _text(data, "fecha"), "%Y-%m-%d"),
        plain("document_number", f"{point:05}-{number:08}"),
        amount("total_incl_vat", _money(data, "importe")),
    ]
    if code := _CURRENCIES.get(str(data.get("moneda"))):
        values.append(currency(code))
    if kind := _KINDS.get(_whole(data, "tipoCmp", 999)):
        values.append(Stated("document_type", str(data["tipoCmp"]), ParsedValue(kind)))
    if data.get("tipoDocRec") == _CUIT:
        values.append(tax_id("receiver_vat_number", _text(data, "nroDocRec"), "AR"))
    return Statement("afip", tuple(values))


def parse_turkish(text: str) -> Statement | None:
    """What an invoice of Turkey says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not text.lstrip().startswith("{") or '"vkntckn"' not in text:
        return None
    data = _object(text)
    if not set(_TURKISH) <= data.keys():
        raise refused("another form than Turkey's")
    values = [
        tax_id("supplier_vat_number", _text(data, "vkntckn"), "TR"),
        day("document_date", _text(data, "tarih"), "%Y-%m-%d"),
        plain("document_number", _text(data, "no")),
        amount("total_incl_vat", _money(data, "vergidahil")),
    ]
    if data.get("avkntckn"):
        values.append(tax_id("receiver_vat_number", _text(data, "avkntckn"), "TR"))
    if data.get("odenecek"):
        values.append(amount("amount_due", _money(data, "odenecek")))
    if data.get("parabirimi"):
        values.append(currency(_text(data, "parabirimi")))
    return Statement("e_fatura", tuple(values))


def _object(text: str) -> Mapping[str, object]:
    try:
        data = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise refused("no JSON where it belongs") from error
    if not isinstance(data, dict):
        raise refused("no JSON object where one belongs")
    return data


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise refused(f"no {key}")
    if isinstance(value, int) and not 0 <= value < 10**18:
        raise refused(f"no {key}")
    return str(value).strip()


def _money(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    return f"{value:f}" if isinstance(value, Decimal) and value.is_finite() else _text(data, key)


def _whole(data: Mapping[str, object], key: str, most: int) -> int:
    text = _text(data, key)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
        raise refused(f"no {key}")
    return int(text)

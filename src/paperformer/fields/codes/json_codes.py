"""Invoices that state their data as JSON.

- Argentina: AFIP (ARCA), "Especificaciones técnicas del código QR", RG 4892/2020: Base64 behind a link.
- Turkey: Gelir İdaresi Başkanlığı, "e-Arşiv ve e-Fatura karekod standardı".
- India: GSTN, "e-Invoice: signed QR code", a JSON Web Token (RFC 7519) whose signature is not verified.
- Sweden and Norway: "UsingQR, specification of the invoice's QR code", revision 2.
"""

from __future__ import annotations

import re

from paperformer.fields.codes.json_object import base64_text, json_object, money_of, text_of, whole_of
from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    account,
    amount,
    currency,
    day,
    link_of,
    national_account,
    plain,
    reference,
    refused,
    tax_id,
    world_tax_id,
)
from paperformer.fields.values.reading import ParsedValue

# Codes of AFIP's table of currencies and of kinds of documents; 80 is a CUIT.
_CURRENCIES = {"PES": "ARS", "DOL": "USD", "060": "EUR"}
_KINDS = {
    **dict.fromkeys((1, 6, 11, 19, 51, 201, 206, 211), "invoice"),
    **dict.fromkeys((3, 8, 13, 21, 53, 203, 208, 213), "credit_note"),
}
_CUIT = 80
_INDIAN_KINDS = {"INV": "invoice", "CRN": "credit_note"}
_UNREGISTERED = "URP"  # buyers without a number, and abroad
_TOKEN = re.compile(r"eyJ[A-Za-z0-9_-]+\.(eyJ[A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*={0,2}")
_TURKISH = ("vkntckn", "tarih", "no", "vergidahil")


def parse_argentine(text: str) -> Statement | None:
    """What an invoice of Argentina says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text)
    if link is None or not link.is_at("afip.gob.ar", "arca.gob.ar", "afip.gov.ar") or "p" not in link.query:
        return None
    data = json_object(base64_text(link.query["p"].replace(" ", "+")))
    point, number = whole_of(data, "ptoVta", 99_999), whole_of(data, "nroCmp", 99_999_999)
    values = [
        tax_id("supplier_vat_number", text_of(data, "cuit"), "AR"),
        day("document_date", text_of(data, "fecha"), "%Y-%m-%d"),
        plain("document_number", f"{point:05}-{number:08}"),
        amount("total_incl_vat", money_of(data, "importe")),
    ]
    if code := _CURRENCIES.get(str(data.get("moneda"))):
        values.append(currency(code))
    if kind := _KINDS.get(whole_of(data, "tipoCmp", 999)):
        values.append(Stated("document_type", str(data["tipoCmp"]), ParsedValue(kind)))
    if data.get("tipoDocRec") == _CUIT:
        values.append(tax_id("receiver_vat_number", text_of(data, "nroDocRec"), "AR"))
    return Statement("afip", tuple(values))


def parse_turkish(text: str) -> Statement | None:
    """What an invoice of Turkey says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not text.lstrip().startswith("{") or '"vkntckn"' not in text:
        return None
    data = json_object(text)
    if not set(_TURKISH) <= data.keys():
        raise refused("another form than Turkey's")
    values = [
        tax_id("supplier_vat_number", text_of(data, "vkntckn"), "TR"),
        day("document_date", text_of(data, "tarih"), "%Y-%m-%d"),
        plain("document_number", text_of(data, "no")),
        amount("total_incl_vat", money_of(data, "vergidahil")),
    ]
    if data.get("avkntckn"):
        values.append(tax_id("receiver_vat_number", text_of(data, "avkntckn"), "TR"))
    if data.get("odenecek"):
        values.append(amount("amount_due", money_of(data, "odenecek")))
    if data.get("parabirimi"):
        values.append(currency(text_of(data, "parabirimi")))
    return Statement("e_fatura", tuple(values))


def parse_indian(text: str) -> Statement | None:
    """What a signed invoice of India says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    match = _TOKEN.fullmatch(text.strip())
    if match is None:
        return None
    payload = json_object(base64_text(match[1]))
    signed = payload.get("data")
    if not isinstance(signed, str) or "SellerGstin" not in signed:
        return None  # a token of something else
    data = json_object(signed)
    values = [
        world_tax_id("supplier_vat_number", text_of(data, "SellerGstin"), "IN"),
        plain("document_number", text_of(data, "DocNo")),
        day("document_date", text_of(data, "DocDt"), "%d/%m/%Y"),
        amount("total_incl_vat", money_of(data, "TotInvVal")),
        currency("INR"),
    ]
    if (buyer := text_of(data, "BuyerGstin")) != _UNREGISTERED:
        values.append(world_tax_id("receiver_vat_number", buyer, "IN"))
    if kind := _INDIAN_KINDS.get(str(data.get("DocTyp"))):
        values.append(Stated("document_type", str(data["DocTyp"]), ParsedValue(kind)))
    return Statement("e_invoice_in", tuple(values))


def parse_using_qr(text: str) -> Statement | None:
    """What an invoice with UsingQR asks to be paid; None where the code is none.

    Credit notes and paid invoices are of other kinds (``tp``): they ask for nothing.

    Raises:
        ValueUnreadable: when it is damaged, or of another kind.
    """
    if not text.lstrip().startswith("{") or '"uqr"' not in text:
        return None
    data = json_object(text)
    if whole_of(data, "uqr", 9) != 1 or whole_of(data, "tp", 9) != 1:
        raise refused("another form than an invoice of UsingQR")
    values = [
        plain("supplier_name", text_of(data, "nme")),
        day("document_date", text_of(data, "idt"), "%Y%m%d"),
        amount("amount_due", _with_cents(money_of(data, "due"))),
        currency(text_of(data, "cur") if "cur" in data else "SEK"),
    ]
    if "iref" in data:
        values.append(reference(text_of(data, "iref")))
    if "ddt" in data:
        values.append(day("due_date", text_of(data, "ddt"), "%Y%m%d"))
    if "vat" in data:
        values.append(amount("total_vat", _with_cents(money_of(data, "vat"))))
    if "acc" in data:
        is_iban = text_of(data, "pt") == "IBAN"
        values.append(account(text_of(data, "acc")) if is_iban else national_account(text_of(data, "acc")))
    return Statement("using_qr", tuple(values), asks=True)


def _with_cents(number: str) -> str:
    """A number without zeros behind its cents."""
    units, mark, part = number.partition(".")
    return f"{units}.{part[:2]}" if mark and not part[2:].strip("0") else number

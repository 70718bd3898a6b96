"""Links for checking an invoice. They are parsed, never followed.

- Mexico: SAT, "Anexo 20, Guía de llenado del CFDI 4.0", representation on paper.
- Poland: Ministerstwo Finansów, "KSeF 2.0, kody weryfikujące QR", code I.
- Spain: AEAT, "Veri*factu, características del QR"; Basque diputaciones, "TicketBAI, especificaciones QR".
- Brazil: ENCAT, "Manual de orientação do contribuinte", access key of NF-e and NFC-e (44 digits).
- El Salvador: Ministerio de Hacienda, "Manual técnico del sistema de transmisión de DTE", "Código QR".
"""

from __future__ import annotations

import re

from paperformer.fields.codes.statement import (
    Statement,
    amount,
    day,
    link_of,
    plain,
    refused,
    tax_id,
)

_GENERIC_RFC = frozenset({"XAXX010101000", "XEXX010101000"})  # anybody; anybody abroad
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_KSEF = re.compile(r"(?:/[a-z-]+)?/invoice/([0-9]{10})/([0-9]{2}-[0-9]{2}-[0-9]{4})/[^/]+")
_TICKET = re.compile(r"TBAI-([A-Z0-9]{9})-([0-9]{6})-[^-]{13}-[0-9]{3}")
_KEY = re.compile(r"(?:NFe|CTe)?([0-9]{44})", re.ASCII)
_BRAZIL = "gov.br"


def parse_mexican(text: str) -> Statement | None:
    """Both tax numbers and the total of a CFDI; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text)
    if link is None or not link.is_at("sat.gob.mx") or not {"id", "re", "tt"} <= link.query.keys():
        return None
    if not _UUID.fullmatch(link.query["id"]):
        raise refused("no folio of a CFDI")
    values = [tax_id("supplier_vat_number", link.query["re"], "MX")]
    receiver = link.query.get("rr", "")
    if receiver and receiver not in _GENERIC_RFC:
        values.append(tax_id("receiver_vat_number", receiver, "MX"))
    units, _, part = link.query["tt"].partition(".")  # 18 digits, 6 decimals, filled up with zeros
    money = f"{units.lstrip('0') or '0'}.{part.rstrip('0') or '0'}"
    return Statement("cfdi", (*values, amount("total_incl_vat", money)))


def parse_polish(text: str) -> Statement | None:
    """Seller and date of an invoice in KSeF; None where the code is none."""
    link = link_of(text)
    match = _KSEF.fullmatch(link.path) if link is not None and link.is_at("mf.gov.pl") else None
    if match is None:
        return None
    seller = tax_id("supplier_vat_number", match[1], "PL")
    return Statement("ksef", (seller, day("document_date", match[2], "%d-%m-%Y")))


def parse_spanish(text: str) -> Statement | None:
    """What the link of Veri*factu says of an invoice; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text)
    keys = {"nif", "numserie", "fecha", "importe"}
    is_its = link is not None and link.is_at("agenciatributaria.gob.es", "aeat.es")
    if link is None or not is_its or not keys <= link.query.keys():
        return None
    query = link.query
    values = (
        tax_id("supplier_vat_number", query["nif"], "ES"),
        plain("document_number", query["numserie"]),
        day("document_date", query["fecha"], "%d-%m-%Y"),
        amount("total_incl_vat", query["importe"]),
    )
    return Statement("verifactu", values)


def parse_basque(text: str) -> Statement | None:
    """What the link of TicketBAI says of an invoice; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    link = link_of(text)
    match = _TICKET.fullmatch(link.query.get("id", "")) if link is not None else None
    domains = ("batuz.eus", "gipuzkoa.eus", "araba.eus")
    if link is None or match is None or not link.is_at(*domains):
        return None
    values = [
        tax_id("supplier_vat_number", match[1], "ES"),
        day("document_date", match[2], "%d%m%y"),
    ]
    if number := link.query.get("nf"):
        values.append(plain("document_number", f"{link.query.get('s', '')}{number}"))
    if money := link.query.get("i"):
        values.append(amount("total_incl_vat", money))
    return Statement("ticketbai", tuple(values))


def parse_brazilian(text: str) -> Statement | None:
    """Seller and number in the key of an NF-e, alone or in its link; None where the code is none.

    Raises:
        ValueUnreadable: when its check digit does not hold.
    """
    link = link_of(text)
    coded = text.strip()
    if link is not None:
        coded = link.query.get("chNFe") or link.query.get("p", "").partition("|")[0]
        if not link.is_at(_BRAZIL):
            return None
    match = _KEY.fullmatch(coded)
    if match is None:
        return None
    key = match[1]
    if key[-1] != _key_digit(key[:-1]):
        raise refused("a key whose check digit does not hold")
    tax_number = f"{key[6:8]}.{key[8:11]}.{key[11:14]}/{key[14:18]}-{key[18:20]}"
    values = (tax_id("supplier_vat_number", tax_number, "BR"), plain("document_number", str(int(key[25:34]))))
    return Statement("nfe", values)


def parse_salvadoran(text: str) -> Statement | None:
    """The date of an invoice of El Salvador; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged, or a test.
    """
    if "factura.gob.sv" not in text[:60].lower():
        return None
    link = link_of(text)
    if link is None or not link.is_at("factura.gob.sv") or not {"codGen", "fechaEmi"} <= link.query.keys():
        return None
    if not _UUID.fullmatch(link.query["codGen"]) or link.query.get("ambiente") != "01":
        raise refused("no invoice")
    return Statement("dte_sv", (day("document_date", link.query["fechaEmi"], "%Y-%m-%d"),))


def _key_digit(digits: str) -> str:
    """Modulo 11 with the weights 2 to 9 from the right."""
    rest = sum(int(digit) * (2 + place % 8) for place, digit in enumerate(reversed(digits))) % 11
    return "0" if rest < 2 else str(11 - rest)

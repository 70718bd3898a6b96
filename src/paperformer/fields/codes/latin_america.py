"""Invoices of western Latin America.

- Peru: SUNAT, Resolución 097-2012 and its changes, annex 2, "Código de barras QR".
- Ecuador: SRI, "Ficha técnica de comprobantes electrónicos", access key of 49 digits, also as Code 128.
- Colombia: DIAN, "Anexo técnico de la factura electrónica de venta", version 1.9, "Código QR".
- Chile: SII, "Formato de documentos tributarios electrónicos", timbre electrónico (TED) as PDF417.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from paperformer.fields.codes.statement import (
    Stated,
    Statement,
    amount,
    currency,
    day,
    day_and_time,
    plain,
    refused,
    tax_id,
    world_tax_id,
)
from paperformer.fields.values.reading import ParsedValue

_PERUVIAN = re.compile(r"[0-9]{11} ?\| ?[0-9]{2} ?\| ?[A-Z0-9]{4} ?\| ?[0-9]{1,8} ?\|", re.ASCII)
_PERUVIAN_KINDS, _RUC = {"01": "invoice", "07": "credit_note"}, "6"
_PERUVIAN_PARTS = 9
_YEAR_FIRST = re.compile(r"[0-9]{4}-")
_KEY = re.compile(r"[0-9]{49}", re.ASCII)
_ECUADORIAN_KINDS = {"01": "invoice", "04": "credit_note"}
_ECUADORIAN_OTHERS = frozenset({"03", "05", "06", "07"})
_COLOMBIAN = re.compile(r"NumFac ?[:=]")
_PAIR = re.compile(r"\b([A-Z][A-Za-z]{2,12}) ?[:=] ?([^\s=]+)")
_TIME = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}", re.ASCII)
_NIT = re.compile(r"[0-9]{9}", re.ASCII)
_NIT_OF_COMPANY = re.compile(r"[89][0-9]{8}", re.ASCII)  # a person's begins otherwise
_CHILEAN = re.compile(r"<TED version=\"1\.0\">\s*<DD>(?P<data>.{20,2000}?)<CAF\b", re.DOTALL)
_ELEMENT = re.compile(r"<([A-Z0-9]{1,4})>([^<>]{0,200})</\1>")
_CHILEAN_KINDS = {"33": "invoice", "34": "invoice", "61": "credit_note"}
_IN_PESOS = frozenset({"33", "34", "39", "41", "43", "46", "56", "61"})
_ANYBODY = frozenset({"66666666-6", "55555555-5"})  # anybody; anybody abroad
_CUT_NAME = 40  # characters that the seal has for a name


def parse_peruvian(text: str) -> Statement | None:
    """What an invoice of Peru says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not _PERUVIAN.match(text):
        return None
    parts = [part.strip() for part in text.strip().split("|")]
    if len(parts) < _PERUVIAN_PARTS:
        raise refused("fewer parts than SUNAT asks for")
    seller, kind, series, number, tax, total, when, buyer_kind, buyer, *_ = parts
    values = [
        world_tax_id("supplier_vat_number", seller, "PE"),
        plain("document_number", f"{series}-{number}"),
        amount("total_incl_vat", total),
        day("document_date", when.replace("/", "-"), "%Y-%m-%d" if _YEAR_FIRST.match(when) else "%d-%m-%Y"),
    ]
    if tax:
        values.append(amount("total_vat", tax))
    if buyer_kind == _RUC:
        values.append(world_tax_id("receiver_vat_number", buyer, "PE"))
    if kind in _PERUVIAN_KINDS:
        values.append(Stated("document_type", kind, ParsedValue(_PERUVIAN_KINDS[kind])))
    return Statement("sunat", tuple(values))


def parse_ecuadorian(text: str) -> Statement | None:
    """Date, seller and number in an access key of Ecuador; None where the code is none.

    Raises:
        ValueUnreadable: when its check digit does not hold.
    """
    key = text.strip()
    if not _KEY.fullmatch(key):
        return None
    kind = key[8:10]
    if key[-1] != _key_digit(key[:-1]) or kind not in _ECUADORIAN_OTHERS | _ECUADORIAN_KINDS.keys():
        raise refused("a key whose check digit does not hold")
    values = [
        day("document_date", key[:8], "%d%m%Y"),
        tax_id("supplier_vat_number", key[10:23], "EC"),
        plain("document_number", f"{key[24:27]}-{key[27:30]}-{key[30:39]}"),
    ]
    if kind in _ECUADORIAN_KINDS:
        values.append(Stated("document_type", kind, ParsedValue(_ECUADORIAN_KINDS[kind])))
    return Statement("sri", tuple(values))


def _key_digit(digits: str) -> str:
    """Modulo 11 with the weights 2 to 7 from the right; 10 counts as 1, 11 as 0."""
    rest = sum(int(digit) * (2 + place % 6) for place, digit in enumerate(reversed(digits))) % 11
    return {0: "0", 1: "1"}.get(rest, str(11 - rest))


def parse_colombian(text: str) -> Statement | None:
    """What an invoice of Colombia says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not _COLOMBIAN.match(text.lstrip()):
        return None
    pairs = _PAIR.findall(text)
    keys: Mapping[str, str] = dict(pairs)
    if len(keys) < len(pairs) or not {"NumFac", "FecFac", "NitFac", "ValTolFac"} <= keys.keys():
        raise refused("another form than the DIAN's")
    values = [
        plain("document_number", keys["NumFac"]),
        _nit("supplier_vat_number", keys["NitFac"]),
        amount("total_incl_vat", keys["ValTolFac"]),
        currency("COP"),
    ]
    if clock := _TIME.match(keys.get("HorFac", "")):
        values += day_and_time(f"{keys['FecFac']} {clock[0]}", "%Y-%m-%d %H:%M:%S")
    else:
        values.append(day("document_date", keys["FecFac"], "%Y-%m-%d"))
    if "ValIva" in keys:
        values.append(amount("total_vat", keys["ValIva"]))
    if _NIT_OF_COMPANY.fullmatch(keys.get("DocAdq", "")):
        values.append(_nit("receiver_vat_number", keys["DocAdq"]))
    return Statement("dian", tuple(values))


def _nit(field: str, text: str) -> Stated:
    """A NIT. The code leaves out its check digit, which the print has."""
    from stdnum.co import nit

    whole = f"{text}-{nit.calc_check_digit(text)}" if _NIT.fullmatch(text) else text
    return world_tax_id(field, whole, "CO")


def parse_chilean(text: str) -> Statement | None:
    """What the seal of a document of Chile says; None where the code is none.

    Raises:
        ValueUnreadable: when it is damaged.
    """
    if not text.lstrip().startswith("<TED "):
        return None
    match = _CHILEAN.match(text.lstrip())
    if match is None or not text.rstrip().endswith("</TED>"):
        raise refused("another form than a TED")
    pairs = _ELEMENT.findall(match["data"])
    keys = {key: html.unescape(value).strip() for key, value in pairs}
    if len(keys) < len(pairs) or not {"RE", "TD", "F", "FE", "RR", "MNT"} <= keys.keys():
        raise refused("another form than a TED")
    values = [
        world_tax_id("supplier_vat_number", keys["RE"], "CL"),
        plain("document_number", keys["F"]),
        day("document_date", keys["FE"], "%Y-%m-%d"),
        amount("total_incl_vat", keys["MNT"]),
    ]
    kind = keys["TD"]
    if kind in _IN_PESOS:
        values.append(currency("CLP"))
    if kind in _CHILEAN_KINDS:
        values.append(Stated("document_type", kind, ParsedValue(_CHILEAN_KINDS[kind])))
    if keys["RR"] not in _ANYBODY:
        values.append(world_tax_id("receiver_vat_number", keys["RR"], "CL"))
        if 0 < len(name := keys.get("RSR", "")) < _CUT_NAME:
            values.append(plain("receiver_name", name))
    return Statement("ted", tuple(values))

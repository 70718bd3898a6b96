"""Values that a syntax writes otherwise than the normal form: dates, notes, codes of the tax point."""

from __future__ import annotations

import re
from typing import Final

from paperformer.documents.einvoice.normal_form import compact, iso_date, looks_like_iban
from paperformer.errors import ValueUnreadable

# UNTDID 2005, which UBL and EN 16931 use for BT-8, to UNTDID 2475, which CII uses
_DUE_DATE_CODES: Final = {"3": "5", "35": "29", "432": "72"}
_TAX_POINT_CODES: Final = {cii: ubl for ubl, cii in _DUE_DATE_CODES.items()}
_SUBJECT: Final = re.compile(r"#([A-Z]{3})#(.*)", re.DOTALL)
_ISO_DAY: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_form(form: str | None, text: str, format_code: str | None) -> str:
    """The value in the normal form; as it is where it is no such value, so that validation finds it."""
    if form == "date102":
        try:
            return iso_date(text, format_code)
        except ValueUnreadable:
            return text
    return _TAX_POINT_CODES.get(text, text) if form == "due_date_code" else text


def write_form(form: str | None, text: str) -> str:
    """The value as the syntax writes it, without characters that XML cannot hold."""
    if form == "date102":
        day = _ISO_DAY.fullmatch(text)
        return "".join(day.groups()) if day else text
    if form == "due_date_code":
        return _DUE_DATE_CODES.get(text, text)
    return _NOT_XML.sub("", text)


def is_meant(form: str | None, text: str) -> bool:
    """Whether a value belongs to the element: an IBAN has another one than other accounts."""
    if form in ("iban", "account"):
        return looks_like_iban(compact(text)) == (form == "iban")
    return True


def split_note(text: str) -> tuple[str | None, str]:
    """The subject code (BT-21) that UBL writes into a note (``#AAI#text``), and the note."""
    match = _SUBJECT.fullmatch(text)
    return (match[1], match[2]) if match else (None, text)


def join_note(subject: str | None, text: str) -> str:
    """The note as UBL writes it."""
    return text if subject is None else f"#{subject}#{text}"

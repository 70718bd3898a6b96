"""How each format writes text and numbers, so that no document can write anything else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.extraction.bookkeeping.format_name import FormatName
from paperformer.extraction.spreadsheet import csv_cell

_POSTING_TEXT: Final = 50  # characters; DATEV allows 60 with what the template adds
_DOCUMENT_FIELD: Final = re.compile(r"[^A-Za-z0-9$&%*+\-/]")


@dataclass(frozen=True, slots=True)
class Format:
    """The rules of a format.

    Args:
        text: Escapes a text, for where the templates print one.
        code: The same for the document's number.
        number: An amount.
        encode: The file as bytes.
        longest_code: Characters that the document's number may have.
    """

    text: Callable[[str], str]
    code: Callable[[str], str]
    number: Callable[[Decimal], str]
    encode: Callable[[str], bytes]
    longest_code: int = 100


def one_line(text: str) -> str:
    """The text on one line: no document may begin a line of the books, nor hide letters in them."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _datev_text(text: str) -> str:
    """Within quotes of a cell: no formula, quotes doubled, as long as DATEV allows."""
    return csv_cell(_ansi(one_line(text))[:_POSTING_TEXT]).replace('"', '""')


def _datev_code(text: str) -> str:
    """Belegfeld 1: the characters that DATEV allows; it drops the others itself."""
    return _DOCUMENT_FIELD.sub("", text).lstrip("+-")


def _ansi(text: str) -> str:
    """The text in Windows' code page 1252. Letters that it lacks lose accents, or are question marks."""
    return "".join(_letter(c) for c in unicodedata.normalize("NFC", text))


def _letter(c: str) -> str:
    for form in (c, unicodedata.normalize("NFKD", c)[:1]):
        if form.encode("cp1252", "ignore"):
            return form
    return "?"


def _datev_bytes(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode("cp1252", "replace")


def _beancount_text(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def _hledger_text(text: str) -> str:
    """Semicolons begin comments there, and a bar parts payee and note."""
    return one_line(text).replace(";", ",").replace("|", "/")


def _hledger_code(text: str) -> str:
    return _hledger_text(text).replace("(", "[").replace(")", "]")


def _german(number: Decimal) -> str:
    return print_amount(number).replace(".", ",")


FORMATS: Final[Mapping[FormatName, Format]] = {
    "datev": Format(_datev_text, _datev_code, _german, _datev_bytes, 36),
    "beancount": Format(_beancount_text, _beancount_text, print_amount, str.encode),
    "hledger": Format(_hledger_text, _hledger_code, print_amount, str.encode),
}

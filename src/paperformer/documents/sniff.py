"""What kind of file this is, by its content: extensions lie."""

from __future__ import annotations

import codecs
import re
from typing import Literal

from paperformer.errors import UnreadableDocument

Kind = Literal["pdf", "png", "jpeg", "webp", "tiff", "xml"]

# PDF readers accept rubbish before the header (PDF 32000-1, annex H.3, implementation note 13).
PDF_HEADER_WITHIN = 1024
EINVOICE_ROOTS = frozenset({"CrossIndustryInvoice", "CrossIndustryDocument", "Invoice", "CreditNote"})
REMEDY = "Paperformer reads PDF, PNG, JPEG, WebP, TIFF and e-invoice XML"

_SIGNATURES: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"II+\x00\x08\x00\x00\x00", "tiff"),
    (b"MM\x00+\x00\x08\x00\x00", "tiff"),
)
_OTHERS: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive or an office document", "save it as PDF first"),
    (b"\xd0\xcf\x11\xe0", "an old office document", "save it as PDF first"),
    (b"{\\rtf", "an RTF document", "save it as PDF first"),
    (b"%!PS", "a PostScript file", "convert it to PDF first"),
    (b"GIF8", "a GIF picture", "convert it to PNG first"),
    (b"BM", "a BMP picture", "convert it to PNG first"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"7z\xbc\xaf", "a 7z archive", "unpack it first"),
    (b"Rar!", "a RAR archive", "unpack it first"),
)
_PROLOGUE = re.compile(r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)*", re.DOTALL)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
_HEAD = 65_536


def sniff(data: bytes, name: str) -> Kind:
    """The kind of a file.

    Args:
        data: The whole file, or at least its first 64 KiB.
        name: What to call it in the error.

    Raises:
        UnreadableDocument: when it is empty, or of no kind that we read.
    """
    if not data:
        raise UnreadableDocument(f"{name} is empty", "check that it was copied or downloaded completely")
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if b"%PDF-" in data[:PDF_HEADER_WITHIN]:
        return "pdf"
    root = xml_root(data)
    if root in EINVOICE_ROOTS:
        return "xml"
    raise UnreadableDocument(*_explain(data, name, root))


def xml_root(data: bytes) -> str | None:
    """The local name of an XML file's root element, None where the file does not begin as XML.

    Only the beginning is looked at, nothing is parsed and no entity is resolved.
    """
    text = _decode(data[:_HEAD])
    prologue = _PROLOGUE.match(text)
    root = _ROOT.match(text, prologue.end() if prologue else 0)
    return root.group(1) if root else None


def _decode(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", errors="replace")
    return head.removeprefix(codecs.BOM_UTF8).decode("latin-1")


def _explain(data: bytes, name: str, root: str | None) -> tuple[str, str]:
    if data[4:8] == b"ftyp":
        return f"{name} is a HEIC, AVIF or video file", "convert it to JPEG or PNG first"
    for signature, what, remedy in _OTHERS:
        if data.startswith(signature):
            return f"{name} is {what}", remedy
    if root is not None and root.lower() == "html":
        return f"{name} is a web page", "print it to PDF first"
    if root is not None:
        return f"{name} is XML, but no e-invoice: its root is <{root}>", REMEDY
    if _is_text(data[:4096]):
        return f"{name} is a text file", REMEDY
    return f"{name} is of no kind that can be read", REMEDY


def _is_text(head: bytes) -> bool:
    return not any(byte < 9 or 13 < byte < 27 for byte in head)

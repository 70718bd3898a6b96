"""Detection of the kind of a file by its content: extensions lie."""

from __future__ import annotations

import codecs
import os
import re
from contextlib import suppress
from typing import Literal
from xml.parsers import expat

from paperformer.documents.invoice_roots import ROOT_NAMES, not_read
from paperformer.documents.signed import is_signed
from paperformer.errors import UnreadableDocument

Kind = Literal[
    "pdf", "png", "jpeg", "webp", "tiff", "gif", "bmp", "heif", "avif", "xml", "zip", "mail", "outlook",
    "signed",
]  # fmt: skip
Container = Literal["zip", "mail", "outlook"]
CONTAINERS: frozenset[Kind] = frozenset({"zip", "mail", "outlook"})

# PDF readers accept rubbish before the header (PDF 32000-1, annex H.3, implementation note 13).
PDF_HEADER_WITHIN = 1024
EINVOICE_ROOTS = ROOT_NAMES
REMEDY = (
    "Paperformer reads PDF, PNG, JPEG, WebP, TIFF, GIF, BMP, HEIC, AVIF, "
    "e-invoice XML, mails and ZIP archives"
)

_SIGNATURES: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"II+\x00\x08\x00\x00\x00", "tiff"),
    (b"MM\x00+\x00\x08\x00\x00", "tiff"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
)
_OTHERS: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "an old office document", "save it as PDF first"),
    (b"{\\rtf", "an RTF document", "save it as PDF first"),
    (b"%!PS", "a PostScript file", "convert it to PDF first"),
)
# Told before PDF is: a file that lies in them unpacked may begin in their first bytes.
_ARCHIVES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x1f\x8b", "a gzip archive"),
    (0, b"7z\xbc\xaf", "a 7z archive"),
    (0, b"Rar!", "a RAR archive"),
    (0, b"BZh", "a bzip2 archive"),
    (0, b"\xfd7zXZ\x00", "an xz archive"),
    (257, b"ustar", "a tar archive"),
)
# Sizes of the header that follows in a bitmap: two letters alone begin many a text.
_BITMAP_HEADERS = frozenset({12, 40, 52, 56, 64, 108, 124})
_PROLOGUE = re.compile(r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)*", re.DOTALL)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
_HEAD = 65_536
# Major brands of ISO/IEC 14496-12 files that hold pictures (23008-12, annex B; AVIF 1.1, section 6).
_BRANDS: dict[bytes, Kind] = {
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "heif"),
    **dict.fromkeys((b"avif", b"avis"), "avif"),
}
# How the first entry of an office document is called (OOXML, OpenDocument).
_OFFICE_ENTRIES = (b"[Content_Types].xml", b"_rels/.rels", b"mimetype")
# In the directory of an Outlook message ([MS-OXMSG] 2.4), as names are written there ([MS-CFB] 2.6.1).
_OUTLOOK = "__properties_version1.0".encode("utf-16-le")
# Header fields by two of which a mail is told (RFC 5322, 3.6).
_MAIL_FIELDS = frozenset(
    b"from to cc subject date message-id mime-version received return-path delivered-to reply-to".split()
)
_FIELD = re.compile(rb"([!-9;-~]{1,76}):")


class _EnoughSeenError(Exception):
    """Stops the parser: all that is asked for has been seen."""


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
            return kind if kind != "zip" else _archive(data, name)
    if data[:2] == b"BM" and int.from_bytes(data[14:18], "little") in _BITMAP_HEADERS:
        return "bmp"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[4:8] == b"ftyp" and (brand := _brand(data)) is not None:
        return brand
    if data.startswith(b"\xd0\xcf\x11\xe0") and _OUTLOOK in data:
        return "outlook"
    for offset, mark, what in _ARCHIVES:
        if data.startswith(mark, offset):
            raise UnreadableDocument(f"{name} is {what}", "unpack it first")
    if _is_mail(data[:_HEAD]):
        return "mail"
    if b"%PDF-" in data[:PDF_HEADER_WITHIN]:
        return "pdf"
    root = xml_root(data)
    if root in EINVOICE_ROOTS:
        return "xml"
    if is_signed(data):
        return "signed"
    raise UnreadableDocument(*_explain(data, name, root))


def begins_as_document(path: str | os.PathLike[str]) -> bool:
    """Whether the first bytes of a file are those of a kind that we read; only a regular file is opened."""
    if not os.path.isfile(path):  # noqa: PTH113 - a pipe would wait for its writer
        return False
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - a path from a listing of a million
            sniff(stream.read(_HEAD), os.fspath(path))
    except (OSError, UnreadableDocument):
        return False
    return True


def _archive(data: bytes, name: str) -> Kind:
    first = data[30 : 30 + int.from_bytes(data[26:28], "little")]
    if data.startswith(b"PK\x03\x04") and first in _OFFICE_ENTRIES:
        raise UnreadableDocument(f"{name} is an office document", "save it as PDF first")
    return "zip"


def _brand(data: bytes) -> Kind | None:
    """What an ISO media file holds by its brands, None where it is no picture that is known."""
    end = min(int.from_bytes(data[:4], "big"), 256)
    brands = [data[8:12], *(data[at : at + 4] for at in range(16, end, 4))]
    if b"avif" in brands or b"avis" in brands:  # the major brand may be that of pictures at large
        return "avif"
    return next((_BRANDS[brand] for brand in brands if brand in _BRANDS), None)


def _is_mail(head: bytes) -> bool:
    """Whether a file begins as a mail: header fields, among them two that mails have, and no other line."""
    fields = set()
    for number, line in enumerate(head.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n").splitlines()):
        if not line:
            break
        if line[:1] in b" \t" or (number == 0 and line.startswith(b"From ")):
            continue  # a field that goes on, or the line that mail programs put before a message
        field = _FIELD.match(line)
        if field is None:
            return False
        fields.add(field[1].lower())
    return len(fields & _MAIL_FIELDS) >= 2 or {b"mime-version", b"content-type"} <= fields


def xml_root(data: bytes) -> str | None:
    """The local name of an XML file's root element, None where the file does not begin as XML.

    Only the beginning is looked at, nothing is parsed and no entity is resolved.
    """
    text = _decode(data[:_HEAD])
    prologue = _PROLOGUE.match(text)
    root = _ROOT.match(text, prologue.end() if prologue else 0)
    return root.group(1) if root else None


def _namespace(data: bytes) -> str:
    """The namespace of the root element, empty where it has none or the XML ends before it is known."""
    seen: list[str] = []

    def stop_at(tag: str, *_rest: object) -> None:
        seen.append(tag)
        raise _EnoughSeenError

    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler = stop_at
    parser.EntityDeclHandler = lambda *_declaration: stop_at("")  # an e-invoice has none
    with suppress(_EnoughSeenError, expat.ExpatError, LookupError, ValueError):
        parser.Parse(data[:_HEAD].lstrip(), False)
    return seen[0].rpartition("}")[0] if seen else ""


def _decode(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", errors="replace")
    return head.removeprefix(codecs.BOM_UTF8).decode("latin-1")


def _explain(data: bytes, name: str, root: str | None) -> tuple[str, str]:
    if data[4:8] == b"ftyp":
        return f"{name} is a video or a picture of an unknown kind", "convert it to JPEG or PNG first"
    for signature, what, remedy in _OTHERS:
        if data.startswith(signature):
            return f"{name} is {what}", remedy
    if root is not None and root.lower() == "html":
        return f"{name} is a web page", "print it to PDF first"
    if root is not None:
        return f"{name} is XML, but no e-invoice that is read: it {not_read(_namespace(data), root)}", REMEDY
    if _is_text(data[:4096]):
        return f"{name} is a text file", REMEDY
    return f"{name} is of no kind that can be read", REMEDY


def _is_text(head: bytes) -> bool:
    return not any(byte < 9 or 13 < byte < 27 for byte in head)

"""Factur-X and ZUGFeRD: the CII of an invoice inside its PDF, as PDF/A-3 associates files."""

from __future__ import annotations

import hashlib
import io
import re
from datetime import UTC, datetime
from typing import Any, Final
from xml.sax.saxutils import escape

from paperformer.errors import ExtraMissing, UnreadableDocument

FILE_NAME: Final = "factur-x.xml"
# The page and the XML say the same, and either alone is the invoice.
RELATIONSHIP: Final = "/Alternative"
_LEVEL: Final = "EN 16931"
_CONFORMANCE: Final = re.compile(rb"pdfaid:conformance(?:=[\"']|>)\s*([ABU])", re.IGNORECASE)
_NAMESPACE: Final = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
_PROPERTIES: Final = (
    ("DocumentFileName", FILE_NAME, "name of the embedded XML invoice file"),
    ("DocumentType", "INVOICE", "type of the hybrid document"),
    ("Version", "1.0", "version of the Factur-X XML schema"),
    ("ConformanceLevel", _LEVEL, "profile of the embedded Factur-X data"),
)


def embed_cii(pdf: bytes, cii: bytes, name: str) -> bytes:
    """The PDF with an invoice in CII inside, and the metadata that say so.

    Pages stay as they are. A PDF that claims to be PDF/A claims to be PDF/A-3 afterwards; another one makes
    no such claim, since its fonts and colours would have to be changed for it. An e-invoice that was inside
    before is replaced.

    Args:
        pdf: The file.
        cii: The XML.
        name: What errors call the file.

    Raises:
        ExtraMissing: pypdf is not installed.
        UnreadableDocument: it is no PDF, damaged, or encrypted.
    """
    try:
        from pypdf import PdfWriter
        from pypdf.errors import PyPdfError
    except ModuleNotFoundError as error:
        raise ExtraMissing.of("pypdf", "einvoice") from error
    if b"%PDF-" not in pdf[:1024]:
        raise UnreadableDocument(f"{name} is no PDF", "Only a PDF can hold the XML: use --output cii")
    try:
        writer = PdfWriter(clone_from=io.BytesIO(pdf))
        _associate(writer, cii)
        _describe(writer)
        stream = io.BytesIO()
        writer.write(stream)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        raise UnreadableDocument(
            f"{name} cannot take the XML ({reason})", "Save it anew without a password, or use --output cii"
        ) from error
    return stream.getvalue()


def _associate(writer: Any, cii: bytes) -> None:
    """Embed the file, and name it in the catalogue as associated with the document."""
    from pypdf.generic import (
        ArrayObject,
        DecodedStreamObject,
        DictionaryObject,
        NameObject,
        NumberObject,
        TextStringObject,
    )

    stream = DecodedStreamObject()
    stream.set_data(cii)
    stream[NameObject("/Type")] = NameObject("/EmbeddedFile")
    stream[NameObject("/Subtype")] = NameObject("/text/xml")
    stream[NameObject("/Params")] = DictionaryObject(
        {
            NameObject("/ModDate"): TextStringObject(datetime.now(UTC).strftime("D:%Y%m%d%H%M%S+00'00'")),
            NameObject("/Size"): NumberObject(len(cii)),
            NameObject("/CheckSum"): TextStringObject(
                hashlib.md5(cii, usedforsecurity=False).hexdigest().upper()
            ),
        }
    )
    held = writer._add_object(stream)
    specification = writer._add_object(
        DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Filespec"),
                NameObject("/F"): TextStringObject(FILE_NAME),
                NameObject("/UF"): TextStringObject(FILE_NAME),
                NameObject("/Desc"): TextStringObject("Factur-X invoice"),
                NameObject("/AFRelationship"): NameObject(RELATIONSHIP),
                NameObject("/EF"): DictionaryObject({NameObject("/F"): held, NameObject("/UF"): held}),
            }
        )
    )
    others = [(key, value) for key, value in _embedded(writer) if key != FILE_NAME]
    replaced = {
        value.idnum for key, value in _embedded(writer) if key == FILE_NAME and hasattr(value, "idnum")
    }
    files = ArrayObject()
    for key, value in sorted([*others, (FILE_NAME, specification)], key=lambda pair: pair[0]):
        files.extend([TextStringObject(key), value])
    root = writer.root_object
    names = root.get("/Names", DictionaryObject()).get_object()
    names[NameObject("/EmbeddedFiles")] = DictionaryObject({NameObject("/Names"): files})
    root[NameObject("/Names")] = names
    associated = [attached for attached in root.get("/AF", ArrayObject()).get_object()
                  if getattr(attached, "idnum", None) not in replaced]  # fmt: skip
    root[NameObject("/AF")] = ArrayObject([*associated, specification])


def _embedded(writer: Any) -> list[tuple[str, Any]]:
    """The files that the PDF holds already: their names and specifications."""
    names = writer.root_object.get("/Names")
    tree = names.get_object().get("/EmbeddedFiles") if names is not None else None
    return _leaves(tree.get_object(), 0) if tree is not None else []


def _leaves(node: Any, depth: int) -> list[tuple[str, Any]]:
    found = list(node.get("/Names", ()))
    leaves = [(str(key), value) for key, value in zip(found[::2], found[1::2], strict=False)]
    if depth < 16:  # a tree that names itself has no end
        for kid in node.get("/Kids", ()):
            leaves += _leaves(kid.get_object(), depth + 1)
    return leaves


def _describe(writer: Any) -> None:
    """Write the XMP metadata: PDF/A, the Factur-X properties, and their schema, which PDF/A asks for."""
    from pypdf.generic import DecodedStreamObject, NameObject

    before = writer.root_object.get("/Metadata")
    claimed = _CONFORMANCE.search(before.get_object().get_data()) if before is not None else None
    information: Any = writer.metadata or {}
    stream = DecodedStreamObject()
    stream.set_data(
        _xmp(
            claimed[1].decode().upper() if claimed else None,
            title=str(information.get("/Title") or ""),
            author=str(information.get("/Author") or ""),
        ).encode()
    )
    stream[NameObject("/Type")] = NameObject("/Metadata")
    stream[NameObject("/Subtype")] = NameObject("/XML")
    writer.root_object[NameObject("/Metadata")] = writer._add_object(stream)


def _xmp(conformance: str | None, title: str, author: str) -> str:
    claim = (
        '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">'
        f"<pdfaid:part>3</pdfaid:part><pdfaid:conformance>{conformance}</pdfaid:conformance>"
        "</rdf:Description>"
        if conformance
        else ""
    )
    named = ""
    if title:
        text = f'<rdf:li xml:lang="x-default">{escape(title)}</rdf:li>'
        named += f"<dc:title><rdf:Alt>{text}</rdf:Alt></dc:title>"
    if author:
        named += f"<dc:creator><rdf:Seq><rdf:li>{escape(author)}</rdf:li></rdf:Seq></dc:creator>"
    values = "".join(f"<fx:{name}>{value}</fx:{name}>" for name, value, _ in _PROPERTIES)
    schema = "".join(
        '<rdf:li rdf:parseType="Resource">'
        f"<pdfaProperty:name>{name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>"
        "<pdfaProperty:category>external</pdfaProperty:category>"
        f"<pdfaProperty:description>{meaning}</pdfaProperty:description></rdf:li>"
        for name, _, meaning in _PROPERTIES
    )
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
{claim}<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">{named}</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="{_NAMESPACE}">{values}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>{_NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>{schema}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""

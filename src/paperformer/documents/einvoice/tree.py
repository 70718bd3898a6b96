"""E-invoice bytes to a bounded tree of plain local names; hostile XML is turned away here.

An e-invoice needs no document type declaration, so none is let in: that closes external entities,
entity bombs and parameter entities at once. Size, depth and number of elements are bounded too.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal
from xml.etree.ElementTree import Element, ParseError, TreeBuilder
from xml.parsers import expat

from paperformer.documents.damage import refusing_damage
from paperformer.documents.invoice_roots import InvoiceRoot, Syntax, is_envelope, not_read, root_of
from paperformer.errors import UnreadableDocument

MAX_BYTES: Final = 32 * 1024 * 1024  # XRechnung carries its attachments inside, as base64
MAX_DEPTH: Final = 64
MAX_ELEMENTS: Final = 1_000_000
SNIFFED_BYTES: Final = 64 * 1024  # licence texts stand in comments before the root

_REMEDY: Final = "Check the file, or read the page instead with --einvoice ignore"

# ZUGFeRD 1.0 names its groups otherwise than UN/CEFACT CII D16B, which Factur-X and ZUGFeRD 2 use. The
# sums of the header and of a line had one name then and have two now: they get one here.
_ONE_NAME: Final = {
    "SpecifiedExchangedDocumentContext": "ExchangedDocumentContext",
    "HeaderExchangedDocument": "ExchangedDocument",
    "SpecifiedSupplyChainTradeTransaction": "SupplyChainTradeTransaction",
    "ApplicableSupplyChainTradeAgreement": "ApplicableHeaderTradeAgreement",
    "ApplicableSupplyChainTradeDelivery": "ApplicableHeaderTradeDelivery",
    "ApplicableSupplyChainTradeSettlement": "ApplicableHeaderTradeSettlement",
    "SpecifiedSupplyChainTradeAgreement": "SpecifiedLineTradeAgreement",
    "SpecifiedSupplyChainTradeDelivery": "SpecifiedLineTradeDelivery",
    "SpecifiedSupplyChainTradeSettlement": "SpecifiedLineTradeSettlement",
    "SpecifiedTradeSettlementMonetarySummation": "MonetarySummation",
    "SpecifiedTradeSettlementHeaderMonetarySummation": "MonetarySummation",
    "SpecifiedTradeSettlementLineMonetarySummation": "MonetarySummation",
    "ApplicablePercent": "RateApplicablePercent",
}


@dataclass(frozen=True, slots=True)
class InvoiceTree:
    """The parsed XML: its format, its root, tags without namespaces, and whether an envelope is around it."""

    format: InvoiceRoot
    root: Element
    is_enveloped: bool = False

    @property
    def syntax(self) -> Syntax:
        """Which reader reads it."""
        return self.format.syntax


@dataclass(frozen=True, slots=True)
class StandardTree:
    """The parsed XML of an e-invoice in a syntax of EN 16931."""

    syntax: Literal["cii", "ubl"]
    root: Element
    is_enveloped: bool


class _BoundError(Exception):
    """The XML is over a bound; the text says which."""


class _EnoughSeenError(Exception):
    """Stops the sniffing parser at the first start tag or declaration."""


class _BoundedBuilder:
    """A tree builder that strips namespaces and counts depth and elements."""

    def __init__(self) -> None:
        self._builder = TreeBuilder()
        self._depth = 0
        self._elements = 0
        self.root_tag = ""
        self.is_enveloped = False
        self.invoice: tuple[InvoiceRoot, Element] | None = None

    def start(self, tag: str, attributes: dict[Any, Any]) -> Element:
        self._depth += 1
        self._elements += 1
        if self._depth > MAX_DEPTH:
            raise _BoundError(f"nests deeper than {MAX_DEPTH} elements")
        if self._elements > MAX_ELEMENTS:
            raise _BoundError(f"has more than {MAX_ELEMENTS:,} elements")
        self.root_tag = self.root_tag or tag
        element = self._builder.start(plain_name(tag), attributes)
        if self._elements == 1:
            self.is_enveloped = is_envelope(*_namespace_and_name(tag))
        if self.invoice is None and (self._elements == 1 or self.is_enveloped):
            found = root_of(*_namespace_and_name(tag))
            self.invoice = None if found is None else (found, element)
        return element

    def end(self, tag: str) -> Element:
        self._depth -= 1
        return self._builder.end(plain_name(tag))

    def data(self, text: str) -> None:
        self._builder.data(text)

    def close(self) -> Element:
        return self._builder.close()


def _namespace_and_name(tag: str) -> tuple[str, str]:
    namespace, _, name = tag.lstrip("{").rpartition("}")
    return namespace, name


def plain_name(tag: str) -> str:
    """The local name of a tag; of ZUGFeRD 1.0 the one that UN/CEFACT CII uses now."""
    name = tag.rpartition("}")[2]
    return _ONE_NAME.get(name, name)


def _unreadable(reason: str) -> UnreadableDocument:
    return UnreadableDocument(f"e-invoice XML {reason}", _REMEDY)


def sniff(xml: bytes) -> Syntax | None:
    """The syntax of an e-invoice, read off its first element or the first in its envelope; None otherwise.

    Looks at the first 64 KiB only, follows no declaration and never raises.
    """
    parser = expat.ParserCreate(namespace_separator="}")
    seen: list[InvoiceRoot | None] = []

    def on_element(tag: str, _attributes: object) -> None:
        namespace, _, name = tag.rpartition("}")
        seen.append(root_of(namespace, name))
        if seen[-1] is not None or (len(seen) == 1 and not is_envelope(namespace, name)):
            raise _EnoughSeenError

    def on_doctype(*_declaration: object) -> None:
        raise _EnoughSeenError

    parser.StartElementHandler = on_element
    parser.StartDoctypeDeclHandler = on_doctype
    # what stops the parser is the root or that this is no XML at all: ``seen`` tells which
    with suppress(_EnoughSeenError, expat.ExpatError, LookupError, ValueError):
        parser.Parse(xml[:SNIFFED_BYTES].lstrip(), False)
    found = seen[-1] if seen else None
    return None if found is None else found.syntax


def parse_tree(xml: bytes) -> InvoiceTree:
    """Parse an e-invoice within bounds.

    Raises:
        UnreadableDocument: the bytes are over 32 MiB, no well-formed XML, declare a document type or
            entities, nest or repeat without end, or the root is of no format that is read.
    """
    if len(xml) > MAX_BYTES:
        raise _unreadable(f"is {len(xml):,} bytes long, more than {MAX_BYTES:,}")
    builder = _BoundedBuilder()
    _parse(xml, builder)
    if builder.invoice is None:
        raise _unreadable(not_read(*_namespace_and_name(builder.root_tag)))
    return InvoiceTree(*builder.invoice, builder.is_enveloped)


def parse_standard_tree(xml: bytes) -> StandardTree:
    """Parse an e-invoice in UBL or CII within bounds.

    Raises:
        UnreadableDocument: as ``parse_tree``; or it is an e-invoice in another format.
    """
    tree = parse_tree(xml)
    if tree.syntax != "cii" and tree.syntax != "ubl":
        raise UnreadableDocument(
            f"the e-invoice is {tree.format.title}, neither UBL nor CII",
            "Read it with paperformer extract; --output ubl writes it as UBL",
        )
    return StandardTree(tree.syntax, tree.root, tree.is_enveloped)


def _parse(xml: bytes, builder: _BoundedBuilder) -> None:
    # defusedxml swaps modules in sys.modules while it is imported: only where a PDF carries an XML
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    with refusing_damage(_unreadable("cannot be parsed")):
        try:
            parser.feed(xml.lstrip())
            parser.close()
        except DefusedXmlException as error:
            raise _unreadable("declares a document type or entities, which no e-invoice needs") from error
        except _BoundError as error:
            raise _unreadable(str(error)) from error
        except (ParseError, LookupError, ValueError) as error:
            raise _unreadable(f"is not well formed ({_one_line(error)})") from error


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]

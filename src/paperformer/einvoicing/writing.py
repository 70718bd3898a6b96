"""From the normal form to the XML of an e-invoice, by the table of its syntax."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Comment, Element

from paperformer.documents.einvoice.codes import document_type
from paperformer.einvoicing.forms import is_meant, join_note, write_form
from paperformer.einvoicing.invoice import Group, Invoice, Term
from paperformer.einvoicing.syntax import Attribute, Node, Syntax, Table, Text, load_syntax

_DOUBTFUL: Final = " paperformer: doubtful, compare with the page "


@dataclass(frozen=True, slots=True)
class WrittenElement:
    """An element that holds the value of a term.

    Args:
        path: Where it is, as an XPath with prefixes (``/Invoice/cac:InvoiceLine[2]/cbc:ID``).
        name: The term (``BT-126``).
        term: Its value.
    """

    path: str
    name: str
    term: Term


@dataclass(frozen=True, slots=True)
class WrittenInvoice:
    """An e-invoice: the XML in UTF-8, and which element holds which value, in the document's order."""

    xml: bytes
    elements: tuple[WrittenElement, ...]


def write_invoice(invoice: Invoice, syntax: Syntax) -> WrittenInvoice:
    """An invoice as UBL (credit notes have a root of their own) or CII.

    Nothing is added to what the invoice says, but fixed codes that the syntax requires (``VAT``). A value
    that is doubtful by its origin has a comment before its element. A term that the syntax has no place for
    is left out.
    """
    table = load_syntax(syntax)
    root, tag = _root(table, invoice)
    writing = _Writing(invoice, tag)
    writing.children(root, table.elements, invoice)
    ElementTree.indent(root)
    xml = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return WrittenInvoice(xml + b"\n", tuple(_located(root, writing.held)))


def _root(table: Table, invoice: Invoice) -> tuple[Element, str]:
    """The root element and its local name."""
    tag = "CreditNote" if document_type(invoice.first("BT-3") or "") == "credit_note" else "Invoice"
    tag = tag if tag in table.roots else next(iter(table.roots))
    own = {"xmlns": table.roots[tag]} if table.roots[tag] else {}
    prefixes = {f"xmlns:{prefix}": namespace for prefix, namespace in table.namespaces.items()}
    return Element(tag, own | prefixes), tag.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class _Writing:
    """Writes the elements of one invoice, and remembers which value each holds."""

    invoice: Invoice
    root: str
    held: dict[Element, tuple[str, Term]] = field(default_factory=dict)

    def children(self, parent: Element, nodes: Sequence[Node], group: Group) -> bool:
        """Write what is in an element; whether anything of the invoice was."""
        written = False
        for node in nodes:
            if not node.read_only and node.below in (None, self.root):
                for scope in _scopes(node, group):
                    written |= self._element(parent, node, scope)
        return written

    def _element(self, parent: Element, node: Node, group: Group) -> bool:
        if node.when is not None and node.when not in group.terms:
            return False
        if node.text is not None:
            return self._texts(parent, node, node.text, group)
        element = Element(node.tag)
        written = self.children(element, node.children, group)
        if written or node.always or not node.has_terms:
            parent.append(element)
        return written

    def _texts(self, parent: Element, node: Node, text: Text, group: Group) -> bool:
        if text.term is None:
            _append(parent, node.tag, text.fixed[0] if text.fixed else text.default or "")
            return False
        source = self.invoice if text.of_invoice else group
        values = [term for term in source.terms.get(text.term, ()) if _belongs(text, term)]
        for term in values:
            value = term.text if text.part is None else term.parts.get(text.part, "")
            if not value:
                continue
            if text.form == "note":
                value = join_note(group.first("BT-21"), value)
            if term.origin is not None and term.origin.doubtful and text.part is None:
                parent.append(Comment(_DOUBTFUL))
            element = _append(parent, node.tag, write_form(text.form, value))
            if text.form == "date102":
                element.set("format", "102")
            for name, held in self._attributes(text.attributes, term, group):
                element.set(name, held)
            if text.part is None:
                self.held[element] = (text.term, term)
        if not values and text.otherwise is not None:
            _append(parent, node.tag, text.otherwise)
        return bool(values)

    def _attributes(
        self, attributes: Sequence[Attribute], term: Term, group: Group
    ) -> Iterator[tuple[str, str]]:
        for attribute in attributes:
            source = self.invoice if attribute.of_invoice else group
            value = attribute.literal or (
                term.parts.get(attribute.part) if attribute.part else source.first(attribute.term or "")
            )
            if value:
                yield attribute.name, write_form(None, value)


def _append(parent: Element, tag: str, text: str) -> Element:
    element = ElementTree.SubElement(parent, tag)
    element.text = text
    return element


def _scopes(node: Node, group: Group) -> Sequence[Group]:
    """What each element of a node is written from."""
    if node.group is not None:
        return group.groups.get(node.group, ())
    if node.each is not None:
        each = node.each
        return [Group({**group.terms, each: (term,)}, group.groups) for term in group.terms.get(each, ())]
    return (group,)


def _belongs(text: Text, term: Term) -> bool:
    if text.need is not None and not term.parts.get(text.need):
        return False
    if text.lack is not None and term.parts.get(text.lack):
        return False
    return is_meant(text.form, term.text)


def _located(root: Element, held: dict[Element, tuple[str, Term]]) -> Iterator[WrittenElement]:
    def walk(element: Element, path: str) -> Iterator[WrittenElement]:
        if element in held:
            yield WrittenElement(path, *held[element])
        children = [child for child in element if isinstance(child.tag, str)]
        alike, seen = Counter(child.tag for child in children), Counter[str]()
        for child in children:
            seen[child.tag] += 1
            place = f"[{seen[child.tag]}]" if alike[child.tag] > 1 else ""
            yield from walk(child, f"{path}/{child.tag}{place}")

    yield from walk(root, f"/{root.tag}")

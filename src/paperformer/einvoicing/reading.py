"""From the XML of an e-invoice to the normal form, by the table of its syntax."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.tree import parse_standard_tree, plain_name
from paperformer.einvoicing.forms import read_form, split_note
from paperformer.einvoicing.invoice import Group, Invoice, Term
from paperformer.einvoicing.syntax import Attribute, Node, Text, load_syntax


def read_invoice(xml: bytes) -> Invoice:
    """Everything that an e-invoice in UBL or CII says in terms of EN 16931, values as they are written.

    Elements that EN 16931 does not know are left out. Of a value that stands twice, one is kept.

    Raises:
        UnreadableDocument: no such XML, or it is hostile (see ``documents.einvoice.tree``).
    """
    tree = parse_standard_tree(xml)
    invoice = _Filling()
    _read_children(load_syntax(tree.syntax).elements, tree.root, _Place(tree.root.tag, invoice, invoice))
    return invoice.done()


@dataclass(slots=True)
class _Filling:
    """A group while it is read."""

    terms: dict[str, list[Term]] = field(default_factory=dict)
    groups: dict[str, list[_Filling]] = field(default_factory=dict)

    def add(self, name: str, term: Term) -> None:
        values = self.terms.setdefault(name, [])
        if term not in values:
            values.append(term)

    def done(self) -> Group:
        return Group(
            {name: tuple(values) for name, values in self.terms.items()},
            {name: tuple(group.done() for group in groups) for name, groups in self.groups.items()},
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where reading is: below which root, in which invoice and group."""

    root: str
    invoice: _Filling
    group: _Filling

    def of(self, of_invoice: bool) -> _Filling:
        return self.invoice if of_invoice else self.group


def _read_children(nodes: Iterable[Node], element: Element, place: _Place) -> None:
    for child in element:
        for node in nodes:
            if _is_meant(node, child, place):
                _read(node, child, place)
                break


def _read(node: Node, element: Element, place: _Place) -> None:
    if node.group is not None:
        part = _Filling()
        place.group.groups.setdefault(node.group, []).append(part)
        place = _Place(place.root, place.invoice, part)
    if node.text is not None:
        _read_text(node.text, element, place)
    _read_children(node.children, element, place)


def _read_text(text: Text, element: Element, place: _Place) -> None:
    value = read_form(text.form, (element.text or "").strip(), element.get("format"))
    if text.term is None or not value or value == text.otherwise:
        return
    target = place.of(text.of_invoice)
    if text.part is not None:
        _add_part(target, text.term, text.part, value)
        return
    if text.form == "note":
        subject, value = split_note(value)
        if subject is not None:
            target.add("BT-21", Term(subject))
    target.add(text.term, Term(value, _parts(text.attributes, element)))
    for attribute in text.attributes:
        held = element.get(attribute.name)
        if attribute.term is not None and not attribute.of_invoice and not attribute.decides and held:
            target.add(attribute.term, Term(held))


def _add_part(target: _Filling, term: str, part: str, value: str) -> None:
    values = target.terms.get(term)
    if values:
        values[-1] = Term(values[-1].text, {**values[-1].parts, part: value})


def _parts(attributes: Iterable[Attribute], element: Element) -> dict[str, str]:
    held = ((attribute.part, element.get(attribute.name)) for attribute in attributes)
    return {part: value for part, value in held if part is not None and value}


def _is_meant(node: Node, element: Element, place: _Place) -> bool:
    """Whether an element is the one of the table, by its name and what tells it from others of the name."""
    if node.write_only or plain_name(node.name) != element.tag or node.below not in (None, place.root):
        return False
    if node.text is not None and not _text_is_meant(node.text, element, place):
        return False
    if not node.one_of_several:
        return True
    return _holds(node, element, place)


def _holds(node: Node, element: Element, place: _Place) -> bool:
    """Whether an element has the texts and attributes by which the table tells it from others."""
    if node.text is not None and not _text_is_meant(node.text, element, place):
        return False
    deciding = [child for child in node.children if child.decides and child.group is None]
    return all(
        any(plain_name(child.name) == inner.tag and _holds(child, inner, place) for inner in element)
        for child in deciding
    )


def _text_is_meant(text: Text, element: Element, place: _Place) -> bool:
    if text.fixed and (element.text or "").strip() not in text.fixed:
        return False
    return all(
        _attribute_is_meant(attribute, element, place) for attribute in text.attributes if attribute.decides
    )


def _attribute_is_meant(attribute: Attribute, element: Element, place: _Place) -> bool:
    held = element.get(attribute.name)
    if attribute.literal is not None:
        return held == attribute.literal
    given = place.invoice.terms.get(attribute.term or "", [])
    return held is None or held in [term.text for term in given]

"""How invoices are written in UBL and CII: the tables in ``syntaxes``, for the reader and the writer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

import yaml

Syntax = Literal["ubl", "cii"]

_WORD_APART: Final = re.compile(r" \([^)]*\)$")
_PARTS: Final = frozenset({"scheme", "version", "name", "mime", "filename"})


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of an element.

    Args:
        name: Its name in the XML.
        part: The part of the term that it holds.
        term: The term that it holds.
        of_invoice: Whether that term is one of the whole invoice.
        literal: The text that it always holds.
        decides: Whether an element with another attribute is another element.
    """

    name: str
    part: str | None = None
    term: str | None = None
    of_invoice: bool = False
    literal: str | None = None
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """What the text of an element holds.

    Args:
        term: The term; None where the text is fixed.
        part: The part of the term's last value, where the element holds that alone.
        of_invoice: Whether the term is one of the whole invoice, though the element is inside a group.
        form: How the value is written where not as it is: ``date102``, ``note``, ``due_date_code``, or which
            values are meant: ``iban``, ``account``.
        attributes: The element's attributes.
        fixed: The texts of which only elements are meant; the first one is written.
        default: The text that is written, whatever may be read.
        otherwise: The text that stands for a missing value in an element that the schema requires.
        need: The part that values must have to be written here.
        lack: The part that values must not have to be written here.
    """

    term: str | None = None
    part: str | None = None
    of_invoice: bool = False
    form: str | None = None
    attributes: tuple[Attribute, ...] = ()
    fixed: tuple[str, ...] = ()
    default: str | None = None
    otherwise: str | None = None
    need: str | None = None
    lack: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """An element that an invoice may have.

    Args:
        tag: Prefix and local name (``cbc:ID``).
        text: What its text holds.
        children: The elements in it, in the order of the schema.
        group: The group of which each gets one element.
        each: The term of which each value gets one element.
        when: The term without which it is not written.
        below: The local name of the root below which it stands; None for any.
        read_only: Whether it is never written.
        write_only: Whether it is never read, since another element holds the same.
        always: Whether it is written even if empty.
        one_of_several: Whether elements of this name mean different things, by what they hold.
    """

    tag: str
    text: Text | None = None
    children: tuple[Node, ...] = ()
    group: str | None = None
    each: str | None = None
    when: str | None = None
    below: str | None = None
    read_only: bool = False
    write_only: bool = False
    always: bool = False
    one_of_several: bool = False

    @property
    def name(self) -> str:
        """The local name."""
        return self.tag.rpartition(":")[2]

    @property
    def has_terms(self) -> bool:
        """Whether it holds anything but fixed texts."""
        return any(
            child.has_terms if child.text is None else child.text.term is not None for child in self.children
        )

    @property
    def decides(self) -> bool:
        """Whether its content tells what is meant by it, or by an element around it."""
        return (
            self.text is not None
            and (bool(self.text.fixed) or any(attribute.decides for attribute in self.text.attributes))
        ) or any(child.decides for child in self.children if child.group is None)


@dataclass(frozen=True, slots=True)
class Table:
    """One syntax.

    Args:
        roots: The tag of each root element with its own namespace, which is empty where the prefix tells it.
        namespaces: By prefix.
        elements: What stands in the root.
    """

    roots: Mapping[str, str]
    namespaces: Mapping[str, str]
    elements: tuple[Node, ...]


@cache
def load_syntax(syntax: Syntax) -> Table:
    """The table of a syntax."""
    stored = yaml.safe_load((files(__package__) / "syntaxes" / f"{syntax}.yaml").read_text(encoding="utf-8"))
    return Table(stored["root"], stored["namespaces"], tuple(_nodes(stored["elements"])))


@cache
def invoice_terms() -> frozenset[str]:
    """The terms that an invoice has itself, in either syntax: not those of its lines and other groups."""
    return frozenset(term for term, grouped in _all_terms() if not grouped)


@cache
def grouped_terms() -> frozenset[str]:
    """The terms that only stand in groups: those of lines, notes, allowances and so on."""
    return frozenset(term for term, grouped in _all_terms() if grouped) - invoice_terms()


def _all_terms() -> Iterator[tuple[str, bool]]:
    syntaxes: tuple[Syntax, ...] = get_args(Syntax)
    for syntax in syntaxes:
        for node in load_syntax(syntax).elements:
            yield from _terms(node, grouped=False)


def _terms(node: Node, *, grouped: bool) -> Iterator[tuple[str, bool]]:
    """Each term in an element, and whether a group holds it."""
    grouped = grouped or node.group is not None
    if node.text is not None:
        sources: tuple[Text | Attribute, ...] = (node.text, *node.text.attributes)
        for source in sources:
            if source.term is not None:
                yield source.term, grouped and not source.of_invoice
    for child in node.children:
        yield from _terms(child, grouped=grouped)


def _nodes(stored: Mapping[str, Any]) -> Iterator[Node]:
    for key, value in stored.items():
        if not key.startswith("."):
            yield _node(key, value if isinstance(value, dict) else {".text": value})


def _node(key: str, stored: Mapping[str, Any]) -> Node:
    text = stored.get(".text")
    return Node(
        tag=_WORD_APART.sub("", key),
        one_of_several=_WORD_APART.search(key) is not None,
        text=None if text is None else _text(text),
        children=tuple(_nodes(stored)),
        group=stored.get(".group"),
        each=stored.get(".each"),
        when=stored.get(".when"),
        below=stored.get(".in"),
        read_only=stored.get(".read", False),
        write_only=stored.get(".written", False),
        always=stored.get(".always", False),
    )


def _text(stored: str) -> Text:
    first, _, rest = stored.partition(" ")
    if first == "=":
        return Text(fixed=tuple(rest.split("|")))
    if first == "default":
        return Text(default=rest)
    term, _, part = first.lstrip("^").partition(".")
    words = rest.split()
    named = dict(word.split("=", 1) for word in words if "=" in word and not word.startswith("@"))
    return Text(
        term=term,
        part=part or None,
        of_invoice=first.startswith("^"),
        form=next((word for word in words if "=" not in word), None),
        attributes=tuple(_attribute(word) for word in words if word.startswith("@")),
        otherwise=named.get("otherwise"),
        need=named.get("with"),
        lack=named.get("without"),
    )


def _attribute(word: str) -> Attribute:
    name, equals, source = re.split(r"(==?)", word[1:], maxsplit=1)
    decides = equals == "=="
    if source.startswith(":"):
        return Attribute(name, literal=source[1:], decides=decides)
    if source in _PARTS:
        return Attribute(name, part=source, decides=decides)
    return Attribute(name, term=source.lstrip("^"), of_invoice=source.startswith("^"), decides=decides)

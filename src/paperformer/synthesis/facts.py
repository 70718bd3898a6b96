"""Facts: what a document says about a field, normalised and as printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from paperformer.errors import ValueUnreadable
from paperformer.synthesis.ink import Line, Piece


@dataclass(frozen=True, slots=True)
class Fact:
    """One field of one document.

    Args:
        field: Canonical name.
        value: Normalised value (ISO date, decimal with a dot, compact identifier, plain text).
        text: As printed.
    """

    field: str
    value: str
    text: str

    def line(self, *more: str) -> Line:
        """The printed text as a labelled line; ``more`` are other fields that it prints too."""
        return (Piece(self.text, (self.field, *more)),)


def read_as(kind: str, text: str, country: str | None = None) -> str:
    """What our own reader of field type ``kind`` makes of ``text``; empty where it cannot read it.

    For words whose normal form is a matter of a vocabulary (payment methods, kinds of documents): a label
    that nothing can read would teach nothing.
    """
    from paperformer.fields.values import ValueContext, parse_value

    try:
        return parse_value(kind, text, ValueContext(country=country)).value
    except ValueUnreadable:
        return ""


@dataclass(slots=True)
class Facts:
    """All facts of a document by field."""

    by_field: dict[str, Fact] = field(default_factory=dict)

    def add(self, name: str, value: str, text: str | None = None) -> None:
        """Say what ``name`` is; ``text`` is the printed form, ``value`` itself where it is None."""
        self.by_field[name] = Fact(name, value, value if text is None else text)

    def get(self, name: str) -> Fact | None:
        """The fact about ``name``, None where the document has none."""
        return self.by_field.get(name)

    def values(self, names: Iterable[str]) -> Mapping[str, list[str]]:
        """The normalised values of ``names``, in the order in which they were said."""
        wanted = set(names)
        return {name: [fact.value] for name, fact in self.by_field.items() if name in wanted}

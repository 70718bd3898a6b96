"""Pages typed like a form: rows of texts, each at a column of a page 100 characters wide."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.fields.context import printed_of
from paperformer.fields.finding import Finding
from paperformer.fields.page.view import view_of
from paperformer.fields.rules import find_by_rules
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from paperformer.fields.values import ValueContext

CHARACTER, ROW = 0.01, 0.02
Cells = Sequence[tuple[int, str]]


def typed(*rows: Cells | str) -> Document:
    """A page of ``rows``; a row is a text at column 5, or texts with their columns, or "" for a gap."""
    words: list[Word] = []
    line = 0
    for index, row in enumerate(rows):
        top = 0.03 + ROW * index
        for column, text in [(5, row)] if isinstance(row, str) else row:
            x = column * CHARACTER
            for word in text.split():
                words.append(Word(word, Box(x, top, x + len(word) * CHARACTER, top + 0.6 * ROW), 1, line))
                x += (len(word) + 1) * CHARACTER
            line += 1
    return Document("typed", (Page(1, 600, 800, tuple(words)),))


def read(document: Document, context: ValueContext | None = None) -> dict[str, list[Finding]]:
    """What the rules find in ``document``, by field, best first."""
    found: dict[str, list[Finding]] = {}
    for finding in find_by_rules(view_of(document, load_schema(), context)):
        found.setdefault(finding.field, []).append(finding)
    return found


def best(document: Document, context: ValueContext | None = None) -> dict[str, str]:
    """The best value of every field that the rules find."""
    return {field: findings[0].parsed.value for field, findings in read(document, context).items()}


def candidate(document: Document, field: str, text: str, probability: float = 0.8, at: int = 0) -> Scored:
    """What is printed as ``text``, the ``at``-th time from the top, as a candidate for ``field``."""
    printed, wanted = printed_of(document.words), text.split()
    places = [i for i in range(len(printed)) if list(printed[i : i + len(wanted)]) == wanted]
    words = tuple(range(places[at], places[at] + len(wanted)))
    return Scored(field, text, text, words, probability, "model")

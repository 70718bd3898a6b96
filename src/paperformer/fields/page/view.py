"""A document as rules, tables and evidence see it: each part of it is made once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from paperformer.documents.model import Document, Word
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.page.anchors import Labelled, find_labels
from paperformer.fields.page.blocks import find_blocks
from paperformer.fields.page.cells import CellReader
from paperformer.fields.page.labels import labels_of
from paperformer.fields.page.layout import Layout
from paperformer.fields.page.party_words import PartyWords, party_words
from paperformer.fields.page.sections import Section, find_sections, party_of_lines
from paperformer.fields.schema import Schema
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords
from paperformer.fields.values.value_types import types_where

LABELLED_TYPES = types_where(lambda value_type: value_type.labels != "none")


@dataclass(frozen=True)
class PageView:
    """A document and what its words, lines and labels say.

    Args:
        document: With its codes.
        schema: The fields wanted, and their types.
        printed: The texts of its words.
        context: What it says about its values.
        labelled: Its lines, and the labels on them.
    """

    document: Document
    schema: Schema
    printed: PrintedWords
    context: ValueContext
    labelled: Labelled

    @cached_property
    def words(self) -> Sequence[Word]:
        """All its words, in reading order; evidence asks for them thousands of times."""
        return self.document.words

    @property
    def layout(self) -> Layout:
        """Its lines."""
        return self.labelled.layout

    @cached_property
    def reader(self) -> CellReader:
        """Reads values as the document prints them."""
        return CellReader(self.context)

    @cached_property
    def sections(self) -> Sequence[Section]:
        """Headed sections."""
        return find_sections(self.labelled)

    @cached_property
    def parties(self) -> Mapping[int, str]:
        """The party of each line that stands in a section, by the line's index."""
        return party_of_lines(self.sections, self.labelled)

    @cached_property
    def around(self) -> PartyWords:
        """Captions, and the sections of the parties."""
        return party_words(self.labelled, self.sections, self.parties)

    @cached_property
    def blocks(self) -> Sequence[int]:
        """The block of text of each word."""
        return find_blocks(self.layout)

    @cached_property
    def amounts(self) -> Mapping[Decimal, int]:
        """All sums that are printed, and how often."""
        counts: dict[Decimal, int] = {}
        for match in self.printed.matches("amount", self.context):
            if not match.weak:
                amount = Decimal(match.parsed.value)
                counts[amount] = counts.get(amount, 0) + 1
        return counts


def view_of(document: Document, schema: Schema, context: ValueContext | None = None) -> PageView:
    """The view of ``document``.

    Args:
        document: Words in reading order, grouped into lines.
        schema: The fields wanted. Those that no label names stand beside their own name: a field
            ``project_number`` beside "Project number".
        context: What the document says about its values, where the caller knows it.
    """
    printed = printed_of(document.words)
    if context is None:
        context = infer_context(document.words, printed)
    beside = tuple(field.name for field in schema if field.type in LABELLED_TYPES)
    return PageView(document, schema, printed, context, find_labels(Layout(document), labels_of(beside)))

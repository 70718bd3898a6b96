"""What is kept of a confirmed document: how its values stand, and by what its supplier is recognised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from paperformer.documents.model import Document
from paperformer.evidence.remembered import ConfirmedPage, value_key
from paperformer.extraction.printed import PrintedText
from paperformer.extraction.supplier_memory.identity import Kind, keys_of_values
from paperformer.extraction.supplier_memory.look import Sketch, sketch_of
from paperformer.fields.context import infer_context
from paperformer.fields.page.layout import Layout
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import Schema
from paperformer.fields.standing import Standing, form_of, standing_of
from paperformer.fields.tables.confirmed import confirmed_table
from paperformer.fields.tables.reader import table_context
from paperformer.fields.values.value_types import types_where

_MOST_PRINTS = 4  # of one value
_CODES = types_where(lambda value_type: value_type.is_code)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A document with the values that somebody confirmed.

    Args:
        document: Its words.
        fields: The values by field; a field without values is one that the document lacks.
        places: By field the words that print each value, where that is known.
        lines: The cells of each purchase line, in printed order; none where nobody confirmed them.
    """

    document: Document
    fields: Mapping[str, Sequence[str]]
    places: Mapping[str, Sequence[Sequence[int]]] = field(default_factory=dict)
    lines: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is kept of a confirmed document.

    Args:
        page: How its values stand.
        keys: By what its supplier is recognised.
        sketch: Its look.
    """

    page: ConfirmedPage
    keys: Mapping[int, Kind]
    sketch: Sketch


def lesson_of(confirmation: Confirmation, schema: Schema) -> Lesson | None:
    """What a confirmed document teaches; None where it has no words or no value.

    Args:
        confirmation: The document.
        schema: The fields that there are; tables and unknown fields are passed over.
    """
    document = confirmation.document
    known = {
        name: [value for value in values if value.strip()]
        for name, values in confirmation.fields.items()
        if name in schema and schema[name].type != "group"
    }
    if not document.words or not any(known.values()):
        return None
    layout = Layout(document)
    printed = PrintedText(document, infer_context(document.words))
    fields = {}
    for name, values in known.items():
        places = confirmation.places.get(name, ())
        prints = [
            standing
            for value in values[:1]
            for standing in _prints(schema[name].type, value, places, printed, layout)
        ]
        fields[name] = tuple(dict.fromkeys(prints))[:_MOST_PRINTS]
    sketch = sketch_of(layout)
    lines = confirmation.lines
    table = confirmed_table(table_context(view_of(document, schema)), lines) if lines else None
    return Lesson(ConfirmedPage(fields, table), keys_of_values(known, sketch), sketch)


def _prints(
    type_: str, value: str, places: Sequence[Sequence[int]], printed: PrintedText, layout: Layout
) -> list[Standing]:
    """How each print of a value stands; one without a place where none is found."""
    key, words = value_key(type_, value), printed.document.words
    if type_ in _CODES:
        return [Standing(value=key)]
    runs = [tuple(sorted(run)) for run in places if run and max(run) < len(words)]
    runs = runs or [place.words for place in printed.places(type_, value)]
    texts = [" ".join(words[at].text for at in run) for run in runs]
    standings = [
        standing_of(layout, words, run, form_of(type_, text, value), key)
        for run, text in zip(runs, texts, strict=True)
    ]
    return standings or [Standing(value=key)]

"""Labelled documents as confirmations, which a memory of suppliers learns from."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.extraction.supplier_memory.confirmed import Confirmation
from paperformer.fields.schema import Schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.labelled.documents import LabelledDocument
from paperformer.labelled.truths import Truths


def confirmation_of(labelled: LabelledDocument, schema: Schema) -> Confirmation:
    """A labelled document with its values in normal form; fields that were looked for in vain are lacking.

    Args:
        labelled: The document.
        schema: The fields there are.
    """
    read = Truths(schema).read(labelled)
    # Truths puts normal forms behind what is written.
    fields = {name: list(read.fields.get(name, ()))[-1:] for name in read.known}
    return Confirmation(read.document, fields, _places(read, schema), labelled.lines)


def _places(labelled: LabelledDocument, schema: Schema) -> dict[str, list[Sequence[int]]]:
    """The runs of words that print each value, where words are labelled; texts are looked for."""
    places: dict[str, list[Sequence[int]]] = {}
    last: dict[str, int] = {}
    for at, names in enumerate(labelled.labels or ()):
        for name in names:
            if name not in schema or schema[name].type not in GRAMMAR_TYPES:
                continue
            runs = places.setdefault(name, [])
            if last.get(name) == at - 1:
                runs[-1] = (*runs[-1], at)
            else:
                runs.append((at,))
            last[name] = at
    return places

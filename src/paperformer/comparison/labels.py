"""Right answers beside the documents, against which differences are judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from paperformer.comparison.differences import Difference, judged
from paperformer.fields.schema import load_schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.reading import NO_CONTEXT
from paperformer.labelled.folder import read_answer
from paperformer.labelled.truths import normal_forms


def labels_of(document: Path) -> dict[str, list[str]] | None:
    """The accepted values by field, from ``invoice.json`` beside ``invoice.pdf``; None where there is none.

    Raises:
        InvalidConfig: the file is no answer.
    """
    path = document.with_suffix(".json")
    return read_answer(path) if path.is_file() and path != document else None


def with_verdicts(differences: Sequence[Difference], labels: Mapping[str, Sequence[str]]) -> list[Difference]:
    """The differences, those of labelled fields with what the labels say to them."""
    types = {definition.name: definition.type for definition in load_schema()}
    return [
        judged(
            difference,
            types.get(difference.field, "text"),
            _accepted(types.get(difference.field, "text"), labels[difference.field]),
        )
        if difference.field in labels and types.get(difference.field) != "group"
        else difference
        for difference in differences
    ]


def _accepted(type_: str, values: Sequence[str]) -> list[str]:
    """The values as they are written and, where they can be read alone, in their normal form."""
    return [*values, *(normal_forms(type_, values, NO_CONTEXT) if type_ in GRAMMAR_TYPES else ())]

"""True values as people write them: in normal form ("1234.50") or as they are printed ("1.234,50 EUR")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from paperformer.errors import ValueUnreadable
from paperformer.fields.context import infer_context
from paperformer.fields.schema import Schema
from paperformer.fields.values import parse_value
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.normal import is_normal
from paperformer.fields.values.reading import ValueContext
from paperformer.labelled.documents import LabelledDocument

# Types of which every true value can be read, and what one looks like.
_EXAMPLES = {"amount": "1234.50", "date": "2024-10-03", "time": "14:05"}


class Truths:
    """The true values of a data set, as answers are compared with them.

    Args:
        schema: The fields and their types.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._unreadable: dict[str, list[str]] = {}

    def read(self, labelled: LabelledDocument) -> LabelledDocument:
        """``labelled``, each of its values also in its normal form."""
        context: ValueContext | None = None
        fields = dict(labelled.fields)
        for name, values in labelled.fields.items():
            type_ = self._schema[name].type if name in self._schema else ""
            if type_ not in GRAMMAR_TYPES or all(is_normal(type_, value) for value in values):
                continue
            context = context or infer_context(labelled.document.words)
            fields[name] = (*values, *normal_forms(type_, values, context))
            self._note(name, type_, fields[name], labelled.key)
        return replace(labelled, fields=fields)

    def _note(self, name: str, type_: str, values: Sequence[str], key: str) -> None:
        if type_ in _EXAMPLES and not any(is_normal(type_, value) for value in values):
            self._unreadable.setdefault(name, []).append(f"{values[0]!r} of {key}")

    @property
    def unreadable(self) -> dict[str, str]:
        """By field, which of its values say nothing, with the remedy: no answer equals these."""
        reasons: dict[str, str] = {}
        for name, places in self._unreadable.items():
            more = f" and {len(places) - 1} more" if len(places) > 1 else ""
            type_ = self._schema[name].type
            reasons[name] = (
                f"{name}: {places[0]}{more}: no {type_} can be read. Write it like {_EXAMPLES[type_]}"
            )
        return reasons


def normal_forms(type_: str, values: Iterable[str], context: ValueContext) -> list[str]:
    """The normal forms of those ``values`` that can be read as values of ``type_``."""
    normal: list[str] = []
    for value in values:
        with suppress(ValueUnreadable):
            normal.append(parse_value(type_, value, context).value)
    return normal

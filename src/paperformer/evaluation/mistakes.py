"""Mistakes on labelled documents: field by field, with the places of both values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from paperformer.documents.model import Box, Document, union
from paperformer.extraction.compare import same_value
from paperformer.extraction.predictor import PredictionSource
from paperformer.extraction.printed import PrintedText
from paperformer.extraction.result import Candidate
from paperformer.fields.context import infer_context
from paperformer.fields.schema import Schema
from paperformer.labelled.documents import LabelledDocument

Kind = Literal["wrong", "missed", "spurious"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A labelled document and what the model said of it.

    Args:
        labelled: With its true values.
        fields: Candidates by field, best first.
        document: As it was read.
        alone: Candidates of the model without the rules, and of the rules without the model; where asked.
    """

    labelled: LabelledDocument
    fields: Mapping[str, Sequence[Candidate]]
    document: Document
    alone: Mapping[PredictionSource, Mapping[str, Sequence[Candidate]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A field that was answered wrong, or not at all.

    Args:
        answer: The document.
        field: Its name.
        kind: ``wrong``; ``missed``, where there is no answer; ``spurious``, where there should be none.
        expected: Every spelling that counts as right.
        answered: The likeliest candidate; None where none is likely enough.
        places: Where a right value is printed, as (page, box).
    """

    answer: Answer
    field: str
    kind: Kind
    expected: tuple[str, ...]
    answered: Candidate | None
    places: tuple[tuple[int, Box], ...]

    @property
    def page(self) -> int | None:
        """Where to look: the answer's page, else that of the right value."""
        if self.answered is not None and self.answered.page is not None:
            return self.answered.page
        return self.places[0][0] if self.places else None

    def to_row(self) -> dict[str, str | float | int | None]:
        """As plain values, for a table."""
        best = self.answered
        return {
            "document": self.answer.labelled.key,
            "field": self.field,
            "mistake": self.kind,
            "expected": self.expected[0] if self.expected else None,
            "answered": best.value if best else None,
            "confidence": best.confidence if best else None,
            "source": best.source if best else None,
            "page": self.page,
            "printed": "yes" if self.places else "no",
        }


def is_right(candidate: Candidate, type_: str, truths: Sequence[str]) -> bool:
    """Whether a candidate's value, or its print, is one of the true ones."""
    return same_value(type_, candidate.value, truths) or same_value(type_, candidate.text, truths)


def find_mistakes(answers: Sequence[Answer], schema: Schema, threshold: float) -> tuple[Mistake, ...]:
    """What is wrong in ``answers`` to the fields of ``schema``; answers below ``threshold`` are none."""
    return tuple(mistake for answer in answers for mistake in _of_document(answer, schema, threshold))


def _of_document(answer: Answer, schema: Schema, threshold: float) -> Iterator[Mistake]:
    labelled = answer.labelled
    printed: PrintedText | None = None
    for definition in schema:
        name = definition.name
        if name not in labelled.known:
            continue
        truths = tuple(truth for truth in labelled.fields.get(name, ()) if truth)
        best = next((c for c in answer.fields.get(name, ()) if c.confidence >= threshold), None)
        if best is None and not truths:
            continue
        if best is not None and is_right(best, definition.type, truths):
            continue
        kind: Kind = "missed" if best is None else "wrong" if truths else "spurious"
        printed = printed or PrintedText(answer.document, infer_context(answer.document.words))
        yield Mistake(
            answer, name, kind, truths, best, _places(printed, answer, name, definition.type, truths)
        )


def _places(
    printed: PrintedText, answer: Answer, name: str, type_: str, truths: Sequence[str]
) -> tuple[tuple[int, Box], ...]:
    """Where the source says that the value is printed, else where it is found."""
    labelled, document = answer.labelled, answer.document
    if labelled.labels is not None and document is labelled.document:
        words = document.words
        marked = [index for index, labels in enumerate(labelled.labels) if name in labels]
        lines = groupby(marked, key=lambda index: (words[index].page, words[index].line))
        labelled_places = tuple((page, union(words[i].box for i in indices)) for (page, _), indices in lines)
        if labelled_places:
            return labelled_places
    places = [place for truth in truths for place in printed.places(type_, truth)]
    return tuple(dict.fromkeys((place.page, place.box) for place in places))

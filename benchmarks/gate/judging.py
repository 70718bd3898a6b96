"""What became of each labelled value, and the figures of a set."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gate.reading import Answered
from paperformer.evaluation.reliability import Answered as Judged
from paperformer.evaluation.reliability import reliability
from paperformer.evaluation.sroie import Score
from paperformer.extraction.compare import same_value
from paperformer.fields.schema import Schema
from paperformer.labelled.documents import LabelledDocument


@dataclass(frozen=True, slots=True)
class Outcome:
    """A field of a document that is judged.

    Args:
        document, field: Which.
        truths: The accepted values; none where the field is known to be absent.
        answer: The best candidate's value; None where there is none.
        confidence: Its confidence, 0 without one.
        right: Whether it is accepted.
    """

    document: str
    field: str
    truths: tuple[str, ...]
    answer: str | None
    confidence: float
    right: bool

    def good(self, threshold: float) -> bool:
        """Right at ``threshold`` or more, or rightly not answered."""
        given = self.answer is not None and self.confidence >= threshold
        return given and self.right if self.truths else not given


@dataclass(frozen=True, slots=True)
class Figures:
    """One set.

    Args:
        documents, values: How many; values that are absent do not count.
        right: Of the values, how many are the best candidate, at any confidence.
        score: Answers at the threshold or more, over all fields.
        fields: The same by field.
        ece, coverage: Of all answers, at any confidence; coverage at an error of 1 %.
        milliseconds: The median after the model, a document.
    """

    documents: int
    values: int
    right: int
    score: Score
    fields: Mapping[str, Score]
    ece: float
    coverage: float
    milliseconds: float

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {**asdict(self), "f1": round(self.score.f1, 5)}


def judge(labelled: LabelledDocument, answered: Answered, schema: Schema) -> list[Outcome]:
    """What became of each field that is known of a document, in the schema's order."""
    outcomes = []
    for name in schema.names:
        if name in labelled.known and schema[name].type != "group":
            truths = tuple(truth for truth in labelled.fields.get(name, ()) if truth)
            best = answered.best.get(name)
            right = best is not None and any(
                same_value(schema[name].type, printed, truths) for printed in (best.value, best.text)
            )
            value, confidence = (best.value, best.confidence) if best else (None, 0.0)
            outcomes.append(Outcome(labelled.key, name, truths, value, confidence, right))
    return outcomes


def figures(outcomes: Sequence[Outcome], milliseconds: Sequence[float], threshold: float) -> Figures:
    """The figures of the outcomes of a set, or of several."""
    judged = reliability(
        [Judged(one.confidence, one.right, one.document) for one in outcomes if one.answer is not None]
    )
    by_field: dict[str, list[Outcome]] = {}
    for one in outcomes:
        by_field.setdefault(one.field, []).append(one)
    return Figures(
        documents=len({one.document for one in outcomes}),
        values=sum(bool(one.truths) for one in outcomes),
        right=sum(one.right for one in outcomes),
        score=_score(outcomes, threshold),
        fields={name: _score(those, threshold) for name, those in by_field.items()},
        ece=judged.ece,
        coverage=judged.coverage.share,
        milliseconds=statistics.median(milliseconds),
    )


def _score(outcomes: Iterable[Outcome], threshold: float) -> Score:
    total = Score()
    for one in outcomes:
        given = one.answer is not None and one.confidence >= threshold
        total += Score(int(given and one.right), int(given), int(bool(one.truths)))
    return total

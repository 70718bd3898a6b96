"""Fitting the curves that turn scores into probabilities, on documents that no training saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from paperformer.extraction.calibration import Calibration, fit_curve, groups
from paperformer.extraction.compare import same_value
from paperformer.extraction.labelled import LabelledDocument
from paperformer.extraction.pipeline import Extractor
from paperformer.fields.schema import Schema

LEAST_CANDIDATES = 40  # a curve on fewer says more about chance than about the model


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate's score and whether it was right."""

    source: str
    field: str
    type: str
    score: float
    right: bool


def judge(extractor: Extractor, documents: Sequence[LabelledDocument]) -> list[Judged]:
    """Every candidate of every field whose truth is known."""
    schema: Schema = extractor.schema
    judged = []
    for labelled in documents:
        for name, candidates in extractor.propose(labelled.document, [], {}).items():
            if name not in labelled.known:
                continue
            truths, type_ = labelled.fields.get(name, ()), schema[name].type
            for c in candidates:
                right = bool(truths) and (
                    same_value(type_, c.value, truths) or same_value(type_, c.text, truths)
                )
                judged.append(Judged(c.source, name, type_, c.probability, right))
    return judged


def fit(judged: Sequence[Judged]) -> Calibration:
    """A curve for every group with enough candidates: per field, per type, per source."""
    members: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        for group in groups(one.source, one.field, one.type):
            members[group].append(one)
    return Calibration(
        {
            group: fit_curve([j.score for j in those], [j.right for j in those])
            for group, those in members.items()
            if len(those) >= LEAST_CANDIDATES
        }
    )

"""Fitting the curves that turn scores into probabilities, on documents that no training saw.

A curve is logistic in the logit of the score (Platt 1999). Few fields have many candidates, so the curves
lean on one another: a field's deviates from that of its type, this from its source's, this from that of all,
and every deviation is paid for (a hierarchical model). A field never seen has its type's curve.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.answer import ranked_by
from paperformer.extraction.calibration import Calibration, Curve, groups
from paperformer.extraction.compare import same_value
from paperformer.extraction.legibility import features_of as features_of_reading
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.relevance import FEATURES, Relevance, features_of
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.legibility import ReadAnswer, fit_legibility
from paperformer.learning.logistic import fit_logistic

LEAST_OTHERS = 30  # documents that are not ours, below which nothing is learned of them
GENERATED = 0.3  # how much a generated document counts beside a real one
GENERATED_ANSWER = 0.1  # and an answer in it: it has four times as many fields
# What a deviation pays, by group: of a field, of a type, of a source (in the order of ``groups``).
PENALTIES = (10.0, 10.0, 1.0)
OURS = 0.9  # share of documents that are ours where the model is used; in the data others are more common
_ANSWER_PENALTY = 1.0
_LOOSE = 1e-3  # what all candidates together pay: next to nothing
_RELEVANCE_PENALTY = 0.1
_LEAST_SCORE = 0.01  # candidates below are countless and say nothing
_EDGE = 1e-3
_KNOTS = np.unique([*np.linspace(0, 1, 41), 0.002, 0.005, 0.01, 0.015, 0.985, 0.99, 0.995, 0.998])


@dataclass(frozen=True, slots=True)
class Proposed:
    """A labelled document and what model and rules found in it, before calibration."""

    labelled: LabelledDocument
    fields: dict[str, list[Scored]]

    @property
    def is_ours(self) -> bool:
        """Whether the document has anything to be found: a letter has a language, and nothing else."""
        return any(values for name, values in self.labelled.fields.items() if name != "language")

    @property
    def is_generated(self) -> bool:
        """Whether our own generator made it."""
        return self.labelled.flags.get("set") == "synthetic"

    @property
    def weight(self) -> float:
        """How much each candidate in it counts."""
        return GENERATED if self.is_generated else 1.0

    @property
    def answer_weight(self) -> float:
        """How much each answer in it counts."""
        return GENERATED_ANSWER if self.is_generated else 1.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate's score and whether it was right."""

    source: str
    field: str
    type: str
    score: float
    right: bool
    weight: float = 1.0


def propose(extractor: Extractor, documents: Sequence[LabelledDocument]) -> list[Proposed]:
    """What model and rules find in every document."""
    return [
        Proposed(
            labelled, {n: list(c) for n, c in extractor.predictor.propose(labelled.document, [], {}).items()}
        )
        for labelled in documents
    ]


def judge(proposed: Sequence[Proposed], schema: Schema) -> list[Judged]:
    """Every candidate of every field whose truth is known."""
    judged = []
    for document in proposed:
        for name, candidates in document.fields.items():
            if name not in document.labelled.known:
                continue
            truths, type_ = document.labelled.fields.get(name, ()), schema[name].type
            for c in candidates:
                right = _is_right(c, type_, truths)
                judged.append(Judged(c.source, name, type_, c.probability, right, document.weight))
    return judged


def fit(proposed: Sequence[Proposed], schema: Schema) -> Calibration:
    """Curves from documents of ours; where there are enough others, also what tells the two apart."""
    relevance = fit_relevance(proposed)
    ours = proposed if relevance is None else [document for document in proposed if document.is_ours]
    candidates = Calibration(fit_curves(judge(ours, schema)), relevance)
    return replace(candidates, answers=fit_answers(judge_answers(ours, candidates, schema)))


def fit_readings(proposed: Sequence[Proposed], calibration: Calibration, schema: Schema) -> Calibration:
    """``calibration`` with how far readings are believed: documents tell that OCR read from bad pictures."""
    judged_readings = judge_readings(proposed, calibration, schema)
    return replace(calibration, legibility=fit_legibility(judged_readings))


def judge_readings(
    proposed: Sequence[Proposed], calibration: Calibration, schema: Schema
) -> list[ReadAnswer]:
    """The first candidate of every field whose truth is known, with what speaks against its reading.

    Args:
        proposed: Documents as OCR or others read them.
        calibration: Its curves and what tells documents of ours.
        schema: The types of their fields.
    """
    judged = []
    for document in proposed:
        words = document.labelled.document.words
        ours = calibration.of_document(words, document.fields)
        for name, type_, first, ranked in _firsts(document, calibration, schema):
            features = features_of_reading(first, words)
            chosen = ours * calibration.of_answers(ranked)[0]
            right = _is_right(first, type_, document.labelled.fields.get(name, ()))
            judged.append(ReadAnswer(features, chosen, right))
    return judged


def _firsts(
    document: Proposed, calibration: Calibration, schema: Schema
) -> Iterator[tuple[str, str, Scored, list[float]]]:
    """Field, type and first candidate of every field whose truth is known, and what the curves say of all.

    Not those whose print allows other readings: what is left to the first of these is settled elsewhere.
    """
    for name, candidates in document.fields.items():
        if name in document.labelled.known and candidates:
            type_ = schema[name].type
            ranked = ranked_by(calibration, name, type_, candidates)
            if not ranked[0][0].alternatives:
                yield name, type_, ranked[0][0], [probability for _, probability in ranked]


def fit_answers(judged: Sequence[Judged]) -> Curve | None:
    """How often the first candidate is right, by its calibrated probability; None where there is none.

    Logistic, with one slope below one half and another above: few real answers stand below, and what
    generated documents say of those must not speak of the others.
    """
    if not judged:
        return None
    bias, below, bend = fit_logistic(
        _bent(np.array([answer.score for answer in judged])),
        np.array([float(answer.right) for answer in judged]),
        np.full(3, _ANSWER_PENALTY),
        np.array([0.0, 1.0, 0.0]),
        np.array([answer.weight for answer in judged]),
    ).tolist()
    below = max(below, 0.0)
    return _as_curve(_bent(_KNOTS) @ np.array([bias, below, max(bend, -below)]))


def judge_answers(proposed: Sequence[Proposed], calibration: Calibration, schema: Schema) -> list[Judged]:
    """The first candidate of every field whose truth is known, with its calibrated probability."""
    judged = []
    for document in proposed:
        for name, type_, first, ranked in _firsts(document, calibration, schema):
            right = _is_right(first, type_, document.labelled.fields.get(name, ()))
            judged.append(Judged(first.source, name, type_, ranked[0], right, document.answer_weight))
    return judged


def _is_right(candidate: Scored, type_: str, truths: Sequence[str]) -> bool:
    return bool(truths) and (
        same_value(type_, candidate.value, truths) or same_value(type_, candidate.text, truths)
    )


def fit_relevance(proposed: Sequence[Proposed]) -> Relevance | None:
    """What tells documents of ours from others; None where there are too few of either."""
    ours = np.array([document.is_ours for document in proposed], dtype=np.float64)
    if min(ours.sum(), len(ours) - ours.sum()) < LEAST_OTHERS:
        return None
    features = [features_of(document.labelled.document.words, document.fields) for document in proposed]
    table = np.array([[1.0, *(row[name] for name in FEATURES)] for row in features])
    penalty = np.array([_LOOSE, *[_RELEVANCE_PENALTY] * len(FEATURES)])
    bias, *weights = fit_logistic(table, ours, penalty, np.zeros(len(penalty)), np.ones(len(ours))).tolist()
    odds = ours.sum() / (len(ours) - ours.sum())
    bias += math.log(OURS / (1.0 - OURS) / odds)  # from the odds of the data to those of use
    return Relevance(dict(zip(FEATURES, weights, strict=True)), bias)


def fit_curves(judged: Sequence[Judged]) -> dict[str, Curve]:
    """A curve for every source, every type and every field that has a candidate."""
    judged = [answer for answer in judged if answer.score >= _LEAST_SCORE]
    if not judged:
        return {}
    own = [groups(answer.source, answer.field, answer.type) for answer in judged]
    penalties = {group: PENALTIES[level] for members in own for level, group in enumerate(members)}
    column = {group: 2 * place for place, group in enumerate(penalties, start=1)}
    logits = _lines(np.array([answer.score for answer in judged]))
    table = np.zeros((len(judged), 2 + 2 * len(column)))
    table[:, :2] = logits
    for row, members in enumerate(own):
        for group in members:
            table[row, column[group] : column[group] + 2] = logits[row]
    penalty = np.array([_LOOSE, _LOOSE, *np.repeat(list(penalties.values()), 2)])
    prior = np.zeros(table.shape[1])
    prior[1] = 1.0  # without a candidate a score would be the probability
    right = np.array([float(answer.right) for answer in judged])
    weights = np.array([answer.weight for answer in judged])
    found = fit_logistic(table, right, penalty, prior, weights)
    pairs = {group: found[place : place + 2] for group, place in column.items()}
    # The groups of one candidate, the most general first: each adds its deviation to those before.
    chains = {members[level]: members[level:] for members in own for level in range(len(members))}
    return {group: _curve(found[:2] + sum(pairs[g] for g in chain)) for group, chain in chains.items()}


def _lines(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """A column of ones and the logits of the scores, ``(scores, 2)``."""
    clipped = np.clip(scores, _EDGE, 1.0 - _EDGE)
    return np.stack([np.ones_like(clipped), np.log(clipped / (1.0 - clipped))], axis=1)


def _bent(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """``_lines`` and the part of the logit above one half, ``(scores, 3)``."""
    lines = _lines(scores)
    return np.concatenate([lines, np.maximum(lines[:, 1:], 0.0)], axis=1)


def _curve(line: NDArray[np.float64]) -> Curve:
    """The logistic curve with an intercept and a slope, as knots; never falling."""
    intercept, slope = line
    return _as_curve(_lines(_KNOTS) @ np.array([intercept, max(slope, 0.0)]))


def _as_curve(logits: NDArray[np.float64]) -> Curve:
    """The curve through the probabilities of ``logits`` at the knots."""
    heights = np.exp(-np.logaddexp(0.0, -logits))
    return Curve(tuple(_KNOTS.round(6).tolist()), tuple(heights.round(6).tolist()))

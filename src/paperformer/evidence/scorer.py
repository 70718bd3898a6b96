"""From evidence to probabilities: a softmax over the candidates of a field and "none"."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import Evidence, all_evidence
from paperformer.evidence.weights import Weights

_MOST = 4.0  # what an observation counts at most


class Weighed(NamedTuple):
    """A candidate and what was made of it.

    Args:
        candidate: As it was proposed.
        probability: 0 to 1; those of a field sum to less than 1, the rest is "none".
        evidence: What was observed, by name.
        counts: What each observation adds to the score, by name: what was observed, times its weight.
    """

    candidate: Candidate
    probability: float
    evidence: Mapping[str, float]
    counts: Mapping[str, float] = {}


class Scorer:
    """Weighs candidates.

    Args:
        weights: Fitted ones.
        without: Names of evidence that is switched off.
    """

    def __init__(self, weights: Weights, without: Collection[str] = ()) -> None:
        self.weights = weights
        self._all = tuple(evidence for evidence in all_evidence() if evidence.name not in without)
        self._of: dict[tuple[str, str], tuple[tuple[Evidence, float], ...]] = {}

    def concerning(self, field: str, type_: str) -> tuple[tuple[Evidence, float], ...]:
        """The evidence about a field that has any weight, with it."""
        if (field, type_) not in self._of:
            weighed = (
                (evidence, self.weights.of(evidence.name, field, type_))
                for evidence in self._all
                if evidence.concerns(field, type_)
            )
            self._of[field, type_] = tuple((evidence, weight) for evidence, weight in weighed if weight)
        return self._of[field, type_]

    def weigh(self, candidates: Sequence[Candidate], page: ObservedPage) -> list[Weighed]:
        """The candidates of one field with their probabilities, in the order given."""
        seen = [self._observe(candidate, page) for candidate in candidates]
        chances = softmax([sum(counts.values()) for _, counts in seen])
        return [
            Weighed(candidate, chance, figures, counts)
            for candidate, chance, (figures, counts) in zip(candidates, chances, seen, strict=True)
        ]

    def _observe(self, candidate: Candidate, page: ObservedPage) -> tuple[dict[str, float], dict[str, float]]:
        figures, counts = {}, {}
        for evidence, weight in self.concerning(candidate.field, candidate.type):
            figure = observe(evidence, candidate, page)
            if figure:
                figures[evidence.name] = figure
                counts[evidence.name] = weight * figure
        return figures, counts


def observe(evidence: Evidence, candidate: Candidate, page: ObservedPage) -> float:
    """What a piece of evidence says of a candidate, within bounds; zero where it abstains."""
    figure = evidence.observe(candidate, page)
    return 0.0 if figure is None else min(max(figure, -_MOST), _MOST)


def observations(candidate: Candidate, page: ObservedPage) -> dict[str, float]:
    """All that is observed of a candidate, by name; without what abstains."""
    found = {
        evidence.name: observe(evidence, candidate, page)
        for evidence in all_evidence()
        if evidence.concerns(candidate.field, candidate.type)
    }
    return {name: figure for name, figure in found.items() if figure}


def softmax(scores: Sequence[float]) -> list[float]:
    """The share of each score, with "none" at zero."""
    top = max((0.0, *scores))
    exponentials = [math.exp(score - top) for score in scores]
    total = sum(exponentials) + math.exp(-top)
    return [exponential / total for exponential in exponentials]

"""The joint answer: candidates of model and rules together, chosen so that they agree with one another.

Interdependent fields (totals, dates, account and bank, the two parties, the numbers) form groups
(``relations/catalogue.py``). A group is a small factor graph: every field takes one of its candidates or
none, each candidate weighs by its odds, and combinations weigh by the relations that they keep or break, each
with a fitted weight. All joint choices are summed up exactly, so that a candidate's new probability is its
share in them: totals that add up are worth more than totals that do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from paperformer.evidence.weights import Named
from paperformer.extraction.relations.catalogue import GROUPS
from paperformer.extraction.relations.relation import (
    NO_FACTS,
    Choice,
    Facts,
    Relation,
    Seen,
    same_value,
)
from paperformer.fields.finding import Finding
from paperformer.fields.scored import Scored

Array = NDArray[np.float64]

_TINY = 1e-4
PER_FIELD = 6  # candidates of a field that take part in the joint choice; the others follow as they are
_MOST = 0.995  # no probability above this leaves here


def candidates_of(findings: Iterable[Finding]) -> dict[str, list[Scored]]:
    """What rules found, as candidates."""
    found: dict[str, list[Scored]] = {}
    for finding in findings:
        parsed = finding.parsed
        found.setdefault(finding.field, []).append(
            Scored(
                finding.field, parsed.value, finding.text, finding.words, finding.score, "rule",
                parsed.scheme, parsed.alternatives, parsed.checked, None, finding.rule,
            )
        )  # fmt: skip
    return found


def resolve(
    candidates: Mapping[str, Sequence[Scored]],
    weights: Named,
    facts: Facts = NO_FACTS,
) -> dict[str, list[Scored]]:
    """Candidates of every field with their joint probabilities, best first; never raises.

    Args:
        candidates: By field, of the model and of rules, in any order.
        weights: What it adds to the score that a relation holds, or fails; by its name and outcome.
        facts: What the document says besides.
    """
    merged = {field: merge(found) for field, found in candidates.items() if found}
    answer = {field: list(found) for field, found in merged.items()}
    for relations in GROUPS:
        usable = usable_of(relations, answer)
        if usable:
            names = [
                name
                for name in dict.fromkeys(n for relation in relations for n in relation.fields)
                if name in answer
            ]
            joint = Joint({name: answer[name] for name in names}, PER_FIELD)
            scores = joint.scores(usable, weights, facts)
            for axis, (name, shares) in enumerate(zip(names, joint.shares(scores), strict=True)):
                reasons = joint.reasons(axis, scores, usable, weights, facts)
                answer[name] = _with_shares(answer[name], shares, reasons)
    return {field: sorted(found, key=lambda c: -c.probability) for field, found in answer.items()}


def usable_of(relations: Sequence[Relation], candidates: Mapping[str, Sequence[Scored]]) -> list[Relation]:
    """The relations that have something to say: two of their fields have candidates, or their only one."""
    return [
        relation
        for relation in relations
        if sum(name in candidates for name in relation.fields) >= min(2, len(relation.fields))
    ]


def merge(candidates: Sequence[Scored]) -> list[Scored]:
    """Candidates with those of one value made one, best first.

    Two sources of one value are combined by a noisy or: it is wrong only if both are, 1 - (1 - p)(1 - q).
    Print, words and source are those of the stronger one.
    """
    by_value: dict[str, list[Scored]] = {}
    for candidate in candidates:
        by_value.setdefault(same_value(candidate), []).append(candidate)
    merged = []
    for same in by_value.values():
        # A known party's spelling, then of equals the model's, then the one printed first: the order of the
        # candidates decides nothing.
        best = min(same, key=lambda c: (c.source != "known", -c.probability, c.source, c.words, c.value))
        strongest: dict[str, float] = {}
        for proposal in same:
            strongest[proposal.source] = max(strongest.get(proposal.source, 0.0), proposal.probability)
        doubt = 1.0
        for probability in strongest.values():
            doubt *= 1.0 - probability
        scheme = best.scheme or next((candidate.scheme for candidate in same if candidate.scheme), None)
        merged.append(best._replace(probability=1.0 - doubt, scheme=scheme))
    return sorted(merged, key=lambda candidate: -candidate.probability)


class Joint:
    """All joint choices of a group of fields: an axis for each field, its candidates and then none on it.

    Args:
        candidates: By field, best first, with probabilities.
        per_field: How many of a field take part.
    """

    def __init__(self, candidates: Mapping[str, Sequence[Scored]], per_field: int) -> None:
        self.names = list(candidates)
        self.choices: dict[str, list[Choice]] = {n: [*candidates[n][:per_field], None] for n in self.names}
        self.shape = tuple(len(self.choices[name]) for name in self.names)

    def odds(self) -> Array:
        """The log-odds of every joint choice, before any relation; ``shape``."""
        total = np.zeros(self.shape)
        for axis, name in enumerate(self.names):
            total += self._along(_log_odds(self.choices[name]), [axis])
        return total

    def scores(self, relations: Sequence[Relation], weights: Named, facts: Facts) -> Array:
        """The log-odds with what relations add; ``shape``."""
        total = self.odds()
        for relation in relations:
            figures = [
                sum(weights.get(seen.name, {}).get(seen.outcome, 0.0) for seen in found)
                for found in self._observed(relation, facts)
            ]
            total += self._placed(figures, relation)
        return total

    def outcomes(self, relations: Sequence[Relation], facts: Facts) -> dict[Seen, Array]:
        """How often each joint choice keeps or breaks each relation; arrays that broadcast to ``shape``."""
        counted: dict[Seen, Array] = {}
        for relation in relations:
            observed = self._observed(relation, facts)
            for seen in {outcome for found in observed for outcome in found}:
                own = self._placed([found.count(seen) for found in observed], relation)
                counted[seen] = counted.get(seen, 0.0) + own
        return counted

    def shares(self, scores: Array) -> list[Array]:
        """The probability of each choice of each field."""
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        axes = range(len(self.names))
        return [weights.sum(axis=tuple(other for other in axes if other != axis)) for axis in axes]

    def reasons(
        self, axis: int, scores: Array, relations: Sequence[Relation], weights: Named, facts: Facts
    ) -> list[tuple[tuple[str, float], ...]]:
        """What each relation adds to each candidate of a field, in the best joint choice that it is in."""
        field, found = self.names[axis], []
        for place in range(self.shape[axis] - 1):
            best = np.unravel_index(np.take(scores, place, axis=axis).argmax(), _without(self.shape, axis))
            places = [*best[:axis], place, *best[axis:]]
            chosen = {name: self.choices[name][at] for name, at in zip(self.names, places, strict=True)}
            counts: dict[str, float] = {}
            for relation in relations:
                if field in relation.fields:
                    for seen in relation.observe([chosen.get(name) for name in relation.fields], facts):
                        if weight := weights.get(seen.name, {}).get(seen.outcome, 0.0):
                            counts[seen.name] = counts.get(seen.name, 0.0) + weight
            found.append(tuple(counts.items()))
        return found

    def _observed(self, relation: Relation, facts: Facts) -> list[list[Seen]]:
        """What a relation says of every choice for its fields."""
        options = [self.choices.get(name, (None,)) for name in relation.fields]
        return [list(relation.observe(chosen, facts)) for chosen in product(*options)]

    def _placed(self, figures: Sequence[float], relation: Relation) -> Array:
        """A figure for every choice of a relation's fields, as an array that broadcasts to ``shape``."""
        own = [name for name in relation.fields if name in self.choices]
        table = np.reshape(np.asarray(figures, dtype=np.float64), [len(self.choices[name]) for name in own])
        return self._along(table, [self.names.index(name) for name in own])

    def _along(self, table: Array, axes: Sequence[int]) -> Array:
        """``table`` with its axes at ``axes``, the others of length one."""
        ordered = table.transpose(np.argsort(axes))
        shape = [1] * len(self.names)
        for axis, length in zip(sorted(axes), ordered.shape, strict=True):
            shape[axis] = length
        return ordered.reshape(shape)


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return shape[:axis] + shape[axis + 1 :]


def _with_shares(
    candidates: Sequence[Scored],
    shares: Array,
    reasons: Sequence[tuple[tuple[str, float], ...]],
) -> list[Scored]:
    """The candidates of a field with their joint probabilities and reasons; further ones as they were."""
    joined = [
        candidate._replace(probability=min(float(share), _MOST), evidence=candidate.evidence + more)
        for candidate, share, more in zip(candidates, shares, reasons, strict=False)
    ]
    return [*joined, *candidates[len(joined) :]]


def _log_odds(choices: Sequence[Choice]) -> Array:
    """Log-probability of each candidate, and of none: what they leave over."""
    probabilities = [choice.probability for choice in choices if choice is not None]
    scale = max(1.0, sum(probabilities) / (1.0 - _TINY))
    shares = [probability / scale for probability in probabilities]
    return np.log(np.maximum([*shares, 1.0 - sum(shares)], _TINY))

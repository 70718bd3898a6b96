"""Fitting the weights of relations between fields: the likelihood of the joint choices that are right.

A joint choice is right where every field whose truth is known has a right candidate, or none where no
candidate is right; fields whose truth is unknown may have any. The weights make the right choices together as
likely as they can be among all (a conditional random field, its unknown variables summed out).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.evidence.weights import Named
from paperformer.extraction.compare import same_value
from paperformer.extraction.relations.catalogue import GROUPS
from paperformer.extraction.relations.relation import Facts, Relation, Seen
from paperformer.extraction.resolve import Joint, merge, usable_of
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.evidence import PENALTIES, Penalties, minimise

Vector = NDArray[np.float64]
PER_FIELD = 4  # candidates of a field that take part in the fit: later ones hold next to no probability


@dataclass(frozen=True, slots=True)
class JointChoice:
    """All joint choices of a group of fields of one document.

    Args:
        odds: Their log-odds before any relation, ``(choices,)``.
        right: Which of them are right, ``(choices,)``.
        outcomes: How often each outcome occurs in each of them, ``(outcomes, choices)``.
        seen: The outcomes, ``(outcomes,)``.
        weight: How much the document counts.
    """

    odds: Vector
    right: NDArray[np.bool_]
    outcomes: Vector
    seen: tuple[Seen, ...]
    weight: float = 1.0


def joint_choices(
    labelled: LabelledDocument,
    candidates: Mapping[str, Sequence[Scored]],
    facts: Facts,
    schema: Schema,
    weight: float = 1.0,
) -> list[JointChoice]:
    """The groups of a document in which a relation comes out differently and a truth is known.

    Args:
        labelled: The document with its truth.
        candidates: By field, with the probabilities that the evidence gives them.
        facts: What the document says besides.
        schema: Types of the fields.
        weight: How much the document counts.
    """
    merged = {name: merge(found) for name, found in candidates.items() if found}
    choices = []
    for relations in GROUPS:
        usable = usable_of(relations, merged)
        names = [
            name
            for name in dict.fromkeys(n for relation in usable for n in relation.fields)
            if name in merged
        ]
        if usable and any(name in labelled.known for name in names):
            joint = Joint({name: merged[name] for name in names}, PER_FIELD)
            choices += _judged(joint, usable, labelled, facts, schema, weight)
    return choices


def _judged(
    joint: Joint,
    relations: Sequence[Relation],
    labelled: LabelledDocument,
    facts: Facts,
    schema: Schema,
    weight: float,
) -> list[JointChoice]:
    """The joint choices as arrays; none where no relation tells them apart."""
    right = np.ones(joint.shape, dtype=bool)
    for axis, name in enumerate(joint.names):
        if name in labelled.known:
            own = _right(joint, name, labelled, schema)
            right &= own.reshape([-1 if other == axis else 1 for other in range(len(joint.names))])
    counted = {
        seen: np.broadcast_to(table, joint.shape).ravel()
        for seen, table in joint.outcomes(relations, facts).items()
        if np.ptp(table)
    }
    if not counted or right.all():
        return []
    seen = tuple(counted)
    outcomes = np.array([counted[outcome] for outcome in seen])
    return [JointChoice(joint.odds().ravel(), right.ravel(), outcomes, seen, weight)]


def _right(joint: Joint, name: str, labelled: LabelledDocument, schema: Schema) -> NDArray[np.bool_]:
    """Which choices of a field are right; none is where no candidate is."""
    type_ = schema[name].type
    truths = [truth for truth in labelled.fields.get(name, ()) if truth]
    own = np.array(
        [
            choice is not None
            and (same_value(type_, choice.value, truths) or same_value(type_, choice.text, truths))
            for choice in joint.choices[name]
        ]
    )
    own[-1] = not own.any()
    return own


def fit_relations(
    choices: Sequence[JointChoice], prior: Named, penalties: Penalties = PENALTIES
) -> dict[str, dict[str, float]]:
    """The weights that make right joint choices likeliest.

    Args:
        choices: Of all documents.
        prior: Weights that the fit goes on from; only what differs from them pays.
        penalties: What weights pay.
    """
    names = sorted({seen for choice in choices for seen in choice.seen})
    place = {seen: at for at, seen in enumerate(names)}
    before = np.array([prior.get(seen.name, {}).get(seen.outcome, 0.0) for seen in names])
    placed = [np.array([place[seen] for seen in choice.seen]) for choice in choices]

    def cost(change: Vector) -> tuple[float, Vector]:
        total = 0.5 * penalties.relation * float(change @ change)
        slope = penalties.relation * change
        weights = before + change
        for choice, at in zip(choices, placed, strict=True):
            lost, gradient = _loss(choice, weights[at])
            total += choice.weight * lost
            slope[at] += choice.weight * gradient
        return total, slope

    found = before + minimise(cost, np.zeros(len(names)))
    fitted = {name: dict(outcomes) for name, outcomes in prior.items()}
    for seen, weight in zip(names, found.tolist(), strict=True):
        fitted.setdefault(seen.name, {})[seen.outcome] = weight
    return fitted


def _loss(choice: JointChoice, weights: Vector) -> tuple[float, Vector]:
    """The surprise of the right choices, and its slope."""
    scores = choice.odds + weights @ choice.outcomes
    every = np.exp(scores - scores.max())
    right = np.where(choice.right, every, 0.0)
    shares, wanted = every / every.sum(), right / right.sum()
    return float(np.log(every.sum()) - np.log(right.sum())), choice.outcomes @ (shares - wanted)

"""What each piece of evidence is worth: answers that are right with it and wrong without it, and its time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from paperformer.evidence.registry import Evidence, all_evidence
from paperformer.evidence.weights import Weights
from paperformer.extraction.compare import same_value
from paperformer.extraction.predictor import Predictor
from paperformer.learning.calibrate import Proposed
from paperformer.learning.evidence_fit import Observed, proposed_with

_DRAWS = 2000  # of documents, for an interval
_INTERVAL = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Worth:
    """What one piece of evidence is worth on one set.

    Args:
        name: Of the evidence.
        right: Values that are right with it, less those that are right without it.
        lower, upper: The interval of that which holds 95 of 100 draws of documents.
        changed: Answers that are others without it.
        milliseconds: That it takes, a document.
    """

    name: str
    right: int
    lower: float
    upper: float
    changed: int
    milliseconds: float


def worth_of(
    observed: Sequence[Observed],
    weights: Weights,
    predictor: Predictor,
    names: Sequence[str] | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Worth]:
    """The worth of each piece of evidence that has a weight, the most valuable first.

    Args:
        observed: Documents with their truth.
        weights: Of the model.
        predictor: Of the model.
        names: Only these; None is all.
        progress: Told how many of how many are done.
    """
    pieces = [evidence for evidence in all_evidence() if names is None or evidence.name in names]
    with_all = [_right(document) for document in proposed_with(observed, weights, predictor)]
    found = []
    for done, piece in enumerate(pieces, start=1):
        touched = [at for at, doc in enumerate(observed) if _fires(doc, piece.name)]
        fewer = proposed_with([observed[at] for at in touched], without(weights, piece.name), predictor)
        gains = np.zeros(len(observed))
        changed = 0
        for at, proposed in zip(touched, fewer, strict=True):
            rest = _right(proposed)
            gains[at] = sum(right for right, _ in with_all[at].values()) - sum(r for r, _ in rest.values())
            changed += sum(rest.get(name, (0, ""))[1] != value for name, (_, value) in with_all[at].items())
        draws = np.random.default_rng(0).integers(0, max(len(gains), 1), (_DRAWS, len(gains)))
        sums = gains[draws].sum(axis=1)
        lower, upper = np.percentile(sums, _INTERVAL)
        spent = milliseconds_of(piece, observed)
        found.append(Worth(piece.name, int(gains.sum()), float(lower), float(upper), changed, spent))
        progress(done, len(pieces))
    return sorted(found, key=lambda worth: (-worth.right, -worth.changed, worth.name))


def without(weights: Weights, name: str) -> Weights:
    """``weights`` with a piece of evidence switched off."""

    def rest(figures: dict[str, float]) -> dict[str, float]:
        return {other: weight for other, weight in figures.items() if other != name}

    return replace(
        weights,
        shared=rest(dict(weights.shared)),
        types={type_: rest(dict(figures)) for type_, figures in weights.types.items()},
        fields={field: rest(dict(figures)) for field, figures in weights.fields.items()},
    )


def milliseconds_of(evidence: Evidence, observed: Sequence[Observed]) -> float:
    """How long it takes to observe it of all candidates of a document, in the mean."""
    begun = time.perf_counter()
    for document in observed:
        if document.read is not None:
            page = document.read.reading.page
            for candidates in page.candidates.values():
                for candidate in candidates:
                    if evidence.concerns(candidate.field, candidate.type):
                        evidence.observe(candidate, page)
    return 1000.0 * (time.perf_counter() - begun) / max(len(observed), 1)


def _fires(observed: Observed, name: str) -> bool:
    place = next(at for at, own in enumerate(all_evidence()) if own.name == name)
    return any(table[:, place].any() for table in observed.tables.values())


def _right(proposed: Proposed) -> dict[str, tuple[int, str]]:
    """By field of known truth whether its best candidate is right, and its value."""
    found = {}
    for name, candidates in proposed.fields.items():
        if name in proposed.labelled.known and candidates:
            best, truths = candidates[0], [t for t in proposed.labelled.fields.get(name, ()) if t]
            is_right = any(same_value(type_, text, truths) for type_, text in _prints(best.value, best.text))
            found[name] = (int(bool(truths) and is_right), best.value)
    return found


def _prints(value: str, text: str) -> list[tuple[str, str]]:
    kinds = ("amount", "text") if value.replace(".", "").lstrip("-").isdigit() else ("text",)
    return [(kind, printed) for kind in kinds for printed in (value, text)]

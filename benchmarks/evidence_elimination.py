"""Which pieces of evidence can go together: backward elimination over all real documents.

    PAPERFORMER_DATA=... python benchmarks/evidence_elimination.py --fold MODEL FILE
        > docs/notes/evidence-elimination.md

The documents are those of ``evidence.py``, ``--fold`` as there. Each piece is left out alone, and the cost in
surprise is noted: minus the logarithm of the probability that the evidence gives to the right candidates, or
to "none", of every value whose truth is known, by weights fitted in three folds by the head of the page.
Then pieces are left out for good, the cheapest first, as long as the surprise of all real documents rises by
no more than ``STEP`` nats and no more than ``LOST`` values are lost in all: a piece that others back up goes,
the last of those that say the same stays. Standards stay, and so does what no document here shows, as the
memory of suppliers.

The table also says of how many candidates a piece speaks (coverage). Snorkel's ``LFAnalysis`` has overlaps
and conflicts too; here some pieces, as the place on the page, speak of every candidate, so that all overlap.
About half an hour on one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from gate.sets import sources_at
from numpy.typing import NDArray

from evidence import FOLDS as TRAINED
from evidence import MEASURED_ONLY, SEED, documents_by_set, observe_fold
from paperformer.evidence.registry import all_evidence
from paperformer.evidence.scorer import softmax
from paperformer.evidence.weights import Weights
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.predictor import Predictor
from paperformer.learning.evidence import Choice, fit_weights, folds_of
from paperformer.learning.evidence_fit import Observed, choices_of, names_of_evidence, observe

FOLDS = 3
LEAST = 1e-12  # of a probability, so that its logarithm is finite
GENERATED = "generated"  # fitted on and not counted: it is of our own making
STEP, LOST, DEAR = 0.5, 3, 2.0  # nats a step; values in all; nats alone from which a piece is not tried


@dataclass(frozen=True)
class Judged:
    """A document: its set, its fold, and the choices of the fields whose truth is known."""

    source: str
    fold: int
    choices: Sequence[Choice]


def main() -> None:
    """Read, leave out one by one, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--fold", type=Path, nargs=2, action="append", default=[], metavar=("MODEL", "FILE"))
    options = parser.parse_args()
    with Extractor(options.model, einvoice="ignore") as extractor:
        predictor = extractor.predictor
        sets = {
            name: observe(predictor, documents)
            for name, documents in documents_by_set(sources_at(options.cache)).items()
        }
        sets[TRAINED] = [one for model, file in options.fold for one in observe_fold(model, file)]
        judged = judge(sets, predictor)
    names = names_of_evidence()
    alone, gone, before, after = eliminated(judged, names)
    report(judged, names, alone, gone, before, after)


def judge(sets: Mapping[str, Sequence[Observed]], predictor: Predictor) -> list[Judged]:
    """All documents with the fold in which they are answered."""
    every = [(name, one) for name, those in sets.items() for one in those]
    fold = folds_of([one.group for _, one in every], FOLDS, SEED)
    return [Judged(name, fold[one.group], choices_of([one], predictor)) for name, one in every]


Figures = tuple[float, int]
"""The surprise of the real documents in nats, and their right values."""


def eliminated(
    judged: Sequence[Judged], names: Sequence[str]
) -> tuple[Mapping[str, Figures], Sequence[str], Figures, Figures]:
    """What each piece costs alone, those that went, and the figures before and after."""
    whole = answered(judged, names, frozenset())
    standards = {one.name for one in all_evidence() if one.standard}
    alone: dict[str, Figures] = {}
    for name in names:
        if name not in standards and any(fires(one, names.index(name)) for one in judged):
            nats, right = answered(judged, names, frozenset({name}))
            alone[name] = nats - whole[0], right - whole[1]
            print(f"{name}: {alone[name][0]:+.1f} nats, {alone[name][1]:+d} values", file=sys.stderr)
    gone: list[str] = []
    last = whole
    for name in sorted((name for name in alone if alone[name][0] <= DEAR), key=lambda name: alone[name][0]):
        nats, right = answered(judged, names, frozenset({*gone, name}))
        if nats - last[0] <= STEP and whole[1] - right <= LOST:
            gone, last = [*gone, name], (nats, right)
            print(f"without {name}: {nats - whole[0]:+.1f} nats, {right - whole[1]:+d}", file=sys.stderr)
    return alone, gone, whole, last


def fires(document: Judged, column: int) -> bool:
    """Whether a real document shows a piece of evidence."""
    return document.source != GENERATED and any(one.observed[:, column].any() for one in document.choices)


def answered(judged: Sequence[Judged], names: Sequence[str], without: frozenset[str]) -> Figures:
    """The figures of the real documents by weights that did not see them."""
    columns = [at for at, name in enumerate(names) if name not in without]
    kept = [names[at] for at in columns]
    cut = [
        [replace(one, observed=one.observed[:, columns]) for one in document.choices] for document in judged
    ]
    nats, right = 0.0, 0
    for fold in range(FOLDS):
        seen = [
            one
            for document, choices in zip(judged, cut, strict=True)
            if document.fold != fold and document.source not in MEASURED_ONLY
            for one in choices
        ]
        weights = fit_weights(seen, kept)
        for document, choices in zip(judged, cut, strict=True):
            if document.fold == fold and document.source != GENERATED:
                pairs = [(one, chances_of(one, weights, kept)) for one in choices]
                nats += sum(surprise_of(one, found) for one, found in pairs)
                right += sum(is_right(one, found) for one, found in pairs)
    return nats, right


def chances_of(choice: Choice, weights: Weights, names: Sequence[str]) -> NDArray[np.float64]:
    """The probability of each candidate; what they lack to one is that of "none"."""
    vector = np.array([weights.of(name, choice.field, choice.type) for name in names])
    return np.array(softmax((choice.observed @ vector).tolist()))


def surprise_of(choice: Choice, chances: NDArray[np.float64]) -> float:
    """Minus the log-probability of the right candidates, or of "none"."""
    share = chances[choice.right].sum() if choice.right.any() else 1.0 - chances.sum()
    return -float(np.log(max(share, LEAST)))


def is_right(choice: Choice, chances: NDArray[np.float64]) -> bool:
    """Whether the likeliest candidate is right; where none is, whether "none" is likelier than all."""
    if not choice.right.any():
        return float(chances.sum()) <= 0.5
    return bool(choice.right[int(chances.argmax())])


def report(
    judged: Sequence[Judged],
    names: Sequence[str],
    alone: Mapping[str, Figures],
    gone: Sequence[str],
    before: Figures,
    after: Figures,
) -> None:
    """Markdown: what went, and of every piece its cost and its coverage."""
    real = [one for one in judged if one.source != GENERATED]
    tables = np.concatenate([choice.observed for one in real for choice in one.choices])
    print("# Which pieces of evidence went together\n")
    print("`PAPERFORMER_DATA=folder python benchmarks/evidence_elimination.py` wrote this page.")
    print(f"{len(real)} real documents, {len(tables):,} candidates. Before: {before[0]:,.1f} nats and")
    print(f"{before[1]:,} right; without the {len(gone)} pieces below: {after[0]:,.1f} and {after[1]:,}.\n")
    print(", ".join(f"`{name}`" for name in gone) + ".\n")
    print("| evidence | alone, nats | values | coverage |\n|---|---|---|---|")
    for name in sorted(alone, key=lambda name: -alone[name][0]):
        nats, values = alone[name]
        coverage = (tables[:, names.index(name)] != 0).mean()
        print(f"| `{name}` | {nats:+.1f} | {values:+d} | {coverage:.3f} |")


if __name__ == "__main__":
    main()

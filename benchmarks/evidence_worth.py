"""What every piece of evidence is worth: weights fitted with it and without it, on unseen documents.

    PAPERFORMER_DATA=... python benchmarks/evidence_worth.py [--model DIR] > docs/notes/evidence-worth.md

The documents are those of ``evidence.py``. The weights are fitted in three folds by the head of the page.
For every value whose truth is known, its surprise is minus the logarithm of the probability that the
evidence gives to the right candidates, or to "none". Worth is the surprise without a piece, less that with
it, summed over the real documents, in nats; the interval holds 95 of 100 draws of documents. The table also
has what it is worth on each set, the answers that are right with it and wrong without it, and the time it
takes a document. Half an hour on one core.
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

from evidence import MEASURED_ONLY, SEED, documents_by_set
from paperformer.evidence.registry import all_evidence
from paperformer.evidence.scorer import softmax
from paperformer.evidence.weights import Weights
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.predictor import Predictor
from paperformer.learning.evidence import Choice, fit_weights, folds_of
from paperformer.learning.evidence_fit import Observed, choices_of, names_of_evidence, observe
from paperformer.learning.evidence_worth import milliseconds_of

FOLDS, DRAWS, INTERVAL = 3, 2000, (2.5, 97.5)
LEAST = 1e-12  # of a probability, so that its logarithm is finite
GENERATED = "generated"  # fitted on and not counted: it is of our own making


@dataclass(frozen=True)
class Judged:
    """A document: its set, its fold, and the choices of the fields whose truth is known."""

    source: str
    fold: int
    choices: Sequence[Choice]


def main() -> None:
    """Read, fit once for each piece of evidence, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    options = parser.parse_args()
    with Extractor(options.model, einvoice="ignore") as extractor:
        predictor = extractor.predictor
        sets = {
            name: observe(predictor, documents)
            for name, documents in documents_by_set(sources_at(options.cache)).items()
        }
        judged = judge(sets, predictor)
    print_table(sets, judged)


def judge(sets: Mapping[str, Sequence[Observed]], predictor: Predictor) -> list[Judged]:
    """All documents with the fold in which they are answered."""
    every = [(name, one) for name, those in sets.items() for one in those]
    fold = folds_of([one.group for _, one in every], FOLDS, SEED)
    return [Judged(name, fold[one.group], choices_of([one], predictor)) for name, one in every]


def answered(judged: Sequence[Judged], without: str | None = None) -> tuple[NDArray[np.float64], int]:
    """The surprise of each document, and how many values are right, by weights that did not see it."""
    names = names_of_evidence()
    kept = np.array([name != without for name in names], dtype=np.float32)
    surprise, right = np.zeros(len(judged)), 0
    for fold in range(FOLDS):
        seen = [
            replace(one, observed=one.observed * kept)
            for document in judged
            if document.fold != fold and document.source not in MEASURED_ONLY
            for one in document.choices
        ]
        weights = fit_weights(seen, names)
        for at, document in enumerate(judged):
            if document.fold == fold:
                for one in document.choices:
                    nats, is_right = surprise_of(one, weights, names, kept)
                    surprise[at] += nats
                    right += is_right and document.source != GENERATED
    return surprise, right


def surprise_of(
    choice: Choice, weights: Weights, names: Sequence[str], kept: NDArray[np.float32]
) -> tuple[float, bool]:
    """Minus the log-probability of the right candidates or of "none", and whether the likeliest is right."""
    vector = np.array([weights.of(name, choice.field, choice.type) for name in names]) * kept
    chances = np.array(softmax((choice.observed @ vector).tolist()))
    has_right = bool(choice.right.any())
    share = chances[choice.right].sum() if has_right else 1.0 - chances.sum()
    is_right = has_right and bool(choice.right[int(chances.argmax())])
    return -float(np.log(max(share, LEAST))), is_right


def print_table(sets: Mapping[str, Sequence[Observed]], judged: Sequence[Judged]) -> None:
    """Markdown, the most valuable first."""
    source = np.array([one.source for one in judged])
    real = [name for name in sets if name != GENERATED]
    timed = [one for name in real for one in sets[name]]
    whole, right = answered(judged)
    rows = []
    for done, one in enumerate(all_evidence(), start=1):
        rest, fewer = answered(judged, one.name)
        gains = (rest - whole)[source != GENERATED]
        low, high = interval(gains)
        by_set = [marked((rest - whole)[source == name]) for name in real]
        rows.append((float(gains.sum()), low, high, right - fewer, by_set, one, milliseconds_of(one, timed)))
        print(f"{done} of {len(all_evidence())}: {one.name}", file=sys.stderr)
    is_real = source != GENERATED
    print("# What each piece of evidence is worth\n")
    print("`PAPERFORMER_DATA=folder python benchmarks/evidence_worth.py > docs/notes/evidence-worth.md`")
    print(f"wrote this page. All {is_real.sum()} real documents together have a surprise of")
    print(f"{whole[is_real].sum():,.0f} nats with all evidence. Worth is what is added to it when the")
    print("weights are fitted without a piece. Where it is negative, documents that the fit did not see")
    print("are answered better without it, by so much. Bold: the interval of that set is above zero.\n")
    print(f"| evidence | worth | 95 of 100 draws | right | {' | '.join(real)} | ms |")
    print(f"|---|---|---|---|{'---|' * len(real)}---|")
    for worth, low, high, values, by_set, one, spent in sorted(rows, key=lambda row: -row[0]):
        mark = " (standard)" if one.standard else ""
        print(
            f"| `{one.name}`{mark} | {worth:+.1f} | {low:+.1f} to {high:+.1f} | {values:+d} "
            f"| {' | '.join(by_set)} | {spent:.2f} |"
        )


def interval(gains: NDArray[np.float64]) -> tuple[float, float]:
    """What the sum of some documents' gains comes to in most draws of as many documents."""
    draws = gains[np.random.default_rng(0).integers(0, len(gains), (DRAWS, len(gains)))].sum(axis=1)
    low, high = np.percentile(draws, INTERVAL)
    return float(low), float(high)


def marked(gains: NDArray[np.float64]) -> str:
    """The sum of a set's gains, in bold where its interval is above zero."""
    figure = f"{gains.sum():+.1f}"
    return f"**{figure}**" if interval(gains)[0] > 0.0 else figure


if __name__ == "__main__":
    main()

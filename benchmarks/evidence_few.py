"""What a fit on a few documents of a new kind is worth: weights that go on from others, and from zero.

    PAPERFORMER_DATA=... python benchmarks/evidence_few.py [--model DIR]

The documents are those of ``evidence.py``. Each set in turn is the new kind: weights are fitted on all other
sets, then on 5, 10 and 30 documents of the set itself, in three draws, and measured on its other documents;
documents with the same head of the page stay together. For each it prints the surprise a value (minus the
logarithm of the probability that the right candidates or "none" have, in nats) and how many values are right
where answers below 0.5 are not given: with the weights of the other sets alone, with a fit that goes on from
them (what ``paperformer fit`` does), and with a fit from zero. A few minutes after reading.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gate.sets import sources_at

from evidence import MEASURED_ONLY, documents_by_set
from paperformer.evidence.scorer import softmax
from paperformer.evidence.weights import Weights
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.learning.evidence import Choice, fit_weights
from paperformer.learning.evidence_fit import choices_of, names_of_evidence, observe

COUNTS, DRAWS, THRESHOLD = (5, 10, 30), 3, 0.5
GENERATED = "generated"


@dataclass(frozen=True)
class Judged:
    """A document: the head of its page, and the choices of the fields whose truth is known."""

    group: str
    choices: Sequence[Choice]


@dataclass
class Score:
    """Surprise in nats, values that are right at the threshold, and values."""

    nats: float = 0.0
    right: int = 0
    values: int = 0


def main() -> None:
    """Read, fit, print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    options = parser.parse_args()
    with Extractor(options.model, einvoice="ignore") as extractor:
        predictor = extractor.predictor
        sets = {
            name: [Judged(one.group, choices_of([one], predictor)) for one in observe(predictor, documents)]
            for name, documents in documents_by_set(sources_at(options.cache)).items()
        }
    print("| set | documents | nats: before | go on | from zero | right | go on | from zero | values |")
    print("|---" * 9 + "|")
    for name in sets:
        if name != GENERATED:
            print_rows(name, sets)


def print_rows(name: str, sets: Mapping[str, Sequence[Judged]]) -> None:
    """The rows of one set, as far as it has twice as many documents as are fitted on."""
    names = names_of_evidence()
    others = [one for other in sets if other not in (name, *MEASURED_ONLY) for one in sets[other]]
    before = fit_weights(joined(others), names)
    for count in COUNTS:
        scores = [Score(), Score(), Score()]
        for few, rest in draws(sets[name], count):
            few_choices = joined(few)
            gone_on = fit_weights(few_choices, names, prior=before)
            from_zero = fit_weights(few_choices, names)
            for score, weights in zip(scores, (before, gone_on, from_zero), strict=True):
                add(score, joined(rest), weights, names)
        if scores[0].values:
            nats = " | ".join(f"{one.nats / one.values:.3f}" for one in scores)
            right = " | ".join(f"{one.right:,}" for one in scores)
            print(f"| {name} | {count} | {nats} | {right} | {scores[0].values:,} |", flush=True)


def draws(documents: Sequence[Judged], count: int) -> Iterator[tuple[list[Judged], list[Judged]]]:
    """Some documents to fit on and the rest of them, whole groups at a time; none where the rest is small."""
    groups: dict[str, list[Judged]] = {}
    for one in documents:
        groups.setdefault(one.group, []).append(one)
    for seed in range(DRAWS):
        few: list[Judged] = []
        rest: list[Judged] = []
        for at in np.random.default_rng(seed).permutation(len(groups)):
            (few if len(few) < count else rest).extend(list(groups.values())[at])
        if len(rest) >= count:
            yield few, rest


def joined(documents: Iterable[Judged]) -> list[Choice]:
    """All choices of some documents."""
    return [choice for one in documents for choice in one.choices]


def add(score: Score, choices: Sequence[Choice], weights: Weights, names: Sequence[str]) -> None:
    """Judge choices by their weights alone, without sums and agreement."""
    for one in choices:
        vector = np.array([weights.of(name, one.field, one.type) for name in names])
        chances = np.array(softmax((one.observed @ vector).tolist()))
        has_right = bool(one.right.any())
        share = chances[one.right].sum() if has_right else 1.0 - chances.sum()
        top = float(chances.max(initial=0.0))
        score.nats -= float(np.log(max(share, 1e-12)))
        score.values += 1
        score.right += bool(one.right[int(chances.argmax())]) if top >= THRESHOLD else not has_right


if __name__ == "__main__":
    main()

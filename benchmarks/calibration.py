"""Whether confidences are true, measured on documents that neither training nor calibration saw.

    PAPERFORMER_DATA=... python benchmarks/calibration.py [--model DIR] [--folds K] [--write]

The calibration that a model brings was fitted on its held-out documents, and measuring it there flatters
it. Here the curves are fitted anew on K-1 folds of the real held-out documents (SROIE receipts and DeepForm
orders of ``held_out.json``) and on generated ones, and measured on the fold left out; documents of one issuer
stay in one fold. ``shipped`` is the model's own calibration on the same documents, for comparison. Invoices
of invoices-zugferd that no training read (their licence is not clear) are only measured on, never fitted on.
``--write`` leaves the calibration fitted on all held-out and generated documents in the model's folder; how
far OCR's readings are believed stays as it is there (``poor_pictures.py`` fits that, on these curves).

`by chance` is the calibration error that so few answers show when every confidence is exactly true.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from paperformer.extraction.answer import answers_from
from paperformer.extraction.calibration import Calibration, load_calibration, save_calibration
from paperformer.extraction.evaluation.evaluate import Answer, reliabilities
from paperformer.extraction.evaluation.reliability import Reliability
from paperformer.extraction.labelled.documents import LabelledDocument, load_jsonl
from paperformer.extraction.model_folder import CALIBRATION
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.fields.schema import Schema
from paperformer.learning.calibrate import Proposed, fit, propose
from paperformer.synthesis.corpus import write_corpus
from paperformer.synthesis.negatives import write_negatives

GENERATED, NEGATIVES = 200, 250
SEEDS = (77123, 11)  # of generated documents, of pages that are none of ours
TRAINED_ON = ("ZUGFeRD", "mustang", "horstoeko")  # sources of invoices-zugferd that recipes read
Fit = Callable[[Sequence[Proposed]], Calibration]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=3, help="cuts into folds, each by chance of its own")
    parser.add_argument("--write", action="store_true", help="calibrate the model's folder anew")
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    if not data or not (Path(data) / "receipts-sroie").is_dir():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-sroie and orders-deepform")
    with Extractor(options.model, einvoice="ignore", min_confidence=0.0) as extractor:
        real = propose(extractor, held_out(Path(data), options.model))
        invoices = propose(extractor, unseen_invoices(Path(data)))
        beside = propose(extractor, generated())
        schema = extractor.schema
    shipped = load_calibration(options.model / CALIBRATION)
    show("shipped, held-out documents (fitted on them)", [measured(real, shipped, schema)])
    repeats = [
        cross_fitted(real, beside, schema, folds=options.folds, seed=seed) for seed in range(options.repeats)
    ]
    show(f"cross-fitted, held-out documents, {options.folds} folds, mean of {options.repeats}", repeats)
    show("shipped, invoices-zugferd", [measured(invoices, shipped, schema)])
    anew = replace(fit([*real, *beside], schema), legibility=shipped.legibility)
    show("fitted anew, invoices-zugferd", [measured(invoices, anew, schema)])
    if options.write:
        save_calibration(anew, options.model / CALIBRATION)


def held_out(data: Path, model: Path) -> list[LabelledDocument]:
    """The real documents that the model's training did not see."""
    keys: Mapping[str, list[str]] = json.loads((model / "held_out.json").read_text())
    files = {"receipts-sroie": "train.jsonl", "orders-deepform": "train.jsonl.gz"}
    found = {name: load_jsonl(data / name / file) for name, file in files.items() if name in keys}
    return [one for name, documents in found.items() for one in documents if one.key in set(keys[name])]


def unseen_invoices(data: Path) -> list[LabelledDocument]:
    """Invoices of sources that no recipe reads."""
    names = {"order_number": "receiver_order_number"}
    return [
        replace(
            one,
            fields={names.get(name, name): values for name, values in one.fields.items()},
            known=frozenset(names.get(name, name) for name in one.known),
        )
        for one in load_jsonl(data / "invoices-zugferd" / "train.jsonl")
        if not str(one.flags.get("source", "")).startswith(TRAINED_ON)
    ]


def generated() -> list[LabelledDocument]:
    """What is fitted on beside real documents: generated ones, and pages that are none of ours."""
    with TemporaryDirectory() as folder:
        return [
            *load_jsonl(write_corpus(Path(folder) / "generated.jsonl", GENERATED, SEEDS[0])),
            *load_jsonl(write_negatives(Path(folder) / "negatives.jsonl", NEGATIVES, SEEDS[1])),
        ]


def cross_fitted(
    real: Sequence[Proposed], beside: Sequence[Proposed], schema: Schema, *, folds: int, seed: int
) -> dict[str, Reliability]:
    """Every real document measured with a calibration that saw nothing of its issuer."""
    answers: list[Answer] = []
    cut = cut_by_issuer(real, folds, seed)
    for own in range(folds):
        others = [one for number, fold in enumerate(cut) if number != own for one in fold]
        answers += answered(cut[own], fit([*others, *beside], schema), schema)
    return by_set(answers, schema)


def cut_by_issuer(real: Sequence[Proposed], folds: int, seed: int) -> list[list[Proposed]]:
    """Folds of about equal size; documents of one issuer (of one customer, for orders) stay together."""
    groups: dict[str, list[Proposed]] = defaultdict(list)
    for one in real:
        fields = one.labelled.fields
        issuer = fields.get("supplier_name") or fields.get("receiver_name") or (one.labelled.key,)
        groups[issuer[0]].append(one)
    names = sorted(groups)
    np.random.default_rng(seed).shuffle(names)
    cut: list[list[Proposed]] = [[] for _ in range(folds)]
    for name in names:
        min(cut, key=len).extend(groups[name])
    return cut


def measured(
    proposed: Sequence[Proposed], calibration: Calibration, schema: Schema
) -> dict[str, Reliability]:
    """The figures of documents under one calibration."""
    return by_set(answered(proposed, calibration, schema), schema)


def answered(proposed: Sequence[Proposed], calibration: Calibration, schema: Schema) -> list[Answer]:
    """What the extractor would have answered with this calibration."""
    return [
        Answer(
            one.labelled,
            answers_from(one.fields, one.labelled.document.words, calibration, schema),
            one.labelled.document,
        )
        for one in proposed
    ]


def by_set(answers: Sequence[Answer], schema: Schema) -> dict[str, Reliability]:
    """The figures by field, of all, and the total's of receipts alone."""
    receipts = [answer for answer in answers if answer.labelled.flags.get("set") == "receipts-sroie"]
    figures = reliabilities(answers, schema)
    if receipts and len(receipts) < len(answers):
        of_receipts = reliabilities(receipts, schema)
        figures["total_incl_vat of receipts"] = of_receipts["total_incl_vat"]
        figures["all of receipts"] = of_receipts["all"]
    return figures


def show(title: str, repeats: Sequence[Mapping[str, Reliability]]) -> None:
    """A line a field: the means over the repeats."""
    print(title)
    headings = ("answers", "right", "ECE", "by mass", "chance", "Brier")
    print(f"  {'field':28}{''.join(f'{heading:>8}' for heading in headings)}{'coverage':>10}")
    for name in repeats[0]:
        found = [repeat[name] for repeat in repeats]
        figures = [
            float(np.mean(column))
            for column in zip(
                *((f.right / f.answers, f.ece, f.ece_equal_mass, f.ece_by_chance, f.brier) for f in found),
                strict=True,
            )
        ]
        coverage = float(np.mean([f.coverage.share for f in found]))
        told = "".join(f"{figure:8.3f}" for figure in figures)
        behind = f"({min(f.coverage.documents for f in found)} documents or more)"
        print(f"  {name:28}{found[0].answers:8}{told}{coverage:10.3f} {behind}", flush=True)


if __name__ == "__main__":
    main()

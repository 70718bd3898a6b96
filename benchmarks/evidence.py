"""Fits the weights of evidence and the confidences of a model, and says what that is worth, set by set.

    PAPERFORMER_DATA=... python benchmarks/evidence.py [--model DIR] [--drawn FOLDER] [--write]

Read are documents that no training of the model saw: receipts of SROIE, orders and receipts of the world that
``held_out.json`` names, orders of the validation part, receipts labelled from their pictures, documents of
``--drawn`` (a folder of documents with answers beside them), generated ones and pages that are none of ours;
and, only to measure on (nobody gave leave to ship what is fitted on them), e-invoices of unseen issuers and
invoices of templates. Every figure is cross-fitted: the weights and curves that answer a document saw neither
it nor one with the same head of the page. ``--write`` fits on all that may be fitted on and writes
``evidence.json`` and ``calibration.json`` into the model's folder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from calibration import GENERATED, SEEDS, unseen_invoices
from receipts_world import LABELS as PICTURES

from paperformer.evidence.weights import save_weights
from paperformer.extraction.answer import answers_from
from paperformer.extraction.calibration import Calibration, load_calibration, save_calibration
from paperformer.extraction.evaluation.evaluate import Answer, field_scores, reliabilities
from paperformer.extraction.labelled.documents import LabelledDocument, load_corpus, load_jsonl
from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.receipts import with_receipt
from paperformer.extraction.untitled_invoices import with_invoice
from paperformer.fields.schema import Schema
from paperformer.learning.calibrate import Proposed, fit
from paperformer.learning.evidence_fit import Observed, cross_fitted, fit_model, observe
from paperformer.synthesis.corpus import write_corpus
from paperformer.synthesis.negatives import write_negatives

PLACES = Path(__file__).parents[1] / "recipes" / "labels" / "receipts-world.jsonl"
OF_PICTURES = {
    "total": "total_incl_vat", "date": "document_date", "supplier_name": "supplier_name",
    "currency": "currency",
}  # fmt: skip
MEASURED_ONLY = ("zugferd", "templates")  # no licence to ship what is fitted on them
NEGATIVES, TEMPLATES = 80, 16  # pages that are none of ours; every so many-th document of a template
THRESHOLD = 0.5


def main() -> None:
    """Read, fit, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--drawn", type=Path, help="a folder of documents with answers beside them")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="fit the model's folder anew")
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    if not (data / "receipts-sroie").is_dir():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-sroie, orders-deepform ...")
    with Extractor(options.model, einvoice="ignore") as extractor:
        predictor = extractor.predictor
        sets: dict[str, list[Observed]] = {}
        for name, documents in load_sets(data, options.model, options.drawn).items():
            sets[name] = observe(predictor, documents)
            print(f"{name}: {len(documents)} documents", flush=True)
        every = [one for those in sets.values() for one in those]
        measured_only = {id(one) for name in MEASURED_ONLY for one in sets.get(name, ())}
        answered = cross_fitted(
            every, predictor, folds=options.folds, fitted_on=lambda one: id(one) not in measured_only
        )
        fitted = [p for one, p in zip(every, answered, strict=True) if id(one) not in measured_only]
        before = load_calibration(options.model / CALIBRATION)
        calibration = fit(fitted, extractor.schema)
        calibration = replace(
            calibration, legibility=before.legibility, relevance=calibration.relevance or before.relevance
        )
        by_document = {id(one): p for one, p in zip(every, answered, strict=True)}
        for name, those in sets.items():
            report(name, [by_document[id(one)] for one in those], calibration, extractor.schema)
        if options.write:
            weights, _ = fit_model([one for one in every if id(one) not in measured_only], predictor)
            save_weights(weights, options.model / EVIDENCE)
            save_calibration(calibration, options.model / CALIBRATION)


def load_sets(data: Path, model: Path, drawn: Path | None) -> Mapping[str, list[LabelledDocument]]:
    """The sets by name."""
    held_out = {
        name: set(keys) for name, keys in json.loads((model / "held_out.json").read_text("utf-8")).items()
    }
    sroie = load_jsonl(data / "receipts-sroie" / "train.jsonl")
    orders = load_jsonl(data / "orders-deepform" / "train.jsonl.gz")
    world = data / "receipts-world" / "train.jsonl.gz"
    placed = load_corpus(world, standoff=PLACES)
    templates = load_jsonl(data / "invoices-templates" / "train.jsonl.gz")
    with TemporaryDirectory() as folder:
        generated = load_jsonl(write_corpus(Path(folder) / "generated.jsonl", GENERATED, SEEDS[0]))
        negatives = load_jsonl(write_negatives(Path(folder) / "negatives.jsonl", NEGATIVES, SEEDS[1]))
    return {
        "sroie": [one for one in sroie if one.key in held_out["receipts-sroie"]],
        "orders": [one for one in orders if one.key in held_out["orders-deepform"]],
        "orders-valid": load_jsonl(data / "orders-deepform" / "valid.jsonl.gz"),
        "world": [one for one in placed if one.key in held_out["receipts-world"]],
        "world-pictures": from_pictures(load_jsonl(world)),
        **({"drawn": load_corpus(drawn)} if drawn else {}),
        "generated": generated,
        "negatives": negatives,
        "zugferd": unseen_invoices(data),
        "templates": templates[::TEMPLATES],
    }


def from_pictures(documents: Sequence[LabelledDocument]) -> list[LabelledDocument]:
    """Receipts whose truth was read from their pictures: the half for looking at."""
    truths: dict[str, dict[str, tuple[str, ...]]] = {}
    for path in sorted(PICTURES.glob("labels-*.jsonl")):
        for record in map(json.loads, path.read_text("utf-8").splitlines()):
            if record["split"] == "dev":
                values = {ours: record[name] for name, ours in OF_PICTURES.items() if record[name]}
                truths[record["id"]] = {
                    name: (value,) if isinstance(value, str) else tuple(value)
                    for name, value in values.items()
                }
    return [
        replace(one, fields=truths[one.key], known=frozenset(truths[one.key]))
        for one in documents
        if one.key in truths
    ]


def report(name: str, proposed: Sequence[Proposed], calibration: Calibration, schema: Schema) -> None:
    """One line: right answers, F1 at the threshold, calibration error, coverage at 1 % error."""
    answers = []
    for one in proposed:
        words = one.labelled.document.words
        ours = calibration.of_document(words, one.fields)
        fields = with_invoice(with_receipt(one.fields, words), words)
        found = answers_from(fields, words, calibration, schema, ours)
        answers.append(Answer(one.labelled, found, one.labelled.document))
    right, score = (field_scores(answers, schema, least)["all"] for least in (0.0, THRESHOLD))
    trust = reliabilities(answers, schema)["all"]
    print(
        f"{name:15} {right.matched:5} right of {right.expected:5}  F1 {score.f1:.4f}  "
        f"ECE {trust.ece:.4f}  coverage {trust.coverage.share:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main()

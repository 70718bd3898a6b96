"""Fits the weights of evidence and the confidences of a model, and says what they are worth, set by set.

    PAPERFORMER_DATA=... python benchmarks/evidence.py [--model DIR] [--write] [--fold MODEL FILE]...

The documents are the development sets of ``development.py``, judged by their own labels and by the open
ones of ``benchmarks/labels`` together, generated ones, and pages that are neither invoices nor receipts. No
training saw any of them. E-invoices and templates are only measured, because their licences are unclear.
Every figure is cross-fitted: the weights and curves that answer a document saw neither it nor one with the
same head of the page. ``--fold`` adds documents that the model was trained on, as JSONL, and a model that
was trained without them and proposes their candidates (``recipes/real-pages``). ``--write`` fits on all
that may be fitted on, and writes ``evidence.json`` and ``calibration.json`` into the model's folder. With
``--fold``, the weights go on from there on ``BALANCED`` sets alone, where pages of many issuers are a
quarter of the documents: the figures that are printed are of the weights before. ``--new-relations`` fits
only the relations that the model has no weights for, writes their weights and leaves all others.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from gate.sets import Sources, load_sets, sources_at

from paperformer.evaluation.evaluate import Answer, field_scores, reliabilities
from paperformer.evidence.weights import Weights, load_weights, save_weights
from paperformer.extraction.answer import answers_from
from paperformer.extraction.calibration import Calibration, load_calibration, save_calibration
from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.predictor import Predictor
from paperformer.fields.schema import Schema
from paperformer.labelled.documents import LabelledDocument, load_jsonl
from paperformer.learning.calibrate import Proposed, fit
from paperformer.learning.evidence import folds_of
from paperformer.learning.evidence_fit import (
    Observed,
    choices_for_relations,
    cross_fitted,
    fit_all,
    names_of_evidence,
    observe,
)
from paperformer.learning.relation_fit import fit_relations
from paperformer.synthesis.corpus import write_corpus
from paperformer.synthesis.negatives import write_negatives

REAL = (
    "sroie", "orders", "orders-valid", "world", "world-pictures", "drawn", "zugferd", "templates", "pages",
)  # fmt: skip
FOLDS = "folds"  # the set of documents that the model learned from
BALANCED = ("sroie", "orders", "world", "drawn", FOLDS)
MEASURED_ONLY = ("zugferd", "templates", "pages")  # no licence to ship what is fitted on them
THRESHOLD = 0.5
SEED = 0  # of the folds
GENERATED, NEGATIVES = 200, 250
SEEDS = (77123, 11)  # of generated documents, of pages that are neither invoices nor receipts


def main() -> None:
    """Read, fit, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--fold", type=Path, nargs=2, action="append", default=[], metavar=("MODEL", "FILE"))
    parser.add_argument("--write", action="store_true", help="fit the model's folder anew")
    parser.add_argument("--new-relations", action="store_true", help="fit relations without weights only")
    options = parser.parse_args()
    sources = sources_at(options.cache)
    with Extractor(options.model, einvoice="ignore") as extractor:
        predictor = extractor.predictor
        sets: dict[str, list[Observed]] = {}
        for name, documents in documents_by_set(sources).items():
            sets[name] = observe(predictor, documents)
            print(f"{name}: {len(documents)} documents", flush=True)
    if options.new_relations:
        add_relations(options.model / EVIDENCE, sets, predictor)
        return
    sets[FOLDS] = [one for model, file in options.fold for one in observe_fold(model, file)]
    shipped = load_calibration(options.model / CALIBRATION)
    weights, calibration, answers = fitted(sets, predictor, shipped, options.folds)
    for name, found in answers.items():
        report(name, found, predictor.schema)
    report("all real", [one for name in REAL for one in answers.get(name, ())], predictor.schema)
    if options.write:
        if sets[FOLDS]:
            balanced = [one for name in BALANCED for one in sets.get(name, ())]
            weights = fit_all(balanced, predictor, prior=weights)
        unseen = never_seen(load_weights(options.model / EVIDENCE), sets)
        save_weights(weights.plus(unseen), options.model / EVIDENCE)
        save_calibration(calibration, options.model / CALIBRATION)


def fitted(
    sets: Mapping[str, Sequence[Observed]], predictor: Predictor, shipped: Calibration, folds: int
) -> tuple[Weights, Calibration, dict[str, list[Answer]]]:
    """Weights and confidences of all documents that may be fitted on, and the cross-fitted answers by set.

    Args:
        sets: Documents with what is observed of them.
        predictor: Of the model.
        shipped: The model's calibration: how far OCR is believed stays as it is there.
        folds: Into how many parts the documents are cut.
    """
    every = [one for those in sets.values() for one in those]
    measured_only = {id(one) for name in MEASURED_ONLY for one in sets.get(name, ())}
    answered = cross_fitted(
        every, predictor, folds=folds, seed=SEED, fitted_on=lambda one: id(one) not in measured_only
    )
    proposed = {id(one): found for one, found in zip(every, answered, strict=True)}

    def calibrated(documents: Sequence[Observed]) -> Calibration:
        found = [proposed[id(one)] for one in documents if id(one) not in measured_only]
        curves = fit(found, predictor.schema)
        return replace(curves, legibility=shipped.legibility, relevance=curves.relevance or shipped.relevance)

    fold = folds_of([one.group for one in every], folds, SEED)
    curves = [calibrated([one for one in every if fold[one.group] != own]) for own in range(folds)]
    answers = {
        name: [answer_to(proposed[id(one)], curves[fold[one.group]], predictor.schema) for one in those]
        for name, those in sets.items()
    }
    weights = fit_all([one for one in every if id(one) not in measured_only], predictor)
    return weights, calibrated(every), answers


def never_seen(shipped: Weights, sets: Mapping[str, Sequence[Observed]]) -> Weights:
    """The weights of evidence that no fitted document shows, as codes and known parties: they stay."""
    fitted_on = [one for name, those in sets.items() if name not in MEASURED_ONLY for one in those]
    tables = [table for one in fitted_on for table in one.tables.values()]
    fired = np.any([table.any(axis=0) for table in tables if len(table)], axis=0)
    unseen = {name for name, has_fired in zip(names_of_evidence(), fired, strict=True) if not has_fired}

    def kept(weights: Mapping[str, float]) -> dict[str, float]:
        return {name: weight for name, weight in weights.items() if name in unseen}

    types = {name: kept(own) for name, own in shipped.types.items()}
    fields = {name: kept(own) for name, own in shipped.fields.items()}
    return Weights(kept(shipped.shared), types, fields)


def add_relations(file: Path, sets: Mapping[str, Sequence[Observed]], predictor: Predictor) -> None:
    """Write weights of relations that have none yet; evidence and other relations keep theirs."""
    documents = [one for name, those in sets.items() if name not in MEASURED_ONLY for one in those]
    shipped = load_weights(file)
    relations = fit_relations(choices_for_relations(documents, predictor), shipped.relations)
    added = {name: outcomes for name, outcomes in relations.items() if name not in shipped.relations}
    print("\n".join(f"{name}: {outcomes}" for name, outcomes in added.items()))
    save_weights(replace(shipped, relations={**shipped.relations, **added}), file)


def observe_fold(model: Path, file: Path) -> list[Observed]:
    """Documents with the candidates of a model that was trained without them."""
    with Extractor(model, einvoice="ignore") as extractor:
        observed = observe(extractor.predictor, load_jsonl(file))
    print(f"{file}: {len(observed)} documents", flush=True)
    return observed


def documents_by_set(sources: Sources) -> Mapping[str, list[LabelledDocument]]:
    """The real sets, each judged by all its labels; generated documents and negatives."""
    loaded = load_sets(sources, REAL, sealed=False, skipped=lambda line: print(line, file=sys.stderr))
    joined = {name: with_labels(loaded[name], loaded.get(f"{name}+", ())) for name in REAL if name in loaded}
    return {**joined, "generated": generated()}


def with_labels(
    documents: Sequence[LabelledDocument], labelled: Sequence[LabelledDocument]
) -> list[LabelledDocument]:
    """Documents judged by their own labels and, where there are any, by further ones."""
    further = {one.key: one for one in labelled}
    return [
        replace(one, fields={**one.fields, **more.fields}, known=one.known | more.known)
        if (more := further.get(one.key))
        else one
        for one in documents
    ]


def answer_to(proposed: Proposed, calibration: Calibration, schema: Schema) -> Answer:
    """What the pipeline makes of a document's proposed candidates, calibrated."""
    words = proposed.labelled.document.words
    ours = calibration.of_document(words, proposed.fields)
    found = answers_from(proposed.fields, words, calibration, schema, ours)
    return Answer(proposed.labelled, found, proposed.labelled.document)


def generated() -> list[LabelledDocument]:
    """Generated documents, and pages that are neither invoices nor receipts."""
    with TemporaryDirectory() as folder:
        return [
            *load_jsonl(write_corpus(Path(folder) / "generated.jsonl", GENERATED, SEEDS[0])),
            *load_jsonl(write_negatives(Path(folder) / "negatives.jsonl", NEGATIVES, SEEDS[1])),
        ]


def report(name: str, answers: Sequence[Answer], schema: Schema) -> None:
    """One line: right answers, F1 at the threshold, calibration error, coverage at 1 % error."""
    right, score = (field_scores(answers, schema, least)["all"] for least in (0.0, THRESHOLD))
    trust = reliabilities(answers, schema)["all"]
    print(
        f"{name:15} {right.matched:5} right of {right.expected:5}  F1 {score.f1:.4f}  "
        f"ECE {trust.ece:.4f}  coverage {trust.coverage.share:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main()

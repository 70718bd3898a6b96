"""The weights of evidence and the calibration of a model, from labelled documents that no training saw.

Confidences are fitted on answers of weights that saw nothing of the document's own group: the head of its
page, so that the receipts of one shop, and the invoices of one issuer, stay together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperformer.errors import TrainingFailed, write_remedy
from paperformer.evidence.registry import all_evidence
from paperformer.evidence.scorer import observations, softmax
from paperformer.evidence.weights import NO_WEIGHTS, Weights, load_weights, save_weights
from paperformer.extraction.calibration import load_calibration, save_calibration
from paperformer.extraction.compare import same_value
from paperformer.extraction.model_folder import CALIBRATION, EVIDENCE
from paperformer.extraction.model_path import evidence_of
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.predictor import Predictor, Read
from paperformer.fields.schema import Schema
from paperformer.fields.scored import Scored
from paperformer.labelled.documents import LabelledDocument
from paperformer.labelled.truths import Truths
from paperformer.learning.calibrate import GENERATED, Proposed, fit
from paperformer.learning.evidence import PENALTIES, Choice, Penalties, fit_weights, folds_of
from paperformer.learning.relation_fit import JointChoice, fit_relations, joint_choices
from paperformer.splitting.copies import read_once

_HEAD = 6  # words at the head of a page by which documents belong together
FOLDS, INNER_FOLDS = 5, 3
ENOUGH_TO_FIT = 10  # documents: from here on, every set of benchmarks/evidence_few.py gains
ENOUGH_TO_CALIBRATE = 50  # documents: fewer say less than the calibration that is there
Tables = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Observed:
    """A labelled document and all that is observed of its candidates.

    Args:
        labelled: With its truth.
        read: Its candidates; None of a document without words.
        tables: By field what is observed of each candidate, ``(candidates, evidence)``.
    """

    labelled: LabelledDocument
    read: Read | None = None
    tables: Tables = field(default_factory=dict)

    @property
    def group(self) -> str:
        """The head of its first page."""
        return " ".join(word.text for word in self.labelled.document.words[:_HEAD])

    @property
    def is_generated(self) -> bool:
        """Whether our own generator made it."""
        return self.labelled.flags.get("set") == "synthetic"


def observe(
    predictor: Predictor,
    documents: Sequence[LabelledDocument],
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Observed]:
    """Read documents and observe their candidates.

    Args:
        predictor: Of the model.
        documents: With their truth.
        progress: Told how many of how many documents are done.
    """
    truths = Truths(predictor.schema)
    names = names_of_evidence()
    observed = []
    for done, document in enumerate(documents, start=1):
        labelled = truths.read(replace(document, document=read_once(document.document).document))
        read = predictor.read(labelled.document, [], {})
        observed.append(Observed(labelled, read, {} if read is None else tables_of(read, names)))
        progress(done, len(documents))
    return observed


def names_of_evidence() -> list[str]:
    """The columns of the tables."""
    return [evidence.name for evidence in all_evidence()]


def tables_of(read: Read, names: Sequence[str]) -> Tables:
    """What is observed of every candidate of a document."""
    page, place = read.reading.page, {name: at for at, name in enumerate(names)}
    tables = {}
    for name, candidates in page.candidates.items():
        table = np.zeros((len(candidates), len(names)), dtype=np.float32)
        for row, candidate in zip(table, candidates, strict=True):
            for own, figure in observations(candidate, page).items():
                row[place[own]] = figure
        tables[name] = table
    return tables


def choices_of(observed: Sequence[Observed], predictor: Predictor) -> list[Choice]:
    """The candidates of every field whose truth is known."""
    choices = []
    for document in observed:
        for name, table in document.tables.items():
            if document.read is None or name not in document.labelled.known:
                continue
            type_ = predictor.schema[name].type
            truths = [truth for truth in document.labelled.fields.get(name, ()) if truth]
            right = [
                same_value(type_, c.value, truths) or same_value(type_, c.text, truths)
                for c in document.read.reading.page.candidates[name]
            ]
            weight = GENERATED if document.is_generated else 1.0
            choices.append(Choice(name, type_, table, np.array(right), weight, document.is_generated))
    return choices


def vectors_of(weights: Weights, schema: Schema) -> dict[str, NDArray[np.float64]]:
    """The weights of each field, in the order of the columns."""
    names = names_of_evidence()
    return {
        definition.name: np.array([weights.of(name, definition.name, definition.type) for name in names])
        for definition in schema
    }


def scored(
    observed: Observed, read: Read, vectors: Mapping[str, NDArray[np.float64]]
) -> dict[str, list[Scored]]:
    """The candidates of a document with their probabilities before the joint choice."""
    chances = {name: softmax((table @ vectors[name]).tolist()) for name, table in observed.tables.items()}
    return {
        name: [
            candidate._replace(probability=chance)
            for candidate, chance in zip(candidates, chances[name], strict=True)
        ]
        for name, candidates in read.reading.scored.items()
    }


def proposed_with(observed: Sequence[Observed], weights: Weights, predictor: Predictor) -> list[Proposed]:
    """What the joint choice makes of documents under given weights."""
    vectors = vectors_of(weights, predictor.schema)
    found = []
    for document in observed:
        if document.read is None:
            found.append(Proposed(document.labelled, {}))
            continue
        fields = predictor.choose(
            document.read, scored(document, document.read, vectors), weights.relations
        ).fields
        own = {name: list(candidates) for name, candidates in fields.items()}
        found.append(Proposed(document.labelled, own))
    return found


def fit_all(
    observed: Sequence[Observed],
    predictor: Predictor,
    penalties: Penalties = PENALTIES,
    prior: Weights = NO_WEIGHTS,
) -> Weights:
    """The weights of evidence, and those of relations between the candidates that evidence weighs.

    Relations are fitted on probabilities of weights that did not see the document's group: those of weights
    that saw it leave relations too little to do.

    Args:
        observed: Documents to fit on.
        predictor: Of the model.
        penalties: What weights pay.
        prior: Weights that the fit goes on from.
    """
    choices = choices_for_relations(observed, predictor, penalties, prior)
    weights = fit_weights(choices_of(observed, predictor), names_of_evidence(), penalties, prior)
    return replace(weights, relations=fit_relations(choices, prior.relations, penalties))


def choices_for_relations(
    observed: Sequence[Observed],
    predictor: Predictor,
    penalties: Penalties = PENALTIES,
    prior: Weights = NO_WEIGHTS,
) -> list[JointChoice]:
    """The joint choices of documents, with probabilities of evidence that was fitted on other groups."""
    names, schema = names_of_evidence(), predictor.schema
    fold = folds_of([document.group for document in observed], INNER_FOLDS, seed=0)
    choices: list[JointChoice] = []
    for own in range(INNER_FOLDS):
        others = [document for document in observed if fold[document.group] != own]
        vectors = vectors_of(fit_weights(choices_of(others, predictor), names, penalties, prior), schema)
        for document in observed:
            if fold[document.group] == own and document.read is not None:
                weight = GENERATED if document.is_generated else 1.0
                candidates = scored(document, document.read, vectors)
                choices += joint_choices(document.labelled, candidates, document.read.facts, schema, weight)
    return choices


def cross_fitted(
    observed: Sequence[Observed],
    predictor: Predictor,
    penalties: Penalties = PENALTIES,
    folds: int = FOLDS,
    seed: int = 0,
    fitted_on: Callable[[Observed], bool] = lambda _: True,
    prior: Weights = NO_WEIGHTS,
) -> list[Proposed]:
    """Every document answered with weights that saw nothing of its group.

    Args:
        observed: Documents.
        predictor: Of the model.
        penalties: What weights pay.
        folds: Into how many parts they are cut.
        seed: Of the cut.
        fitted_on: Which documents may be fitted on; all are answered.
        prior: Weights that the fit goes on from.
    """
    fold = folds_of([document.group for document in observed], folds, seed)
    answered: dict[int, Proposed] = {}
    for own in range(folds):
        others = [document for document in observed if fold[document.group] != own and fitted_on(document)]
        weights = fit_all(others, predictor, penalties, prior)
        mine = [at for at, document in enumerate(observed) if fold[document.group] == own]
        answers = proposed_with([observed[at] for at in mine], weights, predictor)
        answered.update(zip(mine, answers, strict=True))
    return [answered[at] for at in range(len(observed))]


def fit_folder(
    folder: Path,
    documents: Sequence[LabelledDocument],
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> bool:
    """Fit a model folder's weights and, from ``ENOUGH_TO_CALIBRATE`` documents on, its confidences.

    Returns whether the confidences were fitted.

    The fit goes on from the weights that the folder has, or else from those of the default model. What tells
    documents of ours from others stays where too few others are among them, as does how far OCR is believed.

    Args:
        folder: Of a complete model; its files are written anew.
        documents: With their truth; no training of the model saw them.
        progress: Told how many of how many documents are done.

    Raises:
        ModelMismatch: the folder is no complete model.
        TrainingFailed: the folder cannot be written.
    """
    prior = load_weights(evidence_of(folder))
    calibration = load_calibration(folder / CALIBRATION)
    enough = len(documents) >= ENOUGH_TO_CALIBRATE
    with Extractor(folder, einvoice="ignore") as extractor:
        predictor = extractor.predictor
        observed = observe(predictor, documents, progress)
        weights = fit_all(observed, predictor, prior=prior)
        if enough:
            curves = fit(cross_fitted(observed, predictor, prior=prior), predictor.schema)
            calibration = replace(
                curves,
                legibility=calibration.legibility,
                relevance=curves.relevance or calibration.relevance,
            )
    try:
        save_weights(weights, folder / EVIDENCE)
        if enough:
            save_calibration(calibration, folder / CALIBRATION)
    except OSError as error:
        raise TrainingFailed(f"{folder}: cannot be written ({error})", write_remedy(error)) from error
    return enough

"""Evaluation on labelled documents: precision, recall and F1 by field, after normalisation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from paperformer.errors import InvalidConfig, ModelMismatch, PaperformerError, UnknownField
from paperformer.evaluation import sroie
from paperformer.evaluation.mistakes import Answer, Mistake, find_mistakes, is_right
from paperformer.evaluation.reliability import Answered, Reliability, reliability
from paperformer.evaluation.sroie import Score
from paperformer.extraction.known_parties.party import KnownParty
from paperformer.extraction.levels import LABEL_CONFIDENCE
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.predictor import PredictionSource
from paperformer.fields.schema import Schema
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.labelled.truths import Truths

if TYPE_CHECKING:
    from paperformer.documents.reading import OcrMode

SROIE = "receipts-sroie"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of one data set.

    Args:
        dataset: The file's name.
        documents: How many were read.
        fields: Counts by field, and of all under ``all``; the best candidate counts, at any confidence
            above ``threshold``.
        sroie: For receipts-sroie: the official protocol (``exact``) and by content, all receipts and those of
            companies unseen in training: protocol -> group -> field -> counts.
        failed: Documents that could not be read, with the reason.
        calibration: How far the confidences can be trusted, by field and of all under ``all``; where asked.
        unmeasured: Why fields of the data set were not measured, by name: the model's schema lacks them.
        unreadable: True values that no answer equals, by field: they are none of its type.
        alone: The same counts of the ``model`` without the rules, and of the rules (``rule``) without the
            model; where asked.
        mistakes: What was wrong, in the order of the documents; where asked.
        own_labels: How many documents have labels that this same model wrote (``paperformer extract --out``):
            as far as nobody corrected them, the model is compared with itself.
    """

    dataset: str
    documents: int
    threshold: float
    fields: Mapping[str, Score]
    sroie: Mapping[str, Mapping[str, Mapping[str, Score]]] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    calibration: Mapping[str, Reliability] = field(default_factory=dict)
    unmeasured: Mapping[str, str] = field(default_factory=dict)
    unreadable: Mapping[str, str] = field(default_factory=dict)
    alone: Mapping[PredictionSource, Mapping[str, Score]] = field(default_factory=dict)
    mistakes: Sequence[Mistake] = ()
    own_labels: int = 0

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        values: dict[str, Any] = {
            "dataset": self.dataset,
            "documents": self.documents,
            "threshold": self.threshold,
            "fields": {name: _figures(score) for name, score in self.fields.items()},
            "failed": dict(self.failed),
        }
        for source, scores in self.alone.items():
            values[f"{source}_alone"] = {name: _figures(score) for name, score in scores.items()}
        if self.calibration:
            values["calibration"] = {name: found.to_dict() for name, found in self.calibration.items()}
        for protocol, parts in self.sroie.items():
            values[protocol] = {
                part: {name: _figures(score) for name, score in scores.items()}
                for part, scores in parts.items()
            }
        return values


def _figures(score: Score) -> dict[str, float | int]:
    return {
        "precision": round(score.precision, 4),
        "recall": round(score.recall, 4),
        "f1": round(score.f1, 4),
        "matched": score.matched,
        "given": score.given,
        "expected": score.expected,
    }


def evaluate(
    dataset: Path,
    *,
    model: Path | None = None,
    from_image: bool = False,
    ocr_engine: str = "accurate",
    threshold: float = 0.5,
    keys: Sequence[str] | None = None,
    calibration: bool = False,
    fields: Sequence[str] | None = None,
    by_source: bool = False,
    mistakes: bool = False,
    label_confidence: float = LABEL_CONFIDENCE,
    known_parties: Path | Sequence[KnownParty] | None = None,
    without: Collection[str] = (),
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Evaluation:
    """Read every document of a data set and compare.

    Args:
        dataset: A JSONL file or a folder of documents with answers beside them.
        model: A model folder; None is the default model.
        from_image: Open the document's own file (OCR included) in place of the words that the set gives.
        ocr_engine: For ``from_image``.
        threshold: Answers of less confidence count as not given (the SROIE figures take all answers).
        keys: Only these documents.
        calibration: Whether to measure how far the confidences can be trusted.
        fields: Measure these alone; None is all that the model's schema has.
        by_source: Whether to measure the model without the rules too, and the rules without the model.
        mistakes: Whether to list what was wrong.
        label_confidence: Where the set is what ``paperformer extract`` answered: answers that are less sure
            are no labels.
        known_parties: Who is known, or a file of them, see ``Extractor``.
        without: Names of evidence and of proposers that are switched off.
        progress: Told how many of how many documents are done.

    Raises:
        InvalidConfig: the data set cannot be read, or has no files to open.
        ModelMismatch: there is no such model, or not all of it.
        UnknownField: its schema lacks one of ``fields``.
    """
    failed: dict[str, str] = {}
    documents = load_corpus(
        dataset,
        lambda name, error: failed.update({name: _reason(name, error)}),
        label_confidence=label_confidence,
    )
    if keys is not None:
        wanted = set(keys)
        documents = [d for d in documents if d.key in wanted]
    if from_image:
        documents = [d for d in documents if d.file is not None]
    if not documents:
        what, remedy = (
            ("with a file of its own ", "Leave out --from-image") if from_image else ("", "Give another set")
        )
        raise InvalidConfig(f"{dataset}: no document {what}to evaluate", remedy)
    answers: list[Answer] = []
    ocr: OcrMode = "always" if from_image else "auto"
    with Extractor(
        model,
        einvoice="ignore",
        ocr_engine=ocr_engine,
        ocr=ocr,
        known_parties=known_parties,
        without=without,
        min_confidence=0.0,
    ) as extractor:
        schema, own = extractor.schema, extractor.model.model_dump()
        measured = schema if fields is None else schema.subset(fields)
        truths = Truths(schema)
        for done, labelled in enumerate(documents, start=1):
            try:
                answers.append(_answer(extractor, truths.read(labelled), from_image, by_source))
            except ModelMismatch:  # no fault of the document: all of them would fail
                raise
            except PaperformerError as error:
                failed[labelled.key] = _reason(labelled.key, error)
            progress(done, len(documents))
    return Evaluation(
        dataset=dataset.name,
        documents=len(answers),
        threshold=threshold,
        fields=field_scores(answers, measured, threshold),
        sroie=_sroie_scores(answers) if _are_sroie(answers) else {},
        failed=failed,
        calibration=reliabilities(answers, measured) if calibration else {},
        unmeasured=_unmeasured(answers, schema) if fields is None else {},
        unreadable=truths.unreadable,
        alone={
            source: field_scores([replace(a, fields=a.alone[source]) for a in answers], measured, threshold)
            for source in (get_args(PredictionSource) if by_source else ())
        },
        mistakes=find_mistakes(answers, measured, threshold) if mistakes else (),
        own_labels=sum(answer.labelled.flags.get("model") == own for answer in answers),
    )


def _reason(name: str, error: PaperformerError) -> str:
    """What is wrong with a document and what to do about it, without its name, which stands beside it."""
    path, _, rest = error.message.partition(" ")
    message = rest if path.rstrip(":").endswith(name) and rest else error.message
    return f"{message}. {error.remedy[:1].upper()}{error.remedy[1:]}" if error.remedy else message


def _unmeasured(answers: Sequence[Answer], schema: Schema) -> dict[str, str]:
    """What the data set names and the schema lacks, with the remedy: a typo is no measured field."""
    found: dict[str, str] = {}
    named = {name for answer in answers for name in answer.labelled.known}
    for name in sorted(named.difference(schema.names)):
        try:
            schema[name]
        except UnknownField as error:
            found[name] = str(error)
    return found


def _answer(extractor: Extractor, labelled: LabelledDocument, from_image: bool, by_source: bool) -> Answer:
    if from_image and labelled.file is not None:
        reading = extractor.read(labelled.file, name=labelled.key)
        fields, document = reading.extraction.fields, reading.document
    else:
        fields, document = extractor.extract_document(labelled.document).fields, labelled.document
    return Answer(labelled, fields, document, extractor.predictor.alone(document) if by_source else {})


def field_scores(answers: Sequence[Answer], schema: Schema, threshold: float) -> dict[str, Score]:
    """Counts by field over what is known of each document, and of all under ``all``."""
    scores: dict[str, Score] = {}
    for answer in answers:
        for name in answer.labelled.known:
            if name in schema:
                truths = [truth for truth in answer.labelled.fields.get(name, ()) if truth]
                best = next((c for c in answer.fields.get(name, ()) if c.confidence >= threshold), None)
                right = best is not None and is_right(best, schema[name].type, truths)
                score = Score(int(right), int(best is not None), int(bool(truths)))
                scores[name] = scores.get(name, Score()) + score
    ordered = {name: scores[name] for name in schema.names if name in scores}
    return {**ordered, "all": sum(ordered.values(), Score())}


def reliabilities(answers: Sequence[Answer], schema: Schema) -> dict[str, Reliability]:
    """How far the confidences can be trusted, by field over what is known of each document, and of all."""
    ordered = answered_fields(answers, schema)
    everything = [document for answers in ordered.values() for document in answers]
    return {name: reliability(answers) for name, answers in {**ordered, "all": everything}.items()}


def answered_fields(answers: Sequence[Answer], schema: Schema) -> dict[str, list[Answered]]:
    """By field over what is known of each document its answers, and whether they are right.

    The best candidate counts, at any confidence; where a field is known to be absent, every answer is wrong.
    """
    answered: dict[str, list[Answered]] = {}
    for number, answer in enumerate(answers):
        for name in answer.labelled.known:
            if name in schema and answer.fields.get(name):
                best = answer.fields[name][0]
                truths = [truth for truth in answer.labelled.fields.get(name, ()) if truth]
                right = is_right(best, schema[name].type, truths)
                answered.setdefault(name, []).append(Answered(best.confidence, right, str(number)))
    return {name: answered[name] for name in schema.names if name in answered}


def _are_sroie(answers: Sequence[Answer]) -> bool:
    return bool(answers) and answers[0].labelled.flags.get("set") == SROIE


def _sroie_scores(answers: Sequence[Answer]) -> dict[str, dict[str, dict[str, Score]]]:
    parts = {"all": list(answers)}
    unseen = [a for a in answers if a.labelled.flags.get("company_seen_in_train") is False]
    if unseen:
        parts["unseen_companies"] = unseen
    return {
        protocol: {
            part: sroie.score(
                [sroie.answers(a.document, a.fields) for a in chosen],
                [a.labelled.raw for a in chosen],
                by_content=protocol == "content",
            )
            for part, chosen in parts.items()
        }
        for protocol in ("exact", "content")
    }

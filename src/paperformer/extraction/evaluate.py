"""How well a model reads labelled documents: precision, recall and F1 by field, after normalisation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperformer.documents.model import Document
from paperformer.errors import InvalidConfig, PaperformerError
from paperformer.extraction import sroie
from paperformer.extraction.compare import same_value
from paperformer.extraction.labelled import LabelledDocument, load_corpus
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Candidate
from paperformer.extraction.sroie import Score
from paperformer.fields.schema import Schema

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
    """

    dataset: str
    documents: int
    threshold: float
    fields: Mapping[str, Score]
    sroie: Mapping[str, Mapping[str, Mapping[str, Score]]] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        values: dict[str, Any] = {
            "dataset": self.dataset,
            "documents": self.documents,
            "threshold": self.threshold,
            "fields": {name: _figures(score) for name, score in self.fields.items()},
            "failed": dict(self.failed),
        }
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


@dataclass(frozen=True, slots=True)
class Answer:
    """A labelled document and what the model said of it."""

    labelled: LabelledDocument
    fields: Mapping[str, Sequence[Candidate]]
    document: Document


def evaluate(
    dataset: Path,
    *,
    model: Path | None = None,
    from_image: bool = False,
    ocr_engine: str = "rapidocr",
    threshold: float = 0.5,
    keys: Sequence[str] | None = None,
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
        progress: Told how many of how many documents are done.

    Raises:
        InvalidConfig: the data set cannot be read, or has no files to open.
        ModelMismatch: there is no such model.
    """
    documents = load_corpus(dataset)
    if keys is not None:
        wanted = set(keys)
        documents = [d for d in documents if d.key in wanted]
    if from_image:
        documents = [d for d in documents if d.file is not None]
    if not documents:
        what = "with a file of its own " if from_image else ""
        raise InvalidConfig(
            f"{dataset}: no document {what}to evaluate", "Leave out --from-image" if from_image else ""
        )
    failed: dict[str, str] = {}
    answers = []
    with Extractor(
        model, einvoice="ignore", ocr_engine=ocr_engine, ocr="always" if from_image else "auto"
    ) as extractor:
        for answer in _answers(extractor, documents, from_image, failed):
            answers.append(answer)
            progress(len(answers) + len(failed), len(documents))
        schema = extractor.schema
    return Evaluation(
        dataset=dataset.name,
        documents=len(documents),
        threshold=threshold,
        fields=field_scores(answers, schema, threshold),
        sroie=_sroie_scores(answers) if answers and _is_sroie(answers[0].labelled) else {},
        failed=failed,
    )


def _answers(
    extractor: Extractor, documents: Sequence[LabelledDocument], from_image: bool, failed: dict[str, str]
) -> Iterator[Answer]:

    for labelled in documents:
        try:
            if from_image and labelled.file is not None:
                reading = extractor.read(labelled.file, name=labelled.key)
                yield Answer(labelled, reading.extraction.fields, reading.document)
            else:
                extraction = extractor.extract_document(labelled.document)
                yield Answer(labelled, extraction.fields, labelled.document)
        except PaperformerError as error:
            failed[labelled.key] = str(error)


def field_scores(answers: Sequence[Answer], schema: Schema, threshold: float) -> dict[str, Score]:
    """Counts by field over what is known of each document, and of all under ``all``."""
    scores: dict[str, Score] = {}
    for answer in answers:
        for name in answer.labelled.known:
            if name not in schema:
                continue
            truths = [t for t in answer.labelled.fields.get(name, ()) if t]
            best = next((c for c in answer.fields.get(name, ()) if c.confidence >= threshold), None)
            type_ = schema[name].type
            right = (
                best is not None
                and bool(truths)
                and (same_value(type_, best.value, truths) or same_value(type_, best.text, truths))
            )
            scores[name] = scores.get(name, Score()) + Score(
                int(right), int(best is not None), int(bool(truths))
            )
    ordered = {name: scores[name] for name in schema.names if name in scores}
    return {**ordered, "all": sum(ordered.values(), Score())}


def _is_sroie(labelled: LabelledDocument) -> bool:
    return bool(labelled.flags) and (labelled.flags or {}).get("set") == SROIE


def _sroie_scores(answers: Sequence[Answer]) -> dict[str, dict[str, dict[str, Score]]]:
    parts = {"all": list(answers)}
    unseen = [a for a in answers if (a.labelled.flags or {}).get("company_seen_in_train") is False]
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

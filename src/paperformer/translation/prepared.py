"""A parallel corpus made ready to learn from: read, prepared, cleaned, and cut into subwords."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperformer.errors import ModelMismatch, TrainingFailed, write_remedy
from paperformer.text.subword_training import train_subwords
from paperformer.text.subwords import Subwords
from paperformer.translation.config import ParallelCorpus
from paperformer.translation.corpus import CorpusReport, Pair, clean, read_pairs
from paperformer.translation.model_folder import load_subwords, read_manifest, save_subwords
from paperformer.translation.preparation import Preparation

Preparations = tuple[Preparation, Preparation]
CORPUS_REPORT = "corpus.json"


@dataclass(frozen=True, slots=True)
class Corpus:
    """A corpus that is read, prepared and cleaned."""

    train: Sequence[Pair]
    validation: Sequence[Pair]
    preparations: Preparations
    report: CorpusReport


@dataclass(frozen=True, slots=True)
class Prepared(Corpus):
    """A corpus ready to learn from: with the vocabulary that cuts its texts."""

    subwords: tuple[Subwords, Subwords]


def prepare(corpus: ParallelCorpus, output: Path | None) -> Prepared:
    """Read, prepare and clean the corpus, and learn its subwords, or take those of an earlier run.

    Args:
        corpus: What to read.
        output: Folder to keep subwords and the corpus' figures in; None keeps them nowhere.

    Raises:
        InvalidConfig, ModelMismatch, TrainingFailed: as ``train.run``.
    """
    return cut(corpus, read(corpus), output)


def read(corpus: ParallelCorpus) -> Corpus:
    """Read, prepare and clean the corpus.

    Raises:
        InvalidConfig: as ``train.run``.
    """
    preparations = (
        Preparation(corpus.prepare, corpus.source),
        Preparation(corpus.prepare, corpus.target),
    )
    pairs, report = clean(_applied(read_pairs(corpus.train), preparations), corpus.cleaning)
    validation = _applied(read_pairs(corpus.validation), preparations) if corpus.validation else []
    return Corpus(pairs, validation, preparations, report)


def cut(settings: ParallelCorpus, corpus: Corpus, output: Path | None) -> Prepared:
    """Learn the subwords of a corpus, or take those of an earlier run; see ``prepare``.

    Raises:
        InvalidConfig, ModelMismatch, TrainingFailed: as ``train.run``.
    """
    subwords = _subwords(settings, corpus.train)
    if output is not None:
        _keep(output, subwords, corpus.report)
    return Prepared(corpus.train, corpus.validation, corpus.preparations, corpus.report, subwords)


def _applied(pairs: Sequence[Pair], preparations: Preparations) -> list[Pair]:
    source, target = preparations
    return [(source.apply(text), target.apply(other)) for text, other in pairs]


def _subwords(corpus: ParallelCorpus, pairs: Sequence[Pair]) -> tuple[Subwords, Subwords]:
    """The vocabulary that is named, or one learned from ``pairs``."""
    settings = corpus.vocabulary
    if corpus.subwords is None and corpus.subwords_folder is not None:
        read_manifest(Path(corpus.subwords_folder))  # says it where there is no translator
    if corpus.subwords_folder is not None:
        found = load_subwords(Path(corpus.subwords_folder))
        if "kind" in settings.model_fields_set and settings.kind != found[0].kind:
            raise ModelMismatch(
                f"{corpus.subwords_folder}: its subwords are {found[0].kind}, not {settings.kind}",
                "Leave `kind` out of the vocabulary",
            )
        return found
    sides = [[pair[0] for pair in pairs], [pair[1] for pair in pairs]]
    learned = [
        train_subwords(texts, settings.size, kind=settings.kind, min_frequency=settings.min_frequency)
        for texts in ([sides[0] + sides[1]] if settings.joint else sides)
    ]
    return learned[0], learned[-1]


def _keep(output: Path, subwords: tuple[Subwords, Subwords], report: CorpusReport) -> None:
    """Write both to the output folder: now it is seen whether it can be written, not after the training."""
    try:
        output.mkdir(parents=True, exist_ok=True)
        save_subwords(output, subwords)
        figures = json.dumps(report.figures(), indent=2)
        (output / CORPUS_REPORT).write_text(figures + "\n", encoding="utf-8")
    except OSError as error:
        raise TrainingFailed(
            f"{output}: cannot be written ({error.strerror})",
            write_remedy(error, "another output folder"),
        ) from error

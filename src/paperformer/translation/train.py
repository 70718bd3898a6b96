"""Training a translator: a parallel corpus in, a model folder out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from paperformer.errors import ModelMismatch, TrainingFailed, write_remedy
from paperformer.learning.processes import Processes
from paperformer.learning.trainer import Trainer
from paperformer.text.subword_dropout import SubwordDropout
from paperformer.text.subword_training import train_subwords
from paperformer.text.subwords import Subwords
from paperformer.transformer.config import RecurrentConfig
from paperformer.translation.batches import Batch, Batches, IdPair, encode_pairs, grouped
from paperformer.translation.config import ParallelCorpus, TranslationConfig, load_translation_config
from paperformer.translation.corpus import CorpusReport, Pair, clean, read_pairs
from paperformer.translation.model_folder import (
    Manifest,
    TranslationParts,
    begin_with,
    build,
    load_subwords,
    read_manifest,
    save_subwords,
    save_translator,
    shape_of,
)
from paperformer.translation.preparation import Preparation
from paperformer.translation.task import TranslationTask
from paperformer.translation.validation import Validation, perplexity

Report = Callable[[Mapping[str, float]], None]
Preparations = tuple[Preparation, Preparation]
CORPUS_REPORT = "corpus.json"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A corpus ready to learn from: prepared texts and the vocabulary that cuts them."""

    train: Sequence[Pair]
    validation: Sequence[Pair]
    preparations: Preparations
    subwords: tuple[Subwords, Subwords]
    report: CorpusReport


def run(
    config_path: Path, report: Report | None = None, *, seed: int | None = None, output: Path | None = None
) -> Path:
    """Train as the YAML file says, from the latest checkpoint where there is one; the model's folder.

    Args:
        config_path: See ``TranslationConfig``.
        report: Told of the corpus' figures, and of every record of the log.
        seed: Instead of the file's; the vocabulary does not depend on it.
        output: Folder, instead of the file's.

    Raises:
        InvalidConfig: the configuration or the corpus cannot be read.
        ModelMismatch: the vocabulary or the translator to begin with is missing or does not fit.
        TrainingFailed: the disk is full, or the folder holds another training.
    """
    config = load_translation_config(config_path)
    if seed is not None:
        config = config.model_copy(update={"training": config.training.model_copy(update={"seed": seed})})
    if output is not None:
        config = config.model_copy(update={"output": str(output)})
    prepared = prepare(config, Path(config.output) if Processes.is_first_rank() else None)
    trainer, parts = train(config, prepared, report)
    folder = Path(config.output) / "model"
    if trainer.processes.is_first:
        save_translator(folder, parts)
    trainer.processes.part()
    return folder


def train(
    config: TranslationConfig, prepared: Prepared, report: Report | None = None
) -> tuple[Trainer[Batch], TranslationParts]:
    """Train on a corpus that is prepared; the trainer, and the translator with its best weights.

    Raises:
        InvalidConfig: the model's settings cannot be.
        ModelMismatch: the translator to begin with is missing, damaged or of another shape.
        TrainingFailed: as ``run``.
    """
    model = build(shape_of(config.model, prepared.subwords), config.training.seed)
    parts = TranslationParts(model, prepared.subwords, prepared.preparations, _manifest(config, prepared))
    if config.model.pretrained is not None:
        begin_with(parts, Path(config.model.pretrained))
    trainer = _trainer(config, prepared, parts, report)
    if trainer.processes.is_first and report is not None:
        report(prepared.report.figures() | {"parameters": sum(p.numel() for p in model.parameters())})
    trainer.run()
    if trainer.processes.is_first:
        model.load_state_dict(trainer.best_state())
    return trainer, replace(parts, model=model.eval())


def learn_vocabulary(config_path: Path) -> tuple[Path, tuple[Subwords, Subwords], CorpusReport]:
    """Only the first step: the corpus cleaned, its subwords learned and written to the output folder.

    Raises:
        InvalidConfig, ModelMismatch, TrainingFailed: as ``run``.
    """
    config = load_translation_config(config_path)
    prepared = prepare(config, Path(config.output))
    return Path(config.output), prepared.subwords, prepared.report


def prepare(corpus: ParallelCorpus, output: Path | None) -> Prepared:
    """Read, prepare and clean the corpus, and learn its subwords, or take those of an earlier run.

    Args:
        corpus: What to read.
        output: Folder to keep subwords and the corpus' figures in; None keeps them nowhere.

    Raises:
        InvalidConfig, ModelMismatch, TrainingFailed: as ``run``.
    """
    preparations = (
        Preparation(corpus.prepare, corpus.source),
        Preparation(corpus.prepare, corpus.target),
    )
    pairs, report = clean(_applied(read_pairs(corpus.train), preparations), corpus.cleaning)
    validation = _applied(read_pairs(corpus.validation), preparations) if corpus.validation else []
    subwords = _subwords(corpus, pairs)
    if output is not None:
        _keep(output, subwords, report)
    return Prepared(pairs, validation, preparations, subwords, report)


def _applied(pairs: Sequence[Pair], preparations: Preparations) -> list[Pair]:
    source, target = preparations
    return [(source.apply(one), target.apply(other)) for one, other in pairs]


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


def _manifest(config: TranslationConfig, prepared: Prepared) -> Manifest:
    shape = shape_of(config.model, prepared.subwords)
    return Manifest(
        name=config.name,
        version=config.version,
        source=config.source,
        target=config.target,
        prepare=config.prepare,
        architecture="recurrent" if isinstance(shape, RecurrentConfig) else "transformer",
        shape=shape.to_dict(),
        subwords=(prepared.subwords[0].fingerprint(), prepared.subwords[1].fingerprint()),
        search=config.search,
    )


def _trainer(
    config: TranslationConfig, prepared: Prepared, parts: TranslationParts, report: Report | None
) -> Trainer[Batch]:
    settings = config.training
    evaluate = None
    if prepared.validation:
        evaluate = _judge(config, Validation(parts, prepared.validation, settings.tokens_per_batch))
    return Trainer(
        parts.model,
        TranslationTask(settings.label_smoothing, settings.r_drop),
        _epochs(config, prepared),
        Path(config.output),
        settings.trainer(),
        evaluate=evaluate,
        report=report,
        identity=identity(config, prepared),
        unit="tokens",
    )


def _epochs(config: TranslationConfig, prepared: Prepared) -> Callable[[int], Batches]:
    """The batches of each epoch: the same for the same number and seed."""
    settings, subwords = config.training, prepared.subwords
    cuts = _cuts(prepared, config.vocabulary.dropout, settings.seed)

    def epoch_batches(epoch: int) -> Batches:
        generator = np.random.default_rng((settings.seed, epoch))
        pairs = cuts(generator)
        return Batches(pairs, grouped(pairs, settings.tokens_per_batch, generator), subwords)

    return epoch_batches


def _cuts(prepared: Prepared, dropout: float, seed: int) -> Callable[[np.random.Generator], Sequence[IdPair]]:
    """The pairs' ids, always the same or, with ``dropout``, as a generator draws them."""
    if not dropout:
        pairs = encode_pairs(prepared.train, prepared.subwords)
        return lambda _: pairs
    reading, writing = (
        SubwordDropout(vocabulary, [pair[side] for pair in prepared.train], dropout, seed)
        for side, vocabulary in enumerate(prepared.subwords)
    )
    return lambda generator: list(zip(reading.encode(generator), writing.encode(generator), strict=True))


def _judge(config: TranslationConfig, validation: Validation) -> Callable[[nn.Module], Mapping[str, float]]:
    """What is measured after each epoch: the loss and, where it decides, BLEU of greedy translations."""

    def evaluate(_: nn.Module) -> Mapping[str, float]:
        loss = validation.loss()
        figures = {"validation_loss": loss, "perplexity": perplexity(loss)}
        if config.training.stop_on == "loss":
            return figures | {"score": -loss}
        figures["bleu"] = validation.bleu(length_penalty=config.search.length_penalty)
        return figures | {"score": figures["bleu"]}

    return evaluate


def identity(config: TranslationConfig, prepared: Prepared) -> str:
    """What must not change between a training and its resumption; the corpus itself is part of it."""
    free: Any = {"output": True, "search": True, "training": config.training.free()}
    values = config.model_dump(exclude=free)
    content = json.dumps(values, sort_keys=True, default=str) + prepared.subwords[0].fingerprint()
    content += prepared.subwords[1].fingerprint() + json.dumps(list(prepared.train))
    return hashlib.sha256(content.encode()).hexdigest()[:16]

"""Training a translator: a parallel corpus in, a model folder out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from paperformer.learning.processes import Processes
from paperformer.learning.trainer import Trainer
from paperformer.text.subword_dropout import SubwordDropout
from paperformer.text.subwords import Subwords
from paperformer.transformer.config import RecurrentConfig
from paperformer.translation import verdict
from paperformer.translation.batches import Batch, Batches, IdPair, encode_pairs, grouped
from paperformer.translation.config import TranslationConfig, load_translation_config
from paperformer.translation.corpus import CorpusReport, read_pairs
from paperformer.translation.model_folder import (
    Manifest,
    TranslationParts,
    begin_with,
    build,
    save_translator,
    shape_of,
)
from paperformer.translation.prepared import Prepared, cut, read
from paperformer.translation.scaling import as_line, save_settings, scaled
from paperformer.translation.task import TranslationTask
from paperformer.translation.validation import Validation, perplexity

Report = Callable[[Mapping[str, float]], None]
Notice = Callable[[str], None]


def run(
    config_path: Path,
    report: Report | None = None,
    *,
    notice: Notice | None = None,
    seed: int | None = None,
    output: Path | None = None,
) -> Path:
    """Train as the YAML file says, from the latest checkpoint where there is one; the model's folder.

    What the file leaves open is set to suit the size of the corpus (``scaling``).

    Args:
        config_path: See ``TranslationConfig``.
        report: Told of the corpus' figures, and of every record of the log.
        notice: Told in a line each: which settings were set, the figures on the test texts, and whether
            the model has learned.
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
    corpus = read(config)
    if config.test:
        read_pairs(config.test)  # what cannot be read is said before the training, not after it
    config, chosen = scaled(config, len(corpus.train))
    first = Processes.is_first_rank()
    if first:
        save_settings(config, chosen, len(corpus.train))
        if chosen and notice is not None:
            notice(as_line(chosen, len(corpus.train)))
    prepared = cut(config, corpus, Path(config.output) if first else None)
    trainer, parts = train(config, prepared, report)
    folder = Path(config.output) / "model"
    if trainer.processes.is_first:
        save_translator(folder, parts)
    trainer.processes.part()
    if trainer.processes.is_first and notice is not None:
        for line in verdict.closing(config, parts, prepared.train, prepared.validation):
            notice(line)
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
    corpus = read(config)
    config, _ = scaled(config, len(corpus.train))
    prepared = cut(config, corpus, Path(config.output))
    return Path(config.output), prepared.subwords, prepared.report


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
    free: Any = {"output": True, "search": True, "test": True, "training": config.training.free()}
    values = config.model_dump(exclude=free)
    content = json.dumps(values, sort_keys=True, default=str) + prepared.subwords[0].fingerprint()
    content += prepared.subwords[1].fingerprint() + json.dumps(list(prepared.train))
    return hashlib.sha256(content.encode()).hexdigest()[:16]

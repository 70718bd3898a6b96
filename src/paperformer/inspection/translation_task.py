"""Translating, as a task of an ablation: every variant learns the same corpus in the same subwords."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperformer.errors import TrainingDiverged
from paperformer.inspection.ablation_config import TranslationTaskConfig
from paperformer.inspection.variants import Variant, variant_shape
from paperformer.transformer.config import RecurrentConfig, Seq2SeqConfig
from paperformer.translation import train
from paperformer.translation.config import ModelChoice, ParallelCorpus, TranslationConfig
from paperformer.translation.prepared import Prepared, prepare
from paperformer.translation.validation import Validation, perplexity

RUNS = "runs"


@dataclass(frozen=True, slots=True)
class TranslationTask:
    """A function of variant and seed, as ``ablate`` asks for.

    Args:
        config: The task.
        whole: The whole model.
        prepared: The corpus.
        folder: Trainings that are not over keep their checkpoints in its ``runs``.
        threads: Torch threads, 0 for torch's own choice.
        watch: Told of every record of a training, while it lasts.
        figures: What the table shows.
    """

    config: TranslationTaskConfig
    whole: Seq2SeqConfig
    prepared: Prepared
    folder: Path
    threads: int = 0
    watch: train.Report | None = None
    figures: tuple[str, ...] = ("bleu", "perplexity")

    @classmethod
    def prepared_for(
        cls,
        config: TranslationTaskConfig,
        model: Mapping[str, Any],
        folder: Path,
        threads: int,
        watch: train.Report | None = None,
    ) -> TranslationTask:
        """The task with its corpus read and its subwords learned.

        Args:
            config: The task.
            model: The whole model: settings of ``Seq2SeqConfig`` without those of the vocabulary.
            folder: Of the ablation.
            threads: Torch threads.
            watch: Told of every record of a training, while it lasts.

        Raises:
            InvalidConfig: the corpus cannot be read, or a setting of the model cannot be.
            ModelMismatch: the vocabulary that is named is missing or damaged.
            TrainingFailed: the folder cannot be written.
        """
        prepared = prepare(config, folder)
        reading, writing = prepared.subwords
        sizes = {
            "vocabulary_size": len(writing),
            "source_vocabulary_size": None if reading is writing else len(reading),
            "padding_id": writing.padding_id,
        }
        return cls(config, Seq2SeqConfig.from_dict({**sizes, **model}), prepared, folder, threads, watch)

    @property
    def identity(self) -> str:
        """Whole model, corpus, and how long it is learned; not on how many threads."""
        training = self.config.training.model_dump(exclude={"checkpoint_seconds", "tensorboard"})
        said = [training, self.config.search.model_dump(), list(self.prepared.validation)]
        begun = train.identity(self._training(self.whole, seed=0), self.prepared)
        return f"{begun} {json.dumps(said, sort_keys=True)}"

    def __call__(self, variant: Variant, seed: int) -> Mapping[str, float]:
        """Train a variant, from its latest checkpoint where there is one, and measure its best weights.

        Returns:
            On the validation texts ``bleu`` (in the form that the model knows: ``prepare``) and
            ``perplexity`` a token; ``parameters``; ``steps`` and ``seconds`` of training.

        Raises:
            InvalidConfig: the variant cannot be built.
            TrainingFailed: the disk is full.
            TrainingDiverged: the loss is not finite any more.
        """
        config = self._training(variant_shape(self.whole, variant), seed)
        config = config.model_copy(
            update={"output": str(self.folder / RUNS / train.identity(config, self.prepared))}
        )
        try:
            trainer, parts = train.train(config, self.prepared, self.watch)
        except TrainingDiverged:
            _clear(Path(config.output))
            raise
        validation = Validation(parts, self.prepared.validation, config.training.tokens_per_batch)
        figures = {
            "bleu": validation.bleu(beam=config.search.beam),
            "perplexity": perplexity(validation.loss()),
            "parameters": sum(parameter.numel() for parameter in parts.model.parameters()),
            "steps": trainer.progress.step,
            "seconds": round(trainer.progress.seconds, 2),
        }
        _clear(Path(config.output))
        return figures

    def _training(self, shape: Seq2SeqConfig | RecurrentConfig, seed: int) -> TranslationConfig:
        corpus = {name: getattr(self.config, name) for name in ParallelCorpus.model_fields}
        settings = self.config.training.model_copy(update={"seed": seed, "threads": self.threads})
        return TranslationConfig(
            **corpus,
            output=str(self.folder / RUNS),
            model=_choice(shape),
            training=settings,
            search=self.config.search,
        )


def _clear(folder: Path) -> None:
    """Remove what a training wrote: checkpoints of each variant and seed would fill a disk."""
    if folder.exists():  # a training that failed in its first step wrote nothing
        shutil.rmtree(folder)


def _choice(shape: Seq2SeqConfig | RecurrentConfig) -> ModelChoice:
    """A shape as the configuration of a translator states it; the vocabulary is the corpus' own."""
    corpus = {"vocabulary_size", "source_vocabulary_size", "padding_id"}
    changes = {name: value for name, value in shape.to_dict().items() if name not in corpus}
    return ModelChoice(preset="recurrent" if isinstance(shape, RecurrentConfig) else "base", changes=changes)

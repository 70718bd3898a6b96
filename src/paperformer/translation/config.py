"""Settings of the training of a translator: a YAML file, checked when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from paperformer.learning.config_file import ModelSettings, Strict, load_yaml
from paperformer.learning.optimisation import ScheduleName
from paperformer.learning.trainer_settings import TrainerSettings
from paperformer.text.subwords import SubwordKind
from paperformer.translation.preparation import PreparationName


class ParallelText(Strict):
    """Two text files of which each line translates the other's, or one of two columns.

    Args:
        source, target: Paths; environment variables are expanded.
        tsv: A file of tab-separated columns instead: source, target.
    """

    source: str | None = None
    target: str | None = None
    tsv: str | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> ParallelText:
        both, either = self.source and self.target, self.source or self.target
        if (self.tsv is None) != bool(both) or (self.tsv and either):
            raise ValueError("give source and target, or tsv alone")
        return self


class Cleaning(Strict):
    """Which pairs are dropped from the training corpus, beside those with an empty side.

    Args:
        max_words: More words on a side.
        max_ratio: One side has so many times the other's words,
        short_words: unless neither has more words than this.
        repeated: Pairs that came before.
    """

    max_words: int = Field(200, ge=1)
    max_ratio: float = Field(3.0, ge=1)
    short_words: int = Field(8, ge=0)
    repeated: bool = True


class Vocabulary(Strict):
    """The subwords.

    Args:
        kind: ``bpe`` or ``wordpiece``.
        size: How many, of each language or of both together.
        joint: One vocabulary for both languages; the model then has one table for them.
        min_frequency: Pairs of pieces that occur less often are not merged.
        dropout: Probability of leaving a merge out while training (Provilkov et al. 2020): the same word is
            cut in many ways. BPE only.
    """

    kind: SubwordKind = "bpe"
    size: int = Field(10_000, ge=300)
    joint: bool = True
    min_frequency: int = Field(2, ge=1)
    dropout: float = Field(0.0, ge=0, lt=1)


class ModelChoice(Strict):
    """The model: a shape by name, and what is changed of it.

    Args:
        preset: ``tiny``, ``base`` and ``big`` are Transformers, ``recurrent`` is the RNN with attention.
        changes: Settings of ``Seq2SeqConfig`` or ``RecurrentConfig``.
        pretrained: Folder of a translator of this shape, whose weights it begins with and whose subwords it
            takes.
    """

    preset: Literal["tiny", "base", "big", "recurrent"] = "tiny"
    changes: ModelSettings = Field(default_factory=dict)
    pretrained: str | None = None


class Search(Strict):
    """How translations are searched for, unless one says otherwise.

    Args:
        beam: Texts followed at a time; 1 is greedy.
        length_penalty: See ``transformer.generation.beam.penalty``.
        consensus: See ``translation.consensus.by_consensus``; 0 takes the translation with the best score.
    """

    beam: int = Field(5, ge=1)
    length_penalty: float = Field(1.0, ge=0)
    consensus: float = Field(0.0, ge=0, allow_inf_nan=False)


class Training(TrainerSettings):
    """As in ``learning.trainer_config.TrainerConfig``, with what is the task's own.

    Args:
        tokens_per_batch: Rows times the longest side, padding included.
        label_smoothing: Part of the probability that is spread over all tokens (Szegedy et al. 2016).
        r_drop: How much it counts that two passes with other dropout differ (alpha of Liang et al. 2021, who
            take 5); 0 makes one pass. Each step takes twice as long.
        stop_on: What picks the best weights and ends the training: the loss on the validation texts, or the
            BLEU of their greedy translations.
    """

    epochs: int = Field(100, ge=1)
    learning_rate: float = Field(5e-3, gt=0)
    schedule: ScheduleName = "inverse_sqrt"
    weight_decay: float = Field(0.0, ge=0)
    epsilon: float = Field(1e-8, gt=0)
    average: float = Field(0.0, ge=0, lt=1)
    tokens_per_batch: int = Field(4096, ge=16)
    label_smoothing: float = Field(0.1, ge=0, lt=1)
    r_drop: float = Field(0.0, ge=0)
    stop_on: Literal["loss", "bleu"] = "loss"


class ParallelCorpus(Strict):
    """What a translator learns from, and how it is cut.

    Args:
        source, target: The languages, ISO 639-1.
        train: What to learn from.
        validation: What to judge by while training; without it the training ends with its last epoch.
        prepare: See ``preparation``.
        subwords: Folder with a vocabulary to take (another model's), in place of one learned from ``train``.
    """

    source: str = Field(min_length=2)
    target: str = Field(min_length=2)
    train: tuple[ParallelText, ...] = Field(min_length=1)
    validation: tuple[ParallelText, ...] = ()
    cleaning: Cleaning = Cleaning()
    prepare: PreparationName = "none"
    vocabulary: Vocabulary = Vocabulary()
    subwords: str | None = None

    @property
    def subwords_folder(self) -> str | None:
        """Where the vocabulary comes from, if it is not to be learned."""
        return self.subwords


class TranslationConfig(ParallelCorpus):
    """The training of a translator.

    Args:
        output: Folder of checkpoints, log and the finished model.
        test: What the finished model translates once, for its figures.
        name, version: What the model calls itself.
        model: What is trained, and
        training: how.
        search: How it translates unless one says otherwise.
    """

    output: str
    test: tuple[ParallelText, ...] = ()
    name: str = "translator"
    version: str = "1"
    model: ModelChoice = ModelChoice()
    training: Training = Training()
    search: Search = Search()

    @model_validator(mode="after")
    def _something_to_judge_by(self) -> TranslationConfig:
        if not self.validation and (self.training.patience or self.training.stop_on == "bleu"):
            raise ValueError("training.patience and stop_on: bleu need validation texts")
        return self

    @property
    def subwords_folder(self) -> str | None:
        """Where the vocabulary comes from, if it is not to be learned."""
        return self.subwords or self.model.pretrained


def load_translation_config(path: Path) -> TranslationConfig:
    """The configuration in a YAML file, environment variables expanded.

    Raises:
        InvalidConfig: the file is missing, no YAML, or says something that cannot be.
    """
    return load_yaml(path, TranslationConfig, "docs/translation.md")

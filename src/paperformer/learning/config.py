"""Settings of a fine-tuning: a YAML file, checked when it is read."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from paperformer.extraction.levels import LABEL_CONFIDENCE
from paperformer.learning.config_file import ModelSettings, Strict, load_yaml
from paperformer.transformer.config.lora import Projection

DEFAULT_MODEL = "default"
"""The name under which ``encoder.pretrained`` finds the model that comes with Paperformer."""
# Few documents are shown often: a new field takes some hundred steps, however many documents there are.
SHOWN, LEAST_EPOCHS, MOST_EPOCHS = 1600, 8, 40


class DataSource(Strict):
    """A set of labelled documents: a JSONL file, or a folder of documents with ``NAME.json`` beside each.

    Args:
        path: Environment variables are expanded.
        labels: A JSONL file's labels where they are kept apart from it (``extraction.standoff``);
            documents without any are left out.
        repeat: How often an epoch sees each document; 0.5 shows a random half.
        hold_out: Documents kept out of training for validation and calibration, whole groups at a time.
            Where no source says how many, a fifth of each, at most 100; where one does, the others none.
        group_by: Field whose value makes a group (the same issuer is never on both sides).
        only: Keep documents whose ``source`` begins with one of these (a licence filter).
        rename: Field names of the source -> ours, where they differ.
        from_image: Learn from what OCR reads in the documents' own files, not from the words that the set
            gives. What is held out keeps the given words.
        wardrobe: Sources that name the same wardrobe lend each other names and addresses
            (``augmentation.exchange``); without a name a source keeps to its own.
        label_confidence: Of a file that ``paperformer extract --output jsonl`` wrote: answers that are less
            sure are no labels.
    """

    path: str
    labels: str | None = None
    repeat: float = Field(1.0, gt=0)
    hold_out: int | None = Field(None, ge=0)
    group_by: str = "supplier_name"
    only: tuple[str, ...] = ()
    rename: dict[str, str] = Field(default_factory=dict)
    from_image: bool = False
    wardrobe: str | None = None
    label_confidence: float = Field(LABEL_CONFIDENCE, ge=0, le=1)


class EncoderChoice(Strict):
    """The encoder: pretrained weights or a model folder of ours, and what is changed.

    Args:
        pretrained: ``default`` is the model that comes with Paperformer; else a checkpoint's folder, or the
            name of an installed package that carries one.
        preset: Instead of the pretrained weights new ones of this shape: ``lstm_tagger``, ``small`` or
            ``smartscan``. The pieces are those of ``pretrained``.
        pretrained_embedding: With a preset, take the embedding of ``pretrained`` along; widths must agree.
        changes: Settings of ``EncoderConfig``: ``attention``, ``max_positions``, ``narrow_after`` ...
        stretch: How positions beyond the pretrained ones are made.
        seed: Of everything that starts at random.
    """

    pretrained: str = DEFAULT_MODEL
    preset: Literal["lstm_tagger", "small", "smartscan"] | None = None
    pretrained_embedding: bool = False
    changes: ModelSettings = Field(default_factory=dict)
    stretch: Literal["repeat", "interpolate"] = "repeat"
    seed: int = Field(0, ge=0, lt=2**63)


class Lora(Strict):
    """Learn by adapters (``transformer.config.lora.LoraConfig``) and the head; the encoder stays as it is."""

    rank: int = Field(8, ge=1)
    alpha: float = Field(16.0, gt=0)
    projections: tuple[Projection, ...] = Field(("query", "value"), min_length=1)
    dropout: float = Field(0.0, ge=0, lt=1)


class Augmentation(Strict):
    """Seeded noise on training documents.

    Args:
        shift: Largest shift of all boxes, and
        scale: largest stretch, in parts of the page.
        drop: Probability of leaving a line segment without any value out.
        character: Probability that a character of a word is misread.
        exchange: Probability that a name or address gives way to that of another document.
        sign: Probability that a trade name, which is no answer, is put above the seller's name.
        branch: Probability that a branch's name, which is no answer, is put above the seller's address.
        invent: Probability that a document's names, addresses, numbers and dates are
            drawn anew in their places.
    """

    shift: float = Field(0.03, ge=0, lt=0.5)
    scale: float = Field(0.06, ge=0, lt=0.5)
    drop: float = Field(0.03, ge=0, lt=1)
    character: float = Field(0.005, ge=0, lt=1)
    exchange: float = Field(0.0, ge=0, le=1)
    sign: float = Field(0.0, ge=0, le=1)
    branch: float = Field(0.0, ge=0, le=1)
    invent: float = Field(0.0, ge=0, le=1)


class Training(Strict):
    """As in ``trainer.TrainerConfig``, with the batch's size; without ``epochs`` the data say how many."""

    epochs: int | None = Field(None, ge=1)
    learning_rate: float = Field(1e-4, gt=0)
    head_learning_rate: float = Field(1e-3, gt=0)
    warmup: float = Field(0.08, ge=0, lt=1)
    weight_decay: float = Field(0.01, ge=0)
    tokens_per_batch: int = Field(2048, ge=16)
    accumulate: int = Field(1, ge=1)
    clip: float = Field(1.0, gt=0)
    average: float = Field(0.995, ge=0, lt=1)
    checkpoint_seconds: float = Field(120.0, gt=0)
    patience: int = Field(0, ge=0)
    threads: int = Field(0, ge=0)
    recompute: bool = False
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    pick_weight: float = Field(1.0, ge=0)
    span_weight: float = Field(1.0, ge=0)
    seed: int = Field(0, ge=0, lt=2**63)

    def epochs_for(self, documents: float) -> int:
        """How many epochs to train where one shows so many documents."""
        if self.epochs is not None:
            return self.epochs
        return min(MOST_EPOCHS, max(LEAST_EPOCHS, math.ceil(SHOWN / max(documents, 1.0))))


class FinetuneConfig(Strict):
    """A whole fine-tuning.

    Args:
        output: Folder of checkpoints, log and the finished model.
        name, version: What the model calls itself.
        data: What to learn from.
        schema_path: YAML schema of the fields; None is the built-in one.
        lora: Train adapters instead of the encoder's weights; the finished model has them merged.
        max_tokens: Longer training documents are cut into windows of so many tokens.
    """

    output: str
    name: str = "paperformer"
    version: str = "1"
    data: tuple[DataSource, ...] = Field(min_length=1)
    schema_path: str | None = None
    encoder: EncoderChoice = EncoderChoice()
    augmentation: Augmentation = Augmentation()
    training: Training = Training()
    lora: Lora | None = None
    max_tokens: int = Field(1024, ge=16)

    @field_validator("data", mode="before")
    @classmethod
    def _paths_alone(cls, given: object) -> object:
        """``data: corrections.jsonl``, or a list of paths, says the same as ``data: [{path: ...}]``."""
        listed = [given] if isinstance(given, str) else given
        if not isinstance(listed, list | tuple):
            return given
        return [{"path": item} if isinstance(item, str) else item for item in listed]


def load_finetune_config(path: Path) -> FinetuneConfig:
    """The configuration in a YAML file, environment variables expanded.

    Raises:
        InvalidConfig: the file is missing, no YAML, or says something that cannot be.
    """
    return load_yaml(path, FinetuneConfig, "docs/training.md")

"""Settings of a pre-training: a YAML file, checked when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from paperformer.learning.config_file import ModelSettings, Strict, load_yaml
from paperformer.learning.trainer_settings import TrainerSettings

ObjectiveName = Literal["causal", "masked", "layout"]
DocumentUnit = Literal["line", "paragraph", "file"]
JSONL = (".jsonl", ".jsonl.gz")  # how the names of files of documents end
MaskUnit = Literal["token", "word", "span"]


class TextSource(Strict):
    """What to learn from.

    Args:
        path: A text file in UTF-8 or a folder of them (``.txt``, also ``.gz``), or documents as JSONL
            (``.jsonl``, also ``.gz``), whose labels are not looked at. Environment variables are expanded.
        document: What is one text in a text file: a ``line``, a ``paragraph`` that ends at a blank line, or
            the ``file``. No token sees another text's.
        hold_out: Part of the texts to measure on instead; chosen by the text itself, so that equal texts are
            on the same side.
        only: Keep documents whose ``source`` begins with one of these (a licence filter).
        labels: Keep documents that this file labels (``extraction.standoff``); no label is looked at.
        leave_out: A model's ``held_out.json``: documents of that name and set are not read at all.
    """

    path: str
    document: DocumentUnit = "paragraph"
    hold_out: float = Field(0.0, ge=0, le=1)
    only: tuple[str, ...] = ()
    labels: str | None = None
    leave_out: str | None = None

    @model_validator(mode="after")
    def _texts_have_no_names(self) -> Self:
        chosen = [name for name in ("only", "labels", "leave_out") if getattr(self, name)]
        if chosen and not self.path.endswith(JSONL):
            raise ValueError(
                f"{chosen[0]} chooses among documents, and {self.path} is not a JSONL file of them"
            )
        return self


class TokenizerChoice(Strict):
    """The pieces: those of a file, else learned from the data.

    Args:
        path: A ``tokenizer.json`` (or, for masked models, a ``vocab.txt``); None learns.
        size: How many pieces to learn.
        cased: Keep capitals and accents. A causal model's pieces always do.
        sample: Learn from so many characters at most, from the beginning of the data.
    """

    path: str | None = None
    size: int = Field(8000, ge=1)
    cased: bool = False
    sample: int = Field(20_000_000, ge=1)


class Masking(Strict):
    """What is hidden, and what stands in its place.

    Args:
        rate: Part of the tokens that is to be predicted.
        mask: Part of these that becomes the mask token, and
        random: that becomes any other token; the rest stays as it is (Devlin et al. 2019, section 3.1).
        unit: ``token`` chooses single tokens, ``word`` all pieces of a word together, ``span`` runs of words,
            masked or replaced as one (Joshi et al. 2020, section 3.1).
        span: Mean length of a span in words, before it is cut to ``longest_span``.
        longest_span: In words.
    """

    rate: float = Field(0.15, gt=0, le=1)
    mask: float = Field(0.8, ge=0, le=1)
    random: float = Field(0.1, ge=0, le=1)
    unit: MaskUnit = "token"
    span: float = Field(5.0, ge=1)
    longest_span: int = Field(10, ge=1)

    @model_validator(mode="after")
    def _parts_of_a_whole(self) -> Self:
        if self.mask + self.random > 1 + 1e-9:
            raise ValueError(f"mask {self.mask} and random {self.random} are more than all")
        return self


class Training(TrainerSettings):
    """As in ``learning.trainer_config.TrainerConfig``, with the batch's size.

    Args:
        tokens_per_batch: Padding included.
    """

    epochs: int = Field(1, ge=1)
    learning_rate: float = Field(5e-4, gt=0)
    head_learning_rate: float = Field(1e-3, gt=0)
    tokens_per_batch: int = Field(4096, ge=16)


class PretrainConfig(Strict):
    """A whole pre-training.

    Args:
        output: Folder of checkpoints, log, tokens and the finished model.
        name, version: What the model calls itself.
        objective: ``causal`` predicts what comes next, ``masked`` what was hidden, ``layout`` the same in
            documents, whose boxes stay to be seen.
        data: What to learn from.
        tokenizer: The pieces, unless they come with ``start``.
        start: Weights to start from: a language model's folder or, where nothing is causal, a checkpoint or
            model folder as for fine-tuning.
        model: The shape: settings of ``DecoderConfig`` (causal) or ``EncoderConfig``; with ``start`` only
            what is changed.
        masking: For ``masked`` and ``layout``.
        max_tokens: Longer texts are cut.
        pack: Several texts per row, none of which sees another; None does where the model allows it.
        training: How to train.
    """

    output: str
    name: str = "language-model"
    version: str = "1"
    objective: ObjectiveName
    data: tuple[TextSource, ...] = Field(min_length=1)
    tokenizer: TokenizerChoice = TokenizerChoice()
    start: str | None = None
    model: ModelSettings = Field(default_factory=dict)
    masking: Masking = Masking()
    max_tokens: int = Field(256, ge=8)
    pack: bool | None = None
    training: Training = Training()


def load_pretrain_config(path: Path) -> PretrainConfig:
    """The configuration in a YAML file, environment variables expanded.

    Raises:
        InvalidConfig: the file is missing, no YAML, or says something that cannot be.
    """
    return load_yaml(path, PretrainConfig, "docs/language-models.md")

"""Settings of an ablation: a YAML file, checked when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from paperformer.errors import InvalidConfig
from paperformer.inspection.variants import Variant, standard_variants
from paperformer.learning.config_file import ModelSettings, Strict, load_yaml
from paperformer.transformer.config import Seq2SeqConfig
from paperformer.translation.config import ParallelCorpus, ParallelText, Search, Training

Seed = Annotated[int, Field(ge=0, lt=2**63)]


class TinyTaskConfig(Strict):
    """Writing a text of random letters down again; no data are needed.

    Args:
        kind: ``copy`` writes the text as it is, ``reverse`` from its end.
        letters: How many different ones there are.
        longest: Letters of a text at most.
        steps: Of training.
        batch: Texts a step.
        learning_rate: Peak.
        tested: Texts to measure on.
    """

    kind: Literal["copy", "reverse"] = "reverse"
    letters: int = Field(8, ge=2)
    longest: int = Field(8, ge=1)
    steps: int = Field(600, ge=1)
    batch: int = Field(64, ge=1)
    learning_rate: float = Field(5e-3, gt=0)
    tested: int = Field(300, ge=1)


class TranslationTaskConfig(ParallelCorpus):
    """Translating, as ``paperformer translate train`` learns it; measured on the validation texts.

    Args:
        training: How each model is trained; its ``seed`` and ``threads`` are the ablation's.
        search: How the validation texts are translated; greedily unless one says otherwise.
    """

    validation: tuple[ParallelText, ...] = Field(min_length=1)
    training: Training = Training()
    search: Search = Search(beam=1)

    @model_validator(mode="after")
    def _ablations_own(self) -> Self:
        given = {"seed", "threads"} & self.training.model_fields_set
        if given:
            raise ValueError(f"training.{min(given)} is the ablation's own: see seeds, threads")
        return self


class OwnVariant(Strict):
    """A variant of one's own.

    Args:
        name: What the table calls it.
        model: ``transformer`` or ``recurrent``.
        changes: Settings of ``Seq2SeqConfig`` or ``RecurrentConfig``.
    """

    name: str
    model: Literal["transformer", "recurrent"] = "transformer"
    changes: ModelSettings = Field(default_factory=dict)


class AblationConfig(Strict):
    """A whole ablation.

    Args:
        output: Folder of results, table and plot.
        task: What the models learn, unless
        translation: is given: then it is that.
        model: The whole model: settings of ``Seq2SeqConfig`` without the vocabulary's size.
        removals: Which of the built-in variants to compare; None is all that differ from the whole model.
        variants: Others.
        seeds: Each variant is trained once with each of them.
        threads: Torch threads, 0 for torch's own choice.
    """

    output: str
    task: TinyTaskConfig = TinyTaskConfig()
    translation: TranslationTaskConfig | None = None
    model: ModelSettings = Field(default_factory=dict)
    removals: tuple[str, ...] | None = None
    variants: tuple[OwnVariant, ...] = ()
    seeds: tuple[Seed, ...] = Field((0, 1, 2), min_length=1)
    threads: int = Field(0, ge=0)

    @model_validator(mode="after")
    def _each_seed_once(self) -> Self:
        if len(set(self.seeds)) != len(self.seeds):
            raise ValueError("seeds: one comes twice, and would count as two trainings that agree")
        return self

    @model_validator(mode="after")
    def _one_task(self) -> Self:
        if self.translation is not None and "task" in self.model_fields_set:
            raise ValueError("give task or translation, not both")
        return self


def load_ablation_config(path: Path) -> AblationConfig:
    """The configuration in a YAML file, environment variables expanded.

    Raises:
        InvalidConfig: the file is missing, no YAML, or says something that cannot be.
    """
    return load_yaml(path, AblationConfig, "docs/ablation.md")


def chosen_variants(config: AblationConfig, whole: Seq2SeqConfig) -> list[Variant]:
    """What to compare, the whole model first.

    Raises:
        InvalidConfig: a name that is not known or comes twice.
    """
    first, *standard = standard_variants(whole)
    names = [variant.name for variant in standard]
    strange = sorted(set(config.removals or ()) - set(names))
    if strange:
        raise InvalidConfig(f"removals: no {', '.join(strange)}", f"Choose from {', '.join(names)}")
    if config.removals is not None:
        standard = [variant for variant in standard if variant.name in config.removals]
    own = [Variant(variant.name, variant.changes, variant.model) for variant in config.variants]
    variants = [first, *standard, *own]
    if len({variant.name for variant in variants}) != len(variants):
        raise InvalidConfig("variants: a name comes twice", "Give each its own")
    return variants

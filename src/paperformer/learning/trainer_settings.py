"""How to train, as a YAML file says it; a task adds what is its own and sets its own defaults."""

from __future__ import annotations

from dataclasses import fields

from pydantic import Field

from paperformer.learning.config_file import Strict
from paperformer.learning.optimisation import ScheduleName
from paperformer.learning.trainer_config import PrecisionName, TrainerConfig

# What may change between a training and its resumption: how often it saves, its threads and patience,
FREE = frozenset({"checkpoint_seconds", "threads", "tensorboard", "patience", "recompute"})
LENGTH = frozenset({"epochs", "steps"})  # and how long it goes on, where its rate does not depend on that.
ENDLESS = {"inverse_sqrt", "constant"}


class TrainerSettings(Strict):
    """The settings of ``TrainerConfig``, checked at the border."""

    epochs: int = Field(8, ge=1)
    steps: int = Field(0, ge=0)
    learning_rate: float = Field(1e-4, gt=0)
    schedule: ScheduleName = "linear"
    warmup: float = Field(0.08, ge=0, lt=1)
    warmup_steps: int = Field(0, ge=0)
    weight_decay: float = Field(0.01, ge=0)
    epsilon: float = Field(1e-6, gt=0)
    beta2: float = Field(0.98, gt=0, lt=1)
    accumulate: int = Field(1, ge=1)
    clip: float = Field(1.0, ge=0)
    average: float = Field(0.995, ge=0, lt=1)
    average_last: int = Field(0, ge=0)
    evaluate_every: int = Field(0, ge=0)
    patience: int = Field(0, ge=0)
    checkpoint_seconds: float = Field(120.0, gt=0)
    threads: int = Field(0, ge=0)
    recompute: bool = False
    precision: PrecisionName = "auto"
    seed: int = Field(0, ge=0, lt=2**63)
    tensorboard: bool = False

    def trainer(self) -> TrainerConfig:
        """What the trainer is told; a task's own settings are left out."""
        known = {field.name for field in fields(TrainerConfig)}
        return TrainerConfig(**self.model_dump(include=known))

    def free(self) -> set[str]:
        """Names of settings that a training that resumes may have changed."""
        endless = self.schedule in ENDLESS and self.warmup_steps > 0
        return set(FREE | LENGTH if endless else FREE)

"""The trainer's settings in a YAML file are the trainer's own, under the same names."""

from dataclasses import fields

import pytest

from paperformer.learning.language.config import Training as LanguageTraining
from paperformer.learning.trainer_config import TrainerConfig
from paperformer.learning.trainer_settings import TrainerSettings
from paperformer.translation.config import Training as TranslationTraining

TASKS = [TrainerSettings, LanguageTraining, TranslationTraining]


def test_every_setting_of_the_trainer_can_be_given_and_has_its_default() -> None:
    own = {name: field.default for name, field in TrainerSettings.model_fields.items()}
    fresh = {"head_learning_rate"}  # only where something starts from nothing beside trained weights
    assert own == {f.name: f.default for f in fields(TrainerConfig) if f.name not in fresh}


@pytest.mark.parametrize("kind", TASKS)
def test_what_is_given_reaches_the_trainer_and_a_tasks_own_settings_do_not(
    kind: type[TrainerSettings],
) -> None:
    given = {"schedule": "cosine", "steps": 7, "patience": 3, "average_last": 2, "seed": 5}
    settings = kind.model_validate(given)
    config = settings.trainer()
    for field in fields(TrainerConfig):
        if field.name in kind.model_fields:
            assert getattr(config, field.name) == getattr(settings, field.name)


@pytest.mark.parametrize(
    ("given", "longer"),
    [
        ({"schedule": "constant", "warmup_steps": 10}, True),
        ({"schedule": "inverse_sqrt", "warmup_steps": 10}, True),
        ({"schedule": "inverse_sqrt"}, False),  # a part of all steps: it changes with the length
        ({"schedule": "linear", "warmup_steps": 10}, False),
    ],
)
def test_a_training_may_be_made_longer_where_its_rate_has_no_end(
    given: dict[str, object], longer: bool
) -> None:
    free = TrainerSettings.model_validate(given).free()
    assert ({"epochs", "steps"} <= free) == longer
    assert {"threads", "checkpoint_seconds", "patience"} <= free
    assert not {"seed", "learning_rate", "average"} & free

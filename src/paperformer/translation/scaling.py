"""Settings that follow from the size of the corpus, where the configuration leaves them open.

A model of the published size learns nothing from a few hundred pairs: its vocabulary is larger than they can
teach, and an epoch is one step. What the file states is never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from paperformer.errors import TrainingFailed, write_remedy
from paperformer.translation.config import TranslationConfig

SETTINGS = "settings.yaml"
LENGTH, RISE = {"epochs", "steps"}, {"warmup", "warmup_steps"}


@dataclass(frozen=True, slots=True)
class Scale:
    """What suits corpora of up to ``pairs`` pairs.

    Args:
        pairs: So many at most.
        vocabulary: Subwords.
        model: Changes of the preset ``tiny``.
        training: Settings of the training.
    """

    pairs: int
    vocabulary: int
    model: Mapping[str, Any]
    training: Mapping[str, Any]


# Larger corpora have the defaults as they stand in ``config``.
_RATE: Mapping[str, Any] = {"learning_rate": 3e-3, "schedule": "linear", "warmup": 0.1}
_SHORT: Mapping[str, Any] = {"tokens_per_batch": 1024, "evaluate_every": 100, **_RATE}
_LONG: Mapping[str, Any] = {"tokens_per_batch": 2048, "evaluate_every": 250, **_RATE}
_SHALLOW: Mapping[str, Any] = {"layers": 2, "norm": "pre", "dropout": 0.1}
_DEEPER: Mapping[str, Any] = {"layers": 3, "norm": "pre", "dropout": 0.2}
SCALES = (
    Scale(800, 600, _SHALLOW, {"steps": 600, **_SHORT}),
    Scale(3_000, 1_000, _SHALLOW, {"steps": 800, **_SHORT}),
    Scale(8_000, 2_000, _SHALLOW, {"steps": 2_000, **_LONG}),
    Scale(20_000, 5_000, _DEEPER, {"steps": 4_000, **_LONG}),
)


def scaled(config: TranslationConfig, pairs: int) -> tuple[TranslationConfig, dict[str, Any]]:
    """The configuration with what it leaves open set for so many pairs, and what was set, by dotted name."""
    scale = next((scale for scale in SCALES if pairs <= scale.pairs), None)
    if scale is None:
        return config, {}
    chosen = {
        f"{part}.{name}": value
        for part, settings in _open(config, scale).items()
        for name, value in settings.items()
    }
    return _with(config, _open(config, scale)), chosen


def stated_otherwise(config: TranslationConfig, pairs: int) -> list[str]:
    """Dotted names of what the file states otherwise than would be set for so many pairs."""
    scale = next((scale for scale in SCALES if pairs <= scale.pairs), None)
    if scale is None:
        return []
    stated = _stated(config)
    size = "vocabulary.size" in stated and config.vocabulary.size != scale.vocabulary
    names = ["vocabulary.size"] if size and config.subwords_folder is None else []
    if "model.preset" in stated:
        names.append("model.preset")
    changes, training = config.model.changes, config.training
    names += [f"model.changes.{n}" for n, v in scale.model.items() if changes.get(n, v) != v]
    given = training.model_fields_set & (scale.training.keys() | LENGTH | RISE)
    return names + [f"training.{n}" for n in sorted(given) if getattr(training, n) != scale.training.get(n)]


def as_line(chosen: Mapping[str, Any], pairs: int) -> str:
    """``set for 500 pairs: vocabulary.size 600, model.layers 2 ...``."""
    return f"set for {pairs:,} pairs: " + ", ".join(f"{name} {value}" for name, value in chosen.items())


def save_settings(config: TranslationConfig, chosen: Mapping[str, Any], pairs: int) -> None:
    """Write every setting of a training to its output folder, as a configuration that can be given again.

    Raises:
        TrainingFailed: the folder cannot be written.
    """
    path = Path(config.output) / SETTINGS
    text = yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((f"# {as_line(chosen, pairs)}\n" if chosen else "") + text, encoding="utf-8")
    except OSError as error:
        raise TrainingFailed(
            f"{path}: cannot be written ({error.strerror})", write_remedy(error, "another output folder")
        ) from error


def _open(config: TranslationConfig, scale: Scale) -> dict[str, dict[str, Any]]:
    """What ``scale`` says of settings that the configuration does not state, by its parts."""
    stated = _stated(config)
    found: dict[str, dict[str, Any]] = {"vocabulary": {}, "model": {}, "training": {}}
    if "vocabulary.size" not in stated and config.subwords_folder is None:
        found["vocabulary"] = {"size": scale.vocabulary}
    if "model.preset" not in stated and config.model.pretrained is None:
        found["model"] = {n: v for n, v in scale.model.items() if f"model.{n}" not in stated}
    found["training"] = {n: v for n, v in scale.training.items() if f"training.{n}" not in stated}
    return found


def _stated(config: TranslationConfig) -> set[str]:
    """Dotted names that the file states; how long and how fast can each be said in two ways."""
    training = set(config.training.model_fields_set)
    for alike in (LENGTH, RISE):
        if training & alike:
            training |= alike
    if training & LENGTH:
        training.add("evaluate_every")
    model = set(config.model.changes)
    return (
        {f"vocabulary.{name}" for name in config.vocabulary.model_fields_set}
        | {f"training.{name}" for name in training}
        | {f"model.{name}" for name in model | config.model.model_fields_set}
    )


def _with(config: TranslationConfig, found: Mapping[str, Mapping[str, Any]]) -> TranslationConfig:
    model = config.model.model_copy(update={"changes": {**found["model"], **config.model.changes}})
    return config.model_copy(
        update={
            "vocabulary": config.vocabulary.model_copy(update=found["vocabulary"]),
            "model": model,
            "training": config.training.model_copy(update=found["training"]),
        }
    )

"""What a configuration leaves open suits the corpus; what it states is never changed."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.text.subwords import BYTES, SPECIAL, Subwords
from paperformer.translation.config import TranslationConfig, load_translation_config
from paperformer.translation.model_folder import shape_of
from paperformer.translation.scaling import (
    SCALES,
    as_line,
    save_settings,
    scaled,
    stated_otherwise,
)

BARE: dict[str, Any] = {"output": "x", "source": "en", "target": "de", "train": [{"tsv": "x.tsv"}]}
SUBWORDS = Subwords("wordpiece", [*SPECIAL, *BYTES, "a"])
LARGE = SCALES[-1].pairs + 1


def config(**parts: Any) -> TranslationConfig:
    return TranslationConfig.model_validate(BARE | parts)


def weights_of(settings: TranslationConfig) -> tuple[int, int]:
    shape: Any = shape_of(settings.model, (SUBWORDS, SUBWORDS))
    return shape.layers, settings.vocabulary.size


def test_small_corpora_have_small_models_and_short_warm_ups() -> None:
    sizes = [weights_of(scaled(config(), scale.pairs)[0]) for scale in SCALES]
    assert sizes == sorted(sizes)
    assert sizes[0] < weights_of(config())
    steps = [scaled(config(), scale.pairs)[0].training.steps for scale in SCALES]
    assert steps == sorted(steps)
    assert all(steps)


def test_large_corpora_have_the_defaults_as_they_stand() -> None:
    settings, chosen = scaled(config(), LARGE)
    assert settings == config()
    assert chosen == {}


@given(st.integers(1, 30_000))
def test_what_is_set_is_what_is_told(pairs: int) -> None:
    settings, chosen = scaled(config(), pairs)
    for name, value in chosen.items():
        part, setting = name.split(".")
        holder: Any = settings.model.changes if part == "model" else getattr(settings, part).model_dump()
        assert holder[setting] == value


STATED: list[dict[str, Any]] = [
    {"vocabulary": {"size": 555}},
    {"model": {"preset": "base"}},
    {"model": {"preset": "tiny"}},
    {"model": {"changes": {"layers": 5, "dropout": 0.4}}},
    {"training": {"epochs": 7}},
    {"training": {"steps": 7}},
    {"training": {"learning_rate": 1.0e-4, "schedule": "cosine", "tokens_per_batch": 100}},
    {"training": {"warmup_steps": 9}},
    {"training": {"evaluate_every": 11}},
]


@pytest.mark.parametrize("stated", STATED, ids=str)
@pytest.mark.parametrize("pairs", [50, 1_500, 10_000])
def test_what_is_stated_stays(stated: dict[str, Any], pairs: int) -> None:
    settings, chosen = scaled(config(**stated), pairs)
    ((part, said),) = stated.items()
    kept = getattr(settings, part).model_dump()
    for name, value in said.items():
        if name == "changes":
            assert value.items() <= kept["changes"].items()
        else:
            assert kept[name] == value
            assert f"{part}.{name}" not in chosen


def test_a_length_or_a_rise_stated_in_one_way_is_not_set_in_the_other() -> None:
    _, chosen = scaled(config(training={"epochs": 7, "warmup_steps": 5}), 1_500)
    assert not {"training.steps", "training.evaluate_every", "training.warmup"} & chosen.keys()


def test_a_preset_or_a_model_to_begin_with_keeps_its_shape_and_its_subwords() -> None:
    settings, _ = scaled(config(model={"preset": "base"}), 500)
    assert settings.model.changes == {}
    settings, chosen = scaled(config(model={"pretrained": "folder"}), 500)
    assert settings.model.changes == {}
    assert "vocabulary.size" not in chosen


def test_what_hinders_a_small_corpus_is_named() -> None:
    given = config(vocabulary={"size": 10_000}, model={"preset": "tiny"}, training={"epochs": 100})
    assert stated_otherwise(given, 500) == ["vocabulary.size", "model.preset", "training.epochs"]
    assert stated_otherwise(config(), 500) == []
    assert stated_otherwise(given, LARGE) == []
    fitting, _ = scaled(config(), 500)
    assert stated_otherwise(config(training={"steps": fitting.training.steps}), 500) == []


def test_the_settings_of_a_training_can_be_given_again(tmp_path: Path) -> None:
    settings, chosen = scaled(config(output=str(tmp_path), training={"seed": 3}), 1_500)
    save_settings(settings, chosen, 1_500)
    path = tmp_path / "settings.yaml"
    assert path.read_text("utf-8").splitlines()[0] == f"# {as_line(chosen, 1_500)}"
    again = load_translation_config(path)
    assert again == settings
    assert scaled(again, 1_500) == (again, {})

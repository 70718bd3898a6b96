"""Ablations: every variant with every seed, kept as they come, told as a table and a picture."""

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
from pydantic import ValidationError
from pydantic_core import PydanticUndefined
from toy_ablation import write_config

from paperformer.errors import InvalidConfig, TrainingDiverged, TrainingFailed
from paperformer.inspection.ablate import RESULTS, Progress, ablate
from paperformer.inspection.ablation_config import (
    AblationConfig,
    OwnVariant,
    TinyTaskConfig,
    TranslationTaskConfig,
    chosen_variants,
    load_ablation_config,
)
from paperformer.inspection.ablation_table import Result, as_markdown, summarised
from paperformer.inspection.tiny_task import BEGIN, END, FIRST_LETTER, PADDING, TinyTask, texts
from paperformer.inspection.variants import WHOLE, Variant, build_variant, standard_variants
from paperformer.transformer.config import RecurrentConfig, Seq2SeqConfig

SMALL = Seq2SeqConfig(
    vocabulary_size=11, hidden_size=32, layers=2, heads=4, feedforward_size=48, max_positions=16, dropout=0.0
)
VARIANTS = [Variant(WHOLE), Variant("no residual", {"residual": False})]


TRANSLATION = (
    "output: x\ntranslation: {source: en, target: de, train: [{tsv: a}], validation: [{tsv: b}]"  # not closed
)


class Counted:
    """A task that is known beforehand, and says what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def __call__(self, variant: Variant, seed: int) -> Mapping[str, float]:
        self.asked.append((variant.name, seed))
        if variant.changes and seed == 2:
            raise TrainingDiverged("the loss is not finite", "Lower the rate")
        return {"exact": (0.5 if variant.changes else 1.0) - seed / 10, "parameters": 1234}


def test_every_variant_is_trained_with_every_seed(tmp_path: Path) -> None:
    task = Counted()
    results = ablate(task, VARIANTS, (0, 1), tmp_path)
    assert task.asked == [(WHOLE, 0), ("no residual", 0), (WHOLE, 1), ("no residual", 1)]
    assert [result.figures["exact"] for result in results] == [1.0, 0.5, 0.9, 0.4]


def test_after_each_training_it_is_told_how_far_the_ablation_is(tmp_path: Path) -> None:
    seen: list[Progress] = []
    ablate(Counted(), VARIANTS, (0, 1), tmp_path, figures=["exact"], report=seen.append)
    assert [(one.done, one.total) for one in seen] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert [[row.variant for row in one.rows] for one in seen[:2]] == [[WHOLE], [WHOLE, "no residual"]]
    assert seen[2].rows[0].values["exact"] == (1.0, 0.9)
    assert seen[0].seconds_left > seen[-1].seconds_left == 0


def test_the_time_left_is_what_the_same_variants_took_before(tmp_path: Path) -> None:
    def slow(variant: Variant, _seed: int) -> Mapping[str, float]:
        return {"exact": 1.0, "seconds": 30.0 if variant.changes else 10.0}

    ablate(slow, VARIANTS, (0, 1), tmp_path)
    seen: list[Progress] = []
    ablate(slow, VARIANTS, (0, 1, 2), tmp_path, report=seen.append)
    assert [one.seconds_left for one in seen[1:4]] == [40, 40, 40]
    assert seen[4].seconds_left == 30


def test_what_was_trained_is_not_trained_again(tmp_path: Path) -> None:
    first = ablate(Counted(), VARIANTS, (0, 1), tmp_path)
    task = Counted()
    again = ablate(task, VARIANTS, (0, 1, 3), tmp_path)
    assert task.asked == [(WHOLE, 3), ("no residual", 3)]
    assert again[:4] == first


def test_a_line_that_a_kill_cut_short_is_trained_again(tmp_path: Path) -> None:
    ablate(Counted(), VARIANTS, (0,), tmp_path)
    path = tmp_path / RESULTS
    path.write_text(path.read_text()[:-20])
    task = Counted()
    ablate(task, VARIANTS, (0,), tmp_path)
    assert task.asked == [("no residual", 0)]
    task = Counted()
    ablate(task, VARIANTS, (0,), tmp_path)
    assert task.asked == []


def test_another_ablation_in_the_same_folder_shares_nothing(tmp_path: Path) -> None:
    ablate(Counted(), VARIANTS, (0,), tmp_path, identity="this")
    task = Counted()
    ablate(task, VARIANTS, (0,), tmp_path, identity="that")
    assert len(task.asked) == 2


def test_the_table_tells_mean_spread_difference_and_failures(tmp_path: Path) -> None:
    rows = summarised(ablate(Counted(), VARIANTS, (0, 1, 2), tmp_path), VARIANTS, ["exact"])
    assert rows[0].mean("exact") == pytest.approx(0.9)
    assert rows[0].spread("exact") == pytest.approx(0.1)
    assert as_markdown(rows, ["exact"]).splitlines()[2:] == [
        "| whole model | 0.900 ± 0.100 |  | 1,234 | 3 |",
        "| no residual | 0.450 ± 0.071 | -0.450 | 1,234 | 2, 1 failed |",
    ]


def test_a_variant_that_always_fails_is_told(tmp_path: Path) -> None:
    rows = summarised(ablate(Counted(), VARIANTS, (2,), tmp_path), VARIANTS, ["exact"])
    assert math.isnan(rows[1].mean("exact"))
    assert as_markdown(rows, ["exact"]).splitlines()[-1] == "| no residual | failed |  |  | 0, 1 failed |"
    kept = [json.loads(line) for line in (tmp_path / RESULTS).read_text().splitlines()]
    assert kept[1]["failed"] == "the loss is not finite"


def test_a_variant_that_the_texts_do_not_fit_into_is_told_and_tried_again(tmp_path: Path) -> None:
    def task(variant: Variant, _seed: int) -> dict[str, float]:
        if variant.name != WHOLE:
            raise InvalidConfig("8 tokens do not fit into 4 positions", "Give more")
        return {"exact": 1.0}

    results = ablate(task, VARIANTS, (0,), tmp_path)
    assert [result.failed for result in results] == ["", "8 tokens do not fit into 4 positions"]
    assert len((tmp_path / RESULTS).read_text().splitlines()) == 1


def test_what_is_wrong_with_the_whole_model_ends_the_ablation(tmp_path: Path) -> None:
    def task(_variant: Variant, _seed: int) -> dict[str, float]:
        raise InvalidConfig("sacrebleu is not installed", "Install it")

    with pytest.raises(InvalidConfig, match="not installed"):
        ablate(task, VARIANTS, (0,), tmp_path)


def test_a_seed_that_comes_twice_is_refused() -> None:
    with pytest.raises(ValidationError, match="comes twice"):
        AblationConfig(output="x", seeds=(0, 0))


def test_a_second_figure_has_its_mean_and_spread_and_no_difference() -> None:
    results = [Result("a", seed, {"bleu": 10.0 + seed, "perplexity": 4.0 - seed}) for seed in (0, 1)]
    rows = summarised(
        [*results, Result("b", 0, {}, "lost")], [Variant("a"), Variant("b")], ["bleu", "perplexity"]
    )
    assert as_markdown(rows, ["bleu", "perplexity"]).splitlines() == [
        "| variant | bleu | difference | perplexity | parameters | trainings |",
        "|---|---|---|---|---|---|",
        "| a | 10.500 ± 0.707 |  | 3.500 ± 0.707 |  | 2 |",
        "| b | failed |  | failed |  | 0, 1 failed |",
    ]


def test_a_figure_without_bounds_is_told_by_its_order() -> None:
    rows = summarised([Result("a", 0, {"perplexity": 5.1e21})], [Variant("a")], ["perplexity"])
    assert as_markdown(rows, ["perplexity"]).splitlines()[-1] == "| a | 5.1e+21 |  |  | 1 |"


def test_a_disk_that_is_full_ends_the_ablation_and_is_no_result(tmp_path: Path) -> None:
    def full(_: Variant, __: int) -> Mapping[str, float]:
        raise TrainingFailed("the disk is full", "Free some space")

    with pytest.raises(TrainingFailed, match="the disk is full"):
        ablate(full, VARIANTS, (0,), tmp_path)
    assert not (tmp_path / RESULTS).exists()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingFailed, match="cannot be written"):
        ablate(Counted(), VARIANTS, (0,), tmp_path / "file" / "folder")


def test_the_standard_variants_are_what_the_whole_model_is_not() -> None:
    names = [variant.name for variant in standard_variants(SMALL)]
    assert names[0] == WHOLE
    assert {
        *("no positions", "learned positions", "no layer norm", "pre-norm", "no residual", "no feed-forward"),
        *("1 head", "2 heads", "8 heads", "1 layer", "4 layers", "performer attention", "hybrid attention"),
        *("longformer attention", "linformer attention", "RNN with attention"),
    } <= set(names)
    same = {"sinusoidal positions", "post-norm", "4 heads", "2 layers", "softmax attention"}
    assert not same & set(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("variant", standard_variants(SMALL), ids=lambda variant: variant.name)
def test_every_variant_can_be_built_and_learns(variant: Variant) -> None:
    """Each takes a gradient step on the reversing task: nothing in it is cut off or not a number."""
    model = build_variant(SMALL, variant, torch.Generator().manual_seed(0))
    batch = texts(TinyTaskConfig(), 4, torch.Generator().manual_seed(1))
    given = torch.cat([torch.full((4, 1), BEGIN), batch.target[:, :-1]], dim=1)
    model(batch.source, given, batch.mask).square().mean().backward()
    gradients = [parameter.grad for parameter in model.parameters()]
    assert all(gradient is None or bool(gradient.isfinite().all()) for gradient in gradients)
    assert any(gradient is not None and bool((gradient != 0).any()) for gradient in gradients)


def test_the_recurrent_variant_has_the_width_of_the_whole_model() -> None:
    model = build_variant(SMALL, Variant("RNN", {"cell": "lstm"}, "recurrent"), torch.Generator())
    assert model.target_embedding.weight.shape == (11, 32)  # type: ignore[union-attr]
    assert RecurrentConfig(vocabulary_size=11).cell == "gru"


@pytest.mark.parametrize("kind", ["copy", "reverse"])
def test_the_letters_are_copied_or_reversed(kind: str) -> None:
    config = TinyTaskConfig(kind=kind)  # type: ignore[arg-type]
    batch = texts(config, 50, torch.Generator().manual_seed(0))
    for source, mask, target in zip(batch.source, batch.mask, batch.target, strict=True):
        letters = source[mask].tolist()
        assert letters
        assert min(letters) >= FIRST_LETTER
        wanted = letters if kind == "copy" else letters[::-1]
        assert target.tolist() == [*wanted, END, *[PADDING] * (config.longest - len(wanted))]


@pytest.mark.slow
def test_the_whole_model_reverses_without_a_mistake_and_one_without_positions_cannot() -> None:
    whole = SMALL.changed(layers=1, norm="pre", feedforward_size=64)
    task = TinyTask(TinyTaskConfig(longest=5, steps=500, learning_rate=1e-2), whole, threads=1)
    assert task(Variant(WHOLE), 0)["exact"] == 1.0
    assert task(Variant("no positions", {"positions": "none"}), 0)["exact"] < 0.5


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"removals": ["no sense"]}, "removals: no no sense"),
        ({"variants": [{"name": "no positions"}]}, "variants: a name comes twice"),
        ({"model": {"heads": 3}}, "does not divide into 3 heads"),
        ({"model": {"hidden": 3}}, "Seq2SeqConfig has no hidden"),
    ],
)
def test_what_cannot_be_compared_is_one_line(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    config = load_ablation_config(write_config(tmp_path / "c.yaml", **changes))
    with pytest.raises(InvalidConfig) as caught:
        chosen_variants(config, Seq2SeqConfig.from_dict({"vocabulary_size": 11, **config.model}))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it holds no settings"),
        ("task: {}", "output is missing"),
        ("output: x\nseeds: []", "seeds"),
        ("output: x\na: 1", "there is no setting a"),
        ("output: x\ntask: {kind: sort}", "task.kind"),
        ("output: x\nvariants: [{model: recurrent}]", "variants.0.name"),
        ("output: x\ntranslation: {source: en, target: de, train: [{tsv: a}]}", "translation.validation"),
        (f"{TRANSLATION}, training: {{seed: 3}}}}", "translation"),
        (f"{TRANSLATION}}}\ntask: {{}}", "give task or translation, not both"),
    ],
)
def test_a_setting_that_cannot_be_is_named(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(text)
    with pytest.raises(InvalidConfig) as caught:
        load_ablation_config(path)
    assert str(caught.value).startswith(f"{path}: {told}")


def test_some_removals_only_and_own_variants_after_them() -> None:
    config = AblationConfig.model_validate(
        {"output": "x", "removals": ["no residual"], "variants": [{"name": "wide", "changes": {"heads": 8}}]}
    )
    assert [v.name for v in chosen_variants(config, SMALL)] == [WHOLE, "no residual", "wide"]


RECIPES = sorted((Path(__file__).parents[2] / "recipes").glob("ablation-*.yaml"))


@pytest.mark.usefixtures("recipe_folders")
@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_can_be_read_and_each_of_its_variants_reads_and_writes_a_sentence(path: Path) -> None:
    config = load_ablation_config(path)
    assert path.stem in config.output
    whole = Seq2SeqConfig.from_dict({"vocabulary_size": 50, **config.model})
    longest = whole.max_positions if config.translation is None else 60
    source, target = torch.randint(3, 50, (2, longest)), torch.randint(3, 50, (2, longest // 2))
    for variant in chosen_variants(config, whole):
        model = build_variant(whole, variant, torch.Generator().manual_seed(0)).eval()
        with torch.no_grad():
            assert model(source, target).isfinite().all(), variant.name


@pytest.mark.usefixtures("recipe_folders")
def test_the_recipe_of_reversing_is_short() -> None:
    (path,) = (path for path in RECIPES if "reverse" in path.stem)
    config = load_ablation_config(path)
    whole = Seq2SeqConfig.from_dict({"vocabulary_size": 50, **config.model})
    trainings = len(chosen_variants(config, whole)) * len(config.seeds)
    assert len(config.seeds) == 3
    assert trainings * config.task.steps <= 9_900, "of some 50 ms each"


@pytest.mark.usefixtures("recipe_folders")
def test_the_recipe_of_multi30k_compares_what_translation_is_made_of() -> None:
    (path,) = (path for path in RECIPES if "multi30k" in path.stem)
    config = load_ablation_config(path)
    whole = Seq2SeqConfig.from_dict({"vocabulary_size": 50, **config.model})
    names = {variant.name.split(",")[0] for variant in chosen_variants(config, whole)}
    standard = {variant.name for variant in standard_variants(whole)}
    assert names == standard, "all that differ from the whole model"
    assert len(config.seeds) == 3
    assert config.translation is not None
    assert not any("test" in str(text) for text in config.translation.validation)


def test_the_page_lists_every_setting_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "ablation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]*?) ?\| ", page[page.index("## The config") :], re.MULTILINE)
    groups = {
        "": AblationConfig,
        "task.": TinyTaskConfig,
        "translation.": TranslationTaskConfig,
        "variants[].": OwnVariant,
    }
    nested = {"training", "search", "cleaning", "vocabulary"}  # docs/translation.md has them
    wanted = {}
    for prefix, group in groups.items():
        for name, field in group.model_fields.items():
            if name not in nested and (prefix or name not in {"task", "translation", "variants"}):
                given = field.default is not PydanticUndefined and field.default not in (None, ())
                wanted[f"`{prefix}{name}`"] = f"`{field.default}`" if given else ""
    assert dict(rows) == wanted

"""A training ends with whether the model has learned, and what to do if not."""

import math
from pathlib import Path
from typing import Any

import pytest
from toy_corpus import backwards, sentences, write_config

from paperformer.text.subword_training import train_subwords
from paperformer.translation import train
from paperformer.translation.config import TranslationConfig, load_translation_config
from paperformer.translation.corpus import read_pairs
from paperformer.translation.model_folder import TranslationParts, load_translator
from paperformer.translation.translator import Translator
from paperformer.translation.verdict import baseline, closing, frequency_loss, remedy

pytest.importorskip("sacrebleu")


def ending(config: Path) -> list[str]:
    """What a training says apart from its log."""
    said: list[str] = []
    train.run(config, notice=said.append)
    return said


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["tiny-translator", "tiny-recurrent"])
def test_the_translators_that_we_ship_have_learned(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test texts are translated once, with sacreBLEU's signature."""
    monkeypatch.chdir(ROOT)
    config = load_translation_config(ROOT / "recipes" / f"{name}.yaml")
    train_pairs, validation, test = (
        read_pairs(texts) for texts in (config.train, config.validation, config.test)
    )
    parts = load_translator(ROOT / "models" / name)
    *figures, verdict = closing(config, parts, train_pairs, validation[:20])
    assert len(figures) == 3
    for line, name in zip(figures, ("BLEU detokenised", "BLEU detokenised, low", "chrF"), strict=True):
        assert line.startswith(f"{len(test)} test pairs: {name}")
        assert "version:" in line
    assert float(figures[0].split("detokenised ")[1].split()[0]) > 80
    assert verdict.startswith("learned: BLEU ")


def test_a_model_that_knows_nothing_is_told_and_why(tmp_path: Path) -> None:
    config = write_config(tmp_path, pairs=320, vocabulary={"size": 400}, training={"steps": 5})
    *_, verdict = ending(config)
    assert verdict.startswith("not learned: BLEU ")
    assert "Leave out vocabulary.size, model.preset" in verdict
    assert verdict.endswith("then what suits 320 pairs is set")


def test_without_validation_texts_it_is_judged_by_what_it_learned_from(tmp_path: Path) -> None:
    *_, verdict = ending(write_config(tmp_path, validation=[]))
    assert "on 120 training pairs" in verdict


def settings(**parts: Any) -> TranslationConfig:
    bare = {"output": "x", "source": "en", "target": "de", "train": [{"tsv": "x.tsv"}]}
    return TranslationConfig.model_validate(bare | parts)


@pytest.mark.parametrize(
    ("config", "pairs", "by_heart", "said"),
    [
        (settings(), 100, True, "100 pairs teach next to nothing"),
        (settings(training={"epochs": 1}), 1_000, True, "Leave out training.epochs"),
        (settings(), 1_000, True, "by heart"),
        (settings(), 1_000, False, "raise training.steps"),
        (settings(training={"epochs": 1}), 100_000, False, "raise training.steps"),
    ],
)
def test_the_remedy_follows_from_what_is_wrong(
    config: TranslationConfig, pairs: int, by_heart: bool, said: str
) -> None:
    assert said in remedy(config, pairs, knows_its_texts=by_heart)


def test_the_baseline_is_the_better_of_copying_and_the_most_frequent_sentence() -> None:
    pairs = [("a b c d e", "a b c d e"), ("f g h i j", "f g h i j")]
    assert baseline([("x", "y")], pairs, "none") == (pytest.approx(100.0), "copying the source")
    pairs = [("p q r s t", "u v w x y")] * 3
    score, how = baseline([pairs[0], pairs[0], ("k", "l")], pairs, "none")
    assert (round(score), how) == (100, "always the most frequent sentence")


def test_who_knows_frequencies_alone_pays_the_entropy_of_the_subwords(untrained: Translator) -> None:
    texts = [backwards(text) for text in sentences(1000, seed=4)]
    subwords = train_subwords(texts, 300)
    old = untrained.parts
    parts = TranslationParts(old.model, (subwords, subwords), old.preparations, old.manifest)
    counted: dict[int, int] = {}
    for ids in subwords.encode(texts):
        for number in (*ids, subwords.end_id):
            counted[number] = counted.get(number, 0) + 1
    total = sum(counted.values())
    entropy = -sum(n / total * math.log(n / total) for n in counted.values())
    assert frequency_loss(parts, texts, texts) == pytest.approx(entropy, rel=0.05)
    assert frequency_loss(parts, texts, texts) > entropy
    assert math.isfinite(frequency_loss(parts, texts, ["zzz"]))

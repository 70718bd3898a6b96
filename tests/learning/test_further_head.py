"""The training of the head for further scripts: what lines say, how they are drawn, what is learned."""

from __future__ import annotations

import io
import random
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import torch

from paperformer.documents.ocr.further_head import CHARACTERS, FEATURES, LETTERS, load_further_head
from paperformer.documents.ocr.ppocr_weights import recognizer_characters, recognizer_file
from paperformer.documents.ocr.session import Network
from paperformer.learning.further_head.export import export
from paperformer.learning.further_head.head import ScriptHead
from paperformer.learning.further_head.lines import Vocabulary, capitals, captions_of, is_drawn, script_of
from paperformer.learning.further_head.pictures import Typefaces, draw_line
from paperformer.learning.further_head.train import TrainingConfig, collapsed, train


def fonts_of(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])


ROBOTO = fonts_of("font_roboto")
WORDS = {
    "el": ["τιμολόγιο", "σύνολο", "πληρωμής"],
    "uk": ["рахунок", "кількість"],
    "en": ["invoice", "total"],
}


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary.of(WORDS)


@pytest.fixture(scope="module")
def typefaces() -> Typefaces:
    return Typefaces([ROBOTO], "Жж")


def test_lines_are_in_all_scripts_and_mostly_in_letters_that_the_head_writes(vocabulary: Vocabulary) -> None:
    chance = random.Random(1)
    lines = [vocabulary.line(chance) for _ in range(400)]
    letters = "".join(lines)
    assert sum(map(is_drawn, lines)) >= 380
    for script in ("cyrillic", "greek"):
        assert sum(letter in LETTERS[script] for letter in letters) > 0.1 * len(letters)


def test_a_seed_gives_the_same_lines(vocabulary: Vocabulary) -> None:
    first, second = ([vocabulary.line(chance) for _ in range(50)] for chance in map(random.Random, (7, 7)))
    assert first == second


def test_captions_are_the_words_of_the_rules_without_their_patterns() -> None:
    captions = captions_of("bg")
    assert "фактура" in captions
    assert not any(set(caption) & set("|[]\\") for caption in captions)


def test_greek_capitals_have_no_accents() -> None:
    assert capitals("σύνολο") == "ΣΥΝΟΛΟ"
    assert [script_of(language) for language in ("el", "mk", "de")] == ["greek", "cyrillic", "latin"]


def test_a_line_is_drawn_at_the_height_of_the_recogniser_and_always_the_same(typefaces: Typefaces) -> None:
    first, second = (draw_line("Рахунок № 17", typefaces, random.Random(3)) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.shape[0] == 48
    assert first.shape[1] > 100
    assert np.array_equal(first, second)


def test_what_no_typeface_has_is_not_drawn(typefaces: Typefaces) -> None:
    assert draw_line("ანგარიში", typefaces, random.Random(3)) is None


def test_fonts_without_the_letters_are_refused() -> None:
    with pytest.raises(ValueError, match="no font there"):
        Typefaces([ROBOTO], "ჟ")


def test_the_head_starts_as_the_recognisers_own() -> None:
    """Differences of log-probabilities do not depend on how many classes there are."""
    network = Network(recognizer_file("accurate"), threads=1, inner=FEATURES)
    characters = recognizer_characters("accurate")
    head = ScriptHead()
    head.start_from(recognizer_file("accurate"), characters)
    lines = np.random.default_rng(5).uniform(-1, 1, (2, 3, 48, 160)).astype(np.float32)
    probabilities, features = network.with_inner(lines)
    with torch.no_grad():
        ours = head.eval()(torch.from_numpy(features)).numpy()
    known = [letter for letter in "0123456789ABCabcä€" if letter in CHARACTERS]
    theirs = np.log(probabilities[..., [0, *(characters.index(letter) + 1 for letter in known)]])
    ours = ours[..., [0, *(CHARACTERS.index(letter) + 1 for letter in known)]]
    assert np.allclose(ours - ours[..., :1], theirs - theirs[..., :1], atol=2e-3)


def test_collapsing_is_the_rule_of_ctc() -> None:
    assert collapsed([0, 1, 1, 0, 1, 2, 2]) == CHARACTERS[0] * 2 + CHARACTERS[1]


def test_training_goes_on_where_it_was_stopped_and_its_export_reads_as_it_does(
    vocabulary: Vocabulary, tmp_path: Path
) -> None:
    checkpoint, log = tmp_path / "head.checkpoint", io.StringIO()
    fonts = [ROBOTO, fonts_of("font_source_serif_pro")]
    for steps in (1, 2):
        config = TrainingConfig(steps=steps, batch=2, held_out="SourceSerifPro", pool=4)
        head = train(vocabulary, fonts, config, checkpoint, log=log)
    assert [line.split(":")[0] for line in log.getvalue().splitlines()] == ["step 1", "step 2"]
    export(head, tmp_path / "head.onnx")
    features = torch.rand(3, 384, 1, 25)
    written = Network(tmp_path / "head.onnx", threads=1)(features.numpy())
    with torch.no_grad():
        assert np.allclose(written, head(features).exp().numpy(), atol=1e-5)


def test_the_head_that_ships_reads_features_of_any_width() -> None:
    head = load_further_head()
    assert len(head.characters) == 1 + len(CHARACTERS)
    for count, columns in ((1, 20), (3, 77)):
        probabilities = head.network(np.zeros((count, 384, 1, columns), np.float32))
        assert probabilities.shape == (count, columns, 1 + len(CHARACTERS))
        assert np.allclose(probabilities.sum(-1), 1, atol=1e-4)

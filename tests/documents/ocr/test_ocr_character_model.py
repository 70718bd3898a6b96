"""The character model, beside Witten and Bell's formula and as a distribution."""

from __future__ import annotations

import math
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from paperformer.documents.ocr import character_model
from paperformer.documents.ocr.character_model import (
    UNKNOWN,
    CharacterModel,
    is_latin,
    load_character_model,
    write_character_model,
)
from paperformer.errors import OcrUnavailable


@pytest.fixture(scope="module")
def model() -> CharacterModel:
    return load_character_model()


def likelihood(model: CharacterModel, text: str) -> float:
    return sum(model.score(character, text[:place]) for place, character in enumerate(text))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Selangor", "Setangor"),
        ("SDN BHD", "SON BHD"),
        ("RESTAURANT", "RESTÄURANT"),
        ("43800 KAJANG", "4380D KAJANG"),
        ("Rechnung", "Rechriung"),
        ("Total", "TotaI"),
        ("fakturanummer", "fakturanurnmer"),
    ],
)
def test_words_of_documents_are_likelier_than_their_misreadings(
    model: CharacterModel, right: str, wrong: str
) -> None:
    assert likelihood(model, right) > likelihood(model, wrong)


@pytest.mark.parametrize("before", ["", "Tota", "total amoun", "Rechnungsn", "zzq"])
def test_what_may_follow_adds_up_to_one(model: CharacterModel, before: str) -> None:
    letters = model.letters
    symbols = [string for string in letters.log_probability if len(string) == 1]
    total = sum(math.exp(letters.score(symbol, " " + before)) for symbol in symbols)
    assert total == pytest.approx(1, abs=0.05)  # the file has steps of a twentieth of a nat


def test_all_figures_are_alike(model: CharacterModel) -> None:
    assert len({model.score(figure, "Total 1") for figure in "0123456789"}) == 1


def test_a_character_of_no_text_it_has_seen_is_unlikely(model: CharacterModel) -> None:
    assert model.score("家", "") < model.score("x", "")


def test_latin_letters_are_told_from_others() -> None:
    assert is_latin("Größe 38, 12 €, Selāngor")
    assert not is_latin("合计 12.00")
    assert not is_latin("ΚΑΦΕ")


def test_a_model_written_is_the_model_read(
    model: CharacterModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_character_model(model, tmp_path / "characters.json.xz")
    monkeypatch.setattr(character_model, "files", lambda _package: tmp_path)
    again = load_character_model.__wrapped__()
    assert again.letters == model.letters
    assert again.shapes == model.shapes


def test_a_damaged_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "characters.json.xz").write_bytes(b"no")
    monkeypatch.setattr(character_model, "files", lambda _package: tmp_path)
    with pytest.raises(OcrUnavailable, match=r"characters\.json\.xz is missing or damaged"):
        load_character_model.__wrapped__()


def test_every_symbol_has_an_entry(model: CharacterModel) -> None:
    kinds = Counter(len(string) for string in model.letters.log_probability)
    assert kinds[1] > 26
    assert UNKNOWN in model.letters.log_probability


def test_texts_of_pages_that_are_done_are_not_kept() -> None:
    model = load_character_model()
    texts = [f"{number:x} of page {number}" for number in range(20_000)]
    tracemalloc.start()
    for text in texts:
        model.score("e", text)
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert kept < 2_000_000

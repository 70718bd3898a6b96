"""Learning which characters follow one another."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.character_model import UNKNOWN, is_latin, load_character_model
from paperformer.learning import characters
from paperformer.learning.characters import learn, strings, witten_bell

ALL = (1, 1, 1)


def counted(text: str) -> Counter[str]:
    return Counter(strings(text, 3))


def interpolated(counts: Counter[str], symbol: str, before: str) -> float:
    """Witten & Bell's method C, as the paper has it, by recursion."""
    after = {key[-1]: n for key, n in counts.items() if key[:-1] == before}
    if not before:
        after[UNKNOWN] = 1
        return after.get(symbol, 0) / sum(after.values())
    shorter = interpolated(counts, symbol, before[1:])
    if not after:
        return shorter
    return (after.get(symbol, 0) + len(after) * shorter) / (sum(after.values()) + len(after))


@given(st.text("abc ", min_size=4, max_size=40))
def test_probabilities_are_those_of_the_paper(text: str) -> None:
    counts = counted(" " + text)
    model = witten_bell(counts, ALL)
    for before in {" ", "a", "ab", "bc", "c "}:
        for symbol in {key for key in counts if len(key) == 1}:
            expected = interpolated(counts, symbol, before)
            assert math.exp(model.score(symbol, before)) == pytest.approx(expected, rel=1e-6)


@given(st.text("abc ", min_size=4, max_size=60))
def test_probabilities_add_up_to_one_also_when_rare_strings_are_left_out(text: str) -> None:
    counts = counted(" " + text)
    model = witten_bell(counts, (1, 2, 3))
    symbols = [key for key in model.log_probability if len(key) == 1]
    for before in ("", "a", "ab", "c "):
        assert sum(math.exp(model.score(symbol, before)) for symbol in symbols) == pytest.approx(1)


def test_lines_of_other_scripts_are_left_out() -> None:
    assert is_latin("Größe 38, 12 €")
    assert not is_latin("合计 12.00")
    assert not learn(["Total 12.00", "合计 12.00"]).letters.log_probability.keys() & {"合"}


def test_held_out_documents_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def record(key: str, word: str) -> str:
        page = {"number": 1, "width": 100, "height": 100}
        words = [{"text": word, "box": [1, 1, 50, 10], "page": 1}]
        return json.dumps({"id": key, "pages": [page], "words": words, "fields": {}})

    corpus, held_out = tmp_path / "corpus.jsonl", tmp_path / "held_out.json"
    corpus.write_text(f"{record('1', 'näher')}\n{record('2', 'øre')}\n", encoding="utf-8")
    held_out.write_text(json.dumps({"corpus": ["2"]}), encoding="utf-8")
    out = tmp_path / "characters.json.xz"
    arguments = ["characters", str(out), str(corpus), "--leave-out", str(held_out)]
    monkeypatch.setattr("sys.argv", arguments)
    characters.main()
    monkeypatch.setattr("paperformer.documents.ocr.character_model.files", lambda _package: tmp_path)
    letters = load_character_model.__wrapped__().letters.log_probability
    assert "ä" in letters
    assert "ø" not in letters

"""The parallel text that we ship: correct, reproducible, and its parts apart."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "recipes" / "tiny-translator"
PARTS = {"train": 1500, "valid": 100, "test": 200}


def lines(part: str, language: str) -> list[str]:
    return (FOLDER / f"{part}.{language}").read_text("utf-8").splitlines()


def words(part: str, language: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", " ".join(lines(part, language)).lower()))


def test_the_files_are_what_the_command_writes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", FOLDER / "sentences.py", tmp_path], check=True)
    for written in tmp_path.iterdir():
        assert written.read_bytes() == (FOLDER / written.name).read_bytes()
    assert len(list(tmp_path.iterdir())) == 2 * len(PARTS)


@pytest.mark.parametrize(("part", "count"), PARTS.items())
def test_each_line_has_its_translation(part: str, count: int) -> None:
    english, german = lines(part, "en"), lines(part, "de")
    assert len(english) == len(german) == count
    for one, other in zip(english, german, strict=True):
        assert one[0].isupper()
        assert other[0].isupper()
        assert one[-1] == other[-1]
        assert one[-1] in ".?!"


def test_no_sentence_is_in_two_parts() -> None:
    every = [line for part in PARTS for line in lines(part, "en")]
    assert len(set(every)) == len(every)


def test_what_is_tested_are_new_sentences_of_known_english_words() -> None:
    learned = words("train", "en")
    assert all(learned[word] >= 2 for word in words("test", "en"))


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("a", r"\b(ein|eine|einen|einem|einer|kein|keine|keinen)\b"),
        ("not", r"\b(nicht|kein|keine|keinen)\b"),
        ("yesterday", r"\bgestern\b"),
        ("that", r", dass\b|\b[Dd]as\b"),
        ("my", r"\bmein"),
    ],
)
def test_what_one_side_says_the_other_says(english: str, german: str) -> None:
    pairs = [pair for part in PARTS for pair in zip(lines(part, "en"), lines(part, "de"), strict=True)]
    found = [(en, de) for en, de in pairs if re.search(rf"\b{english}\b", en)]
    assert len(found) > 50
    phrases = (FOLDER / "phrases.tsv").read_text("utf-8")
    for en, de in found:
        assert re.search(german, de, re.IGNORECASE) or f"{en}\t{de}" in phrases


@pytest.mark.parametrize("wrong", [
    r"\bden (Frau|Mädchen|Kind|Buch|Katze|Auto)", r"\beinen (\w+ )?(Frau|Mädchen|Kind|Buch|Auto)\b",
    r"\beine (\w+ )?(Mann|Hund|Kind|Apfel|Brief)\b", r"\bder (\w+ )?(Mädchen|Kind|Auto)\b",
    r"\b[dm]?ein \w+en (Buch|Auto|Mann)\b", r"\bden Junge\b", r"\bdem Junge\b", r"müde[sr]? müde", r"teuere",
])  # fmt: skip
def test_german_endings_are_right(wrong: str) -> None:
    for part in PARTS:
        assert not re.search(wrong, "\n".join(lines(part, "de"))), wrong

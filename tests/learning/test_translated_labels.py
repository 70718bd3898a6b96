"""Labels in another language: labels of fields and parties alone change, and targets stay with their words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.fields.labels import load_labels, tokens_of
from paperformer.learning.alignment import ABSENT, PRESENT
from paperformer.learning.translated_labels import Phrasebook, translated

LINES = [
    "Invoice number: INV-2024-17",
    "Bill to",
    "Harbour Ltd",
    "Please pay the total amount due: 59.50",
    "C F D I",
]
VALUES = {"INV-2024-17": 0, "Harbour": 1, "Ltd": 1, "59.50": 2}


def page() -> tuple[tuple[Word, ...], np.ndarray]:
    words, targets = [], []
    for row, line in enumerate(LINES):
        for place, text in enumerate(line.split()):
            left, top = place / 10, row / 10
            box = Box(left, top, left + 0.08, top + 0.02)
            words.append(Word(text=text, box=box, page=1, line=row))
            targets.append([PRESENT if VALUES.get(text) == column else ABSENT for column in range(3)])
    return tuple(words), np.array(targets, dtype=np.int8)


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    return Phrasebook.load()


def only(book: Phrasebook, language: str) -> Phrasebook:
    return Phrasebook(book.labels, {language: book.spellings[language]})


def lines_of(words: tuple[Word, ...]) -> list[str]:
    return [" ".join(word.text for word in words if word.line == row) for row in range(len(LINES))]


def meanings(text: str) -> set[str]:
    return {m.name for hit in load_labels().find(tokens_of(text)) for m in hit.meanings}


@given(seed=st.integers(0, 2**32 - 1), language=st.sampled_from(["de", "vi", "ru", "el", "ja", "sr"]))
def test_labels_become_those_of_the_other_language_and_mean_the_same(
    book: Phrasebook, seed: int, language: str
) -> None:
    words, _ = translated(*page(), only(book, language), 1.0, np.random.default_rng(seed))
    lines = lines_of(words)
    assert lines[0].endswith(" INV-2024-17")
    assert "document_number" in meanings(lines[0])
    assert "receiver" in meanings(lines[1])
    assert not {"invoice", "bill"} & set(lines[0].lower().split() + lines[1].lower().split())


@given(seed=st.integers(0, 2**32 - 1))
def test_every_value_keeps_its_words_and_targets(book: Phrasebook, seed: int) -> None:
    words, targets = translated(*page(), book, 1.0, np.random.default_rng(seed))
    assert len(words) == len(targets)
    printed = {
        (w.text, int(row.argmax())) for w, row in zip(words, targets, strict=True) if (row == PRESENT).any()
    }
    assert printed == set(VALUES.items())
    assert lines_of(words)[2] == "Harbour Ltd"


def test_letters_set_apart_are_no_label(book: Phrasebook) -> None:
    words, _ = translated(*page(), only(book, "el"), 1.0, np.random.default_rng(0))
    assert lines_of(words)[4] == "C F D I"


def test_new_labels_stand_where_the_old_ones_stood(book: Phrasebook) -> None:
    before, _ = page()
    after, _ = translated(*page(), only(book, "de"), 1.0, np.random.default_rng(0))
    old = [w.box for w in before if w.line == 1]
    new = [w.box for w in after if w.line == 1]
    assert new[0].x0 == old[0].x0
    assert new[-1].x1 == pytest.approx(old[-1].x1)


def test_at_probability_zero_nothing_changes(book: Phrasebook) -> None:
    words, targets = page()
    assert translated(words, targets, book, 0.0, np.random.default_rng(0))[0] is words

"""Texts in tokens: nothing is lost where they are cut, and what is stored comes back."""

import errno
import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import TrainingFailed
from paperformer.extraction.tokens import NO_WORD
from paperformer.learning.language import store as store_module
from paperformer.learning.language.sequences import (
    TokenSequence,
    causal_sequences,
    layout_sequences,
    masked_sequences,
)
from paperformer.learning.language.sources import Fragment
from paperformer.learning.language.store import open_store, write_store
from paperformer.text.subword_training import train_subwords
from paperformer.text.vocabulary import train_vocabulary
from toy_documents import document_of

WORDS = "the cat sat on the mat and looked at the extraordinary dog"
SUBWORDS = train_subwords([WORDS] * 3, 300)
PIECES = train_vocabulary([WORDS] * 3, 60)
TEXTS = st.lists(st.lists(st.text("abc the\n", min_size=1), min_size=1, max_size=4), max_size=4)


def fragments_of(texts: list[list[str]]) -> list[Fragment]:
    return [Fragment(part, begins=i == 0) for text in texts for i, part in enumerate(text)]


@given(TEXTS, st.integers(2, 12))
def test_causal_sequences_predict_every_token_of_every_text_once(texts: list[list[str]], room: int) -> None:
    found = list(causal_sequences(fragments_of(texts), SUBWORDS, room))
    assert all(2 <= len(sequence) <= room + 1 for sequence in found)
    predicted = [int(number) for sequence in found for number in sequence.ids[1:]]
    ends = [i for i, number in enumerate(predicted) if number == SUBWORDS.end_id]
    assert len(ends) == len(texts)
    parts = np.split(np.array(predicted), np.array(ends) + 1)[: len(texts)]
    assert [SUBWORDS.decode(part.tolist()) for part in parts] == ["".join(text) for text in texts]
    # Cut in two, the second part begins with the token that the first one ends with.
    for one, two in itertools.pairwise(found):
        begins = two.ids[0] == SUBWORDS.begin_id
        assert begins == (one.ids[-1] == SUBWORDS.end_id)
        assert begins or two.ids[0] == one.ids[-1]


@given(TEXTS, st.integers(8, 20))
def test_masked_sequences_hold_every_piece_once_and_whole_words(texts: list[list[str]], room: int) -> None:
    found = list(masked_sequences(fragments_of(texts), PIECES, room))
    inside = [int(number) for sequence in found for number in sequence.ids[1:-1]]
    wanted = [PIECES.encode(part.split()) for text in texts for part in text]
    assert inside == [int(number) for pieces in wanted for number in pieces.ids]
    for sequence in found:
        assert sequence.words is not None
        assert 3 <= len(sequence) <= room
        assert sequence.ids[0] == PIECES.first_id
        assert sequence.ids[-1] == PIECES.separator_id
        assert sequence.words[0] == sequence.words[-1] == NO_WORD
        assert sequence.words[1] == 0
        assert set(np.diff(sequence.words[1:-1]).tolist()) <= {0, 1}


def test_a_text_is_cut_between_words() -> None:
    found = list(masked_sequences([Fragment(WORDS, True)], PIECES, 10))
    assert len(found) > 2
    for sequence in found[1:]:
        assert not PIECES.vocabulary[int(sequence.ids[1])].startswith("##")


def test_a_documents_tokens_keep_their_boxes_pages_and_words() -> None:
    document = document_of("the cat", "sat on the mat")
    (sequence,) = layout_sequences([document], PIECES, 64)
    assert sequence.boxes is not None
    assert sequence.pages is not None
    assert sequence.words is not None
    first = document.words[0].box
    assert sequence.boxes[1].tolist() == [round(1000 * v) for v in (first.x0, first.y0, first.x1, first.y1)]
    assert len(sequence.boxes) == len(sequence.pages) == len(sequence.words) == len(sequence)
    parts = list(layout_sequences([document], PIECES, 6))
    assert len(parts) > 1
    pieces = [number for part in parts for number in part.ids[1:-1]]
    assert pieces == sequence.ids[1:-1].tolist(), "cut without overlap"


COLUMNS = ("ids", "words", "boxes", "pages")


def sequences(count: int) -> Iterator[TokenSequence]:
    chance = np.random.default_rng(0)
    for number in range(count):
        n = 1 + number % 7
        words = np.r_[-1, np.arange(n - 1)]
        yield TokenSequence(
            chance.integers(0, 40_000, n), words, chance.integers(0, 1001, (n, 4)), np.full(n, number)
        )


def test_what_is_stored_comes_back(tmp_path: Path) -> None:
    write_store(tmp_path, sequences(50), COLUMNS, "this")
    kept = open_store(tmp_path, COLUMNS, "this")
    assert kept is not None
    assert len(kept) == 50
    assert kept.tokens == sum(len(s) for s in sequences(50)) == kept.lengths.sum()
    for number, sequence in enumerate(sequences(50)):
        for name in COLUMNS:
            np.testing.assert_array_equal(getattr(kept[number], name), getattr(sequence, name))


def test_a_store_of_something_else_or_cut_short_is_written_anew(tmp_path: Path) -> None:
    assert open_store(tmp_path, COLUMNS, "this") is None
    write_store(tmp_path, sequences(5), COLUMNS, "this")
    assert open_store(tmp_path, COLUMNS, "that") is None
    (tmp_path / "store.json").write_text('{"identity": "th')
    assert open_store(tmp_path, COLUMNS, "this") is None


def test_a_kill_while_writing_leaves_no_store(tmp_path: Path) -> None:
    def killed() -> Iterator[TokenSequence]:
        yield from sequences(3)
        raise KeyboardInterrupt

    write_store(tmp_path, sequences(5), ("ids",), "this")
    with pytest.raises(KeyboardInterrupt):
        write_store(tmp_path, killed(), ("ids",), "this")
    assert open_store(tmp_path, ("ids",), "this") is None


def test_an_empty_store_is_one(tmp_path: Path) -> None:
    write_store(tmp_path, [], ("ids",), "none")
    kept = open_store(tmp_path, ("ids",), "none")
    assert kept is not None
    assert (len(kept), kept.tokens) == (0, 0)


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store_module.json, "dumps", full)
    with pytest.raises(TrainingFailed) as caught:
        write_store(tmp_path, sequences(3), ("ids",), "this")
    assert str(caught.value) == (
        f"{tmp_path}: the tokens cannot be written (No space left on device). "
        "Free some space or choose another output folder"
    )


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TrainingFailed, match="the tokens cannot be written"):
        write_store(tmp_path / "file" / "store", sequences(3), ("ids",), "this")

"""Unigram against a Viterbi search written here, against Hugging Face, and from words to pieces and back."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from paperformer.errors import ModelMismatch
from paperformer.text.tokenizer_file import load_tokenizer
from paperformer.text.unigram import SPECIAL, Unigram
from paperformer.text.vocabulary import train_vocabulary
from paperformer.text.wordpiece import WordPiece
from toy_unigram import STEMS, TEXTS, toy_unigram

TOY = toy_unigram()
MARK = "\u2581"
PARTS = st.sampled_from([*STEMS, *"abehnortuå", "中", "<s>", "</s>", "<unk>", " ", MARK, "\x00"])
WORDS = st.lists(st.lists(PARTS, max_size=6).map("".join), max_size=8)
FOLDING = {
    "type": "Sequence",
    "normalizers": [{"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}],
}


def marked(word: str) -> str:
    """A word with marks in the place of spaces, and one before it."""
    return MARK + word.replace(" ", MARK).removeprefix(MARK) if word else ""


def best_score(text: str) -> float:
    """The largest sum of log probabilities with which pieces spell a text.

    A character without a piece costs 10 more than the least likely one.
    """
    scores = {p: s for p, s in zip(TOY.vocabulary, TOY.scores, strict=True) if p not in SPECIAL}
    unknown = min(TOY.scores) - 10
    best = [0.0] + [-np.inf] * len(text)
    for end in range(1, len(text) + 1):
        for start in range(end):
            score = scores.get(text[start:end], unknown if end - start == 1 else -np.inf)
            best[end] = max(best[end], best[start] + score)
    return float(best[-1])


def score_of(ids: list[int], offsets: list[list[int]]) -> float:
    """The sum for the pieces that were chosen; unknown ones next to each other are one."""
    unknown = min(TOY.scores) - 10
    return sum(
        unknown * (end - start) if number == TOY.unknown_id else TOY.scores[number]
        for number, (start, end) in zip(ids, offsets, strict=True)
    )


@given(WORDS)
def test_each_word_is_cut_into_its_most_likely_pieces(words: list[str]) -> None:
    pieces = TOY.encode(words)
    for number, word in enumerate(words):
        mine = pieces.words == number
        if not word:
            assert pieces.ids[mine].tolist() == [TOY.unknown_id]
            continue
        # Every mark begins a part of its own, so that the parts are cut independently of each other.
        parts = [MARK + part for part in marked(word).removeprefix(MARK).split(MARK)]
        expected = sum(best_score(part) for part in parts)
        assert score_of(pieces.ids[mine].tolist(), pieces.offsets[mine].tolist()) == pytest.approx(expected)


@given(WORDS)
def test_pieces_spell_their_word(words: list[str]) -> None:
    pieces = TOY.encode(words)
    assert sorted(set(pieces.words.tolist())) == list(range(len(words)))
    assert (np.diff(pieces.words) >= 0).all()
    for number, word in enumerate(words):
        mine = pieces.words == number
        written = ""
        for piece, (start, end) in zip(TOY.pieces(pieces.ids[mine]), pieces.offsets[mine], strict=True):
            assert 0 <= start <= end <= len(word)
            written += word[start:end] if piece == "<unk>" else piece
        assert written == marked(word)


@given(WORDS)
def test_every_word_alone_gives_the_same_pieces_as_among_others(words: list[str]) -> None:
    together = TOY.encode(words)
    for number, word in enumerate(words):
        alone, mine = TOY.encode([word]), together.words == number
        assert together.ids[mine].tolist() == alone.ids.tolist()
        assert together.offsets[mine].tolist() == alone.offsets.tolist()


@given(WORDS)
def test_a_document_cannot_write_special_tokens(words: list[str]) -> None:
    found = set(TOY.encode([*words, *SPECIAL]).ids.tolist())
    assert not found & (set(TOY.special_ids) - {TOY.unknown_id})


def test_ids_equal_those_of_hugging_face(tmp_path: Path) -> None:
    tokenizer = Unigram(
        list(zip(TOY.vocabulary, TOY.scores, strict=True)),
        normalizer=FOLDING,
        pre_tokenizer={"type": "Metaspace", "replacement": MARK, "add_prefix_space": True},
    )
    tokenizer.save(tmp_path / "tokenizer.json")
    theirs = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    words = [*" ".join(TEXTS[:40]).split(), "Rechnungsnummer:", "\uff11\uff12", "½", "中", "Total"]
    assert tokenizer.encode(words).ids.tolist() == theirs.encode(" ".join(words)).ids
    assert tokenizer.encode(["<s>"]).ids.tolist() != theirs.encode("<s>").ids == [TOY.first_id]


def test_case_stays() -> None:
    pieces = TOY.encode(["Total", "TOTAL"])
    assert TOY.pieces(pieces.ids[pieces.words == 0]) == ["▁Total"]
    assert len(pieces.ids[pieces.words == 1]) > 1


def test_no_words_give_no_pieces() -> None:
    pieces = TOY.encode([])
    assert len(pieces) == 0
    assert pieces.offsets.shape == (0, 2)


def test_what_normalises_to_nothing_is_one_unknown_piece() -> None:
    strip = {"type": "Replace", "pattern": {"String": "\u200b"}, "content": ""}
    tokenizer = Unigram(list(zip(TOY.vocabulary, TOY.scores, strict=True)), normalizer=strip)
    pieces = tokenizer.encode(["Total", "", "\u200b", "no"])
    assert pieces.words.tolist()[:2] == [0, 1]
    assert pieces.ids[pieces.words == 1].tolist() == [TOY.unknown_id]
    assert sorted(set(pieces.words.tolist())) == [0, 1, 2, 3]


@pytest.mark.parametrize("tokenizer", [TOY, train_vocabulary(TEXTS, 120)], ids=["unigram", "wordpiece"])
def test_both_kinds_are_read_from_one_kind_of_file(tmp_path: Path, tokenizer: Unigram | WordPiece) -> None:
    path = tmp_path / "tokenizer.json"
    tokenizer.save(path)
    loaded = load_tokenizer(path)
    assert type(loaded) is type(tokenizer)
    assert (loaded.vocabulary, loaded.special_ids) == (tokenizer.vocabulary, tokenizer.special_ids)
    words = ["Rechnungsnummer:", "Å", "", "<s>", "[CLS]", "το"]
    assert loaded.encode(words).ids.tolist() == tokenizer.encode(words).ids.tolist()
    other = load_tokenizer(path)
    other.save(path)
    assert load_tokenizer(path).vocabulary == tokenizer.vocabulary


def written(**changes: Any) -> dict[str, Any]:
    """A ``tokenizer.json`` of a tiny vocabulary, with other parts."""
    vocabulary = [*([piece, 0.0] for piece in SPECIAL), ["\u2581a", -1.0]]
    model = {"type": "Unigram", "unk_id": 1, "vocab": vocabulary}
    return {"model": model, "normalizer": None, "pre_tokenizer": {"type": "Metaspace"}, **changes}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "no vocabulary of WordPiece or Unigram"),
        ([], "no vocabulary of WordPiece or Unigram"),
        ({"model": {"type": "Unigram"}}, "no vocabulary of WordPiece or Unigram"),
        (written(pre_tokenizer=None), "no vocabulary of WordPiece or Unigram"),
        (written(pre_tokenizer={"type": "ByteLevel"}), "it cuts at ByteLevel"),
        (written(model={"type": "Unigram", "byte_fallback": True}), "it holds Unigram with bytes"),
        (written(model={"type": "Unigram", "vocab": [["<s>", 0.0]]}), "lacks <pad>, <unk>, </s>, <mask>"),
        (written(model={"type": "Unigram", "vocab": [["a", 0.0], ["a", 0.0]]}), "comes twice"),
        (written(normalizer={"type": "Unheard"}), "cannot be used"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_vocabulary_is_refused_with_its_name(
    tmp_path: Path, content: Any, message: str
) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ModelMismatch, match=message) as caught:
        load_tokenizer(path)
    assert str(path) in caught.value.message
    assert "\n" not in caught.value.message

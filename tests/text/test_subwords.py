"""Subwords: nothing is unknown, what is encoded is decoded, and the same texts give the same vocabulary."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.text.subword_dropout import SubwordDropout, cut
from paperformer.text.subword_training import train_subwords
from paperformer.text.subwords import BYTES, SPACE, SPECIAL, Subwords
from paperformer.text.vocabulary import train_vocabulary

TEXTS = [
    "Zwei junge weiße Männer sind im Freien in der Nähe vieler Büsche.",
    "Two young, white males are outside near many bushes.",
    "Ein kleines Mädchen klettert in ein Spielhaus aus Holz.",
    "A little girl climbing into a wooden playhouse.",
    "Ein Mann in einem blauen Hemd steht auf einer Leiter und putzt ein Fenster.",
    "A man in a blue shirt is standing on a ladder cleaning a window.",
] * 3
BPE = train_subwords(TEXTS, 420)
WORDPIECE = train_subwords(TEXTS, 420, kind="wordpiece")
BOTH = pytest.mark.parametrize("subwords", [BPE, WORDPIECE], ids=["bpe", "wordpiece"])
ANY_TEXT = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(f" ,aM{SPACE}")))
BEGINNING = ANY_TEXT.filter(lambda text: text[:1] not in {"", SPACE})  # of a text: a space is put before it


@BOTH
@given(ANY_TEXT)
def test_any_text_is_given_back(subwords: Subwords, text: str) -> None:
    (ids,) = subwords.encode([text])
    assert subwords.decode(ids) == text
    assert subwords.unknown_id not in ids


@BOTH
@given(BEGINNING, st.lists(ANY_TEXT))
def test_a_text_that_comes_in_parts_is_given_back_whole(
    subwords: Subwords, first: str, others: list[str]
) -> None:
    (ids,) = subwords.encode([first])
    for more in subwords.encode(others, inside=True):
        ids += more
    assert subwords.decode(ids) == first + "".join(others)


@BOTH
@given(ANY_TEXT, ANY_TEXT)
def test_what_is_written_after_a_text_keeps_its_first_space(
    subwords: Subwords, before: str, after: str
) -> None:
    (ids,) = subwords.encode([after], inside=True)
    assert before + subwords.decode(ids, inside=True) == before + after


@BOTH
@given(BEGINNING)
def test_the_pieces_of_a_text_stand_for_its_bytes(subwords: Subwords, text: str) -> None:
    (ids,) = subwords.encode([text])
    assert subwords.byte_counts()[[subwords.begin_id, *ids, subwords.end_id]].sum() == len(text.encode())


@given(st.lists(st.sampled_from(" ".join(TEXTS).split())))
def test_by_hand_wordpiece_cuts_known_words_as_the_library_does(words: list[str]) -> None:
    known, unknown = WORDPIECE.encode([" ".join(words), " ".join([*words, "Ω"])])
    assert unknown[: len(known)] == known


def test_a_word_that_the_library_finds_too_long_is_cut_by_hand() -> None:
    (ids,) = WORDPIECE.encode(["man" * 100])
    assert WORDPIECE.decode(ids) == "man" * 100


@BOTH
def test_a_character_that_is_not_in_the_vocabulary_is_its_bytes(subwords: Subwords) -> None:
    (ids,) = subwords.encode(["blueΩ"])
    assert subwords.pieces(ids)[-2:] == ["<0xCE>", "<0xA9>"]


@BOTH
@pytest.mark.parametrize("text", ["</s>", "<pad> <s>", "<unk>", "a <0x41> b"])
def test_no_text_is_special(subwords: Subwords, text: str) -> None:
    (ids,) = subwords.encode([text])
    assert not set(ids) & {subwords.padding_id, subwords.begin_id, subwords.end_id}
    assert subwords.decode(ids) == text


def test_special_pieces_are_left_out_of_the_text() -> None:
    (ids,) = BPE.encode(["a man"])
    assert BPE.decode([BPE.begin_id, *ids, BPE.end_id, BPE.padding_id]) == "a man"


def test_bytes_that_are_no_text_become_the_replacement_character() -> None:
    lonely = BPE.vocabulary.index("<0xCE>")
    assert BPE.decode([lonely]) == "\N{REPLACEMENT CHARACTER}"


@BOTH
def test_frequent_words_are_one_piece_and_punctuation_stands_apart(subwords: Subwords) -> None:
    (ids,) = subwords.encode(["Ein Mann."])
    assert subwords.pieces(ids)[0] == f"{SPACE}Ein"
    assert subwords.pieces(ids)[-1].removeprefix("##") == "."
    assert len(subwords) <= 420


@pytest.mark.parametrize("kind", ["bpe", "wordpiece"])
def test_the_same_texts_give_the_same_vocabulary(kind: str) -> None:
    again = train_subwords(TEXTS, 420, kind=kind)  # type: ignore[arg-type]
    assert again.fingerprint() == (BPE if kind == "bpe" else WORDPIECE).fingerprint()
    assert train_subwords(TEXTS, 400).fingerprint() != BPE.fingerprint()


@BOTH
def test_what_is_saved_is_loaded(subwords: Subwords, tmp_path: Path) -> None:
    subwords.save(tmp_path / "subwords.json")
    loaded = Subwords.load(tmp_path / "subwords.json")
    assert loaded.fingerprint() == subwords.fingerprint()
    assert loaded.encode(TEXTS) == subwords.encode(TEXTS)


def test_the_tokenizers_library_reads_the_file_and_cuts_the_same(tmp_path: Path) -> None:
    from tokenizers import Tokenizer

    BPE.save(tmp_path / "subwords.json")
    theirs = Tokenizer.from_file(str(tmp_path / "subwords.json"))
    assert [theirs.encode(text).ids for text in TEXTS] == BPE.encode(TEXTS)


def test_pieces_are_numbered_by_word() -> None:
    (ids,) = BPE.encode(["Spielhäuser, bunt"])
    numbers = BPE.words(ids)
    pieces = BPE.pieces(ids)
    assert numbers[0] == 0
    assert sorted(numbers) == numbers
    assert numbers[-1] == 2
    assert [numbers[place] for place, piece in enumerate(pieces) if piece == ","] == [1]


def test_special_pieces_are_not_learned_from_a_text_full_of_them() -> None:
    text = " ".join(SPECIAL) * 3
    learned = train_subwords([text] * 50, 400)
    (ids,) = learned.encode([text])
    assert min(ids) >= len(SPECIAL)
    assert learned.decode(ids) == text


@pytest.mark.parametrize("content", ["", "{}", '{"model": {"type": "Unigram", "vocab": []}}', "[1]"])
def test_a_file_that_holds_no_subwords_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "subwords.json").write_text(content)
    with pytest.raises(ModelMismatch, match="no vocabulary of subwords") as caught:
        Subwords.load(tmp_path / "subwords.json")
    assert "\n" not in str(caught.value)


def test_a_file_of_other_pieces_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    train_vocabulary(["word pieces"] * 3, 40).save(path)
    with pytest.raises(ModelMismatch, match="do not begin with") as caught:
        Subwords.load(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_vocabulary_without_special_pieces_or_with_one_twice_is_refused() -> None:
    with pytest.raises(ModelMismatch, match="do not begin with"):
        Subwords("bpe", ["a", "b"])
    with pytest.raises(ModelMismatch, match="all bytes"):
        Subwords("bpe", [*SPECIAL, "a", "b"])
    with pytest.raises(ModelMismatch, match="hold a piece twice"):
        Subwords("wordpiece", [*SPECIAL, *BYTES, "a", "a"])


def test_merges_that_make_no_piece_are_refused() -> None:
    with pytest.raises(ModelMismatch, match="inconsistent"):
        Subwords("bpe", [*SPECIAL, *BYTES, "a", "b"], [("a", "b")])


@pytest.mark.parametrize(("texts", "size"), [([], 500), (["", "  "], 500), (TEXTS, 100)])
def test_nothing_to_learn_from_or_no_room_is_one_line(texts: list[str], size: int) -> None:
    with pytest.raises(InvalidConfig):
        train_subwords(texts, size)


def test_without_dropout_words_are_cut_as_the_library_cuts_them() -> None:
    whole = SubwordDropout(BPE, TEXTS, 0.0, seed=1).encode(np.random.default_rng(1))
    assert [ids.tolist() for ids in whole] == BPE.encode(TEXTS)


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 0.99))
def test_with_dropout_texts_stay_what_they_are(seed: int, dropout: float) -> None:
    texts = [*TEXTS[:3], "", "Ω steht für Ohm"]
    for ids, text in zip(
        SubwordDropout(BPE, texts, dropout, seed).encode(np.random.default_rng(seed)), texts, strict=True
    ):
        assert BPE.decode(ids.tolist()) == text


def test_dropout_repeats_with_the_seed_and_varies_without() -> None:
    one, other = (SubwordDropout(BPE, TEXTS, 0.3, seed=1) for _ in range(2))
    first = [ids.tolist() for ids in one.encode(np.random.default_rng(5))]
    assert first == [ids.tolist() for ids in other.encode(np.random.default_rng(5))]
    assert first != [ids.tolist() for ids in one.encode(np.random.default_rng(6))]


def test_a_merge_is_left_out_as_often_as_wanted() -> None:
    """Two characters, one merge, one chance: the cut is a draw of the coin itself."""
    chance = random.Random(2)
    found = Counter(len(cut("ab", {("a", "b"): 0}, 0.3, chance)) for _ in range(20_000))
    assert found[2] / 20_000 == pytest.approx(0.3, abs=0.012)  # 3.7 standard deviations


def test_wordpiece_has_no_merges_to_leave_out() -> None:
    with pytest.raises(InvalidConfig, match="only BPE"):
        SubwordDropout(WORDPIECE, TEXTS, 0.1, seed=1)

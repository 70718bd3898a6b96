"""Byte pairs: what goes in comes out, nothing is unknown, and no text is special."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.text.byte_pairs import SMALLEST, SPECIAL, BytePairs, train_byte_pairs
from paperformer.text.vocabulary import train_vocabulary

TEXT = "the cat sat on the mat, and the dog sat on the log\nœuvre £5 \N{GRINNING FACE}"
PAIRS = train_byte_pairs([TEXT] * 3, 320)


@given(st.text())
def test_any_text_comes_back_exactly(text: str) -> None:
    assert PAIRS.decode(PAIRS.encode(text)) == text


@pytest.mark.parametrize("text", [*SPECIAL, "<pad> </s>", " ".join(SPECIAL) * 3])
def test_no_text_is_special_even_where_it_was_learned(text: str) -> None:
    learned = train_byte_pairs([text] * 50, 400)
    ids = learned.encode(text)
    assert not {learned.padding_id, learned.begin_id, learned.end_id} & set(ids)
    assert learned.decode(ids) == text


def test_what_is_frequent_is_one_piece() -> None:
    assert [PAIRS.vocabulary[number] for number in PAIRS.encode(" the")] == ["Ġthe"]


def test_bytes_are_counted_piece_by_piece() -> None:
    counts = PAIRS.byte_counts()
    ids = [PAIRS.begin_id, *PAIRS.encode(TEXT), PAIRS.end_id]
    assert sum(counts[number] for number in ids) == len(TEXT.encode())


def test_special_pieces_print_nothing() -> None:
    assert PAIRS.decode([PAIRS.begin_id, *PAIRS.encode("the cat"), PAIRS.end_id]) == "the cat"


def test_the_same_text_gives_the_same_pieces() -> None:
    again = train_byte_pairs([TEXT] * 3, 320)
    assert again.vocabulary == PAIRS.vocabulary
    assert again.encode(TEXT) == PAIRS.encode(TEXT)


def test_a_saved_vocabulary_cuts_as_before(tmp_path: Path) -> None:
    PAIRS.save(tmp_path / "tokenizer.json")
    loaded = BytePairs.load(tmp_path / "tokenizer.json")
    assert loaded.vocabulary == PAIRS.vocabulary
    assert loaded.encode(TEXT) == PAIRS.encode(TEXT)


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"model": {"type": "BPE"}}', None])
def test_a_file_that_is_none_is_one_line(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "tokenizer.json"
    if content is None:
        train_vocabulary(["word pieces"] * 3, 40).save(path)
    else:
        path.write_text(content)
    with pytest.raises(ModelMismatch) as caught:
        BytePairs.load(path)
    assert str(caught.value).startswith(f"{path} is no byte-pair vocabulary")
    assert "\n" not in str(caught.value)


def test_a_vocabulary_that_lacks_a_byte_would_be_too_small() -> None:
    with pytest.raises(InvalidConfig, match=f"Give {SMALLEST} or more"):
        train_byte_pairs([TEXT], SMALLEST - 1)
    assert train_byte_pairs([TEXT], SMALLEST).decode(PAIRS.encode("")) == ""


@pytest.mark.parametrize("texts", [[], [""], ["  \n"]])
def test_a_corpus_without_text_is_refused(texts: list[str]) -> None:
    with pytest.raises(InvalidConfig, match="the corpus holds no text"):
        train_byte_pairs(texts, 300)

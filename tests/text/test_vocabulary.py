"""Learning a vocabulary: it covers its corpus, merges what is frequent, and repeats."""

import pytest

from paperformer.errors import InvalidConfig
from paperformer.text.vocabulary import train_vocabulary
from paperformer.text.wordpiece import SPECIAL

CORPUS = ["Invoice total 120,00 EUR", "Invoice date 2024-03-01", "Rechnung Gesamtbetrag 99,50 EUR"] * 20


def test_frequent_words_become_one_piece_and_no_word_is_unknown() -> None:
    learned = train_vocabulary(CORPUS, 300)
    assert learned.pieces(learned.encode(["Invoice", "EUR"]).ids) == ["invoice", "eur"]
    for text in CORPUS:
        assert learned.unknown_id not in learned.encode(text.split()).ids


def test_new_words_of_known_characters_are_spelled() -> None:
    learned = train_vocabulary(CORPUS, 120)
    words = ["2031-9", "ovule", "nung"]
    pieces = learned.encode(words)
    assert learned.unknown_id not in pieces.ids
    for number, word in enumerate(words):
        spelled = learned.pieces(pieces.ids[pieces.words == number])
        assert "".join(piece.removeprefix("##") for piece in spelled) == word


def test_the_same_corpus_gives_the_same_vocabulary_every_time() -> None:
    first, second = (train_vocabulary(iter(CORPUS), 200) for _ in range(2))
    assert first.vocabulary == second.vocabulary


@pytest.mark.parametrize("size", [7, 40, 90])
def test_the_size_is_a_limit_and_special_pieces_come_first(size: int) -> None:
    learned = train_vocabulary(CORPUS, size)
    assert len(learned) <= size
    assert learned.vocabulary[:5] == SPECIAL
    assert learned.padding_id == 0


def test_case_and_accents_are_kept_on_request() -> None:
    texts = ["Öre Över"] * 5
    kept = train_vocabulary(texts, 60, lowercase=False)
    folded = train_vocabulary(texts, 60, strip_accents=False)
    stripped = train_vocabulary(texts, 60)
    assert [v.pieces(v.encode(["Över"]).ids) for v in (kept, folded, stripped)] == [
        ["Över"],
        ["över"],
        ["over"],
    ]


@pytest.mark.parametrize(("texts", "size"), [([], 100), (["  "], 100), (CORPUS, 6), (CORPUS, 0)])
def test_nothing_to_learn_or_no_room_is_an_error(texts: list[str], size: int) -> None:
    with pytest.raises(InvalidConfig):
        train_vocabulary(texts, size)

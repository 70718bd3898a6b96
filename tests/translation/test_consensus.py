"""Of several translations the one that agrees best with the others."""

import math

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from paperformer.translation.consensus import by_consensus

WORDS = st.lists(st.sampled_from("abcdef"), max_size=8)
FOUND = st.lists(st.tuples(WORDS, st.floats(-20, 0)), min_size=1, max_size=6)


def test_what_three_say_nearly_alike_outranks_a_likelier_one_that_none_shares() -> None:
    texts = [
        ["a", "dog", "jumps", "over", "a", "fence"],
        ["a", "man", "rides", "a", "brown", "horse"],
        ["a", "man", "rides", "a", "horse"],
        ["a", "man", "is", "riding", "a", "brown", "horse"],
    ]
    scores = [-1.0, -1.2, -1.3, -1.4]
    assert by_consensus(texts, scores, sharpness=1.0)[0][0] == 1


@given(FOUND, st.floats(0, 10))
def test_every_text_is_ranked_once_by_what_it_may_expect(
    found: list[tuple[list[str], float]], sharpness: float
) -> None:
    ranked = by_consensus([text for text, _ in found], [score for _, score in found], sharpness)
    assert sorted(place for place, _ in ranked) == list(range(len(found)))
    expected = [value for _, value in ranked]
    assert expected == sorted(expected, reverse=True)
    assert all(0.0 <= value <= 1.0 + 1e-9 for value in expected)


@given(st.lists(st.tuples(WORDS, st.integers(-20, 0)), min_size=1, max_size=6))
def test_with_all_weight_on_the_likeliest_it_is_the_likeliest(found: list[tuple[list[str], int]]) -> None:
    texts, scores = [text for text, _ in found], [score for _, score in found]
    best = by_consensus(texts, scores, sharpness=1000.0)[0][0]
    likeliest = {tuple(text) for text, score in found if score == max(scores)}
    assert tuple(texts[best]) in likeliest or len(likeliest) > 1


def test_two_equally_likely_texts_expect_half_of_their_bleu_as_sacrebleu_has_it() -> None:
    one, other = "a b c d e f g", "a b c x e f g h"
    metric = sacrebleu.BLEU(smooth_method="add-k", smooth_value=1, effective_order=False, tokenize="none")
    ranked = dict(by_consensus([one.split(), other.split()], [-1.0, -1.0], sharpness=3.0))
    for place, (text, reference) in enumerate([(one, other), (other, one)]):
        theirs = metric.sentence_score(text, [reference]).score / 100
        assert ranked[place] == pytest.approx((1.0 + theirs) / 2, abs=1e-9)


def test_likely_texts_count_by_their_probability() -> None:
    texts = [["a"], ["b"]]
    ranked = dict(by_consensus(texts, [math.log(0.75), math.log(0.25)], sharpness=1.0))
    assert ranked == pytest.approx({0: 0.75, 1: 0.25})


def test_nothing_found_is_nothing_ranked() -> None:
    assert by_consensus([], [], sharpness=1.0) == []

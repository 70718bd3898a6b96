"""From the logits of windows to probabilities over a document."""

import numpy as np
import pytest

from paperformer.extraction.scores import Array, WordLogits, combine


def window(inside: list[float], pick: list[float]) -> WordLogits[Array]:
    """Logits of one field; those of the edges are 1, 2, 3 ... and their negatives."""
    edge = np.arange(1, len(inside) + 1)
    return WordLogits(*(np.asarray(part, dtype=np.float32)[:, None] for part in (inside, pick, edge, -edge)))


def test_pick_is_a_softmax_over_all_words_and_nowhere() -> None:
    scores = combine([(0, window([0, 0], [1.0, 2.0]))], 2, ["total"])
    weights = np.exp([0.0, 1.0, 2.0])
    assert scores.pick[:, 0] == pytest.approx(weights[1:] / weights.sum(), abs=1e-6)


def test_inside_is_a_sigmoid_of_each_word() -> None:
    scores = combine([(0, window([-2, 0, 3], [0, 0, 0]))], 3, ["total"])
    assert scores.inside[:, 0] == pytest.approx(1 / (1 + np.exp([2, 0, -3])), abs=1e-6)


def test_where_windows_overlap_the_larger_counts() -> None:
    parts = [(0, window([1, 1], [1, 1])), (1, window([3, -3], [-5, 2]))]
    scores = combine(parts, 3, ["total"])
    assert scores.inside[:, 0] == pytest.approx(1 / (1 + np.exp([-1, -3, 3])), abs=1e-6)
    weights = np.exp([0.0, 1.0, 1.0, 2.0])
    assert scores.pick[:, 0] == pytest.approx(weights[1:] / weights.sum(), abs=1e-6)


def test_the_edges_stay_logits_and_overlap_alike() -> None:
    scores = combine([(0, window([0, 0], [0, 0])), (1, window([0, 0], [0, 0]))], 3, ["name"])
    assert scores.logits.begin[:, 0].tolist() == [1, 2, 2]
    assert scores.logits.end[:, 0].tolist() == [-1, -1, -2]


def test_large_logits_stay_in_range() -> None:
    scores = combine([(0, window([1e4, -1e4], [1e4, -1e4]))], 2, ["total"])
    assert scores.pick[:, 0] == pytest.approx([1, 0])
    assert scores.inside[:, 0] == pytest.approx([1, 0])


def test_a_word_that_no_window_holds_has_no_probability() -> None:
    scores = combine([(0, window([0], [0]))], 2, ["total"])
    assert scores.pick[1, 0] == 0
    assert scores.inside[1, 0] == 0


def test_no_words_no_scores() -> None:
    scores = combine([], 0, ["total", "date"])
    assert scores.inside.shape == scores.pick.shape == (0, 2)

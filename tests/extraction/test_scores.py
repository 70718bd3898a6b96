"""From the logits of windows to probabilities over a document."""

import numpy as np
import pytest

from paperformer.extraction.scores import combine


def logits(*rows: float) -> np.ndarray:
    return np.asarray(rows, dtype=np.float32)[:, None]


def test_pick_is_a_softmax_over_all_words_and_nowhere() -> None:
    scores = combine([(0, logits(0, 0), logits(1.0, 2.0))], 2, ["total"])
    weights = np.exp([0.0, 1.0, 2.0])
    assert scores.pick[:, 0] == pytest.approx(weights[1:] / weights.sum(), abs=1e-6)


def test_inside_is_a_sigmoid_of_each_word() -> None:
    scores = combine([(0, logits(-2, 0, 3), logits(0, 0, 0))], 3, ["total"])
    assert scores.inside[:, 0] == pytest.approx(1 / (1 + np.exp([2, 0, -3])), abs=1e-6)


def test_where_windows_overlap_the_larger_counts() -> None:
    parts = [(0, logits(1, 1), logits(1, 1)), (1, logits(3, -3), logits(-5, 2))]
    scores = combine(parts, 3, ["total"])
    assert scores.inside[:, 0] == pytest.approx(1 / (1 + np.exp([-1, -3, 3])), abs=1e-6)
    weights = np.exp([0.0, 1.0, 1.0, 2.0])
    assert scores.pick[:, 0] == pytest.approx(weights[1:] / weights.sum(), abs=1e-6)


def test_large_logits_stay_in_range() -> None:
    scores = combine([(0, logits(1e4, -1e4), logits(1e4, -1e4))], 2, ["total"])
    assert scores.pick[:, 0] == pytest.approx([1, 0])
    assert scores.inside[:, 0] == pytest.approx([1, 0])


def test_a_word_that_no_window_holds_has_no_probability() -> None:
    scores = combine([(0, logits(0), logits(0))], 2, ["total"])
    assert scores.pick[1, 0] == 0
    assert scores.inside[1, 0] == 0


def test_no_words_no_scores() -> None:
    scores = combine([], 0, ["total", "date"])
    assert scores.inside.shape == scores.pick.shape == (0, 2)

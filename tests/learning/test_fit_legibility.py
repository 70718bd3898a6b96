"""Fitting how far readings are believed, on answers drawn by known odds."""

import numpy as np
import pytest

from paperformer.extraction.legibility import NO_DOUBT, Legibility
from paperformer.learning.legibility import LEAST_ANSWERS, ReadAnswer, fit_legibility


def drawn(count: int, *, unsure: float, small: float, seed: int) -> list[ReadAnswer]:
    """Answers that are right by the odds of these weights."""
    chance = np.random.default_rng(seed)
    true = Legibility({"unsure": unsure, "small": small})
    answers = []
    for _ in range(count):
        features = {**NO_DOUBT, "unsure": chance.exponential(2.0), "small": chance.exponential(5.0)}
        chosen = chance.uniform(0.5, 1.0)
        answers.append(ReadAnswer(features, chosen, bool(chance.random() < chosen * true(features))))
    return answers


@pytest.mark.parametrize("seed", range(3))
def test_the_odds_by_which_answers_were_drawn_are_found_again(seed: int) -> None:
    found = fit_legibility(drawn(6000, unsure=0.4, small=0.05, seed=seed))
    assert found is not None
    assert found.weights["unsure"] == pytest.approx(0.4, abs=0.05)
    assert found.weights["small"] == pytest.approx(0.05, abs=0.015)
    assert found.weights["contradicted"] == 0.0  # of which nothing was seen


def test_doubt_that_goes_with_right_answers_counts_nothing() -> None:
    features = {**NO_DOUBT, "unsure": 3.0}
    answers = [ReadAnswer(features, 0.6, True)] * 500
    found = fit_legibility(answers)
    assert found is not None
    assert found.weights["unsure"] == pytest.approx(0.0, abs=1e-6)


def test_text_layers_and_a_few_pictures_tell_nothing() -> None:
    clear = [ReadAnswer(NO_DOUBT, 0.9, False)] * 1000
    few = drawn(LEAST_ANSWERS - 1, unsure=1.0, small=0.1, seed=0)
    assert fit_legibility([*clear, *few]) is None

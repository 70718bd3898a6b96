"""A page laid over its truth: any homography is found, mistaken pairs and all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperformer.documents.model import Box, Word
from paperformer.learning.registration import boxes_of, covered_by, moved_boxes, register

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def words_at(centres: np.ndarray, names: list[str]) -> list[Word]:
    """Words of one size with these centres."""
    return [
        Word(name, Box(x - 0.02, y - 0.01, x + 0.02, y + 0.01), page=1, line=0)
        for name, (x, y) in zip(names, centres, strict=True)
    ]


def moved(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    three = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ matrix.T
    return three[:, :2] / three[:, 2:]


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    turn=st.floats(-0.3, 0.3),
    lean=st.tuples(st.floats(-0.15, 0.15), st.floats(-0.15, 0.15)),
    wrong=st.integers(0, 8),
)
def test_the_homography_is_found_with_a_few_mistaken_pairs(
    seed: int, turn: float, lean: tuple[float, float], wrong: int
) -> None:
    chance = np.random.default_rng(seed)
    points = chance.uniform(0.1, 0.9, (30, 2))
    matrix = np.array([[np.cos(turn), -np.sin(turn), 0.1], [np.sin(turn), np.cos(turn), 0.05], [*lean, 1.0]])
    there = moved(matrix, points)
    there[:wrong] = chance.uniform(0.1, 0.9, (wrong, 2))
    names = [f"{first}{second}word" for first in LETTERS for second in LETTERS][: len(points)]
    found = register(words_at(points, names), words_at(there, names))
    assert found is not None
    np.testing.assert_allclose(moved(found, points), moved(matrix, points), atol=2e-3)


def test_too_few_common_words_tell_nothing() -> None:
    points = np.random.default_rng(0).uniform(0.1, 0.9, (9, 2))
    names = [f"word{letter}" for letter in LETTERS[:9]]
    assert register(words_at(points, names), words_at(points, names)) is None


def test_words_that_stand_twice_are_no_guide() -> None:
    points = np.random.default_rng(0).uniform(0.1, 0.9, (40, 2))
    names = ["total"] * 40
    assert register(words_at(points, names), words_at(points, names)) is None


def test_words_that_have_changed_places_at_random_fit_nothing() -> None:
    chance = np.random.default_rng(1)
    names = [f"{first}{second}word" for first in LETTERS for second in LETTERS][:40]
    here, there = chance.uniform(0.1, 0.9, (40, 2)), chance.uniform(0.1, 0.9, (40, 2))
    assert register(words_at(here, names), words_at(there, names)) is None


@pytest.mark.parametrize(("shift", "covered"), [(0.0, True), (0.019, True), (0.021, False), (0.5, False)])
def test_half_of_a_box_must_be_covered(shift: float, covered: bool) -> None:
    centre = np.array([[0.4, 0.4]])
    (box,) = (boxes_of(words_at(centre, ["total"])),)
    there = boxes_of(words_at(centre + np.array([shift, 0.0]), ["total"]))
    assert covered_by(box, there).tolist() == [covered]


def test_a_moved_box_holds_its_corners() -> None:
    quarter = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    words = words_at(np.array([[0.3, 0.2]]), ["total"])
    np.testing.assert_allclose(moved_boxes(quarter, words), [[0.79, 0.28, 0.81, 0.32]])

"""The search over a CTC network's columns, beside the sum over all ways that a text can be drawn."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.ocr.beam import BeamConfig, align, likeliest

SIGNS = ["", "a", "b", " "]
Column = list[tuple[str, float]]
EVERYTHING = BeamConfig(width=10_000, behind=math.inf, weight=0.5, bonus=0.2)


@st.composite
def columns(draw: st.DrawFn) -> list[Column]:
    weights = st.lists(st.integers(1, 100), min_size=len(SIGNS), max_size=len(SIGNS))
    drawn = draw(st.lists(weights, min_size=1, max_size=4))
    return [[(sign, one / sum(row)) for sign, one in zip(SIGNS, row, strict=True)] for row in drawn]


def language(character: str, before: str) -> float:
    """Some language in which b likes to follow a."""
    return math.log(0.7 if (before[-1:], character) == ("a", "b") else 0.1)


def collapse(way: tuple[str, ...]) -> str:
    return "".join(sign for sign, _ in itertools.groupby(way))


def values(given_columns: list[Column], config: BeamConfig) -> dict[str, float]:
    """By brute force: of each text the sum over its ways, with what the language says of it."""
    sums: dict[str, float] = defaultdict(float)
    for way in itertools.product(*given_columns):
        sums[collapse(tuple(sign for sign, _ in way))] += math.prod(p for _, p in way)
    return {
        text: math.log(total)
        + sum(config.weight * language(c, text[:place]) + config.bonus for place, c in enumerate(text))
        + config.weight * language(" ", text)
        for text, total in sums.items()
    }


@given(columns())
def test_a_beam_that_drops_nothing_finds_the_best_of_all_texts(given_columns: list[Column]) -> None:
    found = likeliest(given_columns, language, EVERYTHING)
    everything = values(given_columns, EVERYTHING)
    assert everything[found] == pytest.approx(max(everything.values()))


@given(columns())
def test_without_language_it_is_the_network_alone_that_counts(given_columns: list[Column]) -> None:
    config = BeamConfig(width=10_000, behind=math.inf, weight=0.0, bonus=0.0)
    everything = values(given_columns, config)
    found = likeliest(given_columns, language, config)
    assert everything[found] == pytest.approx(max(everything.values()))


def test_two_of_a_kind_need_nothing_new_between_them() -> None:
    sure = BeamConfig(weight=0.0, bonus=0.0)
    assert likeliest([[("a", 1.0)], [("a", 1.0)]], language, sure) == "a"
    assert likeliest([[("a", 1.0)], [("", 1.0)], [("a", 1.0)]], language, sure) == "aa"


def test_the_language_settles_what_the_picture_leaves_open() -> None:
    open_letter = [[("a", 1.0)], [(" ", 0.5), ("b", 0.45), ("", 0.05)]]
    assert likeliest(open_letter, language, BeamConfig(weight=0.0, bonus=0.0)) == "a "
    assert likeliest(open_letter, language, BeamConfig(weight=0.3, bonus=0.6)) == "ab"


@st.composite
def drawn_texts(draw: st.DrawFn) -> tuple[np.ndarray, list[int]]:
    length = draw(st.integers(1, 6))
    seed = draw(st.integers(0, 1000))
    classes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    return np.log(np.random.default_rng(seed).dirichlet(np.ones(4), length)), classes


@given(drawn_texts())
def test_characters_are_placed_on_the_likeliest_way_of_all(drawn: tuple[np.ndarray, list[int]]) -> None:
    found, classes = drawn
    ways = [
        way
        for way in itertools.product(range(4), repeat=len(found))
        if [sign for sign, _ in itertools.groupby(way) if sign] == classes
    ]
    spans = align(found, classes)
    if not ways:
        assert spans is None
        return
    assert spans is not None
    best = max(sum(found[column, sign] for column, sign in enumerate(way)) for way in ways)
    own = [0] * len(found)
    for (start, end), sign in zip(spans, classes, strict=True):
        own[start:end] = [sign] * (end - start)
    assert sum(found[column, sign] for column, sign in enumerate(own)) == pytest.approx(best)


def test_no_characters_need_no_places() -> None:
    assert align(np.log(np.full((3, 2), 0.5)), []) == []

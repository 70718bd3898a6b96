"""Fitting how often the findings of rules are right."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.finding import Finding, features
from paperformer.fields.values.reading import ParsedValue
from paperformer.learning.finding_fit import Judged, fit_findings


def judged(right: bool, *traits: str, share: float = 1.0) -> Judged:
    return Judged(Finding("iban", (0,), "x", ParsedValue("x"), "label", traits, share), right)


def chance(weights: dict[str, float], *traits: str) -> float:
    return 1 / (1 + math.exp(-sum(weights[name] for name in features("label", traits))))


@given(st.integers(1, 19))
def test_many_findings_are_as_likely_right_as_they_were(right_of_20: int) -> None:
    weights = fit_findings([judged(place % 20 < right_of_20, "near") for place in range(2000)])
    assert chance(weights, "near") == pytest.approx(right_of_20 / 20, abs=0.02)


def test_a_trait_of_right_findings_weighs_more_than_one_of_wrong_ones() -> None:
    weights = fit_findings([judged(True, "near")] * 50 + [judged(False, "far")] * 50)
    assert weights["label: near"] > 0.5 > -0.5 > weights["label: far"]


def test_a_trait_that_was_seen_once_says_little() -> None:
    common = [judged(True, "near")] * 90 + [judged(False, "near")] * 10
    weights = fit_findings([*common, judged(False, "odd")])
    assert abs(weights["label: odd"]) < 1.0


def test_a_share_explains_what_is_not_right() -> None:
    halves = [judged(place % 2 == 0, "named", share=0.5) for place in range(400)]
    assert chance(fit_findings(halves), "named") > 0.9

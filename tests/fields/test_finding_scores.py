"""How likely a finding is right: weights of its rule and traits, fitted on labels."""

from __future__ import annotations

import ast
import math
from pathlib import Path

import pytest

import paperformer.extraction.supplier_memory
import paperformer.fields
from paperformer.fields.finding import Finding, chance, fitted
from paperformer.fields.values.reading import ParsedValue


def finding(rule: str, *traits: str, share: float = 1.0) -> Finding:
    return Finding("iban", (0,), "x", ParsedValue("x"), rule, traits, share)


def test_the_score_is_logistic_in_the_weights_of_rule_and_traits() -> None:
    weights = fitted()
    wanted = weights["label"] + weights["label: plain label"] + weights["label: near"]
    assert finding("label", "plain label", "near").score == pytest.approx(1 / (1 + math.exp(-wanted)))


def test_a_share_of_several_values_is_a_share_of_the_score() -> None:
    whole, part = finding("majority", "named"), finding("majority", "named", share=0.25)
    assert part.score == pytest.approx(whole.score / 4)


def test_of_a_rule_that_nobody_weighed_nothing_is_known() -> None:
    assert chance("no such rule", ("no such trait",)) == 0.5


def test_a_label_that_means_one_thing_is_more_often_right_than_one_of_several() -> None:
    assert finding("label", "plain label").score > finding("label", "beside label").score


def test_every_weight_is_of_a_rule_that_the_code_names() -> None:
    """A weight that no rule asks for is left over from one that is gone."""
    rooms = (paperformer.fields, paperformer.extraction.supplier_memory)
    texts = {
        node.value
        for room in rooms
        for source in Path(str(room.__file__)).parent.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {name.partition(":")[0] for name in fitted()} <= texts

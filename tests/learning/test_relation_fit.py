"""The fit of relations finds the weights that joint choices were drawn with."""

from __future__ import annotations

import numpy as np
import pytest

from paperformer.documents.model import Document
from paperformer.extraction.relations.relation import NO_FACTS, Seen
from paperformer.fields.schema import load_schema
from paperformer.fields.scored import Scored
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.evidence import Penalties
from paperformer.learning.relation_fit import JointChoice, fit_relations, joint_choices
from typed_page import typed

HOLDS, FAILS = Seen("dates", "holds"), Seen("dates", "fails")
LOOSE = Penalties(relation=1e-3)


def drawn(holds: float, fails: float, count: int, seed: int = 0) -> list[JointChoice]:
    """Groups of four joint choices, of which one is right as the weights have it."""
    chance = np.random.default_rng(seed)
    choices = []
    for _ in range(count):
        odds = chance.normal(size=4)
        outcomes = chance.integers(0, 2, size=(2, 4)).astype(float)
        score = odds + np.array([holds, fails]) @ outcomes
        shares = np.exp(score) / np.exp(score).sum()
        right = np.arange(4) == chance.choice(4, p=shares)
        choices.append(JointChoice(odds, right, outcomes, (HOLDS, FAILS)))
    return choices


def test_the_weights_that_choices_were_drawn_with_are_found() -> None:
    found = fit_relations(drawn(1.5, -2.0, 3000), {}, LOOSE)
    assert found["dates"] == pytest.approx({"holds": 1.5, "fails": -2.0}, abs=0.15)


def test_few_choices_leave_the_weights_near_those_that_the_fit_goes_on_from() -> None:
    prior = {"dates": {"holds": 1.0, "fails": -3.0}, "totals": {"holds": 2.0}}
    found = fit_relations(drawn(1.0, -3.0, 5), prior)
    assert found["totals"] == prior["totals"]
    assert found["dates"] == pytest.approx(prior["dates"], abs=1.0)


def test_fields_whose_truth_is_unknown_may_have_any_value() -> None:
    schema = load_schema()
    page: Document = typed("Net 100.00 VAT 25.00 Total 125.00")
    candidates = {
        name: [Scored(name, value, value, (at,), 0.5, "model")]
        for at, (name, value) in enumerate(
            {"total_excl_vat": "100.00", "total_vat": "25.00", "total_incl_vat": "125.00"}.items()
        )
    }
    total = {"total_incl_vat": ("125.00",)}
    labelled = LabelledDocument(page, total, frozenset(total), labels=None, raw={}, key="one")
    (choice,) = joint_choices(labelled, candidates, NO_FACTS, schema)
    assert choice.right.reshape(2, 2, 2).tolist() == [[[True, False]] * 2] * 2
    nothing_known = LabelledDocument(page, {}, frozenset(), labels=None, raw={}, key="one")
    assert joint_choices(nothing_known, candidates, NO_FACTS, schema) == []

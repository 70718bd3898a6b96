"""Relations between fields: what holds, what fails, and where they say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.evidence.weights import load_weights
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.relations.catalogue import GROUPS, SAYS
from paperformer.extraction.relations.relation import NO_FACTS, Facts, Seen
from paperformer.extraction.resolve import Joint
from paperformer.fields.scored import Scored


def seen(
    values: Mapping[str, str], words: Mapping[str, tuple[int, ...]] | None = None, facts: Facts = NO_FACTS
) -> set[Seen]:
    """All that relations see where these values are chosen, each printed by a word of its own."""
    printed = words or {name: (at,) for at, name in enumerate(values)}
    chosen = {name: Scored(name, value, value, printed[name], 0.5, "rule") for name, value in values.items()}
    return {
        one
        for group in GROUPS
        for relation in group
        if set(relation.fields) <= set(values)
        for one in relation.observe([chosen[name] for name in relation.fields], facts)
    }


TOTALS = {"total_excl_vat": "100.00", "total_vat": "25.00", "total_incl_vat": "125.00"}


@pytest.mark.parametrize(
    ("values", "name", "outcome"),
    [
        (TOTALS, "total_is_net_plus_tax", "holds"),
        ({**TOTALS, "total_incl_vat": "130.05"}, "total_is_net_plus_tax", "fails"),
        ({**TOTALS, "total_vat": "60.00"}, "tax_is_possible", "fails"),
        ({"document_date": "2025-05-29", "due_date": "2025-06-28"}, "due_after_document", "holds"),
        ({"document_date": "2025-05-29", "due_date": "2025-04-28"}, "due_after_document", "fails"),
        ({"document_date": "2025-05-29", "due_date": "2026-10-31"}, "due_within_terms", "fails"),
        ({"iban": "DE89370400440532013000", "bic": "COBADEFF"}, "bank_of_account", "holds"),
        ({"iban": "DE89370400440532013000", "bic": "CHASUS33"}, "bank_of_account", "fails"),
        ({"supplier_name": "Adler GmbH", "receiver_name": "ADLER GMBH."}, "parties_differ_in_name", "fails"),
    ],
)
def test_a_relation_holds_or_fails(values: Mapping[str, str], name: str, outcome: str) -> None:
    assert {one.outcome for one in seen(values) if one.name == name} == {outcome}


@pytest.mark.parametrize("place", ["vat_number", "address"])
def test_what_stands_in_the_block_of_a_name_is_of_its_party(place: str) -> None:
    values = {"supplier_name": "Adler", "receiver_name": "Beta", f"supplier_{place}": "X"}
    name = {"vat_number": "tax_id", "address": "address"}[place]
    own, other = f"{name}_below_name", f"{name}_not_below_other_name"
    for blocks, outcome in (
        ((0, 1, 0), {(own, "holds")}),
        ((0, 1, 1), {(other, "fails")}),
        ((0, 1, 2), set()),
        ((), set()),
    ):
        found = seen(values, facts=Facts(blocks=blocks))
        assert {(relation, outcome) for relation, outcome in found if relation in (own, other)} == outcome


def test_what_was_paid_before_is_taken_off_the_amount_due() -> None:
    values = {"total_incl_vat": "100.00", "amount_due": "60.00", "rounding": "0.00"}
    assert Seen("due_follows", "fails") in seen(values)
    assert Seen("due_follows", "holds") in seen(values, facts=Facts(deductions=(Decimal(40),)))


def test_what_earlier_bills_left_is_added_to_the_amount_due() -> None:
    values = {"total_incl_vat": "100.00", "amount_due": "140.00", "rounding": "0.00"}
    assert Seen("due_follows", "fails") in seen(values, facts=Facts(deductions=(Decimal(40),)))
    assert Seen("due_follows", "holds") in seen(values, facts=Facts(previous_balances=(Decimal(40),)))


def test_one_day_says_nothing_of_the_order_of_dates() -> None:
    assert not seen({"document_date": "2025-05-29", "due_date": "2025-05-29"})


def test_one_print_is_not_two_numbers_but_one_word_may_print_two_values() -> None:
    shared = {"document_number": (3,), "order_number": (3,)}
    assert Seen("numbers_apart", "fails") in seen({"document_number": "4711", "order_number": "4711"}, shared)
    assert not seen({"document_number": "4711", "order_number": "88"}, shared)


def test_every_relation_has_a_sentence_and_the_default_model_weighs_it() -> None:
    weights = load_weights(evidence_of(default_model_path())).relations
    assert set(weights) <= set(SAYS)
    for outcomes in weights.values():
        assert outcomes.get("holds", 0.0) >= outcomes.get("fails", 0.0)


@st.composite
def amounts(draw: st.DrawFn) -> dict[str, list[Scored]]:
    """One to three candidates of each total."""
    return {
        name: [
            Scored(name, str(draw(st.integers(1, 5))), "", (), draw(st.floats(0.01, 0.3)), "model")
            for _ in range(draw(st.integers(1, 3)))
        ]
        for name in TOTALS
    }


@given(amounts(), st.floats(-3, 3), st.floats(-3, 3))
def test_the_shares_are_those_of_all_joint_choices_one_by_one(
    candidates: dict[str, list[Scored]], holds: float, fails: float
) -> None:
    weights = {"total_is_net_plus_tax": {"holds": holds, "fails": fails}}
    relations = GROUPS[0]
    joint = Joint(candidates, 3)
    got = joint.shares(joint.scores(relations, weights, NO_FACTS))
    mass: dict[tuple[int, ...], float] = {}
    for place in product(*(range(length) for length in joint.shape)):
        chosen = {name: joint.choices[name][at] for name, at in zip(joint.names, place, strict=True)}
        score = float(joint.odds()[place])
        for relation in relations:
            for one in relation.observe([chosen.get(name) for name in relation.fields], NO_FACTS):
                score += weights.get(one.name, {}).get(one.outcome, 0.0)
        mass[place] = float(np.exp(score))
    whole = sum(mass.values())
    for axis, share in enumerate(got):
        for at, probability in enumerate(share):
            own = sum(part for place, part in mass.items() if place[axis] == at)
            assert probability == pytest.approx(own / whole, abs=1e-9)

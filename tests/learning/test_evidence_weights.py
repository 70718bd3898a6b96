"""The fit finds the weights that documents were drawn with, and shares what single fields cannot tell."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from paperformer.evidence.scorer import softmax
from paperformer.learning.evidence import Choice, Penalties, fit_weights, folds_of, minimise

LOOSE = Penalties(shared=1e-4, type=10.0, field=10.0, generated=1.0, absolute=0.0)


def drawn(
    weights: list[float], count: int, field: str = "total_vat", type_: str = "amount", seed: int = 0
) -> list[Choice]:
    """Choices of three candidates each, of which one or none is right as the weights have it."""
    chance = np.random.default_rng(seed)
    choices = []
    for _ in range(count):
        observed = chance.normal(size=(3, len(weights))).astype(np.float32)
        shares = softmax((observed @ np.array(weights)).tolist())
        picked = chance.choice(4, p=[*shares, 1.0 - sum(shares)])
        choices.append(Choice(field, type_, observed, np.arange(3) == picked))
    return choices


def test_the_weights_that_documents_were_drawn_with_are_found() -> None:
    found = fit_weights(drawn([1.5, -0.7, 0.0], 3000), ["for", "against", "idle"], LOOSE)
    fitted = [found.of(name, "total_vat", "amount") for name in ("for", "against", "idle")]
    assert fitted == pytest.approx([1.5, -0.7, 0.0], abs=0.15)


def test_a_field_without_documents_has_what_its_type_has() -> None:
    found = fit_weights(drawn([2.0], 500), ["for"], LOOSE)
    assert found.of("for", "amount_due", "amount") == pytest.approx(2.0, abs=0.4)
    assert found.of("for", "amount_due", "date") == pytest.approx(found.shared["for"])


def test_what_pays_little_is_zero_where_size_is_paid_for() -> None:
    dear = Penalties(1.0, 1.0, 1.0, 1.0, absolute=30.0)
    found = fit_weights(drawn([2.0, 0.02], 400), ["for", "idle"], dear)
    assert found.of("for", "total_vat", "amount") > 0.5
    assert abs(found.of("idle", "total_vat", "amount")) < 0.01


def test_what_generated_documents_differ_by_is_thrown_away() -> None:
    real = drawn([1.0], 800, seed=1)
    ours = [
        Choice(one.field, one.type, one.observed, one.right, 1.0, generated=True)
        for one in drawn([4.0], 800, seed=2)
    ]
    found = fit_weights([*real, *ours], ["for"], Penalties(0.1, 50.0, 50.0, 0.01, 0.0))
    assert found.of("for", "total_vat", "amount") == pytest.approx(1.0, abs=0.4)


def test_where_no_candidate_is_right_none_is() -> None:
    observed = np.ones((2, 1), dtype=np.float32)
    wrong = [Choice("iban", "iban", observed, np.array([False, False])) for _ in range(50)]
    found = fit_weights(wrong, ["proposed"], LOOSE)
    assert found.of("proposed", "iban", "iban") < -2.0


def test_the_least_of_a_bowl_is_found() -> None:
    middle = np.array([3.0, -1.0, 0.5])
    steep = np.array([1.0, 100.0, 0.5])

    def bowl(at: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        return float(0.5 * (steep * (at - middle) ** 2).sum()), steep * (at - middle)

    assert minimise(bowl, np.zeros(3)) == pytest.approx(middle, abs=0.1)


def test_documents_of_one_group_are_in_one_fold_and_folds_are_of_like_size() -> None:
    groups = [f"shop {number % 20}" for number in range(200)]
    fold = folds_of(groups, 5, seed=0)
    assert set(fold) == set(groups)
    sizes = np.bincount([fold[group] for group in fold])
    assert sizes.tolist() == [4] * 5
    assert fold == folds_of(groups, 5, seed=0) != folds_of(groups, 5, seed=1)


def test_what_the_base_of_a_score_explains_needs_no_weight() -> None:
    choices = drawn([2.0, 1.0], 800)
    based = [
        Choice(
            one.field, one.type, one.observed[:, 1:], one.right, base=2.0 * one.observed[:, 0].astype(float)
        )
        for one in choices
    ]
    found = fit_weights(based, ["other"], LOOSE)
    assert found.of("other", "total_vat", "amount") == pytest.approx(1.0, abs=0.2)

"""How often the findings of rules are right, by rule and trait: a logistic function, fitted on labels.

A finding has the probability ``share * sigmoid(sum of weights)``. The weights pay for the squares of what
they differ by from what is known without documents: nothing of most traits, so that one that was seen twice
says little, but that numbers whose check digits fail are misread, or none of their kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paperformer.fields.finding import Finding, features
from paperformer.learning.evidence import Vector, minimise

_PRICE = 0.5  # of such a square: that of one document in two
_FAILS, _FAILED = "check digit fails", -3.0  # log-odds: one in twenty is printed wrong and meant all the same


class Judged(NamedTuple):
    """A finding and whether it is right.

    Args:
        finding: Of a field whose truth is known.
        right: Whether the truth has its value.
        weight: How much it counts.
    """

    finding: Finding
    right: bool
    weight: float = 1.0


def fit_findings(judged: Sequence[Judged]) -> dict[str, float]:
    """The weights of ``paperformer.fields.finding``, in log-odds, by the name of what is weighed."""
    found = [features(answer.finding.rule, answer.finding.traits) for answer in judged]
    names = sorted({name for own in found for name in own})
    place = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(judged), len(names)))
    for row, own in zip(table, found, strict=True):
        row[[place[name] for name in own]] = 1.0
    right = np.array([answer.right for answer in judged], dtype=np.float64)
    share = np.clip(np.array([answer.finding.share for answer in judged]), 1e-3, 1.0)
    weight = np.array([answer.weight for answer in judged])
    before = np.array([_FAILED if name.endswith(_FAILS) else 0.0 for name in names])

    def cost(at: Vector) -> tuple[float, Vector]:
        inside = 1.0 / (1.0 + np.exp(-np.clip(table @ at, -30.0, 30.0)))
        chance = np.clip(share * inside, 1e-9, 1.0 - 1e-9)
        lost = -weight @ (right * np.log(chance) + (1.0 - right) * np.log(1.0 - chance))
        slope = weight * (chance - right) / (1.0 - chance) * (1.0 - inside)
        off = at - before
        return float(lost + _PRICE * off @ off), table.T @ slope + 2 * _PRICE * off

    weights = minimise(cost, before)
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}

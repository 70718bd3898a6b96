"""Fitting the weights of evidence: a softmax over the candidates of a field and "none".

A weight is the sum of what all fields share, what a type adds and what a field adds; each part is paid for,
so that a field with few labels has its type's weights. A fit may go on from weights that are there already:
then only what differs from them is paid for, and a handful of documents changes no more than it shows.
Generated documents speak in a voice of their own: the model has seen their like, so it is surer of them. What
they differ by is fitted beside and thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.evidence.weights import NO_WEIGHTS, Weights

Matrix = NDArray[np.float64]
Vector = NDArray[np.float64]

_MEMORY, _STEPS, _ENOUGH = 12, 2000, 1e-9
_SMOOTH = 0.01  # below this an absolute value is a parabola, so that it has a slope at zero


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of one field of one document whose truth is known.

    Args:
        field: Name of the field.
        type: Its type.
        observed: ``(candidates, evidence)``.
        right: Which candidates are right; where none is, "none" was.
        weight: How much it counts.
        generated: Whether our own generator made the document.
        source: Name of its set.
        group: What it has in common with documents that must not be parted from it: the head of its page.
        base: The score of each candidate that no weight of the fit changes; None is zero.
    """

    field: str
    type: str
    observed: NDArray[np.float32]
    right: NDArray[np.bool_]
    weight: float = 1.0
    generated: bool = False
    source: str = ""
    group: str = ""
    base: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class Penalties:
    """What weights pay: half of it times their square, and ``absolute`` times their size.

    Weights of relations do not pay for their size: a relation that is seldom broken has few examples.
    """

    shared: float = 1.0
    type: float = 3.0
    field: float = 10.0
    generated: float = 0.5
    relation: float = 0.3
    absolute: float = 0.5


PENALTIES = Penalties()


@dataclass(slots=True)
class _Block:
    """The choices of one field, all generated or none, as one table of the columns that say anything."""

    field: str
    type: str
    generated: bool
    columns: NDArray[np.intp]
    table: Matrix
    starts: NDArray[np.intp]
    right: Vector
    weights: Vector
    prior: Vector  # the score of each row before the fit


def fit_weights(
    choices: Sequence[Choice],
    names: Sequence[str],
    penalties: Penalties = PENALTIES,
    prior: Weights = NO_WEIGHTS,
) -> Weights:
    """The weights that make the right candidates likeliest.

    Args:
        choices: Of all documents.
        names: Of the evidence, in the order of the columns of ``Choice.observed``.
        penalties: What weights pay.
        prior: Weights that the fit goes on from; only what differs from them pays.
    """
    blocks = _blocks(choices, names, prior)
    types = sorted({block.type for block in blocks})
    fields = sorted({block.field for block in blocks})
    count = len(names)
    rows = 2 + len(types) + len(fields)  # shared, generated, types, fields
    prices = np.repeat(
        [
            penalties.shared,
            penalties.generated,
            *[penalties.type] * len(types),
            *[penalties.field] * len(fields),
        ],
        count,
    ).reshape(rows, count)
    places: list[list[int]] = [
        ([0, 2 + types.index(b.type), 2 + len(types) + fields.index(b.field)] + ([1] if b.generated else []))
        for b in blocks
    ]

    def cost(flat: Vector) -> tuple[float, Vector]:
        at = flat.reshape(rows, count)
        size = np.sqrt(at**2 + _SMOOTH**2)
        total = 0.5 * float((prices * at**2).sum()) + penalties.absolute * float((size - _SMOOTH).sum())
        slope = prices * at + penalties.absolute * at / size
        for block, place in zip(blocks, places, strict=True):
            lost, gradient = _loss(block, at[place][:, block.columns].sum(axis=0))
            total += lost
            for part in place:
                slope[part, block.columns] += gradient
        return total, slope.ravel()

    found = minimise(cost, np.zeros(rows * count)).reshape(rows, count)
    found[np.abs(found) < _SMOOTH / 4] = 0.0
    named = [dict(zip(names, map(float, row), strict=True)) for row in found]
    return prior.plus(
        Weights(
            named[0],
            dict(zip(types, named[2 : 2 + len(types)], strict=True)),
            dict(zip(fields, named[2 + len(types) :], strict=True)),
        )
    )


def _blocks(choices: Sequence[Choice], names: Sequence[str], prior: Weights) -> list[_Block]:
    gathered: dict[tuple[str, str, bool], list[Choice]] = {}
    for choice in choices:
        if len(choice.right):
            gathered.setdefault((choice.field, choice.type, choice.generated), []).append(choice)
    blocks = []
    for (field, type_, generated), choices_of in sorted(gathered.items()):
        sizes = [len(choice.right) for choice in choices_of]
        table = np.concatenate([choice.observed for choice in choices_of]).astype(np.float64)
        columns = np.flatnonzero(np.abs(table).sum(axis=0))
        before = np.array([prior.of(name, field, type_) for name in names])
        blocks.append(
            _Block(
                field,
                type_,
                generated,
                columns,
                np.ascontiguousarray(table[:, columns]),
                np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp),
                np.concatenate([choice.right for choice in choices_of]).astype(np.float64),
                np.array([choice.weight for choice in choices_of]),
                table @ before + np.concatenate([_base(choice) for choice in choices_of]),
            )
        )
    return blocks


def _base(choice: Choice) -> Vector:
    return np.zeros(len(choice.right)) if choice.base is None else choice.base


def _loss(block: _Block, weights: Vector) -> tuple[float, Vector]:
    """The surprise of all choices of a block, and its slope."""
    scores = block.prior + block.table @ weights
    starts = block.starts
    counts = np.diff([*starts, len(scores)])
    top = np.maximum(np.maximum.reduceat(scores, starts), 0.0)
    exponentials = np.exp(scores - np.repeat(top, counts))
    none = np.exp(-top)
    total = np.add.reduceat(exponentials, starts) + none
    right = np.add.reduceat(exponentials * block.right, starts)
    has_right = np.maximum.reduceat(block.right, starts) > 0
    kept = np.where(has_right, np.maximum(right, 1e-12), none)
    lost = block.weights @ (np.log(total) - np.log(kept))
    chance = exponentials / np.repeat(total, counts)
    wanted = np.where(np.repeat(has_right, counts), exponentials * block.right / np.repeat(kept, counts), 0.0)
    slope = np.repeat(block.weights, counts) * (chance - wanted)
    return float(lost), block.table.T @ slope


def minimise(cost: Callable[[Vector], tuple[float, Vector]], start: Vector) -> Vector:
    """The least of a convex function, by L-BFGS (Nocedal 1980)."""
    at = start
    value, slope = cost(at)
    steps: list[tuple[Vector, Vector, float]] = []
    for _ in range(_STEPS):
        direction = -_inverse(slope, steps)
        fall = float(slope @ direction)
        size = 1.0 if steps else min(1.0, 1.0 / float(np.abs(slope).sum() + 1e-12))
        while True:
            ahead = at + size * direction
            next_value, next_slope = cost(ahead)
            if next_value <= value + 1e-4 * size * fall or size < 1e-10:
                break
            size *= 0.5
        moved, turned = ahead - at, next_slope - slope
        bend = float(moved @ turned)
        gain = value - next_value
        at, value, slope = ahead, next_value, next_slope
        if bend > 1e-12:
            steps = [*steps[-_MEMORY + 1 :], (moved, turned, 1.0 / bend)]
        if gain <= _ENOUGH * (1.0 + abs(value)):
            break
    return at


def _inverse(slope: Vector, steps: Sequence[tuple[Vector, Vector, float]]) -> Vector:
    """The slope times the inverse of the curvature, as the last steps tell it."""
    result, shares = slope.copy(), []
    for moved, turned, inverse in reversed(steps):
        share = inverse * float(moved @ result)
        shares.append(share)
        result = result - share * turned
    if steps:
        moved, turned, inverse = steps[-1]
        result = result / (inverse * float(turned @ turned))
    for (moved, turned, inverse), share in zip(steps, reversed(shares), strict=True):
        result = result + moved * (share - inverse * float(turned @ result))
    return result


def folds_of(groups: Sequence[str], folds: int, seed: int) -> Mapping[str, int]:
    """The fold of each group: groups stay whole, and are dealt by chance."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    return {names[place]: int(number % folds) for number, place in enumerate(order)}

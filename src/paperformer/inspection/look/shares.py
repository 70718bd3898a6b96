"""Where the attention of a document's words goes: every share of it, which together are the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.inspection.look.attention import AttentionMap, Heads

LEAST = 0.001  # of the attention; words that get less are not named


@dataclass(frozen=True, slots=True)
class Shares:
    """The attention that some units give, on average.

    Args:
        asking: The units whose attention it is.
        to: What each unit of the document gets.
        outside: What goes to the tokens around the words, such as ``[CLS]``.
    """

    asking: tuple[int, ...]
    to: NDArray[np.float64]
    outside: float

    @property
    def itself(self) -> float:
        """What stays with the units that ask."""
        return float(self.to[list(self.asking)].sum())

    @property
    def greatest(self) -> float:
        """What the other unit that gets most has."""
        return float(np.max(np.delete(self.to, list(self.asking)), initial=0.0))

    def strongest(self, most: int) -> list[int]:
        """The other units that get most, from the first down."""
        order = [int(unit) for unit in np.argsort(-self.to, kind="stable")]
        return [unit for unit in order if unit not in self.asking and self.to[unit] >= LEAST][:most]

    def others(self, named: Sequence[int]) -> tuple[int, float]:
        """How many units are left beside those named and asking, and what they get together."""
        left = np.delete(self.to, [*named, *self.asking])
        return len(left), float(left.sum())


def shares_of(attention_map: AttentionMap, asking: Sequence[int], heads: Heads, units: int) -> Shares:
    """The shares that ``asking`` gives to each of so many units."""
    where = np.array(attention_map.units)
    given = attention_map.mean_of(heads)[np.isin(where, asking)].mean(axis=0).astype(np.float64)
    to = np.zeros(units)
    inside = where >= 0
    to[where[inside]] = given[inside]
    return Shares(tuple(asking), to, float(given[~inside].sum()))

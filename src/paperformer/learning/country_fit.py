"""The weights of what tells a document's country: a softmax over the countries that something speaks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paperformer.fields.countries.inference import UNKNOWN, Evidence
from paperformer.learning.evidence import Vector, minimise

_PRICE = 0.5  # of the square by which a weight differs from what it is without any document
_WITHOUT = 1.5  # nats: what speaks for a country does so until documents say otherwise
_AGAINST = frozenset({"foreign language", "same place"})  # what speaks against one as much
_NEITHER = "again"  # and what says nothing


class Origin(NamedTuple):
    """What speaks for countries on a document, and the one that it comes from.

    Args:
        evidence: By country what speaks for it.
        country: ISO 3166.
    """

    evidence: Evidence
    country: str


def fit_countries(origins: Sequence[Origin]) -> Mapping[str, float]:
    """The weights of ``paperformer.fields.countries.inference``, in nats, by kind of evidence."""
    names = sorted(
        {UNKNOWN, *(name for origin in origins for kinds in origin.evidence.values() for name in kinds)}
    )
    place = {name: at for at, name in enumerate(names)}
    tables: list[tuple[Vector, int]] = []
    for origin in origins:
        countries = sorted(origin.evidence)
        table = np.zeros((len(countries) + 1, len(names)))
        table[-1, place[UNKNOWN]] = 1.0
        for row, country in zip(table, countries, strict=False):
            for name, count in origin.evidence[country].items():
                row[place[name]] = count
        right = countries.index(origin.country) if origin.country in origin.evidence else len(countries)
        tables.append((table, right))

    before = np.array([_without_documents(name) for name in names])

    def cost(at: Vector) -> tuple[float, Vector]:
        off = at - before
        lost, slope = _PRICE * float(off @ off), 2 * _PRICE * off
        for table, right in tables:
            scores = table @ at
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            lost -= float(np.log(max(shares[right], 1e-12)))
            slope = slope + shares @ table - table[right]
        return lost, slope

    weights = minimise(cost, before)
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def _without_documents(name: str) -> float:
    """A weight before any document is seen."""
    if name == _NEITHER:
        return 0.0
    return -_WITHOUT if name in _AGAINST else _WITHOUT

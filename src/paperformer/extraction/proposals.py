"""Candidates with the probabilities that the evidence gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.evidence.scorer import Weighed
from paperformer.extraction.candidates import Reading
from paperformer.fields.scored import Scored


def weighed_candidates(reading: Reading, weighed: Mapping[str, Sequence[Weighed]]) -> dict[str, list[Scored]]:
    """The candidates of every field with the probabilities that the evidence gives them, and that evidence.

    Args:
        reading: The candidates.
        weighed: By field what was made of each, in their order.
    """
    return {
        name: [
            one._replace(probability=own.probability, evidence=tuple(own.counts.items()))
            for one, own in zip(found, weighed[name], strict=True)
        ]
        for name, found in reading.scored.items()
    }


def with_chances(reading: Reading, chances: Mapping[str, Sequence[float]]) -> dict[str, list[Scored]]:
    """The candidates of every field as they were proposed, with other probabilities.

    Args:
        reading: The candidates.
        chances: By field the probability of each, in their order.
    """
    return {
        name: [one._replace(probability=chance) for one, chance in zip(found, chances[name], strict=True)]
        for name, found in reading.scored.items()
    }

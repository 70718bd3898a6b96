"""Candidates that a known party speaks against become less probable, and the likeliest other one more."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.fields.scored import Scored

_INHERITED = 0.7  # part of the probability of the displaced that the likeliest other takes over, by judgement


def displaced(candidates: Sequence[Scored], against: Sequence[bool], factor: float) -> list[Scored]:
    """``candidates``, some less probable; in good part what they lose goes to the likeliest of the others.

    A probable candidate that is displaced still says that the document has such a value: a copy of the
    likeliest other is added, as probable as that says.

    Args:
        candidates: Of one field.
        against: Which of them are displaced.
        factor: What the probability of these is multiplied by.
    """
    kept = [
        one._replace(probability=one.probability * factor) if is_displaced else one
        for one, is_displaced in zip(candidates, against, strict=True)
    ]
    lost = [one for one, is_displaced in zip(candidates, against, strict=True) if is_displaced]
    others = [one for one, is_displaced in zip(candidates, against, strict=True) if not is_displaced]
    if not others or not lost:
        return kept
    likeliest, surest = (max(some, key=lambda one: one.probability) for some in (others, lost))
    return [*kept, likeliest._replace(probability=_INHERITED * surest.probability)]

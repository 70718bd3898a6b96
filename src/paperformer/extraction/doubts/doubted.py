"""What becomes of candidates that their label speaks against, and of the one that takes their place."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.extraction.scored import Scored

_TAKEN = 0.7  # part of the trust in a doubted candidate that its heir takes over, by judgement


def doubted(
    candidates: Sequence[Scored], against: Sequence[bool], after_all: float, heirs: Sequence[bool]
) -> list[Scored]:
    """``candidates``, doubted ones less probable; in good part what they lose goes to the likeliest heir.

    Who was sure of a doubted candidate says that the document has such a value: a copy of the heir is added,
    as probable as that says.

    Args:
        candidates: Of one field.
        against: Which of them are doubted.
        after_all: What the probability of these is multiplied by.
        heirs: Which of the others may take their place; none may be among the doubted.
    """
    likely = [one for one, is_heir in zip(candidates, heirs, strict=True) if is_heir]
    lost = [one for one, is_doubted in zip(candidates, against, strict=True) if is_doubted]
    kept = [
        one._replace(probability=one.probability * after_all) if is_doubted else one
        for one, is_doubted in zip(candidates, against, strict=True)
    ]
    if not likely or not lost:
        return kept
    heir, surest = (max(some, key=lambda one: one.probability) for some in (likely, lost))
    return [*kept, heir._replace(probability=_TAKEN * surest.probability)]

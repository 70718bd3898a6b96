"""What the joint choice is made of: choices, what a combination of them adds, and the fields it links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from paperformer.extraction.scored import Scored
from paperformer.fields.values.plain import folded

Choice = Scored | None
Judge = Callable[[Sequence[Choice]], float]


@dataclass(frozen=True, slots=True)
class Factor:
    """Fields that hang together.

    Args:
        fields: Their names.
        judge: What a choice for each of them, in that order and None where a field is left empty, adds.
    """

    fields: tuple[str, ...]
    judge: Judge


def same_value(candidate: Scored) -> str:
    """What two candidates of one value have in common: letters and digits of names and addresses."""
    if candidate.field.endswith(("_name", "_address")):
        return _letters(candidate.value) or candidate.value
    return candidate.value


@lru_cache(maxsize=256)  # a value takes part in many combinations
def _letters(value: str) -> str:
    return "".join(c for c in folded(value) if c.isalnum())

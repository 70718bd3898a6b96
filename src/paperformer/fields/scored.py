"""A candidate on its way from the scores to the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from paperformer.fields.known_support import KnownSupport


class Scored(NamedTuple):
    """One reading of a field, before calibration.

    Args:
        field: Name in the schema.
        value: Normalised.
        text: As printed.
        words: Indices into ``Document.words``, ascending.
        probability: 0 to 1, of whoever proposed it.
        source: Who proposed it.
        scheme: Of a reference or identifier.
        alternatives: Other readings that the print allows, likeliest first.
        checked: Whether a check digit holds; None where there is none.
        agrees: Whether the sums and rates printed with it bear it out; None where none of them tells.
        rule: Which rule found it, where one did.
        variant: How it was cut otherwise than proposed: ``longer`` or ``shorter``; None if it was not.
        evidence: What each observation adds to its score, by name.
        known: What a list of known parties says of it; None where it says nothing.
    """

    field: str
    value: str
    text: str
    words: tuple[int, ...]
    probability: float
    source: Literal["model", "rule", "known"]
    scheme: str | None = None
    alternatives: tuple[str, ...] = ()
    checked: bool | None = None
    agrees: bool | None = None
    rule: str | None = None
    variant: str | None = None
    evidence: tuple[tuple[str, float], ...] = ()
    known: KnownSupport | None = None


Candidates: TypeAlias = Mapping[str, Sequence[Scored]]
"""Candidates by field; nobody changes them."""

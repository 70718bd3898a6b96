"""A candidate: one value that a field may have, with all that proposed it. It is never changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from paperformer.fields.known_support import KnownSupport


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value of a field.

    Args:
        field: Name in the schema.
        type: Of the field.
        value: Normalised.
        text: As printed.
        words: Indices into the document's words, ascending; none where no word prints it.
        model: The model's probability, 0 to 1; None where the model does not score the field.
        rank: Its place among the field's candidates by the model, from 0.
        rules: What rules said: name of each -> its trust, 0 to 1.
        prints: At how many places the model or rules found it.
        variant: How it differs from what was proposed (``longer``, ``shorter`` ...); None if it does not.
        scheme: Of a reference or identifier.
        checked: Whether a check digit holds; None where there is none.
        alternatives: Other readings that its print allows.
        known: What a list of known parties says of it; None where it says nothing.
    """

    field: str
    type: str
    value: str
    text: str
    words: tuple[int, ...]
    model: float | None = None
    rank: int = 0
    rules: Mapping[str, float] = dataclasses.field(default_factory=dict)
    prints: int = 1
    variant: str | None = None
    scheme: str | None = None
    checked: bool | None = None
    alternatives: tuple[str, ...] = ()
    known: KnownSupport | None = None

    @property
    def trust(self) -> float:
        """The most that model or rules give it."""
        return max((self.model or 0.0, *self.rules.values()))

    @property
    def party(self) -> str | None:
        """``supplier`` or ``receiver``, where the field is one's."""
        head = self.field.partition("_")[0]
        return head if head in {"supplier", "receiver"} else None


def strongest(support: Iterable[float], least: float = 0.05) -> float | None:
    """The largest support, 0 to 1; None where it is not above ``least``."""
    best = max(support, default=0.0)
    return best if best > least else None

"""What a rule found: a value of a field, and the words that print it."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.fields.values.reading import ParsedValue


@dataclass(frozen=True, slots=True)
class Finding:
    """A field's value that a rule read off the page.

    Args:
        field: Name in the schema.
        words: Indices into ``Document.words``, ascending.
        text: As printed, words joined by a space.
        parsed: The normalised value.
        score: 0 to 1, the rule's own trust, before calibration.
        rule: Which rule spoke (``label``, ``checksum``, ``slip``, ``sum`` ...).
    """

    field: str
    words: tuple[int, ...]
    text: str
    parsed: ParsedValue
    score: float
    rule: str

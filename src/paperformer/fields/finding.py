"""What a rule found: a value of a field, and the words that print it."""

from __future__ import annotations

from typing import NamedTuple

from paperformer.fields.values.reading import ParsedValue


class Finding(NamedTuple):
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

"""Telephone numbers: as printed, and in the international form (ITU-T E.123 without spaces)."""

from __future__ import annotations

import random
import re

from paperformer.synthesis.chance import filled, pick
from paperformer.synthesis.identifiers import Printed
from paperformer.synthesis.locale import Locale

# Country -> calling code, and the trunk prefix that falls away abroad (Italy keeps its zero).
_CODES: dict[str, tuple[str, str]] = {
    "AT": ("43", "0"),
    "AU": ("61", "0"),
    "BE": ("32", "0"),
    "CA": ("1", "1"),
    "CH": ("41", "0"),
    "CZ": ("420", ""),
    "EE": ("372", ""),
    "IE": ("353", "0"),
    "LT": ("370", "0"),
    "PT": ("351", ""),
    "DE": ("49", "0"),
    "DK": ("45", ""),
    "ES": ("34", ""),
    "FI": ("358", "0"),
    "FR": ("33", "0"),
    "GB": ("44", "0"),
    "IT": ("39", ""),
    "MY": ("60", "0"),
    "NL": ("31", "0"),
    "NO": ("47", ""),
    "PL": ("48", ""),
    "SE": ("46", "0"),
    "US": ("1", "1"),
}


def phone(rng: random.Random, locale: Locale) -> Printed:
    """A number of ``locale`` in one of its ways of writing."""
    text = pick(rng, locale.phone)
    first = text.index("#", text.index("0") + 1 if text.startswith("0") else 0)
    text = text[:first] + str(rng.randint(2, 9)) + text[first + 1 :]
    text = filled(rng, text)
    return Printed(international(text, locale.country), text)


def international(text: str, country: str) -> str:
    """The printed number as ``+`` and digits; unchanged digits for a country that is not known."""
    dialled = re.sub(r"[^0-9+]", "", text.replace("(0)", ""))
    if dialled.startswith("+") or country not in _CODES:
        return dialled
    code, trunk = _CODES[country]
    return f"+{code}{dialled.removeprefix(trunk)}"

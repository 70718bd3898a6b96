"""Units of measure behind a quantity ("24 m", "31 Std.") or a price ("28,15 ct/kWh")."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from paperformer.fields.words.patterns import alternatives

_LONGEST = 14


@lru_cache(maxsize=1)
def load_units() -> frozenset[str]:
    """The units that come with Paperformer, folded."""
    import yaml  # slow to import, and the units are read once

    text = files("paperformer.fields.tables").joinpath("units.yaml").read_text(encoding="utf-8")
    content = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return frozenset(_folded(unit) for units in content["units"].values() for unit in units)


@cache
def _per() -> re.Pattern[str]:
    """What a price is for: "EUR/h", "/Monat", "ct/kWh"."""
    money, cents = alternatives("currencies", "in_prices"), alternatives("currencies", "cents")
    return re.compile(rf"(?:(?P<money>{money})|(?P<cents>{cents}))?/(?P<unit>.+)")


def is_unit(text: str) -> bool:
    """Whether ``text`` is a unit of measure or what a price is for: "Std.", "m²", "EUR/h", "/Monat"."""
    if len(text) > _LONGEST:
        return False
    folded = _folded(text)
    if folded in load_units():
        return True
    per = _per().fullmatch(folded)
    return per is not None and per["unit"] in load_units()


def is_in_cents(text: str) -> bool:
    """Whether ``text`` says that a price is in hundredths: "ct/kWh", "p/kWh"."""
    per = _per().fullmatch(_folded(text))
    return per is not None and per["cents"] is not None and per["unit"] in load_units()


def _folded(text: str) -> str:
    """Small letters without accents, dots and spaces."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c) and c not in ". ")

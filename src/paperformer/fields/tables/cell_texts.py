"""What the text of a cell looks like: an article number, a day, a name, or a unit of measure.

Units stand behind a quantity ("24 m", "31 Std.") or a price ("28,15 ct/kWh").
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from paperformer.fields.words.load import packaged_yaml
from paperformer.fields.words.patterns import alternatives

_LONGEST = 14  # characters of a unit
_DAY = re.compile(
    r"[0-3][0-9]([./-])[01][0-9]\.?|[0-3]?[0-9]([./-])[01]?[0-9]\2(?:(?:19|20)[0-9]{2}|[0-9]{2})"
    r"|20[0-9]{2}([./-])[01]?[0-9]\3[0-3]?[0-9]"
)
_WORD = re.compile(r"[^\W\d_]{2}")
_SIZE = re.compile(r"[0-9]+(?:[.,][0-9]+)?([^\W\d_]+)")
_DECIMAL = re.compile(r"[0-9]+[.,][0-9]{1,2}")
_CODE = re.compile(r"(?=(?:.*[0-9]){3})[0-9A-Z][0-9A-Z./_-]{3,}")
_ARTICLE = 4  # digits from which a number can only be one of an article


def is_code(text: str) -> bool:
    """Whether ``text`` looks like an article number: capitals and digits, three digits or more."""
    if _DECIMAL.fullmatch(text) or is_size(text):
        return False
    return _CODE.fullmatch(text) is not None and text.count("/") < 2 and not is_day(text)


def is_size(text: str) -> bool:
    """Whether ``text`` is a number with a unit behind it: "400G", "1.5L"."""
    size = _SIZE.fullmatch(text)
    return size is not None and is_unit(size[1])


def is_day(text: str) -> bool:
    """Whether ``text`` is a day in digits: of two each, or with its year."""
    return _DAY.fullmatch(text) is not None


def is_article(text: str) -> bool:
    """Whether ``text`` can only be an article number: four digits or more."""
    return text.isdigit() and len(text) >= _ARTICLE


def has_word(text: str) -> bool:
    """Whether two letters stand side by side: 001-5 and A4 are no words."""
    return _WORD.search(text) is not None


@lru_cache(maxsize=1)
def load_units() -> frozenset[str]:
    """The units that come with Paperformer, folded."""
    content = packaged_yaml("paperformer.fields.tables", "units.yaml")
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

"""What the text of a cell looks like: an article number, a day, a name."""

from __future__ import annotations

import re

from paperformer.fields.tables.units import is_unit

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

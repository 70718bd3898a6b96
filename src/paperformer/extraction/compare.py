"""Equality of two values of a type, or of two texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from paperformer.fields.values.value_types import types_where

_AS_NUMBERS = types_where(lambda value_type: value_type.compared == "number")
_TO_THE_LETTER = types_where(lambda value_type: value_type.compared == "letter")


def content(text: str) -> str:
    """Letters and digits only, upper case, without accents: what is compared when spelling is free."""
    decomposed = unicodedata.normalize("NFKD", text)
    return re.sub(r"[\W_]+", "", "".join(c for c in decomposed if not unicodedata.combining(c))).upper()


def same_value(type_: str, value: str, truths: Iterable[str]) -> bool:
    """A value equals one of the accepted ones.

    ``fields/values/value_types.py`` says how each type is compared.
    """
    if type_ in _AS_NUMBERS:
        return _number(value) in {_number(truth) for truth in truths}
    if type_ in _TO_THE_LETTER:
        return value in set(truths)
    return content(value) in {content(truth) for truth in truths}


def _number(value: str) -> Decimal | str:
    """The number of a normalised amount; the text itself where it is none."""
    try:
        return Decimal(value)
    except InvalidOperation:
        return value

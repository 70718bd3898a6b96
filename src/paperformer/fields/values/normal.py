"""Whether a value is in the normal form of its type, whatever the document."""

from __future__ import annotations

import re

from paperformer.errors import ValueUnreadable
from paperformer.fields.values import parse_value

_PLAIN_AMOUNT = re.compile(r"-?[0-9]+(\.[0-9]{1,2})?")  # the same in every country


def is_normal(type_: str, value: str) -> bool:
    """Whether ``value`` is its own normal form: it can be misread in no document.

    Args:
        type_: Of a field; not ``group``.
        value: "2024-06-16" is one of a date, "16/06/2024" is none.
    """
    if type_ == "amount":
        return _PLAIN_AMOUNT.fullmatch(value) is not None
    try:
        return parse_value(type_, value).value == value
    except ValueUnreadable:
        return False

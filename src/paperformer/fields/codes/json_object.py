"""Values of JSON objects in codes, read strictly and within bounds."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from decimal import Decimal

from paperformer.fields.codes.statement import refused

JsonObject = Mapping[str, object]
_MOST_DIGITS = 18  # before and behind the decimal point: "1e999999999" would fill the memory as digits


def json_object(text: str) -> JsonObject:
    """The object that ``text`` is; numbers with a decimal point are ``Decimal``.

    Raises:
        ValueUnreadable: when it is none, or nested too deep.
    """
    try:
        data = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise refused("no JSON where it belongs") from error
    if not isinstance(data, dict):
        raise refused("no JSON object where one belongs")
    return data


def base64_text(coded: str) -> str:
    """The text in Base64, with or without its padding, of either alphabet.

    Raises:
        ValueUnreadable: when it is none.
    """
    usual = coded.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(usual + "=" * (-len(usual) % 4), validate=True).decode("utf-8")
    except ValueError as error:  # of the coding, of its letters, of UTF-8
        raise refused("no Base64 where it belongs") from error


def text_of(data: JsonObject, key: str) -> str:
    """A text, or a whole number as text.

    Raises:
        ValueUnreadable: when there is none.
    """
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise refused(f"no {key}")
    if isinstance(value, int) and not 0 <= value < 10**_MOST_DIGITS:
        raise refused(f"no {key}")
    return str(value).strip()


def money_of(data: JsonObject, key: str) -> str:
    """A number or a text, as digits.

    Raises:
        ValueUnreadable: when there is none.
    """
    value = data.get(key)
    if not isinstance(value, Decimal):
        return text_of(data, key)
    if (
        not value.is_finite()
        or abs(value.adjusted()) > _MOST_DIGITS
        or len(value.as_tuple().digits) > _MOST_DIGITS
    ):
        raise refused(f"no {key}")
    return f"{value:f}"


def whole_of(data: JsonObject, key: str, most: int) -> int:
    """A whole number from 0 to ``most``.

    Raises:
        ValueUnreadable: when there is none.
    """
    text = text_of(data, key)
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
        raise refused(f"no {key}")
    return int(text)

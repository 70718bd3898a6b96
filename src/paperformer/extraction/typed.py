"""Values as Python has them: amounts as ``Decimal``, days as ``date``, everything else as text."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal, InvalidOperation
from functools import cache

from paperformer.errors import ValueUnreadable
from paperformer.fields.schema import Schema, load_schema

TypedValue = Decimal | date | time | str
# Cells of rows that are numbers; the schema describes fields alone. A discount may be a share: "10%".
NUMBER_CELLS = frozenset({"quantity", "unit_price", "discount", "vat_rate", "total", "rate", "base", "tax"})


@cache
def built_in_schema() -> Schema:
    """The schema that comes with Paperformer, read once."""
    return load_schema()


def typed_value(type_: str, value: str) -> TypedValue:
    """A normalised value as its type: ``amount`` -> Decimal, ``date`` -> date, ``time`` -> time, else text.

    Raises:
        ValueUnreadable: when it is not in the type's normal form.
    """
    try:
        match type_:
            case "amount":
                return Decimal(value)
            case "date":
                return date.fromisoformat(value)
            case "time":
                return time.fromisoformat(value)
            case _:
                return value
    except (ValueError, InvalidOperation) as error:
        raise ValueUnreadable(f"{value!r} is no {type_} in normal form", "Take its text as it is") from error


def typed_cell(name: str, value: str) -> TypedValue:
    """The value of a row's cell: a Decimal where it is a number, else text."""
    if name in NUMBER_CELLS:
        try:
            return Decimal(value)
        except InvalidOperation:  # "10%"
            return value
    return value

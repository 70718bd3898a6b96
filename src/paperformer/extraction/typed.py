"""Values as Python has them: amounts as ``Decimal``, days as ``date``, everything else as text."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal, InvalidOperation
from functools import cache

from paperformer.errors import ValueUnreadable
from paperformer.fields.row_cells import CELLS
from paperformer.fields.schema import Schema, load_schema

TypedValue = Decimal | date | time | str


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
    if name in CELLS and CELLS[name].is_number:
        try:
            return Decimal(value)
        except InvalidOperation:  # "10%"
            return value
    return value

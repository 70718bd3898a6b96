"""Values of the terms that a user gives: dates, amounts and codes in the form of EN 16931, sums that hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

from paperformer.einvoicing.invoice import Term
from paperformer.errors import UnknownField
from paperformer.fields.totals import decimal_of
from paperformer.fields.values.date import day_of

# Semantic data types of EN 16931-1, for the terms that an invoice has once.
_DATES: Final = frozenset({"BT-2", "BT-7", "BT-9", "BT-72", "BT-73", "BT-74"})
AMOUNTS: Final = frozenset(f"BT-{number}" for number in range(106, 116))
_CURRENCIES: Final = frozenset({"BT-5", "BT-6"})
_COUNTRIES: Final = frozenset({"BT-40", "BT-55", "BT-69", "BT-80"})
ADDRESSES: Final = frozenset({"BT-34", "BT-49"})  # written with their scheme: 0088:7300010000001
_ADDRESS: Final = "scheme and address, as 0088:7300010000001"
_CENT: Final = Decimal("0.005")


def check_values(known: Mapping[str, str]) -> None:
    """Refuse values that are not of their term's form.

    Args:
        known: By term (``BT-2``).

    Raises:
        UnknownField: one is none; the line says how such a value is written.
    """
    for term, value in known.items():
        if not isinstance(value, str) or not value.strip():
            raise UnknownField(f"{term!r} has no value", "Write it as BT-10=VALUE")
        for terms, is_one, form in _FORMS:
            if term in terms and not is_one(value):
                raise UnknownField(f"{value!r} is not a value of {term}", f"Write {form}")


def failing_sums(terms: Mapping[str, tuple[Term, ...]]) -> list[str]:
    """What does not add up among the totals of an invoice (BR-CO-13, BR-CO-15, BR-CO-16), a line each."""
    values = {term: decimal_of(terms[term][0].text) for term in AMOUNTS if terms.get(term)}
    found: list[str] = []
    for total, added, taken in _SUMS:
        amount = values.get(total)
        parts = [values.get(term) for term in added]
        if amount is None or None in parts[:1] or (total == "BT-112" and None in parts):
            continue
        others = sum((values.get(term) or Decimal() for term in taken), Decimal())
        wanted = sum((part or Decimal() for part in parts), Decimal()) - others
        if abs(amount - wanted) > _CENT:
            rule = " + ".join(added) + "".join(f" - {term}" for term in taken)
            found.append(f"{total} is {amount}, and {rule} is {wanted}")
    return found


_SUMS: Final = (
    ("BT-109", ("BT-106", "BT-108"), ("BT-107",)),
    ("BT-112", ("BT-109", "BT-110"), ()),
    ("BT-115", ("BT-112", "BT-114"), ("BT-113",)),
)


def _is_date(value: str) -> bool:
    return re.fullmatch(r"\d{4}-\d{2}-\d{2}", value) is not None and day_of(value) is not None


def _is_amount(value: str) -> bool:
    return re.fullmatch(r"-?[0-9]+(?:\.[0-9]{1,2})?", value) is not None


_FORMS: Final[tuple[tuple[frozenset[str], Callable[[str], bool], str], ...]] = (
    (_DATES, _is_date, "the date as 2026-11-28"),
    (AMOUNTS, _is_amount, "the amount as 1234.50"),
    (_CURRENCIES, lambda value: re.fullmatch("[A-Z]{3}", value) is not None, "the code of ISO 4217, as EUR"),
    (_COUNTRIES, lambda value: re.fullmatch("[A-Z]{2}", value) is not None, "the code of ISO 3166, as SE"),
    (frozenset({"BT-3"}), lambda value: re.fullmatch("[1-9][0-9]{1,2}", value) is not None, "it as 380"),
    (ADDRESSES, lambda value: re.fullmatch("[0-9A-Z]{2,4}:.+", value) is not None, _ADDRESS),
)  # fmt: skip

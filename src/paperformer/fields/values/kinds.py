"""Which functions read and find the values of each field type."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paperformer.fields.values.amount import find_amounts, parse_amount
from paperformer.fields.values.currency import find_currencies, parse_currency
from paperformer.fields.values.date import find_dates, parse_date
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.reading import ParsedValue, ValueContext

Parser = Callable[[str, ValueContext], ParsedValue]
Finder = Callable[[str, ValueContext], Iterator[TextMatch]]

PARSERS: dict[str, Parser] = {
    "amount": parse_amount,
    "currency": parse_currency,
    "date": parse_date,
}
FINDERS: dict[str, Finder] = {
    "amount": find_amounts,
    "currency": find_currencies,
    "date": find_dates,
}

"""Shapes of words by which a document gives its country away: the groups of ``words/country_prints.yaml``.

Each shape is a pattern by itself that captures nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from paperformer.fields.words.load import all_words, words_by_code
from paperformer.fields.words.patterns import alternatives, source_of, whole

Shape = tuple[str, str]  # codes of one country or several with a space between, and a pattern


def shapes(table: str) -> Iterator[Shape]:
    """The shapes of a group of the file; of those that match at one place the first is taken."""
    if table == "taxes":
        yield from _rates()
    for owners, entries in words_by_code("country_prints", table).items():
        for entry in entries:
            yield owners, whole(entry)
    if table == "taxes":
        yield _sales_tax()


def _rates() -> Iterator[Shape]:
    """Taxes that several countries call alike, with the rate of one."""
    for group, names in words_by_code("country_prints", "rated_taxes").items():
        for owners, rates in words_by_code("country_prints", group).items():
            for name in names:
                rate = source_of("|".join(rates))
                yield owners, rf"\b{source_of(name)}(?:{rate})(?:[.,]0+)? ?%"


def _sales_tax() -> Shape:
    """A tax without another name, and its sum."""
    others = "".join(rf"(?<!(?i:{kind}) )" for kind in all_words("country_prints", "no_sales_tax"))
    name = alternatives("country_prints", "sales_tax")
    rate, amount = r"(?: ?\(?[0-9][0-9.]* ?%\)?)?", r"\$? ?[0-9]+\.[0-9]{2}(?![0-9%])"
    return "US", rf"\b{others}(?<!/)(?:{name}){rate} ?:? *{amount}"


@cache
def street_ends() -> Mapping[str, str]:
    """Ends of words before a house's number (Hauptstraße 5, Storgatan 12) and their countries."""
    ends = words_by_code("country_prints", "street_ends")
    return {end: owners for owners, those in ends.items() for end in those}

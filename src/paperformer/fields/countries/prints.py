"""Shapes by which a document gives its country away: postcodes, telephones, ``words/country_prints.yaml``.

Each shape is a pattern by itself that captures nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from paperformer.fields.words.load import all_words, words_by_code
from paperformer.fields.words.patterns import alternatives, source_of, whole

Shape = tuple[str, str]  # codes of one country or several with a space between, and a pattern
_Shapes = Mapping[str, tuple[str, ...]]

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK"
    "|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
# Country, or several with a space between them -> shapes.
_POSTCODES: _Shapes = {
    "US": (rf"\b(?:{_STATES}),? [0-9]{{5}}(?:-[0-9]{{4}})?\b",),
    "GB": (r"\b[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][ABD-HJLNP-UW-Z]{2}\b",),
    "CA": (r"\b[ABCEGHJ-NPRSTVXY][0-9][A-Z] ?[0-9][A-Z][0-9]\b",
        r"\b(?:BC|AB|MB|ON|NS|NB|QC|Qc|NL|PE|SK|YT|YK),? [ABCEGHJ-NPRSTVXY][0-9][A-Z]"),
    "NL": (r"\b[1-9][0-9]{3} ?[A-Z]{2} +[A-Z]",),
    "PL": (r"\b[0-9]{2}-[0-9]{3} [A-ZŁŚŻ]",),
    "PT": (r"\b[0-9]{4}-[0-9]{3} [A-ZÁÉÓ]",),
    "SE": (r"\b(?:SE?-)[0-9]{3} ?[0-9]{2}\b",),
    "BE": (r"\bBE?-[1-9][0-9]{3}\b",),
    "LU": (r"\bL-[0-9]{4}\b",),
    "GR": (r"\bGR-? ?[0-9]{3} ?[0-9]{2}\b",),
    "HR": (r"\bHR-[0-9]{5}\b",),
    "JP": (r"〒",),
    "DE": (r"\bD(?:E)?-[0-9]{5}\b",),
    "AT": (r"\bA(?:T)?-[0-9]{4}\b",),
    "CH": (r"\bCH-[0-9]{4}\b",),
    "FR": (r"\bF(?:R)?-[0-9]{5}\b",),
    "DK": (r"\bDK-[0-9]{4}\b",),
    "NO": (r"\bNO?-[0-9]{4}\b",),
    "FI": (r"\bFIN?-[0-9]{5}\b",),
    "IE": (
        r"\b(?:[AC-FHKNPRTV-Y][0-9]{2}|D6W) (?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[0-9AC-FHKNPRTV-Y]{4}\b",
    ),
    "LT": (r"\bLT-[0-9]{5}\b",),
    "LV": (r"\bLV-[0-9]{4}\b",),
    "IT": (r"\bI(?:T)?-[0-9]{5}\b",),
}  # fmt: skip
# Numbers of telephones as they are grouped at home: North America's, Britain's.
_PHONES: _Shapes = {
    "US CA": (r"\(?\b[2-9][0-9]{2}\)?[ .-]?[2-9][0-9]{2}[-.][0-9]{4}\b",),
    "GB": (r"\b0[0-9]{3} [0-9]{3} [0-9]{4}\b", r"\b020 [0-9]{4} [0-9]{4}\b"),
}  # fmt: skip
_TABLES: Mapping[str, _Shapes] = {"postcodes": _POSTCODES, "phones": _PHONES}


def shapes(table: str) -> Iterator[Shape]:
    """The shapes of a table; of those that match at one place the first is taken.

    Args:
        table: ``postcodes``, ``phones`` or a group of the file.
    """
    if table in _TABLES:
        yield from ((owners, shape) for owners, shapes in _TABLES[table].items() for shape in shapes)
        if table == "postcodes":
            yield _irish_county()
        return
    if table == "taxes":
        yield from _rates()
    for owners, entries in words_by_code("country_prints", table).items():
        for entry in entries:
            yield owners, whole(entry)
    if table == "taxes":
        yield _sales_tax()


def _irish_county() -> Shape:
    """A county of Ireland, which stands where others print a postcode."""
    county, name = alternatives("places", "county"), alternatives("places", "irish_counties")
    return "IE", rf"\b(?:{county}) (?:{name})\b"


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
    return {end: owners for owners, endings in ends.items() for end in endings}

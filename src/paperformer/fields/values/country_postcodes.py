"""Postcodes and telephones by whose form a document gives its country away: tables of ``country_inference``.

Each shape is a pattern by itself that captures nothing, as those of ``country_prints``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paperformer.fields.values.country_prints import Shape
from paperformer.fields.words.patterns import alternatives

# Country, or several with a space between them -> shapes.
Shapes = Mapping[str, tuple[str, ...]]

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|NJ|NM|NV|NY|OH|OK"
    "|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
_POSTCODES: Shapes = {
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
_PHONES: Shapes = {
    "US CA": (r"\(?\b[2-9][0-9]{2}\)?[ .-]?[2-9][0-9]{2}[-.][0-9]{4}\b",),
    "GB": (r"\b0[0-9]{3} [0-9]{3} [0-9]{4}\b", r"\b020 [0-9]{4} [0-9]{4}\b"),
}  # fmt: skip


def postcodes() -> Iterator[Shape]:
    """Postcodes, and Irish counties, which stand where others print one."""
    for owners, those in _POSTCODES.items():
        for shape in those:
            yield owners, shape
        if owners == "IE":
            county, name = alternatives("places", "county"), alternatives("places", "irish_counties")
            yield owners, rf"\b(?:{county}) (?:{name})\b"


def phones() -> Iterator[Shape]:
    """Numbers of telephones as they are grouped at home."""
    return ((owners, shape) for owners, those in _PHONES.items() for shape in those)

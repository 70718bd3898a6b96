"""The answer of an e-invoice: its fields as candidates, each shown where the page prints it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from paperformer.documents.einvoice import EInvoice
from paperformer.documents.model import Box
from paperformer.errors import ValueUnreadable
from paperformer.extraction.disagreement import disagreements, letters_and_digits
from paperformer.extraction.printed import Place, PrintedText
from paperformer.extraction.result import Candidate, PageBox, level_of
from paperformer.fields.finding import Finding
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.fields.values import parse_value
from paperformer.fields.values.value_types import types_where

CONFIDENCE: Final = 0.999  # that the XML says so is certain; that it is right is its author's word

_SETTLED: Final = types_where(lambda value_type: value_type.is_settled)
_ADDRESS_OF: Final = {"supplier_country": "supplier_address", "receiver_country": "receiver_address"}


@dataclass(frozen=True, slots=True)
class EInvoiceAnswer:
    """What an e-invoice answers.

    Args:
        fields: Candidates per field of the schema, in the schema's order; fields it does not give are absent.
        warnings: Values of the XML that could not be used, and where page and XML disagree.
    """

    fields: dict[str, list[Candidate]]
    warnings: tuple[str, ...]


def answer_from_einvoice(
    invoice: EInvoice,
    printed: PrintedText,
    schema: Schema,
    find: Callable[[], Sequence[Finding]] = tuple,
) -> EInvoiceAnswer:
    """The candidates of an e-invoice for the fields of a schema.

    A candidate has a box, page and text as printed where the pages show its value, None and the value
    itself where they do not (an XML file of its own has no pages at all).

    Args:
        invoice: What the XML says.
        printed: The document it came with.
        schema: The fields wanted.
        find: What rules find on the pages, to be asked only where page and XML seem to disagree.
    """
    places: dict[str, Place] = {}
    fields: dict[str, list[Candidate]] = {}
    for definition in schema:
        values = invoice.fields.get(definition.name, ())
        fields[definition.name] = [_candidate(definition, value, printed, places) for value in values]
    warnings = (*invoice.warnings, *disagreements(invoice, printed, find))
    return EInvoiceAnswer({name: candidates for name, candidates in fields.items() if candidates}, warnings)


def _candidate(
    definition: FieldDefinition,
    value: str,
    printed: PrintedText,
    places: dict[str, Place],
) -> Candidate:
    value, scheme, checked = _normal(definition.type, value, printed)
    place = _place(definition, value, printed, places)
    if place is not None:
        places.setdefault(definition.name, place)
    return Candidate(
        value=value,
        text=value if place is None else place.text,
        box=None if place is None else _page_box(place.box),
        page=None if place is None else place.page,
        confidence=CONFIDENCE,
        level=level_of(CONFIDENCE),
        source="einvoice",
        scheme=scheme,
        checked=checked,
        words=[] if place is None else list(place.words),
    )


def _normal(type: str, value: str, printed: PrintedText) -> tuple[str, str | None, bool | None]:
    """``value`` in the normal form of its type, its scheme, and whether its check digits hold.

    As it was where the normal form is not the same text.
    """
    if type in _SETTLED:
        return value, None, None
    try:
        parsed = parse_value(type, value, printed.context)
    except ValueUnreadable:
        return value, None, None
    same = letters_and_digits(parsed.value) == letters_and_digits(value)
    return (parsed.value, parsed.scheme, parsed.checked) if same else (value, None, None)


def _place(
    definition: FieldDefinition,
    value: str,
    printed: PrintedText,
    places: dict[str, Place],
) -> Place | None:
    found = printed.places(definition.type, value)
    if not found:
        return None
    if definition.name in _ADDRESS_OF:
        return _below(found, places.get(_ADDRESS_OF[definition.name]))
    # Sums repeat as carry-overs and in lines before they stand as totals; all else is introduced once.
    return found[-1] if definition.type == "amount" else found[0]


def _below(places: Sequence[Place], address: Place | None) -> Place | None:
    """The print of a country that ends an address: both parties may be of one country."""
    if address is None:
        return None
    reach = 2 * address.box.height
    near = [
        place
        for place in places
        if place.page == address.page
        and 0 <= place.box.center[1] - address.box.center[1] <= reach
        and address.box.x0 - 0.02 <= place.box.x0 <= address.box.x1
    ]
    return near[0] if near else None


def _page_box(box: Box) -> PageBox:
    box = box.clipped()
    return PageBox(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)

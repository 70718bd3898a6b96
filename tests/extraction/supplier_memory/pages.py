"""Invoices of an invented florist whose captions no rule knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.documents.model import Document
from paperformer.extraction.supplier_memory.confirmed import Confirmation, Lesson, lesson_of
from paperformer.fields.schema import load_schema
from toy_documents import document_of

Lines = Sequence[Mapping[str, str]]
SUPPLIER, TAX_NUMBER = "Blumen Hartwig", "DE136695976"


def florist(number: str, day: str, total: str, *, roses: int = 1) -> Document:
    """One of its invoices: ``Vorgang`` stands above the number, more roses move the total down."""
    return document_of(
        SUPPLIER,
        "Gartenweg 4",
        "80331 München",
        "Kundschaft|Vorgang",
        f"88120|{number}",
        f"Rechnung vom {day}",
        *["Rosen rot|12,00"] * roses,
        f"Alles zusammen|{total}",
        f"Umsatzsteuernummer {TAX_NUMBER}",
    )


def grocer(number: str) -> Document:
    """An invoice of another supplier."""
    return document_of(
        "Kaiser Feinkost",
        "Marktplatz 1",
        "INVOICE",
        f"Invoice no. {number}",
        "Date 12/05/2025",
        "Total 9.50 EUR",
    )


def lesson(document: Document, lines: Lines = (), **fields: Sequence[str]) -> Lesson:
    """What a confirmed document teaches: the florist's own fields, ``fields`` and ``lines``."""
    own: Mapping[str, Sequence[str]] = {"supplier_name": [SUPPLIER], "supplier_vat_number": [TAX_NUMBER]}
    found = lesson_of(Confirmation(document, {**own, **fields}, lines=lines), load_schema())
    assert found is not None
    return found

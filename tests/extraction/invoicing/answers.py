"""Answers as a reader gives them, written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperformer.einvoicing.validation.validator import Validator
from paperformer.extraction.levels import level_of
from paperformer.extraction.result import Candidate, Cell, Extraction, ModelInfo, PageBox, PageInfo, Row

BOX = PageBox(x0=0.1, y0=0.2, x1=0.3, y1=0.22)
Cells = Mapping[str, str]

FIELDS = {
    "document_type": "invoice", "document_number": "2026-17", "document_date": "2026-02-03",
    "due_date": "2026-03-05", "currency": "EUR", "language": "de", "total_excl_vat": "200.00",
    "total_vat": "38.00", "total_incl_vat": "238.00", "supplier_name": "Säge & Sohn GmbH",
    "supplier_address": "Waldweg 1, 50667 Köln", "supplier_country": "DE",
    "supplier_vat_number": "DE123456789", "receiver_name": "Bau AG",
    "receiver_address": "Ring 3, 53111 Bonn", "receiver_country": "DE", "iban": "DE89370400440532013000",
}  # fmt: skip
LINES: tuple[Cells, ...] = (
    {"description": "Balken", "quantity": "10", "unit": "m", "unit_price": "15.00", "total": "150.00"},
    {"description": "Beratung", "quantity": "1", "unit": "Std.", "unit_price": "50.00", "total": "50.00"},
)
SHARES: tuple[Cells, ...] = ({"rate": "19", "base": "200.00", "tax": "38.00"},)


def candidate(value: str, confidence: float = 0.99) -> Candidate:
    return Candidate(
        value=value, text=value, box=BOX, page=1, confidence=confidence, level=level_of(confidence),
        source="model",
    )  # fmt: skip


def row(cells: Cells, confidence: float = 0.94) -> Row:
    return Row(
        cells={name: Cell(value=value, text=value, box=BOX, page=1) for name, value in cells.items()},
        text=" ".join(cells.values()), box=BOX, page=1, confidence=confidence, level=level_of(confidence),
        source="rule",
    )  # fmt: skip


def answer(
    lines: Sequence[Cells] = LINES,
    shares: Sequence[Cells] = SHARES,
    unsure: Mapping[str, float] | None = None,
    **changes: str | None,
) -> Extraction:
    """An answer with these lines and shares. A field that is None is missing; ``unsure`` has confidences."""
    fields = {name: value for name, value in (FIELDS | changes).items() if value is not None}
    sure = unsure or {}
    return Extraction(
        file="invoice.pdf",
        pages=[PageInfo(number=1, width=595, height=842, reading="text_layer")],
        fields={name: [candidate(value, sure.get(name, 0.99))] for name, value in fields.items()},
        rows={
            "purchase_lines": [row(cells) for cells in lines],
            "vat_distribution": [row(cells) for cells in shares],
        },
        model=ModelInfo(name="hand", version="1"),
    )


def errors(validator: Validator, xml: bytes) -> list[str]:
    """The rules that an e-invoice violates, each with the element."""
    return [f"{one.rule} {one.element}" for one in validator.validate(xml) if one.severity == "error"]

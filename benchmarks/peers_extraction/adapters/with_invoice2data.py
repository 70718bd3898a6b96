"""invoice2data as it is installed: the templates of its package, and the text layer of PDFs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from invoice2data import extract_data
from invoice2data.extract.loader import read_templates

NAMES: Mapping[str, str] = {
    "issuer": "supplier_name", "invoice_number": "document_number", "date": "document_date",
    "date_due": "due_date",
    "amount": "total_incl_vat", "amount_untaxed": "total_excl_vat",
    "amount_tax": "total_vat", "currency": "currency",
    "vat": "supplier_vat_number", "iban": "iban", "partner_name": "receiver_name",
}  # fmt: skip


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Fields of documents that a template knows."""
    templates = read_templates()

    def read(path: Path) -> dict[str, Any]:
        found = extract_data(str(path), templates=templates) or {}
        return {
            "fields": {
                NAMES[name]: _written(value) for name, value in found.items() if name in NAMES and value
            }
        }

    return read


def _written(value: object) -> str:
    if hasattr(value, "strftime"):
        return str(value.strftime("%Y-%m-%d"))
    return f"{value:.2f}" if isinstance(value, float) else str(value)

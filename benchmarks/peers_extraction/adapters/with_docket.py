"""docket-idp with the language model that DOCKET_TEXT_MODEL names; it needs Tesseract, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from docket import ProcessOptions, process_document
from docket.options import resolve

NAMES: Mapping[str, str] = {
    "invoice_number": "document_number", "receipt_number": "document_number",
    "credit_note_number": "document_number",
    "issue_date": "document_date", "transaction_date": "document_date", "due_date": "due_date",
    "currency": "currency", "subtotal": "total_excl_vat", "tax_amount": "total_vat",
    "total_amount": "total_incl_vat", "merchant_name": "supplier_name",
}  # fmt: skip


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """Fields of documents; what is not configured is said here."""
    options = resolve(ProcessOptions(include_layout=False))

    def read(path: Path) -> dict[str, Any]:
        answer = process_document(str(path), options).extracted or {}
        fields = {NAMES[name]: _written(value) for name, value in answer.items() if name in NAMES and value}
        for party, field in (("seller", "supplier_name"), ("buyer", "receiver_name")):
            fields |= {field: name} if (name := (answer.get(party) or {}).get("name")) else {}
        numbers = (answer.get("seller") or {}).get("tax_ids") or [{}]
        iban = (answer.get("payment_account") or {}).get("iban")
        further = {"supplier_vat_number": numbers[0].get("value"), "iban": iban}
        return {"fields": {**fields, **{name: value for name, value in further.items() if value}}}

    return read


def _written(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)

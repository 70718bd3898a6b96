"""Paperformer with its default model; e-invoices inside of PDFs are ignored: no other reader opens them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from paperformer import Extractor


def open_reader() -> Callable[[Path], dict[str, Any]]:
    """The best answer of each field, as it is given without options, and purchase lines."""
    extractor = Extractor(einvoice="ignore")

    def read(path: Path) -> dict[str, Any]:
        answer = extractor.extract(path)
        fields = {
            name: found[0].value
            for name, found in answer.fields.items()
            if found and found[0].confidence >= 0.5
        }
        rows = answer.rows.get("purchase_lines", ())
        return {
            "fields": fields,
            "lines": [{name: cell.value for name, cell in row.cells.items()} for row in rows],
        }

    return read

"""Extractions as CSV that a spreadsheet may open: no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

COLUMNS = (
    "file", "field", "value", "text", "page", "box", "confidence", "level", "source", "scheme", "ambiguous",
    "checked", "first_page",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets take UTF-8 for something else


def extraction_csv(extraction: Mapping[str, Any]) -> str:
    """One row a candidate, best first, and a header; a cell of a row is ``purchase_lines[1].quantity``."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for name, candidates in extraction["fields"].items():
        for one in candidates:
            table.writerow(_row(extraction, name, one, one))
    for name, rows in extraction["rows"].items():
        for number, row in enumerate(rows, start=1):
            for cell_name, cell in row["cells"].items():
                table.writerow(_row(extraction, f"{name}[{number}].{cell_name}", cell, row))
    return _BYTE_ORDER_MARK + written.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula; numbers stay numbers."""
    if not text.startswith(_FORMULA) or _is_number(text):
        return text
    return f"'{text}"


def _row(
    extraction: Mapping[str, Any], name: str, one: Mapping[str, Any], sure: Mapping[str, Any]
) -> list[str]:
    box = one["box"]
    corners = "" if box is None else " ".join(f"{box[corner]:.4f}" for corner in ("x0", "y0", "x1", "y1"))
    cells = (
        extraction["file"], name, one["value"], one["text"], one["page"], corners,
        f"{sure['confidence']:.4f}", sure["level"], sure["source"], one.get("scheme"),
        "yes" if one.get("ambiguous") else "", _yes_or_no(one.get("checked")),
        extraction["first_page"],
    )  # fmt: skip
    return [harmless(str(cell)) if cell is not None else "" for cell in cells]


def _yes_or_no(checked: bool | None) -> str:
    return "" if checked is None else "yes" if checked else "no"


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None

"""The lines that somebody confirmed, as the records and answers of ``rows`` write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FIELD = "purchase_lines"


def lines_in(rows: Any) -> list[dict[str, str]]:
    """The cells of each purchase line; none where they are not written.

    Args:
        rows: Rows by field. A row is its cells, or an answer's row that holds them; a cell is its value, or
            an object with one.
    """
    listed = rows.get(FIELD) if isinstance(rows, Mapping) else None
    return [cells for row in listed if (cells := _cells(row))] if isinstance(listed, list) else []


def _cells(row: Any) -> dict[str, str]:
    own = row.get("cells", row) if isinstance(row, Mapping) else None
    if not isinstance(own, Mapping):
        return {}
    values = {name: cell.get("value") if isinstance(cell, Mapping) else cell for name, cell in own.items()}
    return {name: str(value) for name, value in values.items() if isinstance(value, str | int | float)}

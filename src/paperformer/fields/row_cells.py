"""The cells of rows: which there are, in the order in which answers list them, and what each holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class CellDefinition:
    """A cell of the rows of a field of type ``group``.

    Args:
        name: What answers call it.
        type: How what is typed into it is read.
        is_number: Whether its value is a number wherever it can be: a discount may be a share ("10%").
    """

    name: str
    type: Literal["text", "number", "amount", "percent"]
    is_number: bool = True


ROWS: Mapping[str, tuple[CellDefinition, ...]] = {
    "purchase_lines": (
        CellDefinition("code", "text", is_number=False),
        CellDefinition("description", "text", is_number=False),
        CellDefinition("quantity", "number"),
        CellDefinition("unit", "text", is_number=False),
        CellDefinition("unit_price", "amount"),
        CellDefinition("discount", "text"),
        CellDefinition("vat_rate", "percent"),
        CellDefinition("total", "amount"),
    ),
    "vat_distribution": (
        CellDefinition("rate", "percent"),
        CellDefinition("base", "amount"),
        CellDefinition("tax", "amount"),
    ),
}
"""The cells of each field of type ``group`` in the built-in schema."""
LINE_CELLS = tuple(cell.name for cell in ROWS["purchase_lines"])
VAT_CELLS = tuple(cell.name for cell in ROWS["vat_distribution"])
CELLS: Mapping[str, CellDefinition] = {cell.name: cell for cells in ROWS.values() for cell in cells}
"""All of them by name: no two fields have a cell of one name."""

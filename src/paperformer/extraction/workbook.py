"""Sheets of an Excel workbook: headings, and cells of their type that never become formulas."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from paperformer.extraction.spreadsheet import Value, begins_formula

MOST_CHARACTERS = 32_767  # of a cell, in Excel


def add_sheet(book: Any, title: str, columns: Sequence[str]) -> Any:
    """A sheet of a workbook with its headings, which stay in sight."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(title)
    sheet.freeze_panes = "B2"
    for number, name in enumerate(columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = max(12, len(name) + 4)
    headings = [WriteOnlyCell(sheet, name) for name in columns]
    for heading in headings:
        heading.font = Font(bold=True)
    sheet.append(headings)
    return sheet


def add_filter(sheet: Any, columns: int, rows: int) -> None:
    """Let the reader of a sheet filter it by its headings."""
    from openpyxl.utils import get_column_letter

    sheet.auto_filter.ref = f"A1:{get_column_letter(columns)}{rows}"


def typed_sheet_cell(sheet: Any, value: Value, fill: str | None = None) -> Any:
    """A cell of its type; a text is a text whatever it begins with.

    Args:
        sheet: Where it will stand.
        value: What it holds.
        fill: The colour behind it, where it has one.
    """
    from datetime import date, time

    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import PatternFill

    text = isinstance(value, str)
    written = ILLEGAL_CHARACTERS_RE.sub(" ", str(value))[:MOST_CHARACTERS] if text else value
    cell = WriteOnlyCell(sheet, written)
    match value:
        case str():
            cell.data_type = "s"  # not "f", as of "=1+1"
            cell.quotePrefix = begins_formula(value)  # nor when somebody edits it
        case Decimal():
            cell.number_format = "#,##0.00" if value.as_tuple().exponent == -2 else "General"
        case date():
            cell.number_format = "yyyy-mm-dd"
        case time():
            cell.number_format = "hh:mm"
    if fill is not None:
        cell.fill = PatternFill("solid", fgColor=fill)
    return cell

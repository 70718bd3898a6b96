"""What the reader of tables finds on typed pages."""

from __future__ import annotations

from paperformer.documents.model import Document
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.tables.reader import find_rows
from typed_page import Cells, typed


def rows_in(document: Document, field: str) -> list[GroupRow]:
    return [row for row in find_rows(view_of(document, load_schema())) if row.field == field]


def lines(*rows: Cells | str) -> list[dict[str, str]]:
    """The values of the purchase lines that a typed page prints."""
    return [values(row) for row in rows_in(typed(*rows), "purchase_lines")]


def shares(*rows: Cells | str) -> list[dict[str, str]]:
    return [values(row) for row in rows_in(typed(*rows), "vat_distribution")]


def values(row: GroupRow) -> dict[str, str]:
    return {name: cell.value for name, cell in row.cells.items()}

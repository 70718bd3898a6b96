"""Confirmed documents as files: one row per document, and its lines in a second table or sheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Literal

from paperformer.errors import ValueUnreadable
from paperformer.extraction.spreadsheet import BYTE_ORDER_MARK, Value, csv_row
from paperformer.extraction.typed import typed_cell, typed_value
from paperformer.extraction.workbook import add_filter, add_sheet, typed_sheet_cell
from paperformer.fields.row_cells import LINE_CELLS, VAT_CELLS
from paperformer.fields.schema import Schema
from paperformer.service.confirmed import Confirmed

ExportFormat = Literal["jsonl", "csv-wide", "csv-lines", "xlsx"]
ABOUT = ("id", "file", "confirmed", "confirmed_by", "tags")  # of a document, before its fields
LINE_COLUMNS = ("id", "file", "table", "row", *LINE_CELLS, *VAT_CELLS)
MEDIA_TYPES: dict[ExportFormat, str] = {
    "jsonl": "application/x-ndjson",
    "csv-wide": "text/csv; charset=utf-8",
    "csv-lines": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
SUFFIXES: dict[ExportFormat, str] = {
    "jsonl": ".jsonl", "csv-wide": ".csv", "csv-lines": "-lines.csv", "xlsx": ".xlsx",
}  # fmt: skip
Table = Iterable[tuple[Value, ...]]


def write_export(
    target: IO[bytes], format: ExportFormat, documents: Iterable[Confirmed], schema: Schema
) -> None:
    """Write confirmed documents.

    Args:
        target: Where to.
        format: ``csv-wide`` is one row per document, ``csv-lines`` one per line item or VAT rate;
            ``xlsx`` has both, a sheet each.
        documents: What to write.
        schema: The fields that have a column.
    """
    if format == "xlsx":
        _write_workbook(target, documents, schema)
        return
    text = io.TextIOWrapper(target, encoding="utf-8", newline="", write_through=True)
    if format == "jsonl":
        for document in documents:
            text.write(_json_line(document) + "\n")
    elif format == "csv-wide":
        _write_csv(
            text, document_columns(schema), (document_values(document, schema) for document in documents)
        )
    else:
        _write_csv(text, LINE_COLUMNS, (line for document in documents for line in line_values(document)))
    text.detach()  # the caller closes what is its own


def document_columns(schema: Schema) -> tuple[str, ...]:
    """The columns of ``document_values``."""
    return (*ABOUT, *(field.name for field in schema if field.type != "group"))


def document_values(document: Confirmed, schema: Schema) -> tuple[Value, ...]:
    """What was confirmed of a document, typed."""
    fields = [_typed(field.type, document.value(field.name)) for field in schema if field.type != "group"]
    about = (document.row["id"], document.row["name"], document.at, document.by, ", ".join(document.tags))
    return (*about, *fields)


def line_values(document: Confirmed) -> Iterator[tuple[Value, ...]]:
    """A row of ``LINE_COLUMNS`` for each line item and each rate of the VAT breakdown that was confirmed."""
    for table, rows in document.rows.items():
        for number, row in enumerate(rows, start=1):
            cells = [
                typed_cell(role, row[role]) if role in row else None for role in (*LINE_CELLS, *VAT_CELLS)
            ]
            yield (document.row["id"], document.row["name"], table, number, *cells)


def _json_line(document: Confirmed) -> str:
    said = {
        "id": document.row["id"],
        "file": document.row["name"],
        "confirmed": document.at,
        "confirmed_by": document.by,
        "tags": document.tags,
        "fields": {
            name: [value["value"] for value in values]
            for name, values in document.content["fields"].items()
            if values
        },
        "rows": document.rows,
    }
    return json.dumps(said, ensure_ascii=False)


def _write_csv(text: IO[str], columns: tuple[str, ...], rows: Table) -> None:
    text.write(BYTE_ORDER_MARK)
    table = csv.writer(text)
    table.writerow(columns)
    table.writerows(csv_row(row) for row in rows)


def _write_workbook(target: IO[bytes], documents: Iterable[Confirmed], schema: Schema) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    write_document = _sheet_of(book, "documents", document_columns(schema))
    write_line = _sheet_of(book, "lines", LINE_COLUMNS)
    for document in documents:
        write_document(document_values(document, schema))
        for line in line_values(document):
            write_line(line)
    write_document(None)
    write_line(None)
    book.save(target)


def _sheet_of(
    book: object, title: str, columns: tuple[str, ...]
) -> Callable[[tuple[Value, ...] | None], None]:
    """What writes the rows of a sheet; None ends it."""
    sheet = add_sheet(book, title, columns)
    rows = 1

    def write(values: tuple[Value, ...] | None) -> None:
        nonlocal rows
        if values is None:
            add_filter(sheet, len(columns), rows)
            return
        sheet.append([typed_sheet_cell(sheet, value) for value in values])
        rows += 1

    return write


def _typed(type_: str, value: str | None) -> Value:
    if value is None:
        return None
    try:
        return typed_value(type_, value)
    except ValueUnreadable:
        return value

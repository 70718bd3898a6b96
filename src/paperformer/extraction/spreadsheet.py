"""Answers as tables for spreadsheets: one row per candidate, one row per document, one row per line item.

What documents from strangers say never becomes a formula: see ``csv_row``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import time

from paperformer.errors import ValueUnreadable
from paperformer.extraction.result import Candidate, Cell, Extraction, PageBox, Row
from paperformer.extraction.typed import TypedValue, typed_cell, typed_value
from paperformer.fields.row_cells import LINE_CELLS, VAT_CELLS
from paperformer.fields.schema import Schema

COLUMNS = (
    "file", "field", "value", "text", "page", "box", "confidence", "level", "source", "scheme", "ambiguous",
    "checked", "first_page", "region", "holds",
)  # fmt: skip
PLACE = ("file", "first_page", "region")  # of a document: its row here and its lines there
LINE_COLUMNS = (
    *PLACE, "table", "row", *LINE_CELLS, *VAT_CELLS, "holds", "confidence", "level", "page",
)  # fmt: skip
BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets take UTF-8 for something else
_FORMULA = r"=+\-@|%＝＋－＠"
# A reader whose separator is a semicolon or a tab begins a cell after each, and a row after a line break: our
# quotes do not stand where they would tell it otherwise. Quotes that it finds there it takes away.
_CELL_BEGINS = re.compile(rf"(^|[;\t\r\n])(?=[\s\"]*[{_FORMULA}]|^[\t\r\n])")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")

Value = TypedValue | int | float | None
"""Value of a cell of a table; None is an empty one."""


def csv_row(values: Iterable[Value]) -> list[str]:
    """Values as the cells of a row of CSV, none of which begins a formula.

    That holds for readers who separate cells by commas, semicolons or tabs. To such a reader the whole row
    may be one cell, so its beginning is no number either.
    """
    first, *others = values
    return [_without_formulas(first) if isinstance(first, str) else csv_cell(first), *map(csv_cell, others)]


def csv_cell(value: Value) -> str:
    """A value as a cell of CSV that stands behind another; numbers stay numbers."""
    if isinstance(value, time):
        return value.isoformat("seconds" if value.second else "minutes")
    text = "" if value is None else str(value)
    return text if _NUMBER.fullmatch(text) else _without_formulas(text)


def begins_formula(text: str) -> bool:
    """Whether a spreadsheet may take a text for a formula when it is typed."""
    return bool(_CELL_BEGINS.match(text)) and not _NUMBER.fullmatch(text)


def _without_formulas(text: str) -> str:
    """The text with an apostrophe wherever a reader's cell could begin as a formula."""
    return _CELL_BEGINS.sub(r"\1'", text)


def extraction_csv(extraction: Extraction) -> str:
    """All candidates of a document as CSV that a spreadsheet opens, with a header."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(COLUMNS)
    table.writerows(map(csv_row, candidate_rows(extraction)))
    return BYTE_ORDER_MARK + written.getvalue()


def candidate_rows(extraction: Extraction) -> Iterator[tuple[Value, ...]]:
    """One row of ``COLUMNS`` a candidate, best first; a cell of a row is ``purchase_lines[1].quantity``."""
    for name, candidates in extraction.fields.items():
        for candidate in candidates:
            yield _row(extraction, name, candidate, candidate)
    for name, rows in extraction.rows.items():
        for number, row in enumerate(rows, start=1):
            for cell_name, cell in row.cells.items():
                yield _row(extraction, f"{name}[{number}].{cell_name}", cell, row)


def _row(
    extraction: Extraction, name: str, printed: Candidate | Cell, sure: Candidate | Row
) -> tuple[Value, ...]:
    alone = printed if isinstance(printed, Candidate) else None
    return (
        extraction.file, name, printed.value, printed.text, printed.page, _corners(printed.box),
        f"{sure.confidence:.4f}", sure.level, sure.source,
        alone.scheme if alone else None, "yes" if alone and alone.ambiguous else None,
        _yes_or_no(alone.checked if alone else None), extraction.first_page, _corners(extraction.region),
        _yes_or_no(sure.holds) if isinstance(sure, Row) else None,
    )  # fmt: skip


def document_columns(schema: Schema) -> tuple[str, ...]:
    """The columns of ``document_row``: where the document is, its fields, its warnings."""
    return (*PLACE, *(field.name for field in schema if field.type != "group"), "warnings")


def document_row(extraction: Extraction, schema: Schema) -> tuple[Value, ...]:
    """A document's likeliest value of every field, typed; a value that is none of its type stays text."""
    values: list[Value] = []
    for field in schema:
        if field.type != "group":
            best = next(iter(extraction.fields.get(field.name, ())), None)
            values.append(_typed(field.type, best.value) if best else None)
    return (*_place(extraction), *values, "; ".join(extraction.warnings) or None)


def line_rows(extraction: Extraction) -> Iterator[tuple[Value, ...]]:
    """One row of ``LINE_COLUMNS`` for each line item and each rate of the VAT breakdown."""
    for name, rows in extraction.rows.items():
        for number, row in enumerate(rows, start=1):
            cells = [row.cells.get(role) for role in (*LINE_CELLS, *VAT_CELLS)]
            values = [
                typed_cell(role, cell.value) if cell else None
                for role, cell in zip((*LINE_CELLS, *VAT_CELLS), cells, strict=True)
            ]
            yield (
                *_place(extraction), name, number, *values,
                _yes_or_no(row.holds), row.confidence, row.level, row.page,
            )  # fmt: skip


def _place(extraction: Extraction) -> tuple[Value, ...]:
    return extraction.file, extraction.first_page, _corners(extraction.region)


def _typed(type_: str, value: str) -> TypedValue:
    try:
        return typed_value(type_, value)
    except ValueUnreadable:
        return value


def _yes_or_no(checked: bool | None) -> str | None:
    return None if checked is None else "yes" if checked else "no"


def _corners(box: PageBox | None) -> str | None:
    return None if box is None else f"{box.x0:.4f} {box.y0:.4f} {box.x1:.4f} {box.y1:.4f}"

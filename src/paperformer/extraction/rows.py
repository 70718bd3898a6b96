"""Rows in the answer: purchase lines and VAT shares, read off the pages or told by an e-invoice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from paperformer.documents.einvoice import EInvoice
from paperformer.documents.model import Word, union
from paperformer.extraction.calibration import Calibration
from paperformer.extraction.result import Cell, PageBox, Row, Source, level_of
from paperformer.fields.row_cells import LINE_CELLS
from paperformer.fields.tables.group import GroupCell, GroupRow

_CENT = Decimal("0.01")
_LEAST_ALIKE = 2  # values that a printed row shares with an e-invoice's to be taken for its print

Values = Mapping[str, str]


def rows_from(
    found: Iterable[GroupRow], words: Sequence[Word], calibration: Calibration, ours: float = 1.0
) -> dict[str, list[Row]]:
    """The rows that the pages print, by field, in printed order.

    Args:
        found: Rows read off the pages.
        words: The document's words.
        calibration: Of the model; it says how likely OCR read a row right.
        ours: The probability that the document is one of ours at all; no row is surer than that.
    """
    rows: dict[str, list[Row]] = {}
    for row in found:
        cells = {name: _cell(cell, words) for name, cell in row.cells.items()}
        sure = ours * row.score * calibration.of_row(row, words)
        rows.setdefault(row.field, []).append(_row(cells, row, words, sure, "rule", row.holds))
    return rows


def rows_of_einvoice(
    invoice: EInvoice, printed: Iterable[GroupRow], words: Sequence[Word], confidence: float
) -> dict[str, list[Row]]:
    """The rows of an e-invoice, by field, in its order; each with the place of the printed row that is like
    it.

    Args:
        invoice: What the XML says.
        printed: The rows read off the pages.
        words: The document's words.
        confidence: Of all its rows.
    """
    left = list(printed)
    rows: dict[str, list[Row]] = {}
    for field, values, holds in _told(invoice):
        row = max((row for row in left if row.field == field), key=lambda r: _alike(r, values), default=None)
        if row is not None and _alike(row, values) >= _LEAST_ALIKE:
            left.remove(row)
        else:
            row = None
        places = row.cells if row is not None else {}
        cells = {
            name: _cell(places[name], words, value)
            if name in places and _same(places[name].value, value)
            else Cell(value=value, text=value, box=None, page=None)
            for name, value in values.items()
        }
        rows.setdefault(field, []).append(_row(cells, row, words, confidence, "einvoice", holds))
    return rows


def _told(invoice: EInvoice) -> Iterator[tuple[str, Values, bool | None]]:
    """Field, values and arithmetic of every row that says anything."""
    for line in invoice.purchase_lines:
        given = ((role, getattr(line, role)) for role in LINE_CELLS)
        values = {role: value for role, value in given if value is not None}
        if values:
            yield "purchase_lines", values, _line_holds(values, line.charge)
    for share in invoice.vat_distribution:
        parts = (("rate", share.rate), ("base", share.base), ("tax", share.amount))
        values = {role: value for role, value in parts if value is not None}
        if values:
            yield "vat_distribution", values, _share_holds(values)


def _line_holds(values: Values, charge: str | None) -> bool | None:
    """BR: the line's net amount is quantity times price, less its allowances and with its charges."""
    if not {"quantity", "unit_price", "total"} <= values.keys():
        return None
    gross = Decimal(values["quantity"]) * Decimal(values["unit_price"])
    net = gross - Decimal(values.get("discount", "0")) + Decimal(charge or "0")
    return abs(net - Decimal(values["total"])) <= _CENT


def _share_holds(values: Values) -> bool | None:
    if not {"rate", "base", "tax"} <= values.keys():
        return None
    tax = Decimal(values["base"]) * Decimal(values["rate"]) / 100
    return abs(tax - Decimal(values["tax"])) <= _CENT


def _alike(row: GroupRow, values: Values) -> int:
    """How many values of an e-invoice's row a printed row has."""
    return sum(name in row.cells and _same(row.cells[name].value, value) for name, value in values.items())


def _same(text: str, other: str) -> bool:
    if text == other:
        return True
    try:
        return Decimal(text) == Decimal(other)
    except InvalidOperation:
        return "".join(text.split()).casefold() == "".join(other.split()).casefold()


def _cell(cell: GroupCell, words: Sequence[Word], value: str | None = None) -> Cell:
    box, page = _place(cell.words, words)
    value = cell.value if value is None else value
    return Cell(value=value, text=cell.text, box=box, page=page, words=list(cell.words))


def _row(
    cells: dict[str, Cell],
    printed: GroupRow | None,
    words: Sequence[Word],
    confidence: float,
    source: Source,
    holds: bool | None,
) -> Row:
    box: PageBox | None = None
    page: int | None = None
    text = " ".join(cell.text for cell in cells.values())
    if printed is not None:
        box, page = _place(printed.words, words)
        text = " ".join(words[index].text for index in printed.words)
    return Row(
        cells=cells, text=text, box=box, page=page, confidence=round(confidence, 4),
        level=level_of(round(confidence, 4)), source=source, holds=holds,
    )  # fmt: skip


def _place(indices: Sequence[int], words: Sequence[Word]) -> tuple[PageBox, int]:
    """The box around words, on the page where they begin."""
    page = words[indices[0]].page
    box = union(words[index].box for index in indices if words[index].page == page).clipped()
    return PageBox(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1), page

"""The table of lines: which columns, how they are set, one block per row so that pages can break."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paperformer.fields.row_cells import LINE_CELLS
from paperformer.synthesis.blocks import Align, broken, text_at, widest_word
from paperformer.synthesis.chance import chance, pick
from paperformer.synthesis.content import Invoice, Item, share
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import Area, Block, Line, Mark, Pen, Piece, Rule, plain
from paperformer.synthesis.printing import Printer
from paperformer.synthesis.style import Style


@dataclass(frozen=True, slots=True)
class Column:
    """A column: caption, what it prints of an item, how it is aligned, its place and width."""

    key: str
    caption: str
    align: Align
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Table:
    """Header and rows as blocks of the same width."""

    header: Block
    rows: tuple[Block, ...]


_NUMERIC = frozenset({"quantity", "unit_price", "discount", "vat_rate", "total", "gross"})
_MINIMUM = {
    "position": 2.2,
    "code": 5.0,
    "quantity": 4.2,
    "unit": 3.6,
    "unit_price": 6.0,
    "discount": 4.0,
    "vat_rate": 4.0,
    "total": 6.5,
    "gross": 6.5,
}


def draw_table(rng: random.Random, invoice: Invoice, style: Style, width: float) -> Table:
    """The lines of ``invoice`` as a table of ``width``."""
    columns = _columns(rng, invoice, style, width)
    pads = (style.body * rng.choice((0.15, 0.3, 0.45, 0.7)), rng.choice((0.0, 0.0, 1.0)))
    detail = chance(rng, 0.12)
    rows = tuple(
        _row(_cells(invoice.printer, item, turn, columns), columns, style, width, pads, turn, detail)
        for turn, item in enumerate(invoice.items)
    )
    return Table(_header(columns, style, width, pads), rows)


def _columns(rng: random.Random, invoice: Invoice, style: Style, width: float) -> tuple[Column, ...]:
    keys = _keys(rng, invoice)
    locale, code = invoice.locale, invoice.printer.currency
    captions = {
        key: pick(rng, locale.columns[key]).format(tax=invoice.tax_name, code=code)
        if key in locale.columns
        else ""
        for key in keys
    }
    captions |= {
        "position": pick(rng, ("#", "Pos", "Pos.", "", "Nr")),
        "gross": pick(rng, locale.labels["total_incl_vat"][:1]),
    }
    pen = style.pen()
    sizes = {key: _needed(invoice, key, captions[key], style, pen) for key in keys if key != "description"}
    flexible = max(width - sum(sizes.values()), width * 0.2)
    scale = 1.0 if flexible + sum(sizes.values()) <= width + 1 else (width - flexible) / sum(sizes.values())
    centred = chance(rng, 0.15)
    columns, x = [], 0.0
    for key in keys:
        size = flexible if key == "description" else sizes[key] * scale
        align: Align = "right" if key in _NUMERIC else "left"
        if centred and key in ("quantity", "unit", "vat_rate"):
            align = "center"
        columns.append(Column(key, captions[key], align, x, size))
        x += size
    return tuple(columns)


def _keys(rng: random.Random, invoice: Invoice) -> list[str]:
    coded = any(item.code for item in invoice.items)
    discounted = any(item.discount for item in invoice.items)
    keys = ["description", "quantity", "unit_price", "total"]
    if chance(rng, 0.12):
        keys = ["description", "total"]
    elif chance(rng, 0.25):
        keys = ["quantity", "description", "unit_price", "total"]
    if "quantity" in keys and chance(rng, 0.45):
        keys.insert(keys.index("quantity") + 1, "unit")
    if discounted:
        keys.insert(-1, "discount")
    if chance(rng, 0.35):
        keys.insert(len(keys) - rng.choice((0, 1, 1)), "vat_rate")
    if coded:
        keys.insert(0 if chance(rng, 0.8) else 1, "code")
    if chance(rng, 0.25):
        keys.insert(0, "position")
    if chance(rng, 0.08):
        keys.append("gross")
    return keys


def _needed(invoice: Invoice, key: str, caption: str, style: Style, pen: Pen) -> float:
    printer = invoice.printer
    samples = [_printed(printer, item, turn)[key]() for turn, item in enumerate(invoice.items)]
    widest = max((line_width(plain(text), pen) for text in samples), default=0.0)
    heading = caption.upper() if style.caption_upper else caption
    longest_word = widest_word([plain(heading)], style.pen(bold=True))
    return max(widest, longest_word, _MINIMUM[key] * style.body * 0.5) + style.body * 1.1


def _printed(printer: Printer, item: Item, turn: int) -> dict[str, Callable[[], str]]:
    return {
        "position": lambda: str(turn + 1),
        "code": lambda: item.code,
        "description": lambda: item.description,
        "quantity": lambda: printer.number(item.quantity, 2 if item.quantity % 1 else None),
        "unit": lambda: item.unit,
        "unit_price": lambda: printer.amount(item.unit_price),
        "discount": lambda: f"{item.discount}%" if item.discount else "",
        "vat_rate": lambda: f"{printer.number(item.rate)}%",
        "total": lambda: printer.amount(item.total),
        "gross": lambda: printer.amount(item.total + share(item.total, item.rate)),
    }


def _cells(printer: Printer, item: Item, turn: int, columns: Sequence[Column]) -> list[Line]:
    printed = _printed(printer, item, turn)
    return [
        (Piece(printed[c.key](), cell=("purchase_lines", turn, c.key) if c.key in LINE_CELLS else None),)
        for c in columns
    ]


def _row(
    cells: list[Line],
    columns: Sequence[Column],
    style: Style,
    width: float,
    pads: tuple[float, float],
    turn: int,
    detail: bool,
) -> Block:
    pad, indent = pads
    pen, step = style.pen(), style.body * style.leading
    gutter = style.body * 0.4
    marks: list[Mark] = []
    deepest = 1
    for column, cell in zip(columns, cells, strict=True):
        room = column.width - 2 * gutter
        lines = broken(cell, pen, room) if column.key == "description" else [cell]
        if column.key == "description" and detail and turn % 2 == 0:
            lines = [*lines, *broken(plain(f"{turn + 1:03d}-{len(cells)}"), pen, room)]
        deepest = max(deepest, len(lines))
        for place, line in enumerate(lines):
            y = pad + place * step + style.body * 0.78
            marks.append(text_at(line, pen, column.x + gutter + indent, y, room - indent, column.align))
    height = deepest * step + 2 * pad
    return Block(width, height, (*_row_marks(style, columns, width, height, turn), *marks))


def _row_marks(style: Style, columns: Sequence[Column], width: float, height: float, turn: int) -> list[Mark]:
    marks: list[Mark] = []
    if style.zebra and turn % 2:
        marks.append(Area(0, 0, width, height, style.tint))
    if style.grid:
        marks.append(Area(0, 0, width, height, None, style.grey))
        marks += [Rule(c.x, 0, c.x, height, 0.4, style.grey) for c in columns[1:]]
    elif style.rules and not style.zebra:
        marks.append(Rule(0, height, width, height, 0.3, style.grey))
    return marks


def _header(columns: Sequence[Column], style: Style, width: float, pads: tuple[float, float]) -> Block:
    pad = max(pads[0], style.body * 0.3)
    white = style.header_fill and sum(style.accent) < 1.6
    pen = style.pen(bold=True, size=style.body, colour=(1.0, 1.0, 1.0) if white else (0.0, 0.0, 0.0))
    step, gutter = style.body * 1.15, style.body * 0.4
    texts: list[Mark] = []
    deepest = 1
    for column in columns:
        room = column.width - 2 * gutter
        caption = column.caption.upper() if style.caption_upper else column.caption
        lines = broken(plain(caption), pen, room) if caption else []
        deepest = max(deepest, len(lines))
        for place, line in enumerate(lines):
            y = pad + place * step + style.body * 0.78
            texts.append(text_at(line, pen, column.x + gutter + pads[1], y, room - pads[1], column.align))
    height = deepest * step + 2 * pad
    marks: list[Mark] = []
    if style.header_fill:
        marks.append(Area(0, 0, width, height, style.accent if white else style.tint))
    if style.rules:
        marks.append(Rule(0, height, width, height, style.rules))
    return Block(width, height, (*marks, *texts))

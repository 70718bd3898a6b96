"""Sets a ledger as a table: dates and texts to the left, figures to the right."""

from __future__ import annotations

from paperformer.synthesis.blocks import Align, broken, fitted, text_at, widest_word
from paperformer.synthesis.chance import pick
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import Area, Block, Line, Mark, Rule, plain
from paperformer.synthesis.ledger import Ledger
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.table import Table

_LEFT = frozenset({"date_column", "description_column", "document_number"})


def ledger_table(pages: Pages, ledger: Ledger, width: float) -> Table:
    """The ledger's header and rows, ``width`` wide."""
    style, rng = pages.style, pages.rng
    captions = [plain(_caption(pages, key)) for key in ledger.captions]
    pad = style.body * rng.choice((0.1, 0.2, 0.4))
    sizes = _sizes(pages, ledger, captions, width)
    rows = tuple(_row(pages, ledger, cells, sizes, pad, turn) for turn, cells in enumerate(ledger.rows))
    header = _row(pages, ledger, tuple(captions), sizes, pad + style.body * 0.2, 0, header=True)
    return Table(header, rows)


def _caption(pages: Pages, key: str) -> str:
    if key == "description_column":
        return pick(pages.rng, pages.invoice.locale.columns["description"])
    if key == "date_column":
        return next(text for text in pages.invoice.locale.labels["date"] if text)
    return pages.label(key)


def _sizes(pages: Pages, ledger: Ledger, captions: list[Line], width: float) -> list[float]:
    """Each column as wide as it needs, the wide one as there is room; all shrink where there is none."""
    style = pages.style
    needed = []
    for place, caption in enumerate(captions):
        values = max((line_width(row[place], style.pen()) for row in ledger.rows), default=0.0)
        needed.append(max(values, widest_word([caption], style.pen(bold=True))) + style.body * 1.4)
    spare = width - sum(needed)
    if spare < 0:
        return [size * width / sum(needed) for size in needed]
    needed[ledger.wide] += spare
    return needed


def _row(
    pages: Pages,
    ledger: Ledger,
    cells: tuple[Line, ...],
    sizes: list[float],
    pad: float,
    turn: int,
    *,
    header: bool = False,
) -> Block:
    style = pages.style
    gutter = style.body * 0.35
    texts: list[Mark] = []
    x, deepest = 0.0, 1
    for key, cell, size in zip(ledger.captions, cells, sizes, strict=True):
        room = size - 2 * gutter
        align: Align = "left" if key in _LEFT else "right"
        pen = style.pen(bold=header)
        lines = broken(cell, pen, room) if header else [cell]
        deepest = max(deepest, len(lines))
        for place, line in enumerate(lines):
            y = pad + (place * 1.15 + 0.78) * style.body
            texts.append(text_at(line, fitted(line, pen, room), x + gutter, y, room, align))
        x += size
    width = sum(sizes)
    height = deepest * style.body * 1.15 + 2 * pad
    marks: list[Mark] = []
    if (header and style.header_fill) or (style.zebra and turn % 2):
        marks.append(Area(0, 0, width, height, style.tint))
    if (header and style.rules) or style.grid:
        marks.append(Rule(0, height, width, height, style.rules or 0.3, style.grey))
    return Block(width, height, (*marks, *texts))

"""Tables of lines, of VAT and of totals: what a layout gives is where they stand and how they are ruled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drawn.case import Case, Line
from drawn.sheet import BLACK, Sheet

CELLS = {"code": "code", "desc": "description", "qty": "quantity", "unit": "unit", "price": "unit_price",
         "discount": "discount", "rate": "vat_rate", "amount": "total"}  # fmt: skip
TEXTS = ("code", "desc", "unit")


@dataclass(frozen=True)
class Rules:
    """How a table is ruled."""

    head_fill: str | None = None
    head_colour: str = BLACK
    head_rule: bool = True
    row_rule: bool = False
    grid: bool = False
    zebra: str | None = None
    size: float = 8.5
    head_size: float = 0
    row: float = 15
    capitals: bool = False
    foot_rule: bool = True


def cell(case: Case, line: Line, key: str, place: int) -> str:
    """What a cell prints; empty where the line has nothing to say."""
    if key == "no":
        return str(place + 1)
    if key == "brutto":
        return case.money(line.total * (1 + line.rate / 100))
    if key == "tax":
        return case.money(line.total * line.rate / 100)
    if key == "qtyunit":
        return f"{case.quantity(line.quantity)} {line.unit}".strip()
    return {
        "code": line.code,
        "desc": line.description,
        "qty": case.quantity(line.quantity),
        "unit": line.unit,
        "price": case.money(line.price),
        "discount": f"{case.quantity(line.discount)} %" if line.discount else "",
        "rate": f"{case.quantity(line.rate)}{case.option('per_cent', ' %')}",
        "amount": case.money(line.total),
    }[key]


def truth_row(line: Line, keys: Sequence[str]) -> dict[str, str]:
    """The cells of a line that columns of these keys print."""
    values = {
        "code": line.code, "description": line.description, "quantity": f"{line.quantity.normalize():f}",
        "unit": line.unit, "unit_price": f"{line.price:f}",
        "discount": f"{line.discount.normalize():f}%" if line.discount else "",
        "vat_rate": f"{line.rate.normalize():f}", "total": f"{line.total:f}",
    }  # fmt: skip
    split = [part for key in keys for part in (("qty", "unit") if key == "qtyunit" else (key,))]
    return {CELLS[key]: values[CELLS[key]] for key in split if key in CELLS and values[CELLS[key]]}


def lines_table(
    sheet: Sheet, case: Case, x: float, y: float, columns: Sequence[tuple[str, float]], rules: Rules,
    turn: tuple[float, Callable[[float], float]] | None = None, titles: dict[str, str] | None = None,
) -> float:  # fmt: skip
    """The lines of the purchase; the y below the table.

    Args:
        sheet: What is drawn on.
        case: Whose lines they are.
        x: Left edge.
        y: Baseline of the head.
        rules: How it is ruled.
        columns: Key of ``words`` and width of each; text is flush left, numbers flush right.
        turn: Where the page is full, and what turns it: from the y reached to the one to go on from.
        titles: Titles that the columns have instead of the issuer's words.
    """
    width = sum(column[1] for column in columns)
    words = {
        "no": "#",
        "brutto": case.word("total"),
        "tax": case.word("vat"),
        "qtyunit": case.word("qty"),
        **(titles or {}),
    }
    head = [(key, words.get(key) or case.word(key), wide) for key, wide in columns]
    y = _head(sheet, x, y, head, width, rules)
    top, breaks = y - 11, False
    rows = case.rows.setdefault("purchase_lines", [])
    for place, line in enumerate(case.lines):
        described = dict(columns).get("desc", 100) - 8
        parts = sheet.broken(line.description, described, rules.size)
        height = rules.row + (len(parts) - 1) * rules.size * 1.2
        if turn and y + height > turn[0]:
            y = _head(sheet, x, turn[1](y), head, width, rules)
            breaks = True
        if rules.zebra and place % 2:
            sheet.box(x, y - 10, width, height, rules.zebra, None)
        at = x
        for key, wide in columns:
            if key == "desc":
                sheet.lines(at + 3, y, parts, rules.size, rules.size * 1.2)
            else:
                left = key in TEXTS or key == "no"
                sheet.text(
                    at + (3 if left else wide - 3),
                    y,
                    cell(case, line, key, place),
                    rules.size,
                    align="l" if left else "r",
                )
            at += wide
        rows.append(truth_row(line, [key for key, _ in columns]))
        y += height
        if rules.row_rule or rules.grid:
            sheet.rule(x, y - 10, x + width, 0.4, "#999999" if not rules.grid else BLACK)
    if rules.grid and not breaks:
        _verticals(sheet, x, top, y - 10, columns)
    if rules.foot_rule:
        sheet.rule(x, y - 10, x + width, 0.8)
    return y


def _head(
    sheet: Sheet, x: float, y: float, head: Sequence[tuple[str, str, float]], width: float, rules: Rules
) -> float:
    size = rules.head_size or rules.size
    if rules.head_fill:
        sheet.box(x, y - 11, width, 16, rules.head_fill, BLACK if rules.grid else None)
    elif rules.grid:
        sheet.box(x, y - 11, width, 16)
    at = x
    for key, title, wide in head:
        left = key in TEXTS or key in ("desc", "no")
        shown = title.upper() if rules.capitals else title
        while sheet.measure(shown, size, True) > wide - 2 and size > 5:
            size -= 0.25
        sheet.text(
            at + (3 if left else wide - 3), y, shown, size, True, rules.head_colour, "l" if left else "r"
        )
        at += wide
    if rules.head_rule and not rules.grid:
        sheet.rule(x, y + 5, x + width, 0.8)
    return y + 16 + (0 if rules.grid else 2)


def _verticals(sheet: Sheet, x: float, top: float, low: float, columns: Sequence[tuple[str, float]]) -> None:
    at = x
    for wide in [0.0, *(column[1] for column in columns)]:
        at += wide
        sheet.stroke(at, top - 16, at, low, 0.5)


def totals_block(
    sheet: Sheet, x: float, right: float, y: float, totals: Sequence[tuple[str, str]], size: float = 9,
    lead: float = 14, last_bold: bool = True, last_size: float = 0, fill: str | None = None,
    ruled: bool = False,
) -> float:  # fmt: skip
    """Totals below one another, amounts flush right; the last one stands out."""
    for place, (label, value) in enumerate(totals):
        last = place == len(totals) - 1
        shown = (last_size or size) if last else size
        y += max(shown - size, 0) * 1.2
        if last and fill:
            sheet.box(x - 4, y - shown - 2, right - x + 8, shown + 8, fill, None)
        if ruled:
            sheet.rule(x, y + 4, right, 0.4, "#888888")
        sheet.text(x, y, label, shown, last and last_bold)
        sheet.text(right, y, value, shown, last and last_bold, align="r")
        y += lead
    return y


def vat_table(
    sheet: Sheet, case: Case, x: float, y: float, widths: Sequence[float] = (50, 70, 70, 80), size: float = 8,
    grid: bool = False, gross: bool = True,
) -> float:  # fmt: skip
    """Rate, base, tax and, on request, both together, of each rate of VAT; the y below."""
    titles = [case.word("rate"), case.word("base"), case.word("vat"), case.word("total")][: 4 if gross else 3]
    rows = case.share_rows()
    right, top = x, y
    for place, (title, wide) in enumerate(zip(titles, widths, strict=False)):
        right += wide
        for step, text in enumerate([title, *(row[place] for row in rows)]):
            sheet.text(right - 3, y + step * size * 1.6, text, size, step == 0, align="r")
    below = y + (len(rows) + 1) * size * 1.6
    if grid:
        for step in range(len(rows) + 2):
            sheet.rule(x, top - size - 2 + step * size * 1.6, right, 0.4)
        at = x
        for wide in (0.0, *widths[: len(titles)]):
            at += wide
            sheet.stroke(at, top - size - 2, at, top - size - 2 + (len(rows) + 1) * size * 1.6, 0.4)
    else:
        sheet.rule(x, y + size * 0.45, right, 0.4)
    return below

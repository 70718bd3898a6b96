"""The lines of an e-invoice and its VAT by rate, as tables on its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from drawn.sheet import Sheet

from einvoice_pages.record import Record, price_of_one
from einvoice_pages.wording import Wording
from paperformer.einvoicing.invoice import Group, Invoice

_LEFT, _RIGHT, _LOW = 48.0, 547.0, 770.0
_SIZE, _ROW = 8.5, 15.0
_TEXTS = frozenset({"code", "desc", "unit"})


@dataclass(frozen=True)
class _Column:
    """A column: its caption (a key of the words), its width (0: what is left), its term and its text."""

    key: str
    width: float
    term: str
    text: Callable[[Group], str]


def draw_lines(sheet: Sheet, invoice: Invoice, wording: Wording, record: Record, y: float) -> float:
    """The lines, over as many pages as they need; the y below them."""
    lines = invoice.groups.get("BG-25", ())
    columns = _columns(lines, wording)
    y = _head(sheet, columns, wording, y)
    for index, line in enumerate(lines, start=1):
        described = next(column.width for column in columns if column.key == "desc") - 8
        parts = sheet.broken(line.first("BT-153") or "", described, _SIZE)
        charges = line.groups.get("BG-28", ())
        extra = [_charge(one, wording) for one in charges if Decimal(one.first("BT-141") or 0)]
        height = _ROW + (len(parts) + len(extra) - 1) * _SIZE * 1.2
        if y + height > _LOW:
            sheet.new_page()
            y = _head(sheet, columns, wording, 60)
        _row(sheet, columns, line, [*parts, *extra], y)
        _note(record, columns, line, index)
        y += height
    sheet.rule(_LEFT, y - 9, _RIGHT, 0.8)
    return y


def _columns(lines: Sequence[Group], wording: Wording) -> list[_Column]:
    columns = [
        _Column("code", 75, "BT-155", lambda line: line.first("BT-155") or ""),
        _Column("desc", 0, "BT-153", lambda line: line.first("BT-153") or ""),
        _Column("qty", 50, "BT-129", lambda line: wording.number(line.first("BT-129") or "0")),
        _Column("unit", 48, "BT-130", lambda line: wording.unit(line.first("BT-130") or "")),
        _Column("price", 62, "BT-146", lambda line: wording.money(price_of_one(line) or "0")),
        _Column("discount", 50, "BT-136", lambda line: _discount(line, wording)),
        _Column("rate", 40, "BT-152", lambda line: _rate(line.first("BT-152"), wording)),
        _Column("amount", 68, "BT-131", lambda line: wording.money(line.first("BT-131") or "0")),
    ]
    columns = [column for column in columns if any(column.text(line) for line in lines)]
    left = _RIGHT - _LEFT - sum(column.width for column in columns)
    return [
        _Column(one.key, left, one.term, one.text) if one.key == "desc" else one for one in columns
    ]  # fmt: skip


def _discount(line: Group, wording: Wording) -> str:
    """What is taken off a line: its percentage where it has only one, else the amount."""
    allowances = line.groups.get("BG-27", ())
    percent = allowances[0].first("BT-138") if len(allowances) == 1 else None
    if percent and Decimal(percent):
        return f"{wording.number(percent)} %"
    total = sum((Decimal(one.first("BT-136") or 0) for one in allowances), Decimal(0))
    return wording.money(f"{total:f}") if total else ""


def _charge(charge: Group, wording: Wording) -> str:
    """The line below a description that tells what is added."""
    reason = charge.first("BT-144") or wording.word("charge")
    return f"+ {reason}: {wording.money(charge.first('BT-141') or '0')}"


def _rate(rate: str | None, wording: Wording) -> str:
    return "" if rate is None else f"{wording.number(rate)} %"


def _head(sheet: Sheet, columns: Sequence[_Column], wording: Wording, y: float) -> float:
    at = _LEFT
    for column in columns:
        left = column.key in _TEXTS
        title, size = wording.word(column.key), _SIZE
        while sheet.measure(title, size, True) > column.width - 2 and size > 5:
            size -= 0.25
        sheet.text(at + (3 if left else column.width - 3), y, title, size, True, align="l" if left else "r")
        at += column.width
    sheet.rule(_LEFT, y + 5, _RIGHT, 0.8)
    return y + 18


def _row(sheet: Sheet, columns: Sequence[_Column], line: Group, described: list[str], y: float) -> None:
    at = _LEFT
    for column in columns:
        if column.key == "desc":
            sheet.lines(at + 3, y, described, _SIZE, _SIZE * 1.2)
        else:
            left = column.key in _TEXTS
            text = column.text(line)
            size = min(_SIZE, sheet.fitting(text, column.width - 4, _SIZE, bold=False)) if text else _SIZE
            sheet.text(at + (3 if left else column.width - 3), y, text, size, align="l" if left else "r")
        at += column.width


def _note(record: Record, columns: Sequence[_Column], line: Group, index: int) -> None:
    path = f"BG-25[{index}]"
    for column in columns:
        if column.key == "discount":
            _note_parts(record, line, ("BG-27", "BT-136"), path)
            continue
        value = price_of_one(line) if column.term == "BT-146" else line.first(column.term)
        if value is not None:
            record.note(column.term, value, path)
    _note_parts(record, line, ("BG-28", "BT-141"), path)


def _note_parts(record: Record, line: Group, names: tuple[str, str], path: str) -> None:
    """Record the allowances or charges of a line that are not nothing."""
    group, term = names
    for place, one in enumerate(line.groups.get(group, ()), start=1):
        amount = one.first(term)
        if amount is not None and Decimal(amount):
            record.note(term, amount, f"{path}/{group}[{place}]")


def draw_vat(
    sheet: Sheet, shares: Sequence[Group], wording: Wording, record: Record, x: float, y: float
) -> float:
    """Rate, base and tax of each rate, with the reason of an exemption below; the y below the table."""
    rights = (x + 45, x + 130, x + 205)
    for right, key in zip(rights, ("rate", "base", "vat"), strict=True):
        sheet.text(right, y, wording.word(key), 8, True, align="r")
    sheet.rule(x, y + 4, rights[-1], 0.4)
    reasons = []
    for index, share in enumerate(shares, start=1):
        y += 14
        for right, term in zip(rights, ("BT-119", "BT-116", "BT-117"), strict=True):
            value = share.first(term)
            if value is None:
                continue
            record.note(term, value, f"BG-23[{index}]")
            text = f"{wording.number(value)} %" if term == "BT-119" else wording.money(value)
            sheet.text(right, y, text, 8, align="r")
        reason = share.first("BT-120")
        if reason:
            record.note("BT-120", reason, f"BG-23[{index}]")
            reasons += sheet.broken(reason, rights[-1] - x + 40, 8)
    return sheet.lines(x, y + 16, reasons, 8) if reasons else y + 14

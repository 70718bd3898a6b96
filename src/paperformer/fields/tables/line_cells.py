"""The cells of the lines of a table: from the pieces of their rows to values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from paperformer.fields.tables.arithmetic import discount_readings
from paperformer.fields.tables.cell_texts import has_word, is_code, is_day
from paperformer.fields.tables.group import ROW_SCORES, GroupCell, GroupRow, cell_of, in_order, short
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import Row
from paperformer.fields.words.patterns import pattern

_LEADERS = re.compile(r"\s*(?:\.{4,}|(?:\. ){4,}\.?|…{2,}|_{4,})\s*")
_RATE = re.compile(r"([0-9]{1,2}(?:[.,][0-9]{1,2})?) ?%")
_TAXES = frozenset({"tax", "vat_rate"})
_NUMBERED = re.compile(r"0{0,2}([0-9]{1,3})[.)] (?=\S)")
_FEWEST_NUMBERED = 2  # lines
# Letters first, and a digit or a hyphen: "M10", "15MM" and "1200X760" are sizes.
_CODE = re.compile(r"(?=.*[0-9-])[A-Z][0-9A-Z]*(?:[./_-]?[0-9A-Z]+)+|[0-9]{5,}")
_LEAST = 5  # characters of one
_FEWEST_CODED, _MOST_CODED = 3, 0.8  # lines that open so, and their part of all


def line_of(item: Item, *, headed: bool, adds_up: bool, anchor: str = "total") -> GroupRow:
    """The cells of a line.

    Args:
        item: Its rows.
        headed: Whether a heading told the columns.
        adds_up: Whether a sum printed below is that of all lines.
        anchor: What its total is: that, or the quantity or the price of a unit where no total is printed.
    """
    cells: dict[str, GroupCell] = {}
    units = list(item.printed("unit"))
    for role in ("quantity", "unit_price", "discount", "vat_rate", "total"):
        piece = item.piece(role)
        if piece is not None:
            number, unit = piece.parted()
            name = anchor if role == "total" else role
            cells[name] = cell_of([number], name)
            units = [unit, *units] if unit is not None and name == "quantity" else units
    code, names = _code_and_names(item, headed=headed)
    if code:
        cells["code"] = cell_of(code, "code")
    if names:
        printed = cell_of(names, "description")
        # Without the dots that lead from it to its price, or the comma before its quantity
        value = _LEADERS.sub(" ", printed.value).strip().rstrip(",").rstrip()
        cells["description"] = replace(printed, value=value or printed.value)
    if units:
        cells["unit"] = cell_of(units[:1], "unit")
    cells = in_order("purchase_lines", cells)
    return GroupRow("purchase_lines", cells, item.holds, ROW_SCORES[item.holds, adds_up])


def _code_and_names(item: Item, *, headed: bool) -> tuple[list[Piece], list[Piece]]:
    """The article number and the pieces of the description; a number alone on its row is no name."""
    codes = map(_unlabelled, item.printed("code"))
    code = [piece for piece in codes if piece is not None and not is_day(piece.text)][:1]
    names: list[Piece] = []
    days: list[Piece] = []
    for printed in item.printed("description"):
        piece = _without_day(printed) if not names else printed
        if is_day(piece.text):
            days.append(piece)
            continue
        if has_word(piece.text) or (headed and (_goes_on(names[-1], piece) if names else not code)):
            names.append(piece)
        elif not code and not headed and is_code(piece.text):
            code = [piece]
        elif names and piece.words[0] == names[-1].words[-1] + 1:
            names.append(piece)  # the end of the name beside it, on its row
    if not code and not headed and names:
        code, names[:1] = _split_code(names[0])
    return code, names or (days[:1] if headed else [])  # a line may be named by its day alone


def _goes_on(name: Piece, piece: Piece) -> bool:
    """Whether a further row of a name says something, "170 g, 4/4", or closes a bracket: "(case of / 2000)".

    "001-6" counts or numbers things.
    """
    is_open = name.text.count("(") > name.text.count(")")
    return any(map(str.isalpha, piece.text)) or (is_open and ")" in piece.text)


def _without_day(name: Piece) -> Piece:
    """A name without the day before it, on which it was bought."""
    first, rest = name.first_word_apart()
    return rest if is_day(first.text) and has_word(rest.text) and len(name.words) > 1 else name


def _unlabelled(piece: Piece) -> Piece | None:
    """An article number without the label before it ("Your no.: 4711"); None where there is only a label."""
    label, colon, text = piece.text.rpartition(":")
    if not colon:
        return piece
    words = piece.words[len(label.split()) :] if label.count(" ") < len(piece.words) else piece.words
    return replace(piece, text=text.strip(), words=words) if text.strip() and words else None


def _split_code(name: Piece) -> tuple[list[Piece], list[Piece]]:
    """A name that begins with an article number, apart."""
    code, rest = name.first_word_apart()
    return ([code], [rest]) if is_code(code.text) and has_word(rest.text) else ([], [name])


def without_numbers(rows: Sequence[GroupRow]) -> Sequence[GroupRow]:
    """``rows``, their names without "1.", "2.", "3." where all are numbered so, from one on."""
    numbers = [_number(row.cells.get("description")) for row in rows]
    if len(rows) < _FEWEST_NUMBERED or numbers != list(range(1, len(rows) + 1)):
        return rows
    bare = [_without_number(row) for row in rows]
    values = [row.cells["description"].value for row in bare]
    is_counted = len({value.split()[0].lower() for value in values}) < len(values)
    counted = pattern("pages", "counted", r"(?:{})\w{0,2}\b")
    return rows if is_counted or any(map(counted.match, values)) else bare


def _number(name: GroupCell | None) -> int | None:
    match = _NUMBERED.match(name.value) if name is not None and len(name.words) > 1 else None
    return int(match[1]) if match else None


def _without_number(row: GroupRow) -> GroupRow:
    name = row.cells["description"]
    value, text = (_NUMBERED.sub("", printed, count=1) for printed in (name.value, name.text))
    return row.with_cells(description=GroupCell(value, text, name.words[1:]))


def with_codes_above(rows: Sequence[GroupRow], firsts: Sequence[str]) -> Sequence[GroupRow]:
    """``rows``, the article numbers above their names in cells of their own, where nearly all have one.

    The numbers differ: what stands above all names is a brand. On the row of a name it is the model's:
    ``firsts`` are what the first rows of the names print.
    """
    if any("code" in row.cells for row in rows):
        return rows
    coded = [_with_code(row, first) for row, first in zip(rows, firsts, strict=True)]
    codes = {row.cells["code"].value for row in coded if row is not None}
    if len(codes) < max(_FEWEST_CODED, _MOST_CODED * len(rows)):
        return rows
    return [parted or row for row, parted in zip(rows, coded, strict=True)]


def _with_code(row: GroupRow, first: str) -> GroupRow | None:
    name = row.cells.get("description")
    if name is None or len(name.words) < len(name.value.split()):
        return None
    code, _, rest = name.value.partition(" ")
    if code != first or len(code) < _LEAST or not _CODE.fullmatch(code) or is_day(code) or not has_word(rest):
        return None
    text = name.text.removeprefix(code).lstrip()
    return row.with_cells(
        code=GroupCell(code, code, name.words[:1]), description=GroupCell(rest, text, name.words[1:])
    )


def with_captioned_rate(
    lines: Sequence[GroupRow], headers: Sequence[Header], rows: Sequence[Row]
) -> Sequence[GroupRow]:
    """``lines`` with the one rate that captions of taxes name, "10 % VAT"; none where a line has its own."""
    cells = list(_captioned(headers, rows))
    if len({cell.value for cell in cells}) != 1 or any("vat_rate" in line.cells for line in lines):
        return lines
    return [line.with_cells(vat_rate=cells[0]) for line in lines]


def _captioned(headers: Sequence[Header], rows: Sequence[Row]) -> Iterator[GroupCell]:
    """The rates that captions of taxes name."""
    for header in headers:
        taxes = [caption for caption in header.captions if caption.roles & _TAXES]
        for line in (line for row in rows[header.first : header.last + 1] for line in row.lines):
            match = _RATE.search(line.text)
            if match and any(line.box.x0 < tax.x1 and tax.x0 < line.box.x1 for tax in taxes):
                value = short(match[1].replace(",", "."))
                yield GroupCell(value, match[0], line.words_from(match.start(), match.end()))


def with_rates_of_discount(lines: Sequence[GroupRow], items: Sequence[Item]) -> Sequence[GroupRow]:
    """``lines`` whose discounts have a per cent sign, where they make all totals as rates alone."""
    readings: list[frozenset[str]] = []
    for item in items:
        discount = item.piece("discount")
        if discount is None or not discount.amount:
            continue
        if discount.kind != "number":
            return lines
        found = (item.piece("quantity"), item.piece("unit_price"), item.piece("total"))
        readings.append(discount_readings(*found, discount))
    if not readings or frozenset.intersection(*readings) != {"rate"}:
        return lines
    return [
        line.with_cells(discount=replace(cell, value=f"{short(cell.value)}%"))
        if (cell := line.cells.get("discount"))
        else line
        for line in lines
    ]

"""The rows of a table with a heading: their cells by role, read off the columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from paperformer.fields.row_cells import LINE_CELLS
from paperformer.fields.tables.arithmetic import with_base
from paperformer.fields.tables.article_codes import with_codes_apart, with_names_below_codes
from paperformer.fields.tables.captions import Caption
from paperformer.fields.tables.cell_texts import has_word, is_article, is_code, is_unit
from paperformer.fields.tables.columns import NUMERIC, Column, align
from paperformer.fields.tables.counts import read_product, with_counts
from paperformer.fields.tables.figures import DASHES
from paperformer.fields.tables.piece import Piece, as_text
from paperformer.fields.tables.roles import choose_roles
from paperformer.fields.tables.rows import Row, RowReading

_UNIT = re.compile(r"[^\W\d_]{1,5}\.?")  # alone behind a quantity in its column, whatever it is called
_PRICED = ("quantity", "unit_price", "total", "discount")
_NUMBERS = ("quantity", "unit_price", "discount", "vat_rate", "total")
_OF_MONEY = NUMERIC - {"quantity"}
_EDGED = frozenset({"code", "description", "unit"})  # columns that begin at their caption's left edge
_SHORTEST = 3  # characters from which a text right of the total is more than a letter for the tax
_BESIDE = 1.6  # ems between two parts of a name
_INDENTED = 2.5  # ems that a further line of a description may stand right of its column, and 1 left


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a table.

    Args:
        all: Left to right.
        of: That of each role.
        priced: Whether that of the totals has prices of a unit by its caption.
        loose: By row, the pieces of no column.
    """

    all: Sequence[Column]
    of: Mapping[str, Column]
    priced: bool
    loose: Mapping[int, Sequence[Piece]]

    def cell(self, role: str, row: int) -> Sequence[Piece]:
        """What stands in the column of ``role``."""
        return self.of[role].cells.get(row, ()) if role in self.of else ()

    def spare(self, row: int) -> list[Piece]:
        """What stands in no column, or in one of no known caption and no role."""
        unknown = (
            column
            for column in self.all
            if not column.named and not (column.captioned and "description" in self.of)
        )
        cells = (column.cells.get(row, ()) for column in unknown if column not in self.of.values())
        return [*self.loose.get(row, ()), *(piece for cell in cells for piece in cell)]

    def of_something_else(self) -> Iterable[Column]:
        """Those under other captions than that of a cell: credit, balance."""
        used = [column for role, column in self.of.items() if role in LINE_CELLS]
        return (
            column
            for column in self.all
            if column not in used and column.captioned and not (column.named and column.is_text)
        )


def headed_readings(
    rows: Sequence[Row], captions: Sequence[Caption], sums: Sequence[float] = (), *, counts: bool = False
) -> list[RowReading]:
    """``rows`` read by the columns under ``captions``; empty where none of these holds totals.

    Args:
        rows: Of the table.
        captions: Of its columns.
        sums: Numbers that stand below it, among them that of the column of totals.
        counts: Whether lines have quantities alone: these then stand as the totals.
    """
    if not rows:
        return []
    edges = [c.x0 for c in captions if c.roles & _EDGED and not c.roles & NUMERIC]
    em = median(row.em for row in rows)
    counted = any("quantity" in caption.roles for caption in captions)
    cut = [with_counts(row.cut(edges), captions, row.numerals.mark) for row in rows]
    products = [read_product(row, pieces, counted=counted) for row, pieces in zip(rows, cut, strict=True)]
    pieces = [rest for _, rest in products]
    columns = _columns(*align(captions, pieces, em), sums, counts=counts)
    if "total" not in columns.of:
        return []
    is_empty = "quantity" not in columns.of or not columns.of["quantity"].cells
    if counted and is_empty and any("×" in row.lines[0].text for row in rows):
        others = [caption for caption in captions if "quantity" not in caption.roles]
        return headed_readings(rows, others, sums, counts=counts)
    filled = [_filled(reading, columns, place) for place, (reading, _) in enumerate(products)]
    named = any(reading.total is not None and reading.has("description") for reading in filled)
    readings = [
        _tidied(_completed(reading, printed, columns, place, named=named), printed, columns)
        for place, (reading, printed) in enumerate(zip(filled, pieces, strict=True))
    ]
    coded = "code" in columns.of
    readings = with_names_below_codes(readings) if coded else with_codes_apart(readings, headed=True)
    return _without_whole_sums(_with_noise(readings, columns, em))


def _columns(
    columns: Sequence[Column], loose: Mapping[int, Sequence[Piece]], sums: Sequence[float], *, counts: bool
) -> _Columns:
    """The columns with their roles."""
    if counts:
        columns = [
            replace(column, roles=column.roles - _OF_MONEY or frozenset({"other"})) for column in columns
        ]
    chosen, priced = choose_roles(columns, sums), False
    if counts and "quantity" in chosen:
        chosen["total"] = chosen.pop("quantity")
    if "total" not in chosen and "quantity" in chosen and "unit_price" in chosen:
        priced = chosen["unit_price"].roles == {"unit_price"}
        chosen["total"] = chosen.pop("unit_price")  # web shops have one column of prices, those of the lines
    if "total" not in chosen and "gross" in chosen:
        chosen["total"] = chosen.pop("gross")
    return _Columns(columns, chosen, priced, loose)


def _filled(reading: RowReading, columns: _Columns, place: int) -> RowReading:
    """A row with its cells of the columns; numbers in the column of names may be quantities."""
    cells = {role: columns.cell(role, place) for role in LINE_CELLS}
    numbers = [piece for piece in cells["description"] if piece.kind == "number"]
    if "quantity" not in columns.of and len(numbers) < len(cells["description"]):
        cells["description"] = [piece for piece in cells["description"] if piece.kind != "number"]
        reading = replace(reading, loose=tuple(numbers))
    return reading.with_cells(**{role: [*reading.cell(role), *cell] for role, cell in cells.items()})


def _completed(
    reading: RowReading, printed: Sequence[Piece], columns: _Columns, place: int, *, named: bool
) -> RowReading:
    """A row with what its pieces of no column are: a unit, its name where lines of the table are ``named`` in
    their column, a part of its name.
    """
    spare, headed = columns.spare(place), "description" in columns.of
    unit = _unit_beside(reading, spare)
    if unit is not None:
        reading = reading.with_cells(unit=[unit])
        spare = [piece for piece in spare if piece is not unit]
    texts = [piece for piece in spare if piece.kind == "text" and len(piece.text) >= _SHORTEST]
    lacks_name = reading.cells.keys() == {"total"} and reading.total is not None  # it begins left of them
    if texts and (not headed or (named and lacks_name)):
        reading = reading.with_cells(description=[*reading.cell("description"), *texts])
    if not headed:
        reading = _named_by_row(reading, printed)
    numbers = columns.cell("position", place)
    opens = any(piece.kind == "number" for piece in numbers)
    reading = replace(reading, priced=columns.priced, opens=opens)
    return _with_longer_name(reading, spare if reading.has("total") else [*spare, *numbers])


def _named_by_row(reading: RowReading, printed: Sequence[Piece]) -> RowReading:
    """Where no column holds names, rows of words without figures are: "1173 - Screws" above "2 UN 3.50"."""
    is_line = reading.total is not None or reading.has("unit_price", "description")
    if is_line or not any(has_word(piece.text) for piece in printed):
        return reading
    coded = len(printed) > 1 and (is_article(printed[0].text) or is_code(printed[0].text))
    name = as_text(printed[1:] if coded else printed)
    dash, rest = name.first_word_apart()
    name = rest if dash.text in DASHES and rest.text else name
    return replace(reading, cells={"description": (name,), **({"code": (printed[0],)} if coded else {})})


def _unit_beside(reading: RowReading, spare: Sequence[Piece]) -> Piece | None:
    """A unit of no column right of the quantity: its column has no caption."""
    counted = reading.cell("quantity")
    if not counted or reading.has("unit"):
        return None
    units = (piece for piece in spare if piece.kind == "text" and is_unit(piece.text))
    return next((piece for piece in units if piece.x0 >= counted[-1].x1), None)


def _with_longer_name(reading: RowReading, spare: Sequence[Piece]) -> RowReading:
    """What stands in no column right beside a name is a part of it: "Unleaded 95", "Milk 2%", "1 April"."""
    names = reading.cell("description")
    if not any(piece.kind == "text" for piece in names):
        return reading
    reach = _BESIDE * reading.row.em
    own = {word for piece in names for word in piece.words}
    others = [piece for piece in spare if not own & set(piece.words)]
    first = min(piece.x0 for piece in names)
    if reading.total is not None:  # a number that opens the row of a line counts the lines
        others = [piece for piece in others if piece.x0 > first or piece.kind == "percent"]
    others = [piece for piece in others if piece.x0 > first or not is_code(piece.text)]
    joined: list[Piece] = []
    for piece in sorted([*names, *others], key=lambda piece: piece.x0):
        if joined and piece.words[0] == joined[-1].words[-1] + 1 and piece.x0 - joined[-1].x1 <= reach:
            joined[-1] = as_text([joined[-1], piece])
        else:
            joined.append(piece)
    return reading.with_cells(description=[piece for piece in joined if own & set(piece.words)])


def _tidied(reading: RowReading, printed: Sequence[Piece], columns: _Columns) -> RowReading:
    """One number in a column of numbers; a unit behind a quantity; a number alone is that of an article."""
    if "code" not in columns.of and len(printed) == 1 and is_article(printed[0].text):
        return replace(reading, cells={"code": tuple(printed)}, loose=())
    numbers = {
        role: [piece for piece in reading.cell(role) if piece.kind in {"number", "percent"}][:1]
        for role in _NUMBERS
    }
    if columns.of.keys() >= {"quantity", "unit_price"} and all(
        columns.of[role].named for role in ("quantity", "unit_price")
    ):
        printed_in = (numbers[role][0] if numbers[role] else None for role in _PRICED)
        price = with_base(*printed_in)
        numbers["unit_price"] = [price] if price is not None else []
    units, counts = reading.cell("unit"), numbers["quantity"]
    if not units:
        units = reading.cell("quantity")[:1]
        if counts:
            beside = (piece for piece in reading.cell("quantity") if piece.x0 >= counts[0].x1)
            units = tuple(piece for piece in beside if _UNIT.fullmatch(piece.text))[:1]
    names = sorted(reading.cell("description"), key=lambda piece: piece.x0)
    return reading.with_cells(**numbers, unit=units, description=names)


def _with_noise(readings: Sequence[RowReading], columns: _Columns, em: float) -> list[RowReading]:
    """``readings`` with those marked that are no further lines of a description: texts outside of the column
    of names, and rows whose only number stands under another caption.
    """
    figures = [reading for reading in readings if reading.has_figures]
    coded = 2 * sum(reading.has("code") and not reading.named for reading in figures) > len(figures)
    # Where article numbers stand beside the figures, names have rows of their own.
    named = [reading for reading in (readings if coded else figures) if reading.has("description")]
    lefts = (median(map(_left_with_code, named)), median(map(_left, named))) if named else None
    paid = {
        place
        for column in columns.of_something_else()
        for place, cell in column.cells.items()
        if any(piece.kind == "number" and piece.strong for piece in cell)
    }
    return [
        replace(
            reading,
            is_noise=place in paid or _stands_elsewhere(reading, lefts, em) or _is_group_title(reading),
        )
        if not reading.has_figures
        else reading
        for place, reading in enumerate(readings)
    ]


def _is_group_title(reading: RowReading) -> bool:
    """Whether words without a digit stand alone in the column of article numbers: "Labour", "Parts"."""
    codes = reading.cell("code")
    is_lone = reading.cells.keys() == {"code"} and len(reading.row.pieces) == 1
    return is_lone and not any(map(str.isdigit, codes[0].text))


def _left(reading: RowReading) -> float:
    """Where its name begins."""
    return reading.cell("description")[0].x0


def _left_with_code(reading: RowReading) -> float:
    """The same with the article number that stands right before the name in one column."""
    name, code = reading.cell("description")[0], reading.cell("code")
    is_beside = bool(code) and code[-1].words[-1] + 1 == name.words[0]
    return code[0].x0 if is_beside else name.x0


def _stands_elsewhere(reading: RowReading, lefts: tuple[float, float] | None, em: float) -> bool:
    """Whether a row has no cell, or its name does not stand below the others: these begin at ``lefts``,
    with their article numbers and without.
    """
    if lefts is None or not reading.has("description"):
        return not reading.cells
    return not lefts[0] - em <= _left(reading) <= lefts[1] + _INDENTED * em


def _without_whole_sums(readings: Sequence[RowReading]) -> list[RowReading]:
    """Where totals have two places, a whole number below them is none: "Page 1 of 3"."""
    totals = [reading.total for reading in readings if reading.total is not None]
    if 2 * sum(total.strong for total in totals) < len(totals):
        return list(readings)
    return [
        replace(reading.with_cells(total=()), is_noise=True)
        if reading.total is not None
        and not reading.total.strong
        and not (reading.has("unit_price") and reading.has("quantity"))
        else reading
        for reading in readings
    ]

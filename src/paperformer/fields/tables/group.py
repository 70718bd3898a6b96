"""Rows of a field that has several values a row: lines of a purchase, shares of VAT and their sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain
from typing import Final

from paperformer.fields.finding import Finding
from paperformer.fields.row_cells import ROWS
from paperformer.fields.tables.piece import Piece
from paperformer.fields.totals import CENT
from paperformer.fields.values.reading import ParsedValue

_FIELDS = {"tax": "total_vat", "base": "total_excl_vat"}

SUM: Final = "sum"
"""The rule of sums that nobody printed."""
ROW_SCORES: Final[Mapping[tuple[bool | None, bool], float]] = {
    (True, True): 0.94,
    (True, False): 0.88,
    (None, True): 0.75,
    (None, False): 0.62,
    (False, True): 0.70,
    (False, False): 0.20,
}
"""Of a purchase line, by whether its own arithmetic holds and whether all totals make a sum that is printed.

The part of lines that are right in every cell: about the mean of generated documents (``python
benchmarks/lines.py --seed 24 --fit``), of real and specimen e-invoices (``--zugferd --fit``) and of 240
documents that assistants drew without having seen the program (0.86, 0.77, 0.66, 0.58, 0.68, 0 of 16; they
are not in the repository).
"""
SHARE_SCORES: Final[Mapping[bool | None, float]] = {True: 0.95, None: 0.7, False: 0.3}
"""Of a VAT share, by whether the rate links base and tax; None where it has a tax alone. Set by hand."""


@dataclass(frozen=True, slots=True)
class GroupCell:
    """One value of a row.

    Args:
        value: Normalised: amounts with a dot and two places or more, quantities and rates without idle zeros.
        text: As printed.
        words: Indices into ``Document.words``.
    """

    value: str
    text: str
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One row.

    Args:
        field: ``purchase_lines`` or ``vat_distribution``.
        cells: By name, in the order in which answers list them.
        holds: Whether its arithmetic does; None where there is nothing to check.
        score: How likely every cell is right.
    """

    field: str
    cells: Mapping[str, GroupCell]
    holds: bool | None
    score: float

    @property
    def words(self) -> tuple[int, ...]:
        """The words of all its cells, ascending."""
        return tuple(sorted({word for cell in self.cells.values() for word in cell.words}))

    def with_cells(self, **cells: GroupCell) -> GroupRow:
        """The same row with these cells."""
        return replace(self, cells=in_order(self.field, {**self.cells, **cells}))


def cell_of(pieces: Sequence[Piece], role: str) -> GroupCell:
    """The cell that ``pieces`` of a row print; one or more."""
    first, text = pieces[0], " ".join(piece.text for piece in pieces)
    value = text
    if first.kind == "percent":
        value = short(first.value) + ("%" if role == "discount" else "")
    elif first.kind == "number" and role not in {"code", "description", "unit"}:
        value = short(first.value) if role in {"quantity", "vat_rate", "rate"} else first.value
    return GroupCell(value, text, tuple(dict.fromkeys(word for piece in pieces for word in piece.words)))


def short(value: str) -> str:
    """A number without idle zeros."""
    return value.rstrip("0").rstrip(".") or "0" if "." in value else value


def in_order(field: str, cells: Mapping[str, GroupCell]) -> dict[str, GroupCell]:
    """``cells`` of a row of ``field`` in the order in which answers list them."""
    return {cell.name: cells[cell.name] for cell in ROWS[field] if cell.name in cells}


def find_sums(rows: Sequence[GroupRow]) -> Iterator[Finding]:
    """``total_vat`` and ``total_excl_vat`` as sums of several rates' taxes and bases (BR-CO-13, BR-CO-14).

    Two taxes on one base (federal and provincial) have no sum of bases.
    """
    shares = [row for row in rows if row.field == "vat_distribution"]
    if len({row.cells["rate"].value for row in shares}) < 2:
        return
    yield _sum(shares, "tax")
    if len({row.cells["base"].value for row in shares if "base" in row.cells}) == len(shares):
        yield _sum(shares, "base")


def _sum(shares: Sequence[GroupRow], role: str) -> Finding:
    cells = [row.cells[role] for row in shares]
    total = sum((Decimal(cell.value) for cell in cells), Decimal(0)).quantize(CENT)
    words = tuple(sorted(set(chain.from_iterable(cell.words for cell in cells))))
    text = " + ".join(cell.text for cell in cells)
    return Finding(_FIELDS[role], words, text, ParsedValue(str(total)), SUM)

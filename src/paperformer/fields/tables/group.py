"""Rows of a field that has several values a row: the lines of a purchase, the shares of VAT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperformer.fields.tables.pieces import Piece

# What a VAT share is worth: with base and tax that the rate links, with a tax alone.
SHARE_SCORES: Mapping[bool | None, float] = {True: 0.95, None: 0.7, False: 0.3}


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


def cell_of(pieces: Sequence[Piece], role: str) -> GroupCell:
    """The cell that ``pieces`` of a row print; one or more."""
    text = " ".join(piece.text for piece in pieces)
    words = tuple(dict.fromkeys(word for piece in pieces for word in piece.words))
    return GroupCell(_value(pieces[0], role, text), text, words)


def _value(piece: Piece, role: str, text: str) -> str:
    if piece.kind == "percent":
        return _short(piece.value) + ("%" if role == "discount" else "")
    if piece.kind != "number" or role in {"code", "description", "unit"}:
        return text
    return _short(piece.value) if role in {"quantity", "vat_rate", "rate"} else piece.value


def _short(value: str) -> str:
    return value.rstrip("0").rstrip(".") or "0" if "." in value else value


def in_order(cells: Mapping[str, GroupCell], roles: Sequence[str]) -> Mapping[str, GroupCell]:
    """``cells`` in the order of ``roles``."""
    return {role: cells[role] for role in _known(cells, roles)}


def _known(cells: Mapping[str, GroupCell], roles: Sequence[str]) -> Iterator[str]:
    return (role for role in roles if role in cells)

"""The rows of one line of a purchase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from paperformer.fields.tables.arithmetic import line_holds
from paperformer.fields.tables.piece import Piece
from paperformer.fields.tables.rows import RowReading


@dataclass(frozen=True, slots=True)
class Item:
    """The rows of one line.

    Args:
        readings: All of them, top down.
        place: Of the one with the total.
    """

    readings: tuple[RowReading, ...]
    place: int

    @property
    def anchor(self) -> RowReading:
        """The row with its total."""
        return self.readings[self.place]

    @property
    def above(self) -> tuple[RowReading, ...]:
        """The rows above its total."""
        return self.readings[: self.place]

    @property
    def below(self) -> tuple[RowReading, ...]:
        """The rows below its total."""
        return self.readings[self.place + 1 :]

    @property
    def first_of_name(self) -> str:
        """What the first row of its name prints."""
        named = (name for reading in self.readings if (name := reading.cell("description")))
        return " ".join(piece.text for piece in next(named, ()))

    def printed(self, role: str) -> Iterator[Piece]:
        """What its rows print for ``role``, top down."""
        return (piece for reading in self.readings for piece in reading.cell(role))

    def piece(self, role: str) -> Piece | None:
        """The number that it prints for ``role``, the total's row first."""
        for reading in (self.anchor, *self.readings):
            for piece in reading.cell(role):
                if piece.kind in {"number", "percent"}:
                    return piece
        return None

    def replacing(self, place: int, reading: RowReading) -> Item:
        """The same line with another reading of one row."""
        return replace(self, readings=(*self.readings[:place], reading, *self.readings[place + 1 :]))

    @property
    def holds(self) -> bool | None:
        """Whether quantity, price and discount make its total."""
        roles = ("quantity", "unit_price", "total", "discount", "vat_rate")
        return line_holds(*(self.piece(role) for role in roles))

    @property
    def shape(self) -> Shape:
        """How it is built, to be compared with the others."""
        return self.place, self.anchor.named, any(reading.counts for reading in self.below)


Shape = tuple[int, bool, bool]

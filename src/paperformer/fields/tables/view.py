"""What a row says as part of a table: its cells by role."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from paperformer.fields.tables.cell_texts import has_word
from paperformer.fields.tables.pieces import Piece
from paperformer.fields.tables.rows import Row


@dataclass
class View:
    """A row of a table.

    Args:
        row: What is printed.
        cells: Its pieces by role of a line, left to right.
        times: Whether quantity and price were read off a sign of multiplication.
        loose: Numbers of no column.
        is_noise: Whether it can be no part of a line: a caption of something else, a text elsewhere.
        closes: Whether its total stands alone, below all that belongs to it.
        opens: Whether it prints the number of a line, and so is its first row.
    """

    row: Row
    cells: dict[str, list[Piece]] = field(default_factory=dict)
    times: bool = False
    loose: list[Piece] = field(default_factory=list)
    is_noise: bool = False
    opens: bool = False
    closes: bool = False

    @property
    def total(self) -> Piece | None:
        """The number that makes it the row of a line."""
        return next((p for p in self.cells.get("total", ()) if p.kind == "number"), None)

    def has(self, role: str) -> bool:
        """Whether it prints a cell of ``role``."""
        return bool(self.cells.get(role))

    @cached_property
    def named(self) -> bool:
        """Whether it has a description with a word in it."""
        return any(has_word(piece.text) for piece in self.cells.get("description", ()))

"""Marks on paper: pieces of text that know their field, rules, fills, and blocks of them.

Coordinates are points, origin top left, y down. A block's marks are relative to its own corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Colour = tuple[float, float, float]
Cell = tuple[str, int, str]
BLACK: Colour = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that belongs together.

    Args:
        text: May hold spaces, or be one.
        fields: The fields whose value it prints, the main one first.
        cell: Table, row and column (``("purchase_lines", 0, "quantity")``) that it prints.
    """

    text: str
    fields: tuple[str, ...] = ()
    cell: Cell | None = None


Line = tuple[Piece, ...]


def plain(text: str) -> Line:
    """A line that prints no field."""
    return (Piece(text),)


def joined(lines: Sequence[Line], separator: str) -> Line:
    """The lines in one, ``separator`` between them."""
    pieces: list[Piece] = []
    for line in lines:
        if pieces:
            pieces.append(Piece(separator))
        pieces += line
    return tuple(pieces)


def text_of(line: Line) -> str:
    """The characters of a line."""
    return "".join(piece.text for piece in line)


@dataclass(frozen=True, slots=True)
class Pen:
    """Typeface (a reportlab font name), size in points, horizontal stretch, colour."""

    face: str
    size: float
    stretch: float = 1.0
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text that starts at ``x`` on the baseline ``y``."""

    x: float
    y: float
    line: Line
    pen: Pen


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight stroke; ``dash`` is the length of dashes and gaps, 0 for none."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = 0.5
    colour: Colour = BLACK
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle (or ellipse) with a fill, an outline, or both."""

    x0: float
    y0: float
    x1: float
    y1: float
    fill: Colour | None = None
    stroke: Colour | None = None
    radius: float = 0.0
    ellipse: bool = False


Mark = Text | Rule | Area


@dataclass(frozen=True, slots=True)
class Block:
    """A group of marks of a known size, with other blocks placed inside it."""

    width: float
    height: float
    marks: tuple[Mark, ...] = ()
    children: tuple[tuple[float, float, Block], ...] = ()

    def walk(self, x: float = 0.0, y: float = 0.0) -> Iterator[tuple[float, float, Mark]]:
        """All marks with the offset of their block, in drawing order."""
        for mark in self.marks:
            yield x, y, mark
        for dx, dy, child in self.children:
            yield from child.walk(x + dx, y + dy)


NOTHING = Block(0.0, 0.0)


@dataclass(slots=True)
class Sheet:
    """One page that is being filled. ``number`` counts from 1."""

    width: float
    height: float
    number: int = 1
    placed: list[tuple[float, float, Block]] = field(default_factory=list)

    def put(self, block: Block, x: float, y: float) -> None:
        """Place ``block`` with its top left corner at (x, y)."""
        self.placed.append((x, y, block))

    def walk(self) -> Iterator[tuple[float, float, Mark]]:
        """All marks on the page with the offset of their block, in drawing order."""
        for x, y, block in self.placed:
            yield from block.walk(x, y)

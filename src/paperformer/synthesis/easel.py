"""A page to draw on by hand, for the samples: text, rules and areas at given places."""

from __future__ import annotations

from dataclasses import dataclass, field

from paperformer.synthesis.blocks import Align, text_at
from paperformer.synthesis.ink import BLACK, Area, Block, Colour, Line, Mark, Pen, Piece, Rule, Sheet, plain


@dataclass(slots=True)
class Easel:
    """One page in Helvetica. ``y`` is a baseline for text, from the top in points."""

    width: float
    height: float
    number: int = 1
    face: str = "Helvetica"
    bold_face: str = "Helvetica-Bold"
    marks: list[Mark] = field(default_factory=list)

    def text(
        self,
        x: float,
        y: float,
        content: str | Line,
        size: float = 9.0,
        *,
        bold: bool = False,
        colour: Colour = BLACK,
        width: float = 0.0,
        align: Align = "left",
    ) -> None:
        """Write a line; right or centred within ``width`` from ``x``."""
        line = plain(content) if isinstance(content, str) else content
        pen = Pen(self.bold_face if bold else self.face, size, 1.0, colour)
        self.marks.append(text_at(line, pen, x, y, width, align))

    def rule(
        self, x0: float, x1: float, y: float, width: float = 0.5, colour: Colour = BLACK, dash: float = 0.0
    ) -> None:
        """A horizontal rule."""
        self.marks.append(Rule(x0, y, x1, y, width, colour, dash))

    def area(self, area: Area) -> None:
        """A filled or outlined shape."""
        self.marks.append(area)

    def sheet(self) -> Sheet:
        """The page."""
        sheet = Sheet(self.width, self.height, self.number)
        sheet.put(Block(self.width, self.height, tuple(self.marks)), 0, 0)
        return sheet


def value(name: str, text: str, *more: str) -> Line:
    """Text that prints a field."""
    return (Piece(text, (name, *more)),)

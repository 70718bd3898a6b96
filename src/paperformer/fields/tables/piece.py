"""A part of a row of a table: a number, a percentage, a sign of multiplication or a run of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperformer.fields.tables.figures import PieceKind


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line segment.

    Args:
        kind: What it prints.
        words: Indices of its words in ``Document.words``.
        text: As printed.
        x0, x1: Where it begins and ends, in parts of the page's width.
        value: Of a number or percentage: a decimal with a dot.
        amount: The same to reckon with.
        strong: Whether it has the two places of money.
        unit: Of a number: what it counts, or what it is the price of; it ends ``text`` and ``words``.
        number_x1: Where the number ends that a unit follows.
        per: Of a price: how many units it is for.
        money_x0: Where a sign of money begins right before the number; 1 where none does.
    """

    kind: PieceKind
    words: tuple[int, ...]
    text: str
    x0: float
    x1: float
    value: str = ""
    amount: float = 0.0
    strong: bool = False
    unit: str = ""
    number_x1: float = 0.0
    money_x0: float = 1.0
    per: float = 1.0

    @property
    def is_money(self) -> bool:
        """Whether a sign of money stands before it."""
        return self.kind == "number" and self.money_x0 < 1.0

    def parted(self) -> tuple[Piece, Piece | None]:
        """A number without its unit, and the unit, which one word may print; None where it has none."""
        if not self.unit:
            return self, None
        if len(self.words) == 1:  # "10kg": one word prints both
            number = replace(self, text=self.text.removesuffix(self.unit), unit="")
            return number, Piece("text", self.words, self.unit, self.x0, self.x1)
        count = len(self.unit.split())
        number = replace(self, text=self.text[: -len(self.unit)].rstrip(), words=self.words[:-count], unit="")
        return number, Piece("text", self.words[-count:], self.unit, self.x0, self.x1)

    def first_word_apart(self) -> tuple[Piece, Piece]:
        """Its first word, and what follows it, as if both stood in its place."""
        first, _, rest = self.text.partition(" ")
        return replace(self, text=first, words=self.words[:1]), replace(self, text=rest, words=self.words[1:])


def as_text(pieces: Sequence[Piece]) -> Piece:
    """Pieces that stand side by side as one text."""
    words = tuple(dict.fromkeys(word for piece in pieces for word in piece.words))
    return Piece("text", words, " ".join(piece.text for piece in pieces), pieces[0].x0, pieces[-1].x1)

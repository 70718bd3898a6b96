"""A strip of thermal paper: its look, and the ways in which a row can be set on it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from paperformer.synthesis.blocks import Align, broken, fitted, text_at, widest_word
from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.fonts import Family, families_for, line_width, width_of
from paperformer.synthesis.ink import BLACK, Block, Line, Pen, Piece, Rule, plain
from paperformer.synthesis.receipt import Receipt


@dataclass(frozen=True, slots=True)
class Strip:
    """The look of one receipt: paper, type, and how rows are set.

    Args:
        centred: Whether the head and the foot are centred.
        upper: Whether texts are in capitals.
        rules: What separates the parts: a sign to repeat, ``line`` for a drawn rule, empty for a gap.
        glue: What follows a caption.
    """

    rng: random.Random
    receipt: Receipt
    family: Family
    size: float
    leading: float
    stretch: float
    paper: float
    margin: float
    centred: bool
    upper: bool
    rules: str
    glue: str
    spread: bool

    @property
    def width(self) -> float:
        """The width between the margins."""
        return self.paper - 2 * self.margin

    def pen(self, *, bold: bool = False, factor: float = 1.0) -> Pen:
        """A pen of the strip's typeface."""
        return Pen(self.family.bold if bold else self.family.regular, self.size * factor, self.stretch)

    def cased(self, line: Line) -> Line:
        """The line in the strip's case."""
        if not self.upper:
            return line
        return tuple(Piece(piece.text.upper(), piece.fields, piece.cell) for piece in line)

    def label(self, key: str) -> str:
        """One of the synonyms of a caption, filled in."""
        return self._filled_in(pick(self.rng, self.receipt.locale.labels[key]))

    def asks_to_pay(self, caption: str) -> bool:
        """Whether ``caption`` is one that an amount due has too, whatever its capitals and currency."""
        labels = self.receipt.locale.labels["amount_due"]
        return self._plain(caption) in {self._plain(self._filled_in(text)) for text in labels}

    def _filled_in(self, text: str) -> str:
        receipt = self.receipt
        rate = receipt.printer.number(receipt.sums.row.rate)
        return text.format(
            tax=receipt.tax_name, code=receipt.locale.sign(receipt.printer.currency), rate=rate
        )

    def _plain(self, caption: str) -> tuple[str, ...]:
        """The words of a caption in small letters, without the currency."""
        money = {currency.casefold() for currency in (*self.receipt.locale.currencies, *self._signs())}
        words = (word.strip(":()").casefold() for word in caption.split())
        return tuple(word for word in words if word not in money)

    def _signs(self) -> set[str]:
        locale = self.receipt.locale
        return {locale.sign(currency) for currency in locale.currencies}

    def text(self, line: Line, align: Align = "left", *, bold: bool = False, factor: float = 1.0) -> Block:
        """A row of text, broken where it is too long."""
        line, pen = self.cased(line), self.pen(bold=bold, factor=factor)
        pen = replace(pen, size=pen.size * min(1.0, self.width / max(widest_word([line], pen), 1.0)))
        lines = broken(line, pen, self.width)
        step = pen.size * self.leading
        marks = tuple(
            text_at(part, pen, 0, turn * step + pen.size * 0.8, self.width, align)
            for turn, part in enumerate(lines)
        )
        return Block(self.width, len(lines) * step, marks)

    def sides(self, left: Line, right: Line, *, bold: bool = False, factor: float = 1.0) -> Block:
        """A row with text at the left and text at the right end; two rows where they do not fit."""
        pen = self.pen(bold=bold, factor=factor)
        left, right = self.cased(left), self.cased(right)
        if widest_word([left], pen) + line_width(right, pen) + pen.size > self.width:
            pen = fitted((*left, Piece("  "), *right), pen, self.width)
        room = self.width - line_width(right, pen) - pen.size * 0.6
        parts = broken(left, pen, max(room, self.width * 0.3))
        step = pen.size * self.leading
        marks = [text_at(part, pen, 0, turn * step + pen.size * 0.8) for turn, part in enumerate(parts)]
        last = (len(parts) - 1) * step + pen.size * 0.8
        if self.spread:
            marks.append(text_at(right, pen, 0, last, self.width, "right"))
        else:
            wanted = max(line_width(parts[-1], pen) + pen.size * 0.6, self.width * 0.55)
            marks.append(text_at(right, pen, min(wanted, self.width - line_width(right, pen)), last))
        return Block(self.width, len(parts) * step, tuple(marks))

    def separator(self) -> Block:
        """What stands between two parts."""
        if self.rules == "line":
            return Block(
                self.width, 5, (Rule(0, 2.5, self.width, 2.5, 0.5, BLACK, self.rng.choice((0.0, 2.0))),)
            )
        if not self.rules:
            return Block(self.width, self.size * 0.7)
        sign = width_of(self.rules, self.pen())
        return self.text(plain(self.rules * max(1, int(self.width / sign) - 1)))


def draw_strip(rng: random.Random, receipt: Receipt) -> Strip:
    """The look of a new receipt."""
    letters = (
        *receipt.locale.months,
        *receipt.locale.dishes,
        *receipt.locale.groceries,
        *receipt.locale.cities,
        receipt.shop.name,
    )
    fitting = families_for(letters)
    mono = [family for family in fitting if family.kind == "mono"]
    other = [family for family in fitting if family.kind != "mono"]
    family = pick(rng, mono) if mono and chance(rng, 0.6) else pick(rng, other or list(fitting))
    size = rng.uniform(7.0, 9.5)
    fixed = family.kind == "mono"
    return Strip(
        rng=rng,
        receipt=receipt,
        family=family,
        size=size,
        leading=rng.choice((1.05, 1.15, 1.2, 1.3, 1.5)),
        stretch=rng.choice((0.75, 0.8, 0.85, 0.9))
        if fixed or "DejaVu" in family.name
        else rng.choice((0.9, 1.0, 1.0)),
        paper=rng.uniform(165, 300),
        margin=rng.uniform(6, 18),
        centred=chance(rng, 0.7),
        upper=chance(rng, 0.4),
        rules=weighted(rng, {"-": 5, "=": 2, "*": 1.5, "line": 3, "": 3, "_": 1, ".": 0.5, "- ": 1}),
        glue=weighted(rng, {":": 5, " :": 2, "": 3, ": ": 1}),
        spread=chance(rng, 0.85),
    )

"""Fills pages from the top: what does not fit goes on to the next one, under a running head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from paperformer.synthesis.blocks import paragraph
from paperformer.synthesis.chance import chance
from paperformer.synthesis.ink import Block, Piece, Sheet, plain
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.table import Table


@dataclass(slots=True)
class Writer:
    """The pages so far; knows how much room the footer takes."""

    pages: Pages
    footer: Block
    footer_everywhere: bool
    sheets: list[Sheet] = field(default_factory=list)
    y: float = 0.0

    def start(self) -> Sheet:
        """Begin a page."""
        style = self.pages.style
        sheet = Sheet(style.width, style.height, len(self.sheets) + 1)
        if self.footer_everywhere or not self.sheets:
            sheet.put(self.footer, style.margin, style.height - style.margin * 0.7 - self.footer.height)
        self.sheets.append(sheet)
        self.y = style.margin
        return sheet

    @property
    def room(self) -> float:
        """How much height is left."""
        style = self.pages.style
        footed = self.footer_everywhere or len(self.sheets) == 1
        return style.height - style.margin - (self.footer.height + 8 if footed else 0) - self.y

    def put(self, block: Block, x: float = 0.0, gap: float = 0.0) -> None:
        """Place a block below what is there, on a new page where there is no room."""
        if block.height == 0:
            return
        if block.height > self.room and self.y > self.pages.style.margin + 1:
            self.continue_on()
        self.sheets[-1].put(block, self.pages.style.margin + x, self.y)
        self.y += block.height + gap

    def continue_on(self) -> None:
        """Begin another page, with what repeats on top of it."""
        self.start()
        self.put(_running_head(self.pages), gap=self.pages.style.body)

    def flow(self, table: Table, amounts: Sequence[int] = (), opening: int = 0) -> None:
        """A table over as many pages as it needs; some carry the sum of ``amounts`` from page to page."""
        style, printer = self.pages.style, self.pages.invoice.printer
        carried = bool(amounts) and chance(self.pages.rng, 0.25)
        self.put(table.header)
        running = opening
        for place, row in enumerate(table.rows):
            if row.height + style.body * 2 > self.room:
                if carried:
                    self.put(_carry(self.pages, printer.amount(running)))
                self.continue_on()
                self.put(table.header)
                if carried:
                    self.put(_carry(self.pages, printer.amount(running)))
            self.put(row)
            running += amounts[place] if amounts else 0
        self.y += style.body * 0.8


def _carry(pages: Pages, amount: str) -> Block:
    line = plain(f"{pages.label('carry')} {amount}")
    return paragraph(
        [line], pages.style.pen(italic=True), pages.style.leading, pages.style.content_width, "right"
    )


def _running_head(pages: Pages) -> Block:
    """What repeats on top of further pages."""
    rng, facts = pages.rng, pages.invoice.facts
    pieces: list[Piece] = []
    if chance(rng, 0.4):
        pieces += [Piece(pages.invoice.supplier.name, ("supplier_name",)), Piece("   ")]
    number, day = facts.get("document_number"), facts.get("document_date")
    if number and chance(rng, 0.7):
        pieces += [Piece(pages.label("document_number") + " "), *number.line(), Piece("   ")]
    if day and chance(rng, 0.4):
        pieces += day.line()
    lines = [tuple(pieces)] if pieces else []
    return paragraph(lines, pages.style.pen(size=pages.style.small), 1.3, pages.style.content_width)

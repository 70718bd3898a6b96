"""Places an invoice on pages: a grammar of blocks, drawn at random.

The head (``head_layout``) is one of several small grammars of brand, seller, title, numbers and buyer; below
come the lines, the sums, the payment and the small print; what does not fit goes on to further pages.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, field

from paperformer.synthesis import invoice_foot as foot
from paperformer.synthesis.blocks import paragraph, stack
from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.content import Invoice
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.head_layout import SHAPES, draw_head, draw_shape
from paperformer.synthesis.ink import NOTHING, Block, Line, Piece, Sheet, plain
from paperformer.synthesis.page_footer import footer
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.slips import draw_slip
from paperformer.synthesis.style import draw_style
from paperformer.synthesis.table import Table, draw_table


@dataclass(slots=True)
class _Writer:
    """Fills pages from the top; knows how much room the footer takes."""

    pages: Pages
    footer: Block
    footer_everywhere: bool
    sheets: list[Sheet] = field(default_factory=list)
    y: float = 0.0

    def start(self) -> Sheet:
        style = self.pages.style
        sheet = Sheet(style.width, style.height, len(self.sheets) + 1)
        if self.footer_everywhere or not self.sheets:
            sheet.put(self.footer, style.margin, style.height - style.margin * 0.7 - self.footer.height)
        self.sheets.append(sheet)
        self.y = style.margin
        return sheet

    @property
    def room(self) -> float:
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
        self.start()
        self.put(_running_head(self.pages), gap=self.pages.style.body)


def lay_out(rng: random.Random, invoice: Invoice, layouts: Collection[str] = tuple(SHAPES)) -> list[Sheet]:
    """The pages of ``invoice`` in a look and an order drawn by ``rng``, its head one of ``layouts``."""
    text = invoice.supplier.name + invoice.receiver.name
    pages = Pages(rng, invoice, draw_style(rng, invoice.locale, text))
    payment_place = weighted(rng, {"block": 5, "footer": 3, "slip": 3})
    if payment_place == "slip" and invoice.kind != "invoice":
        payment_place = "block"
    shape = draw_shape(pages, layouts)
    footed = shape == "letter" or chance(rng, 0.7) or payment_place == "footer"
    named = chance(rng, 0.92 if shape == "letter" else 0.7)
    foot_block = footer(pages, with_payment=payment_place == "footer", named=named) if footed else NOTHING
    writer = _Writer(pages, foot_block, chance(rng, 0.5))
    writer.start()
    for block, gap in draw_head(pages, shape, seller_in_footer=footed):
        writer.put(block, gap=gap)
    _body(writer)
    _sums(writer, payment_place)
    if payment_place == "slip":
        _slip(writer)
    _number_pages(writer)
    return writer.sheets


def _body(writer: _Writer) -> None:
    pages = writer.pages
    style, rng, invoice = pages.style, pages.rng, pages.invoice
    width = style.content_width
    opening = {"reminder": "overdue", "credit_note": "credit"}.get(invoice.kind, "greeting")
    if opening != "greeting" or chance(rng, 0.4):
        writer.put(foot.sentence(pages, opening, width), gap=style.body)
    if invoice.kind == "reminder":
        writer.put(_reminded(pages, width), gap=style.body)
        return
    if chance(rng, 0.12):
        heading = plain(pages.label("facts_heading"))
        writer.put(paragraph([heading], style.pen(bold=True), style.leading, width), gap=style.body * 0.3)
    _table(writer, draw_table(rng, invoice, style, width))


def _table(writer: _Writer, table: Table) -> None:
    pages = writer.pages
    style, printer = pages.style, pages.invoice.printer
    carried = chance(pages.rng, 0.25)
    writer.put(table.header)
    running = 0
    for item, row in zip(pages.invoice.items, table.rows, strict=True):
        if row.height + style.body * 2 > writer.room:
            if carried:
                writer.put(_carry(pages, printer.amount(running)))
            writer.continue_on()
            writer.put(table.header)
            if carried:
                writer.put(_carry(pages, printer.amount(running)))
        writer.put(row)
        running += item.total
    writer.y += style.body * 0.8


def _carry(pages: Pages, amount: str) -> Block:
    line: Line = plain(f"{pages.label('carry')} {amount}")
    return paragraph(
        [line], pages.style.pen(italic=True), pages.style.leading, pages.style.content_width, "right"
    )


def _reminded(pages: Pages, width: float) -> Block:
    """The table of unpaid invoices in a reminder; the numbers and dates in it are not the reminder's own."""
    style, printer = pages.style, pages.invoice.printer
    captions = [
        pages.label(key) for key in ("document_number", "document_date", "due_date", "total_incl_vat")
    ]
    rows = [
        captions,
        *([number, day, due, printer.amount(cents)] for number, day, due, cents in pages.invoice.reminded),
    ]
    columns = []
    for place in range(4):
        lines = [plain(row[place]) for row in rows]
        columns.append(
            paragraph(lines, style.pen(), style.leading * 1.2, width / 4.3, "right" if place == 3 else "left")
        )
    return Block(
        width, columns[0].height, children=tuple((turn * width / 4, 0.0, c) for turn, c in enumerate(columns))
    )


def _sums(writer: _Writer, payment_place: str) -> None:
    pages = writer.pages
    style, rng = pages.style, pages.rng
    width = style.content_width
    share = weighted(rng, {0.35: 3, 0.42: 5, 0.5: 3, 1.0: 1.5})
    sums = foot.totals_block(pages, width * share)
    left = rng.random() if share < 1 else 1.0
    summary = pages.invoice.kind != "reminder" and chance(
        rng, 0.45 if len(pages.invoice.totals.rows) > 1 else 0.2
    )
    beside = foot.tax_summary(pages, width * 0.4) if summary else NOTHING
    if payment_place == "block" and share < 1 and left > 0.2 and not summary and chance(rng, 0.3):
        beside, payment_place = foot.payment_block(pages, width * (0.94 - share)), "done"
    if left < 0.08:
        both = Block(
            width, max(sums.height, beside.height), children=((0, 0, sums), (width - beside.width, 0, beside))
        )
    else:
        both = Block(
            width, max(sums.height, beside.height), children=((0, 0, beside), (width - sums.width, 0, sums))
        )
    if summary and share == 1.0:
        both = stack([beside, sums], style.body * 0.6)
    writer.put(both, gap=style.body * rng.uniform(1, 2.5))
    parts = [foot.notes(pages, width * rng.choice((1.0, 1.0, 0.6)))]
    if payment_place == "block":
        parts.insert(rng.randrange(2), foot.payment_block(pages, width * rng.choice((0.5, 0.65, 1.0))))
    for part in parts:
        writer.put(part, gap=style.body * rng.uniform(0.6, 2))


def _slip(writer: _Writer) -> None:
    """The payment slip at the very bottom of a page."""
    slip = draw_slip(writer.pages)
    style = writer.pages.style
    if slip.height > writer.room + (writer.footer.height if not writer.footer_everywhere else 0):
        writer.footer_everywhere = False
        writer.start()
    top = style.height - slip.height - style.margin * 0.6
    if len(writer.sheets) == 1 or writer.footer_everywhere:
        top -= writer.footer.height + 8
    writer.sheets[-1].put(slip, style.margin, max(top, writer.y))


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


def _number_pages(writer: _Writer) -> None:
    pages = writer.pages
    style, rng = pages.style, pages.rng
    if len(writer.sheets) == 1 and chance(rng, 0.75):
        return
    word, link = pages.label("page"), pick(rng, pages.invoice.locale.labels["of"])
    top = chance(rng, 0.4)
    pen = style.pen(size=style.small)
    for sheet in writer.sheets:
        tail = ")" if link == "(" else ""
        line = plain(f"{word} {sheet.number} {link} {len(writer.sheets)}{tail}".replace("( ", "("))
        y = style.margin * 0.45 if top else style.height - style.margin * 0.4
        sheet.put(paragraph([line], pen, 1.0), style.width - style.margin - line_width(line, pen), y)

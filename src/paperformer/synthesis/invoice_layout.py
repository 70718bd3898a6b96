"""Places an invoice on pages: a grammar of blocks, drawn at random.

The head (``head_layout``) is one of several small grammars of brand, seller, title, numbers and buyer; below
come the lines, the sums, the payment and the small print; what does not fit goes on to further pages.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from paperformer.synthesis import invoice_foot as foot
from paperformer.synthesis.blocks import paragraph, stack
from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.content import Invoice
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.head_layout import SHAPES, draw_head, draw_shape
from paperformer.synthesis.ink import NOTHING, Block, Sheet, plain
from paperformer.synthesis.ledger_table import ledger_table
from paperformer.synthesis.marks_of_use import signature, stamp
from paperformer.synthesis.page_footer import footer
from paperformer.synthesis.page_writer import Writer
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.slips import draw_slip
from paperformer.synthesis.style import draw_style
from paperformer.synthesis.table import draw_table


def lay_out(rng: random.Random, invoice: Invoice, layouts: Collection[str] = tuple(SHAPES)) -> list[Sheet]:
    """The pages of ``invoice`` in a look and an order drawn by ``rng``, its head one of ``layouts``."""
    text = invoice.supplier.name + invoice.receiver.name
    pages = Pages(rng, invoice, draw_style(rng, invoice.locale, text))
    payment_place = weighted(rng, {"block": 5, "footer": 3, "slip": 3})
    if payment_place == "slip" and invoice.kind not in ("invoice", "utility_bill"):
        payment_place = "block"
    shape = draw_shape(pages, layouts)
    footed = shape == "letter" or chance(rng, 0.7) or payment_place == "footer"
    named = chance(rng, 0.92 if shape == "letter" else 0.7)
    foot_block = footer(pages, with_payment=payment_place == "footer", named=named) if footed else NOTHING
    writer = Writer(pages, foot_block, chance(rng, 0.5))
    writer.start()
    for block, gap in draw_head(pages, shape, seller_in_footer=footed):
        writer.put(block, gap=gap)
    _body(writer)
    _sums(writer, payment_place)
    _marks(writer)
    if payment_place == "slip":
        _slip(writer)
    if invoice.kind == "utility_bill":
        _details(writer)
    _number_pages(writer)
    return writer.sheets


def _body(writer: Writer) -> None:
    pages = writer.pages
    style, rng, invoice = pages.style, pages.rng, pages.invoice
    width = style.content_width
    opening = {"reminder": "overdue", "credit_note": "credit"}.get(invoice.kind, "greeting")
    if invoice.kind in ("statement", "hotel_folio"):
        for ledger in invoice.ledgers:
            writer.flow(ledger_table(pages, ledger, width), ledger.amounts, ledger.opening)
        return
    if opening != "greeting" or chance(rng, 0.4):
        writer.put(foot.sentence(pages, opening, width), gap=style.body)
    if invoice.kind == "reminder":
        writer.put(_reminded(pages, width), gap=style.body)
        return
    if chance(rng, 0.12):
        heading = plain(pages.label("facts_heading"))
        writer.put(paragraph([heading], style.pen(bold=True), style.leading, width), gap=style.body * 0.3)
    amounts = [item.total for item in invoice.items]
    writer.flow(draw_table(rng, invoice, style, width), amounts)


def _marks(writer: Writer) -> None:
    """A stamp or a signature in the room that is left below the text."""
    pages = writer.pages
    style, rng = pages.style, pages.rng
    added = []
    if chance(rng, 0.1):
        added.append(stamp(pages))
    if chance(rng, 0.08):
        added.append(signature(pages, style.content_width * rng.uniform(0.25, 0.4)))
    for block in added:
        if block.height + style.body * 2 < writer.room:
            x = rng.uniform(0, max(style.content_width - block.width, 0))
            writer.put(block, x, gap=style.body)


def _details(writer: Writer) -> None:
    """The readings of a meter, on the pages after the bill itself or right below it."""
    pages = writer.pages
    style, width = pages.style, pages.style.content_width
    for ledger in pages.invoice.ledgers:
        if chance(pages.rng, 0.6):
            writer.continue_on()
        heading = plain(pages.label("detail_heading"))
        writer.put(paragraph([heading], style.pen(bold=True, size=style.body * 1.2), style.leading, width))
        writer.flow(ledger_table(pages, ledger, width * pages.rng.choice((1.0, 1.0, 0.7))))


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


def _sums(writer: Writer, payment_place: str) -> None:
    pages = writer.pages
    style, rng = pages.style, pages.rng
    width = style.content_width
    share = weighted(rng, {0.35: 3, 0.42: 5, 0.5: 3, 1.0: 1.5})
    sums = foot.totals_block(pages, width * share)
    left = rng.random() if share < 1 else 1.0
    summary = pages.invoice.kind not in ("reminder", "statement") and chance(
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


def _slip(writer: Writer) -> None:
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


def _number_pages(writer: Writer) -> None:
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

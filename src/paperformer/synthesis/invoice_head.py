"""The parts of an invoice's head: brand, title, numbers and dates."""

from __future__ import annotations

import random
from collections.abc import Mapping

from paperformer.synthesis.blocks import Arrangement, Pair, beside, framed, pairs_block, paragraph, stack
from paperformer.synthesis.chance import chance, coined_name, pick, weighted
from paperformer.synthesis.fact_table import fact_table
from paperformer.synthesis.facts import read_as
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import NOTHING, Area, Block, Line, Pen, Piece, plain
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.party_blocks import receiver_vat_caption
from paperformer.synthesis.style import Style


def brand(pages: Pages, width: float) -> Block:
    """The seller's name in large letters or a logo with a wordmark, or both."""
    rng, style, supplier = pages.rng, pages.style, pages.invoice.supplier
    size = style.body * rng.choice((1.3, 1.6, 2.0, 2.4))
    face = style.head_family.bold if chance(rng, 0.7) else style.head_family.italic
    pen = Pen(face, size, 1.0, style.accent)
    named = chance(rng, 0.62)
    if named:
        line: Line = (Piece(supplier.name, ("supplier_name",)),)
    else:
        line = plain(supplier.trade_name if supplier.trade_name != supplier.name else coined_name(rng))
    words = paragraph([line], pen, 1.1, max(width * 0.75, 60))
    if supplier.trade_name == supplier.name and not named:
        words = NOTHING
    if chance(rng, 0.45):
        return words
    logo = _logo(rng, style, size * rng.choice((1.5, 2.2, 3.0)))
    return (
        beside([(0, logo), (logo.width + size * 0.5, words)]) if chance(rng, 0.6) else stack([logo, words], 3)
    )


def _logo(rng: random.Random, style: Style, size: float) -> Block:
    marks = []
    for turn in range(rng.choice((1, 2, 3))):
        x, y = rng.uniform(0, size * 0.5), rng.uniform(0, size * 0.4)
        colour = style.accent if turn == 0 else style.tint
        ellipse = chance(rng, 0.5)
        marks.append(Area(x, y, x + size * 0.5, y + size * 0.55, colour, None, ellipse=ellipse))
    return Block(size, size, tuple(marks))


def title(pages: Pages, width: float, *, with_number: bool) -> Block:
    """The document's title, with its number where ``with_number``."""
    style = pages.style
    line = title_line(pages, with_number=with_number)
    pen = style.title_pen()
    if line_width(line, pen) > width:
        pen = Pen(pen.face, max(style.body, pen.size * 0.6), pen.stretch, pen.colour)
    return paragraph([line], pen, 1.15, width)


def title_line(pages: Pages, *, with_number: bool) -> Line:
    """The words of the title."""
    invoice, rng = pages.invoice, pages.rng
    text = pick(rng, invoice.locale.titles[invoice.kind])
    pieces = [Piece(text, title_fields(text, invoice.document_type))] if text else []
    number = invoice.facts.get("document_number")
    if with_number and number:
        link = rng.choice(
            (" ", " ", " Nr. " if invoice.locale.language in ("de", "sv", "nb") else " No. ", " # ")
        )
        pieces += [Piece(link), *number.line()]
    return tuple(pieces)


def title_fields(text: str, kind: str) -> tuple[str, ...]:
    """The fields that a title prints: none where it reads as another kind of document than it is."""
    return ("document_type",) if read_as("document_type", text) in ("", kind) else ()


def meta_pairs(pages: Pages, *, number_shown: bool) -> list[Pair]:
    """The numbers and dates that this document shows, in its order."""
    invoice, rng = pages.invoice, pages.rng
    bill = invoice.kind == "utility_bill"
    number_key = "credit_note_number" if invoice.kind == "credit_note" else "document_number"
    first: list[Pair | None] = [] if number_shown else [pages.pair("document_number", number_key)]
    first.append(pages.pair("document_date"))
    rest: list[Pair | None] = (
        [pages.pair("due_date")] if chance(rng, 0.85) and invoice.kind != "credit_note" else []
    )
    shares = {
        "customer_number": 0.85 if bill else 0.5,
        "order_number": 0.3,
        "receiver_order_number": 0.25,
        "contract_number": 0.5 if bill else 0.1,
    }
    rest += [pages.pair(field) for field, part in shares.items() if chance(rng, part)]
    if chance(rng, 0.85 if bill else 0.12):
        rest.append(_period(pages))
    if chance(rng, 0.35):
        rest.append(Pair(pages.label("payment_terms"), plain(_terms(pages))))
    if chance(rng, 0.12):
        rest.append(pages.pair("currency"))
    if chance(rng, 0.15):
        rest.append(pages.pair("payment_method"))
    if invoice.payment.reference and chance(rng, 0.25):
        rest.append(pages.pair("payment_reference"))
    rest += [Pair(pages.label(key), plain(text)) for key, text in invoice.extras]
    rest += _tax_numbers(pages)
    if chance(rng, 0.6):
        rng.shuffle(rest)
    if chance(rng, 0.25):
        rng.shuffle(first)
    pairs = [pair for pair in (*first, *rest) if pair]
    if chance(rng, 0.08):
        rng.shuffle(pairs)
    return pairs


def _tax_numbers(pages: Pages) -> list[Pair | None]:
    """The buyer's VAT number, and the seller's, where they stand among the facts."""
    invoice, rng = pages.invoice, pages.rng
    if not invoice.locale.vat_names:
        return []
    found: list[Pair | None] = []
    own, other = invoice.facts.get("supplier_vat_number"), invoice.facts.get("receiver_vat_number")
    if other and chance(rng, 0.16):
        found.append(Pair(receiver_vat_caption(pages, 0.7), other.line()))
    if own and chance(rng, 0.08):
        found.append(Pair(pick(rng, invoice.locale.vat_names), own.line()))
    return found


def _period(pages: Pages) -> Pair | None:
    start, end = pages.invoice.facts.get("period_start"), pages.invoice.facts.get("period_end")
    if not start or not end:
        return None
    link = pick(pages.rng, (" - ", " – ", " / "))
    return Pair(pages.label("period"), (*start.line(), Piece(link), *end.line()))


def _terms(pages: Pages) -> str:
    return pick(pages.rng, pages.invoice.locale.payment_terms).format(days=pages.invoice.days)


def meta(
    pages: Pages,
    width: float,
    *,
    number_shown: bool,
    wide: bool = False,
    arrangements: Mapping[Arrangement, float] | None = None,
) -> Block:
    """Numbers and dates across the page when ``wide``, or in a column, set in one of ``arrangements``."""
    style, rng = pages.style, pages.rng
    pairs = meta_pairs(pages, number_shown=number_shown)
    if wide and chance(rng, 0.45):
        return fact_table(pairs, style, width, "center" if chance(rng, 0.2) else "left")
    usual: dict[Arrangement, float] = (
        {"strip": 5, "boxes": 4, "above": 0.0}
        if wide
        else {"inline": 3, "columns": 6, "right": 4, "above": 1.2, "boxes": 1, "strip": 0.5}
    )
    arrangement = weighted(rng, arrangements or usual)
    block = pairs_block(pairs, style, arrangement, width)
    if not wide and chance(rng, 0.12):
        return framed(block, style.body * 0.5, style.tint if chance(rng, 0.5) else None, style.grey)
    return block

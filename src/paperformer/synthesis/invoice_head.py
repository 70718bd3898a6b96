"""The parts of an invoice's head: brand, seller, buyer, title, numbers and dates."""

from __future__ import annotations

import random
from dataclasses import dataclass

from paperformer.synthesis.blocks import Arrangement, Pair, beside, framed, pairs_block, paragraph, stack
from paperformer.synthesis.chance import chance, coined_name, pick, weighted
from paperformer.synthesis.content import Invoice
from paperformer.synthesis.facts import read_as
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import NOTHING, Area, Block, Line, Pen, Piece, joined, plain
from paperformer.synthesis.parties import Party
from paperformer.synthesis.style import Style


@dataclass(frozen=True, slots=True)
class Pages:
    """What the parts of one document share: its content, its look, and the dice."""

    rng: random.Random
    invoice: Invoice
    style: Style

    def label(self, key: str, **more: str) -> str:
        """One of the synonyms of a caption, filled in."""
        invoice = self.invoice
        text = pick(self.rng, invoice.locale.labels[key])
        return text.format(
            **{"tax": invoice.tax_name, "code": invoice.printer.currency, "rate": "", **more}
        ).strip()

    def pair(self, field: str, key: str | None = None) -> Pair | None:
        """The captioned value of a field, None where the document does not have it."""
        fact = self.invoice.facts.get(field)
        return Pair(self.label(key or field), fact.line()) if fact else None


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
    invoice, style, rng = pages.invoice, pages.style, pages.rng
    text = pick(rng, invoice.locale.titles[invoice.kind])
    pieces = [Piece(text, title_fields(text, invoice.kind))] if text else []
    number = invoice.facts.get("document_number")
    if with_number and number:
        link = rng.choice(
            (" ", " ", " Nr. " if invoice.locale.language in ("de", "sv", "nb") else " No. ", " # ")
        )
        pieces += [Piece(link), *number.line()]
    pen = style.title_pen()
    if line_width(tuple(pieces), pen) > width:
        pen = Pen(pen.face, max(style.body, pen.size * 0.6), pen.stretch, pen.colour)
    return paragraph([tuple(pieces)], pen, 1.15, width)


def title_fields(text: str, kind: str) -> tuple[str, ...]:
    """The fields that a title prints: none where it reads as another kind of document than it is."""
    return ("document_type",) if read_as("document_type", text) in ("", kind) else ()


def seller(pages: Pages, width: float, *, named: bool, full: bool) -> Block:
    """The seller's address and, when ``full``, ways to reach it and its numbers."""
    invoice, style, rng = pages.invoice, pages.style, pages.rng
    lines: list[Line] = []
    if chance(rng, 0.12):
        lines.append(style.caption(pages.label("supplier")))
    if named:
        lines.append((Piece(invoice.supplier.name, ("supplier_name",)),))
    lines += address_lines(invoice.supplier, "supplier")
    if full:
        lines += contact_lines(pages, rng.choice((1, 2, 3, 4)))
    pen = style.pen(size=style.small if chance(rng, 0.3) else None)
    return paragraph(lines, pen, style.leading, width)


def address_lines(party: Party, side: str) -> list[Line]:
    """The lines of an address, labelled; the country where it is printed."""
    lines: list[Line] = [(Piece(line, (f"{side}_address",)),) for line in party.address]
    if party.country_name:
        lines.append((Piece(party.country_name, (f"{side}_country",)),))
    return lines


def contact_lines(pages: Pages, count: int) -> list[Line]:
    """``count`` of: phone, mail, web, tax number, register number, fax; each with its caption."""
    invoice, locale, rng = pages.invoice, pages.invoice.locale, pages.rng
    party, facts = invoice.supplier, invoice.facts
    suffix = pages.style.suffix or rng.choice((":", "", "."))
    options: list[Line] = []
    if phone := facts.get("supplier_phone"):
        options.append((Piece(f"{pages.label('phone')}{suffix} "), *phone.line()))
    options.append(
        plain(f"{pages.label('email')}{suffix} {party.email}" if chance(rng, 0.6) else party.email)
    )
    if party.web:
        options.append(plain(party.web))
    if vat := facts.get("supplier_vat_number"):
        options.insert(rng.randrange(2), (Piece(f"{pick(rng, locale.vat_names)}{suffix} "), *vat.line()))
    organisation = facts.get("supplier_organisation_number")
    if organisation and locale.organisation_names:
        options.insert(1, (Piece(f"{pick(rng, locale.organisation_names)}{suffix} "), *organisation.line()))
    if chance(rng, 0.2):
        options.append(plain(f"{pages.label('fax')}{suffix} {party.phone.text[:-2]}{rng.randint(10, 99)}"))
    chosen = options[:count]
    if chance(rng, 0.4):
        rng.shuffle(chosen)
    return chosen


def buyer(pages: Pages, width: float) -> Block:
    """The buyer's name and address, as for the window of an envelope or under a caption."""
    invoice, style, rng = pages.invoice, pages.style, pages.rng
    party = invoice.receiver
    lines: list[Line] = []
    caption = pages.label("receiver")
    bold = style.caption_bold
    parts = []
    if caption:
        parts.append(paragraph([style.caption(caption)], style.caption_pen(), style.leading, width))
    elif chance(rng, 0.4):
        parts.append(_sender_line(pages, width))
    lines.append((Piece(party.name, ("receiver_name",)),))
    if party.person != party.trade_name and chance(rng, 0.2):
        lines.append(plain(rng.choice(("", f"{pages.label('your_reference')} ")) + party.person))
    lines += address_lines(party, "receiver")
    vat = invoice.facts.get("receiver_vat_number")
    if vat and chance(rng, 0.3):
        lines.append((Piece(f"{pick(rng, invoice.locale.vat_names)}{style.suffix} "), *vat.line()))
    parts.append(paragraph(lines, style.pen(bold=bold and chance(rng, 0.2)), style.leading, width))
    block = stack(parts, style.body * 0.2)
    return framed(block, style.body * 0.6, None, style.grey) if chance(rng, 0.12) else block


def _sender_line(pages: Pages, width: float) -> Block:
    """The sender in one small line above the address, as German envelopes show it."""
    party = pages.invoice.supplier
    parts: list[Line] = [(Piece(party.name, ("supplier_name",)),), *address_lines(party, "supplier")]
    pen = pages.style.pen(size=pages.style.body * 0.68)
    return paragraph([joined(parts, pick(pages.rng, (" · ", " - ", ", ", " | ")))], pen, 1.3, width)


def delivery(pages: Pages, width: float) -> Block:
    """Where the goods went: another name and address, which are no fields."""
    party = pages.invoice.delivery
    if party is None:
        return NOTHING
    style = pages.style
    caption = paragraph([style.caption(pages.label("delivery"))], style.caption_pen(), style.leading, width)
    lines = [plain(party.name), *(plain(line) for line in party.address)]
    return stack([caption, paragraph(lines, style.pen(), style.leading, width)], style.body * 0.2)


def meta_pairs(pages: Pages, *, number_shown: bool) -> list[Pair]:
    """The numbers and dates that this document shows, in its order."""
    invoice, rng = pages.invoice, pages.rng
    number_key = "credit_note_number" if invoice.kind == "credit_note" else "document_number"
    first: list[Pair | None] = [] if number_shown else [pages.pair("document_number", number_key)]
    first.append(pages.pair("document_date"))
    rest: list[Pair | None] = (
        [pages.pair("due_date")] if chance(rng, 0.85) and invoice.kind != "credit_note" else []
    )
    shares = {
        "customer_number": 0.5,
        "order_number": 0.3,
        "receiver_order_number": 0.25,
        "contract_number": 0.1,
    }
    rest += [pages.pair(field) for field, part in shares.items() if chance(rng, part)]
    if chance(rng, 0.12):
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
    if invoice.receiver.vat and invoice.locale.vat_names and chance(rng, 0.08):
        fact = invoice.facts.get("receiver_vat_number")
        rest.append(Pair(pick(rng, invoice.locale.vat_names), fact.line()) if fact else None)
    if chance(rng, 0.6):
        rng.shuffle(rest)
    if chance(rng, 0.25):
        rng.shuffle(first)
    found = [pair for pair in (*first, *rest) if pair]
    if chance(rng, 0.08):
        rng.shuffle(found)
    return found


def _period(pages: Pages) -> Pair | None:
    start, end = pages.invoice.facts.get("period_start"), pages.invoice.facts.get("period_end")
    if not start or not end:
        return None
    link = pick(pages.rng, (" - ", " – ", " / "))
    return Pair(pages.label("period"), (*start.line(), Piece(link), *end.line()))


def _terms(pages: Pages) -> str:
    return pick(pages.rng, pages.invoice.locale.payment_terms).format(days=pages.invoice.days)


def meta(pages: Pages, width: float, *, number_shown: bool, wide: bool = False) -> Block:
    """Numbers and dates as a block: in a column, or across the page when ``wide``."""
    style, rng = pages.style, pages.rng
    options: dict[Arrangement, float] = (
        {"strip": 5, "boxes": 4, "above": 0.0}
        if wide
        else {
            "inline": 3,
            "columns": 6,
            "right": 4,
            "above": 1.2,
            "boxes": 1,
            "strip": 0.5,
        }
    )
    arrangement = weighted(rng, options)
    block = pairs_block(meta_pairs(pages, number_shown=number_shown), style, arrangement, width)
    if not wide and chance(rng, 0.12):
        return framed(block, style.body * 0.5, style.tint if chance(rng, 0.5) else None, style.grey)
    return block

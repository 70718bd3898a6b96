"""The foot of a page: the seller's particulars in columns, or in lines with dots between them."""

from __future__ import annotations

from paperformer.synthesis.blocks import Align, beside, paragraph, rule, stack
from paperformer.synthesis.chance import chance, pick
from paperformer.synthesis.ink import Block, Line, Piece, joined, plain
from paperformer.synthesis.invoice_foot import payment_pairs
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.party_blocks import SEPARATORS, address_lines, contact_lines


def footer(pages: Pages, *, with_payment: bool, named: bool) -> Block:
    """Name and address, ways to reach the seller, bank, register: some of them, in columns or lines."""
    style, rng, width = pages.style, pages.rng, pages.style.content_width
    pen = style.pen(size=min(style.small, style.body * 0.85))
    groups = _groups(pages, with_payment=with_payment, named=named)
    if chance(rng, 0.3):
        separator = pick(rng, (*SEPARATORS, "   "))
        align: Align = "center" if chance(rng, 0.7) else "left"
        block = paragraph([joined(group, separator) for group in groups], pen, 1.25, width, align)
    else:
        column = width / len(groups)
        block = beside(
            [(turn * column, paragraph(group, pen, 1.25, column * 0.94)) for turn, group in enumerate(groups)]
        )
    return stack([rule(width, style.rules or 0.3, style.grey), block], 3) if chance(rng, 0.6) else block


def _groups(pages: Pages, *, with_payment: bool, named: bool) -> list[list[Line]]:
    rng, party = pages.rng, pages.invoice.supplier
    name: list[Line] = [(Piece(party.name, ("supplier_name",)),)] if named else []
    groups = [
        (name + address_lines(party, "supplier"), "supplier"),
        (contact_lines(pages, rng.choice((2, 3, 4, 6))), "contact_heading"),
    ]
    if with_payment:
        suffix = pages.style.suffix or " "
        bank: list[Line] = [(Piece(f"{pair.caption}{suffix} "), *pair.value) for pair in payment_pairs(pages)]
        groups.append((bank, "payment_heading"))
    if chance(rng, 0.35):
        groups.append((_register(pages), "register_heading"))
    if chance(rng, 0.25):
        rng.shuffle(groups)
    headings = chance(rng, 0.18)
    return [
        ([plain(pages.label(heading)), *lines] if headings else lines) for lines, heading in groups if lines
    ]


def _register(pages: Pages) -> list[Line]:
    """Who leads the firm, and its numbers."""
    invoice, rng = pages.invoice, pages.rng
    facts, locale = invoice.facts, invoice.locale
    suffix = pages.style.suffix or ":"
    lines: list[Line] = [plain(f"{pages.label('manager')}{suffix} {invoice.supplier.person}")]
    number, vat = facts.get("supplier_organisation_number"), facts.get("supplier_vat_number")
    if number and locale.organisation_names:
        lines.append((Piece(f"{pick(rng, locale.organisation_names)}{suffix} "), *number.line()))
    if vat and locale.vat_names:
        lines.append((Piece(f"{pick(rng, locale.vat_names)}{suffix} "), *vat.line()))
    if chance(rng, 0.3):
        rng.shuffle(lines)
    return lines

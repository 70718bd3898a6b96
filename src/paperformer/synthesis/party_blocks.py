"""Seller, buyer and delivery address as blocks: with and without headings, on many lines or on one."""

from __future__ import annotations

from typing import Literal

from paperformer.synthesis.blocks import framed, paragraph, rule, stack
from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.ink import NOTHING, Area, Block, Line, Piece, joined, plain
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.parties import Party

Manner = Literal["bold", "plain", "bar", "ruled", "small"]
_OWNED = 0.1  # how common an owner below the seller's name is
_ADDRESSED = 0.15  # and a salutation above the buyer's
SEPARATORS = (" · ", " - ", ", ", " | ", " • ", ". ", " / ", "  ")


def seller(pages: Pages, width: float, *, named: bool, full: bool) -> Block:
    """The seller's address and, when ``full``, ways to reach it and its numbers."""
    style, rng = pages.style, pages.rng
    lines: list[Line] = []
    if chance(rng, 0.12):
        lines.append(style.caption(pages.label("supplier")))
    lines += seller_lines(pages, named=named, contacts=rng.choice((1, 2, 3, 4)) if full else 0)
    pen = style.pen(size=style.small if chance(rng, 0.3) else None)
    return paragraph(lines, pen, style.leading, width)


def seller_lines(pages: Pages, *, named: bool, contacts: int) -> list[Line]:
    """Name (where ``named``), address and so many ways to reach the seller or to look it up."""
    party = pages.invoice.supplier
    lines: list[Line] = [(Piece(party.name, ("supplier_name",)),)] if named else []
    if named and party.person != party.trade_name and chance(pages.rng, _OWNED):
        lines.append(plain(_owner(pages)))
    lines += address_lines(party, "supplier", address_manner(pages))
    return lines + contact_lines(pages, contacts)


def _owner(pages: Pages) -> str:
    """Who owns the firm, as small ones print it below their name; no field."""
    person, role = pages.invoice.supplier.person, pages.label("manager")
    return pick(pages.rng, (person, person, f"{role} {person}", f"{role}: {person}", f"{person}, {role}"))


def address_manner(pages: Pages) -> str:
    """What separates the lines of an address that is written on one; empty for one of several lines."""
    return pick(pages.rng, SEPARATORS) if chance(pages.rng, 0.1) else ""


def address_lines(party: Party, side: str, separator: str = "") -> list[Line]:
    """The lines of an address, labelled; the country where it is printed. On one line with a separator."""
    lines: list[Line] = [(Piece(line, (f"{side}_address",)),) for line in party.address]
    if party.country_name:
        lines.append((Piece(party.country_name, (f"{side}_country",)),))
    return [joined(lines, separator)] if separator else lines


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
    style, rng = pages.style, pages.rng
    caption = "" if chance(rng, 0.2) else pages.label("receiver")
    parts = []
    if caption:
        parts.append(paragraph([style.caption(caption)], style.caption_pen(), style.leading, width))
    elif chance(rng, 0.4):
        parts.append(sender_line(pages, width))
    bold = style.caption_bold and chance(rng, 0.2)
    parts.append(paragraph(buyer_lines(pages), style.pen(bold=bold), style.leading, width))
    block = stack(parts, style.body * 0.2)
    return framed(block, style.body * 0.6, None, style.grey) if chance(rng, 0.12) else block


def buyer_lines(pages: Pages) -> list[Line]:
    """The buyer's name, address and VAT number, and things that are no fields: a contact, a telephone."""
    invoice, rng, suffix = pages.invoice, pages.rng, pages.style.suffix
    party = invoice.receiver
    lines: list[Line] = [(Piece(party.name, ("receiver_name",)),)]
    salutations = invoice.locale.labels.get(
        "salutation_person" if party.person == party.trade_name else "salutation_firm", ()
    )
    if salutations and chance(rng, _ADDRESSED):
        lines.insert(0, plain(pick(rng, salutations)))
    if party.attention:
        lines.append(plain(party.attention))
    elif party.person != party.trade_name and chance(rng, 0.2):
        lines.append(plain(rng.choice(("", f"{pages.label('your_reference')} ")) + party.person))
    lines += address_lines(party, "receiver", address_manner(pages))
    if chance(rng, 0.1):
        lines.append(plain(f"{pages.label('phone')}{suffix} {party.phone.text}"))
    if chance(rng, 0.08):
        lines.append(plain(party.email))
    number = invoice.facts.get("receiver_vat_number")
    if number and invoice.locale.vat_names and chance(rng, 0.42):
        lines.append((Piece(f"{receiver_vat_caption(pages, 0.3)}{suffix} "), *number.line()))
    elif invoice.locale.organisation_names and number and chance(rng, 0.1):
        caption = pick(rng, invoice.locale.organisation_names)
        lines.append(plain(f"{caption}{suffix} {party.organisation.text}"))
    return lines


def receiver_vat_caption(pages: Pages, own: float) -> str:
    """What announces the buyer's VAT number: with chance ``own`` words that say whose it is."""
    if chance(pages.rng, own):
        return pages.label("receiver_vat_number")
    return pick(pages.rng, pages.invoice.locale.vat_names)


def sender_line(pages: Pages, width: float) -> Block:
    """The sender in one small line above the address, as German envelopes show it."""
    party = pages.invoice.supplier
    parts: list[Line] = [(Piece(party.name, ("supplier_name",)),), *address_lines(party, "supplier")]
    pen = pages.style.pen(size=pages.style.body * 0.68)
    return paragraph([joined(parts, pick(pages.rng, SEPARATORS))], pen, 1.3, width)


def delivery(pages: Pages, width: float) -> Block:
    """Where the goods went: another name and address, which are no fields."""
    if pages.invoice.delivery is None:
        return NOTHING
    style = pages.style
    caption = paragraph([style.caption(pages.label("delivery"))], style.caption_pen(), style.leading, width)
    return stack(
        [caption, paragraph(delivery_lines(pages), style.pen(), style.leading, width)], style.body * 0.2
    )


def delivery_lines(pages: Pages) -> list[Line]:
    """The name and address of where the goods went; empty where that is not said."""
    party = pages.invoice.delivery
    if party is None:
        return []
    middle = [party.attention] if party.attention else []
    tail = [party.country_name] if party.country_name else []
    return [plain(text) for text in (party.name, *middle, *party.address, *tail)]


def draw_manner(pages: Pages) -> Manner:
    """How the headings of one document are set."""
    options: dict[Manner, float] = {"bold": 5, "plain": 2, "bar": 1.5, "ruled": 2, "small": 2}
    return weighted(pages.rng, options)


def headed(pages: Pages, heading: str, block: Block, width: float, manner: Manner) -> Block:
    """A block under a heading (empty for none): bold, on a bar, over a rule, or small and grey."""
    style = pages.style
    if not heading or block.height == 0:
        return block
    size = style.small if manner == "small" else style.body
    text = style.caption(heading, bare=manner in ("bar", "ruled"))
    if manner == "bar":
        pen = style.pen(bold=True, size=size)
        words = paragraph([text], pen, 1.25, width - 6)
        top = Block(
            width, words.height + 4, (Area(0, 0, width, words.height + 4, style.tint),), ((3, 2, words),)
        )
        return stack([top, block], style.body * 0.35, width)
    pen = style.pen(
        bold=manner != "plain", size=size, colour=style.grey if manner == "small" else style.accent
    )
    words = paragraph([text], pen, style.leading, width)
    if manner == "ruled":
        return stack([words, rule(width * 0.94, 0.5, style.grey), block], style.body * 0.25, width)
    return stack([words, block], style.body * 0.15, width)

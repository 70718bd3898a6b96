"""Rows of a receipt that look like totals and are none: savings, points, tip guides, a card's slip."""

from __future__ import annotations

from decimal import Decimal

from paperformer.synthesis.blocks import Align
from paperformer.synthesis.chance import chance, filled, pick, some
from paperformer.synthesis.content import share
from paperformer.synthesis.ink import Block, Line, Piece, plain
from paperformer.synthesis.receipt_head import captioned
from paperformer.synthesis.strip import Strip


def distractors(strip: Strip) -> list[Block]:
    """What was saved, points, the balance of a card: amounts beside the ones that matter."""
    rng, printer = strip.rng, strip.receipt.printer
    rows = []
    for key in some(rng, ("savings", "points"), rng.choice((1, 1, 2))):
        cents = rng.randint(10, max(20, strip.receipt.sums.total))
        amount = str(cents) if key == "points" and chance(rng, 0.5) else printer.amount(cents)
        rows.append(strip.sides(plain(strip.label(key) + strip.glue), plain(amount)))
    return rows


def tip_guide(strip: Strip) -> list[Block]:
    """Shares of the total as tips, as American tills print them below it."""
    rng, receipt = strip.rng, strip.receipt
    align: Align = "center" if strip.centred else "left"
    rows = [strip.text(plain(strip.label("suggested_tip")), align)] if chance(rng, 0.7) else []
    style = rng.randrange(3)
    for percent in pick(rng, ((15, 18, 20), (18, 20, 22), (10, 15, 20), (18, 20, 25))):
        tip = share(receipt.sums.total, Decimal(percent))
        small, whole = receipt.printer.amount(tip), receipt.printer.amount(receipt.sums.total + tip)
        sign = receipt.locale.sign(receipt.printer.currency)
        if style == 0:
            rows.append(strip.sides(plain(f"{percent}%"), plain(f"{sign}{small}")))
        elif style == 1:
            rows.append(strip.text(plain(f"{percent}% = {sign}{small}"), align))
        else:
            rows.append(strip.sides(plain(f"{strip.label('tip')} {percent}% {small}"), plain(whole)))
    return rows


def card_slip(strip: Strip) -> list[Block]:
    """The slip a guest signs: the amount, and lines left empty for a tip and the whole sum."""
    rng, receipt = strip.rng, strip.receipt
    paid = receipt.printer.amount(receipt.sums.total)
    fields = ("total_incl_vat",)
    blank = rng.choice(("__________", "...........", "--------"))
    rows = [strip.separator()] if chance(rng, 0.6) else []
    if chance(rng, 0.5):
        rows.append(strip.text(captioned(strip, "approval", plain(filled(rng, "######")))))
    amount: Line = (Piece(paid, fields),)
    rows.append(strip.sides(plain(pick(rng, ("AMOUNT", "Amount", "SALE", "Purchase")) + strip.glue), amount))
    rows.append(strip.sides(plain(strip.label("tip") + strip.glue), plain(blank)))
    rows.append(strip.sides(plain(strip.label("receipt_total") + strip.glue), plain(blank)))
    if chance(rng, 0.7):
        rows.append(strip.text(plain(f"{strip.label('signature')} {blank}{blank}")))
    return rows

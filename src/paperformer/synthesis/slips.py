"""Payment slips at the foot of an invoice, in the manner of each country."""

from __future__ import annotations

from paperformer.synthesis.blocks import Arrangement, Pair, pairs_block, paragraph, rule, stack
from paperformer.synthesis.chance import chance
from paperformer.synthesis.check_digits import luhn
from paperformer.synthesis.ink import NOTHING, Area, Block, Line, Piece, plain
from paperformer.synthesis.invoice_foot import payment_pairs
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.party_blocks import address_lines


def draw_slip(pages: Pages) -> Block:
    """The slip: payee, payer, account, reference, amount, due date, and the line a machine reads."""
    style, rng = pages.style, pages.rng
    width = style.content_width
    half = width * 0.48
    left = stack([_payee(pages, half), _payer(pages, half)], style.body)
    pairs = payment_pairs(pages)
    due = pages.pair("due_date")
    amount = pages.invoice.printer.amount(pages.invoice.totals.due)
    pairs += [due] if due else []
    pairs.append(Pair(pages.label("amount_due"), (Piece(amount, ("amount_due",)),)))
    arrangement: Arrangement = "boxes" if chance(rng, 0.4) else "columns" if chance(rng, 0.6) else "above"
    right = pairs_block(pairs, style, arrangement, half)
    if chance(rng, 0.3):
        left, right = right, left
    body = Block(width, max(left.height, right.height), children=((0, 0, left), (width * 0.52, 0, right)))
    frame = Block(
        width, body.height + 8, (Area(-4, -4, width + 4, body.height + 4, None, style.grey),), ((0, 0, body),)
    )
    parts = [
        rule(width, 0.5, style.grey, dash=3.0),
        frame if chance(rng, 0.5) else body,
        _machine_line(pages, width),
    ]
    return stack(parts, style.body * 0.8)


def _payee(pages: Pages, width: float) -> Block:
    style = pages.style
    party = pages.invoice.supplier
    lines: list[Line] = [(Piece(party.name, ("supplier_name",)),), *address_lines(party, "supplier")]
    caption = paragraph([style.caption(pages.label("supplier"))], style.caption_pen(style.small), 1.2, width)
    return stack([caption, paragraph(lines, style.pen(), 1.2, width)])


def _payer(pages: Pages, width: float) -> Block:
    style = pages.style
    party = pages.invoice.receiver
    lines: list[Line] = [(Piece(party.name, ("receiver_name",)),), *address_lines(party, "receiver")]
    return paragraph(lines, style.pen(), 1.2, width)


def _machine_line(pages: Pages, width: float) -> Block:
    """The line in OCR type: Swedish ``# reference # kronor öre digit > account#41#``, Danish ``+71<...``."""
    invoice = pages.invoice
    reference, account = invoice.payment.reference, invoice.payment.account
    pen = pages.style.pen(size=10)
    if not reference:
        return NOTHING
    value: Line = (Piece(reference.value, ("payment_reference",)),)
    due = invoice.totals.due
    if reference.scheme == "se_ocr" and account and due > 0:
        amount = f"{due // 100} {due % 100:02d}"
        line: Line = (
            Piece("# "),
            *value,
            Piece(f" # {amount} {luhn(str(due))} > "),
            Piece(account.value, ("bank_account_number",)),
            Piece("#41#"),
        )
    elif reference.scheme.startswith("dk_fik"):
        line = (Piece(f"+{reference.scheme[-2:]}<"), *value, Piece(f"+{invoice.payment.creditor}<"))
    elif reference.scheme == "no_kid" and account and due > 0:
        amount = f"{due // 100} {due % 100:02d} {luhn(str(due))}"
        line = (
            Piece("H "),
            *value,
            Piece(f" {amount} > "),
            Piece(account.value, ("bank_account_number",)),
            Piece(" <"),
        )
    else:
        return NOTHING if invoice.locale.country not in ("FI",) else paragraph([plain("")], pen, 1.0, width)
    return paragraph([line], pen, 1.2, width, "center")

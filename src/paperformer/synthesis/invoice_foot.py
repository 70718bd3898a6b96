"""The parts of an invoice below its lines: totals, taxes, payment, small print, page footer."""

from __future__ import annotations

from paperformer.synthesis.blocks import (
    Align,
    Arrangement,
    Pair,
    fitted,
    framed,
    pairs_block,
    paragraph,
    text_at,
)
from paperformer.synthesis.chance import chance, pick, some, weighted
from paperformer.synthesis.compose import REMINDER_FEE
from paperformer.synthesis.facts import Fact, read_as
from paperformer.synthesis.fonts import line_width
from paperformer.synthesis.ink import NOTHING, Area, Block, Line, Mark, Piece, Rule, plain
from paperformer.synthesis.pages import Pages
from paperformer.synthesis.printing import Printer


def total_rows(pages: Pages) -> list[tuple[str, Line, bool]]:
    """The sums of the document: caption, printed amount, whether it is the final one."""
    invoice, rng = pages.invoice, pages.rng
    printer, totals = invoice.printer, invoice.totals
    if invoice.kind == "reminder":
        return _reminder_rows(pages)
    if invoice.kind == "statement":
        return _statement_rows(pages)
    rows: list[tuple[str, Line, bool]] = []
    if invoice.kind == "utility_bill" and chance(rng, 0.4):
        before = printer.amount(rng.randint(2000, 90000))
        rows.append((pages.label("previous_balance"), plain(before), False))
        rows.append((pages.label("payment_received"), plain(f"-{before}"), False))
    if totals.discount or totals.shipping:
        rows.append(
            (
                pick(rng, invoice.locale.columns["total"]).format(
                    tax=invoice.tax_name, code=printer.currency
                ),
                plain(printer.amount(totals.goods)),
                False,
            )
        )
    if totals.discount:
        rows.append((pages.label("discount"), plain(printer.amount(-totals.discount)), False))
    if totals.shipping:
        rows.append((pages.label("shipping"), plain(printer.amount(totals.shipping)), False))
    if chance(rng, 0.9):
        rows.append((pages.label("total_excl_vat"), _shown(pages, totals.net, ("total_excl_vat",)), False))
    rows += _tax_rows(pages)
    return rows + _final_rows(pages)


def _shown(pages: Pages, cents: int, fields: tuple[str, ...], *, final: bool = False) -> Line:
    printer = pages.invoice.printer
    return (
        printer.money(cents, fields)
        if final or chance(pages.rng, 0.6)
        else (Piece(printer.amount(cents), fields),)
    )


def _tax_rows(pages: Pages) -> list[tuple[str, Line, bool]]:
    totals, printer = pages.invoice.totals, pages.invoice.printer
    if len(totals.rows) == 1:
        rate = printer.number(totals.rows[0].rate)
        return [(pages.label("total_vat", rate=rate), _shown(pages, totals.tax, ("total_vat",)), False)]
    rows: list[tuple[str, Line, bool]] = []
    several = chance(pages.rng, 0.6)
    if several:
        caption = pick(pages.rng, ("{tax} {rate}%", "{tax} {rate} %", "{rate}% {tax}"))
        for turn, row in enumerate(totals.rows):
            text = caption.format(tax=pages.invoice.tax_name, rate=printer.number(row.rate))
            rows.append(
                (text, (Piece(printer.amount(row.tax), cell=("vat_distribution", turn, "vat")),), False)
            )
    if not several or chance(pages.rng, 0.4):
        rows.append((pages.invoice.tax_name, _shown(pages, totals.tax, ("total_vat",)), False))
    return rows


def _final_rows(pages: Pages) -> list[tuple[str, Line, bool]]:
    """Total and amount due: apart where they differ, in one line or two where they do not."""
    totals, rng = pages.invoice.totals, pages.rng
    rows: list[tuple[str, Line, bool]] = []
    if totals.due != totals.gross:
        if chance(rng, 0.75) or totals.prepaid:
            rows.append(
                (pages.label("total_incl_vat"), _shown(pages, totals.gross, ("total_incl_vat",)), False)
            )
        if totals.rounding:
            rows.append(
                (
                    pages.label("rounding"),
                    (Piece(pages.invoice.printer.amount(totals.rounding), ("rounding",)),),
                    False,
                )
            )
        if totals.prepaid:
            rows.append((pages.label("prepaid"), plain(pages.invoice.printer.amount(-totals.prepaid)), False))
        rows.append((pages.label("amount_due"), _shown(pages, totals.due, ("amount_due",), final=True), True))
        return rows
    shape = weighted(rng, {"total": 6, "due": 3, "both": 2})
    if shape == "total":
        rows.append(
            (
                pages.label("total_incl_vat"),
                _shown(pages, totals.gross, ("total_incl_vat",), final=True),
                True,
            )
        )
    elif shape == "due":
        fields = ("total_incl_vat", "amount_due")
        rows.append((pages.label("amount_due"), _shown(pages, totals.gross, fields, final=True), True))
    else:
        rows.append((pages.label("total_incl_vat"), _shown(pages, totals.gross, ("total_incl_vat",)), False))
        rows.append((pages.label("amount_due"), _shown(pages, totals.due, ("amount_due",), final=True), True))
    return rows


def _reminder_rows(pages: Pages) -> list[tuple[str, Line, bool]]:
    invoice = pages.invoice
    printer: Printer = invoice.printer
    open_amount = sum(row[3] for row in invoice.reminded)
    return [
        (pages.label("previous_balance"), plain(printer.amount(open_amount)), False),
        (pages.label("reminder_fee"), plain(printer.amount(REMINDER_FEE)), False),
        (pages.label("amount_due"), printer.money(open_amount + REMINDER_FEE, ("amount_due",)), True),
    ]


def _statement_rows(pages: Pages) -> list[tuple[str, Line, bool]]:
    ledger = pages.invoice.ledgers[0]
    printer = pages.invoice.printer
    closing = ledger.opening + sum(ledger.amounts)
    rows = [(pages.label("opening_balance"), plain(printer.amount(ledger.opening)), False)]
    if chance(pages.rng, 0.4):
        charged = sum(cents for cents in ledger.amounts if cents > 0)
        rows.append((pages.label("charges"), plain(printer.amount(charged)), False))
        rows.append(
            (pages.label("credits"), plain(printer.amount(charged + ledger.opening - closing)), False)
        )
    rows.append((pages.label("closing_balance"), printer.money(closing, ("amount_due",)), True))
    return rows


def totals_block(pages: Pages, width: float) -> Block:
    """The sums: a column of captions and right-aligned amounts, or a strip across the page."""
    style, rng = pages.style, pages.rng
    rows = total_rows(pages)
    if width > style.content_width * 0.8:
        pairs = [Pair(caption, line) for caption, line, _ in rows]
        return pairs_block(pairs, style, "boxes" if chance(rng, 0.6) else "strip", width)
    step = style.body * style.leading * rng.choice((1.0, 1.15, 1.35))
    bold_final, filled = chance(rng, 0.8), chance(rng, 0.25)
    caption_align: Align = "right" if chance(rng, 0.25) else "left"
    marks: list[Mark] = []
    y = 0.0
    for caption, line, final in rows:
        pen = style.pen(
            bold=final and bold_final, size=style.body * (1.15 if final and chance(rng, 0.3) else 1.0)
        )
        if final:
            y += step * 0.2
        if final and filled:
            marks.append(Area(-3, y, width + 3, y + step, style.tint))
        if final and style.rules:
            marks.append(Rule(0, y, width, y, style.rules))
        baseline = y + step * 0.75
        value_width = line_width(line, pen)
        shown = style.caption(caption)
        room = width - value_width - style.body
        if line_width(shown, pen) > room:
            shown, pen_small = style.caption(caption), style.pen(bold=final, size=style.body * 0.85)
            marks.append(text_at(shown, pen_small, 0, baseline))
            baseline, y = baseline + step, y + step
        else:
            marks.append(text_at(shown, pen, 0, baseline, room, caption_align))
        marks.append(text_at(line, pen, 0, baseline, width, "right"))
        y += step
    return Block(width, y, tuple(marks))


def tax_summary(pages: Pages, width: float) -> Block:
    """The table of rates: net and tax for each, and their sums in some documents."""
    style, printer = pages.style, pages.invoice.printer
    totals = pages.invoice.totals
    alone = len(totals.rows) == 1
    lines: list[tuple[Line, ...]] = [
        tuple(plain(pages.label(key)) for key in ("vat_rate_column", "vat_base_column", "vat_amount_column"))
    ]
    for turn, row in enumerate(totals.rows):
        net, tax = printer.amount(row.net), printer.amount(row.tax)
        lines.append(
            (
                (Piece(f"{printer.number(row.rate)}%", cell=("vat_distribution", turn, "rate")),),
                (Piece(net, ("total_excl_vat",) if alone else (), ("vat_distribution", turn, "net")),),
                (Piece(tax, ("total_vat",) if alone else (), ("vat_distribution", turn, "vat")),),
            )
        )
    if not alone and chance(pages.rng, 0.4):
        net, tax = printer.amount(totals.net), printer.amount(totals.tax)
        lines.append((plain(""), (Piece(net, ("total_excl_vat",)),), (Piece(tax, ("total_vat",)),)))
    column, step = width / 3, style.body * style.leading
    marks: list[Mark] = []
    for turn, cells in enumerate(lines):
        for place, cell in enumerate(cells):
            pen = fitted(cell, style.pen(bold=turn == 0, size=style.small), column * 0.9)
            marks.append(text_at(cell, pen, place * column, (turn + 0.75) * step, column * 0.9, "right"))
    return Block(width, len(lines) * step, tuple(marks))


def payment_pairs(pages: Pages) -> list[Pair]:
    """Account, bank and reference with their captions."""
    invoice, rng, payment = pages.invoice, pages.rng, pages.invoice.payment
    pairs: list[Pair | None] = []
    if payment.bank:
        pairs.append(Pair(pages.label("bank"), plain(payment.bank)))
    if payment.registration and payment.account:
        pairs.append(pages.pair("bank_registration_number"))
    if payment.account:
        pairs.append(pages.pair("bank_account_number", payment.account_kind))
    if payment.other_account and payment.account_kind != "plusgiro":
        pairs.append(Pair(pages.label("plusgiro"), plain(payment.other_account.text)))
    pairs += [pages.pair("iban"), pages.pair("bic")]
    if payment.reference:
        pairs.append(pages.pair("payment_reference"))
    elif chance(rng, 0.2) and (number := invoice.facts.get("document_number")):
        pairs.append(Pair(pages.label("payment_reference"), number.line(*_quoted(pages, number))))
    if chance(rng, 0.3):
        rng.shuffle(pairs)
    return [pair for pair in pairs if pair]


def _quoted(pages: Pages, number: Fact) -> tuple[str, ...]:
    """What the document's number is too, where one is to give it with the payment: its reference."""
    invoice = pages.invoice
    value = read_as("reference", number.text, invoice.printer.locale.country)
    if invoice.payment.reference or not value:
        return ()
    invoice.facts.add("payment_reference", value, number.text)
    return ("payment_reference",)


def payment_block(pages: Pages, width: float) -> Block:
    """How to pay, as pairs, framed in some documents."""
    rng, style = pages.rng, pages.style
    options: dict[Arrangement, float] = {"inline": 4, "columns": 5, "strip": 1, "boxes": 1, "above": 0.5}
    arrangement = weighted(rng, options)
    block = pairs_block(payment_pairs(pages), style, arrangement, width)
    return (
        framed(block, style.body * 0.6, style.tint if chance(rng, 0.4) else None, style.grey)
        if chance(rng, 0.15)
        else block
    )


def notes(pages: Pages, width: float) -> Block:
    """A request to pay and some small print."""
    invoice, rng, style = pages.invoice, pages.rng, pages.style
    phrases = invoice.locale.phrases
    lines: list[Line] = []
    if chance(rng, 0.6) and invoice.kind not in ("credit_note", "statement"):
        lines.append(_phrase(pages, pick(rng, phrases["pay"]), asks=True))
    lines += [_phrase(pages, text) for text in some(rng, phrases["terms"], rng.choice((0, 1, 2, 2, 3, 4)))]
    return paragraph(lines, style.pen(size=style.small), style.leading, width)


def _phrase(pages: Pages, text: str, *, asks: bool = False) -> Line:
    """A sentence, its placeholders filled with labelled facts; ``asks`` for its number with the payment."""
    facts = pages.invoice.facts
    pieces: list[Piece] = []
    known = {"{number}": "document_number", "{due}": "due_date"}
    for part in text.replace("{", "\0{").replace("}", "}\0").split("\0"):
        if part in known and (fact := facts.get(known[part])):
            quoted = _quoted(pages, fact) if asks and part == "{number}" else ()
            pieces += fact.line(*quoted)
        elif part == "{supplier}":
            pieces.append(Piece(pages.invoice.supplier.name, ("supplier_name",)))
        elif part == "{original}":
            pieces.append(Piece(pages.invoice.original))
        elif part:
            pieces.append(Piece(part))
    return tuple(pieces)


def sentence(pages: Pages, key: str, width: float) -> Block:
    """One of the sentences of ``key``, empty for some documents."""
    text = pick(pages.rng, pages.invoice.locale.phrases[key])
    if not text:
        return NOTHING
    return paragraph([_phrase(pages, text)], pages.style.pen(), pages.style.leading, width)

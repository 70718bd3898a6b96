"""The sample invoice-en.pdf: one page of a British design studio."""

from __future__ import annotations

from decimal import Decimal

from paperformer.synthesis.banking import iban_of
from paperformer.synthesis.content import Item, Totals, add_up
from paperformer.synthesis.easel import Easel, value
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.identifiers import grouped
from paperformer.synthesis.ink import Area, Colour, Line, Piece, Sheet
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.printing import Printer, decimal_text

_INK: Colour = (0.11, 0.13, 0.20)
_CORAL: Colour = (0.88, 0.36, 0.28)
_GREY: Colour = (0.45, 0.47, 0.52)
_LINE: Colour = (0.84, 0.85, 0.88)
_LEFT, _RIGHT = 56.0, 539.0

_LINES = (
    ("Brand workshop", "Two half days with the founders, notes included", "2", 68000),
    ("Visual identity", "Wordmark, colours, typefaces, usage guide of 24 pages", "1", 485000),
    ("Label design", "Three labels for jars of 340 g, print-ready", "3", 42500),
    ("Photography", "Day rate, studio and retouching of 12 pictures", "1.5", 89000),
    ("Web page templates", "Home, shop, product, story, contact", "5", 36000),
    ("Print management", "Proofs and press check at the printer's", "4", 7250),
)


def draw_sample_en() -> tuple[list[Sheet], Facts]:
    """The page and the facts that it prints."""
    printer = Printer(
        load_locale("en-GB"), "GBP", ".", ",", "{d} {month} {yyyy}", "{sign}{amount}", False, False
    )
    items = tuple(
        Item("", name, Decimal(count), "", price, 0, Decimal(20), int(Decimal(count) * price))
        for name, _, count, price in _LINES
    )
    totals = add_up(items, discount=0, shipping=0, rounded=False, prepaid_share=Decimal(0))
    facts = _facts(printer, totals)
    page = Easel(595.28, 841.89)
    _head(page, facts)
    y = _table(page, printer, items)
    _totals(page, printer, totals, y)
    _payment(page, facts)
    return [page.sheet()], facts


def _facts(printer: Printer, totals: Totals) -> Facts:
    facts = Facts()
    account = iban_of("GB", "NVSK20418837650194")
    for name, normal, text in (
        ("supplier_name", "Larkfield Studio Ltd", ""),
        ("supplier_address", "Unit 6, Tannery Yard, Mill Lane, Norwich, NR3 1QX", ""),
        ("supplier_country", "GB", ""),
        ("supplier_vat_number", "GB613862009", "GB 613 8620 09"),
        ("supplier_organisation_number", "09417326", ""),
        ("supplier_phone", "+441603555018", "01603 555 018"),
        ("receiver_name", "Hollin & Daughters Preserves Ltd", ""),
        ("receiver_address", "The Old Dairy, Fen Road, Ely, CB7 4ZN", ""),
        ("document_type", "invoice", ""),
        ("document_number", "LS-2024-0193", ""),
        ("document_date", "2024-09-03", "3 September 2024"),
        ("due_date", "2024-10-03", "3 October 2024"),
        ("receiver_order_number", "HD-4471", ""),
        ("currency", "GBP", ""),
        ("language", "en", ""),
        ("iban", account, grouped(account, 4)),
        ("bic", "NVSKGB2L", ""),
        ("bank_registration_number", "204188", "20-41-88"),
        ("bank_account_number", "37650194", ""),
    ):
        facts.add(name, normal, text or None)
    for name, cents in (
        ("total_excl_vat", totals.net),
        ("total_vat", totals.tax),
        ("total_incl_vat", totals.gross),
        ("amount_due", totals.due),
    ):
        facts.add(name, decimal_text(cents), printer.amount(cents))
    return facts


def _fact(facts: Facts, name: str) -> Line:
    fact = facts.get(name)
    return fact.line() if fact else ()


def _head(page: Easel, facts: Facts) -> None:
    page.area(Area(_LEFT, 52, _LEFT + 26, 78, _CORAL, radius=6))
    page.text(_LEFT + 8.5, 70.5, "L", 15, bold=True, colour=(1.0, 1.0, 1.0))
    page.text(_LEFT + 36, 71, "Larkfield", 17, bold=True, colour=_INK)
    page.text(
        _LEFT,
        76,
        value("document_type", "Invoice"),
        30,
        bold=True,
        colour=_INK,
        width=_RIGHT - _LEFT,
        align="right",
    )
    sender: tuple[Line, ...] = (
        _fact(facts, "supplier_name"),
        value("supplier_address", "Unit 6, Tannery Yard, Mill Lane"),
        value("supplier_address", "Norwich"),
        value("supplier_address", "NR3 1QX"),
        (Piece("Tel. "), *_fact(facts, "supplier_phone")),
        (Piece("VAT No. "), *_fact(facts, "supplier_vat_number")),
    )
    buyer: tuple[Line, ...] = (
        _fact(facts, "receiver_name"),
        (Piece("Attn Imogen Hollin"),),
        value("receiver_address", "The Old Dairy, Fen Road"),
        value("receiver_address", "Ely"),
        value("receiver_address", "CB7 4ZN"),
    )
    numbers: tuple[tuple[str, Line], ...] = (
        ("Invoice no.", _fact(facts, "document_number")),
        ("Invoice date", _fact(facts, "document_date")),
        ("Due date", _fact(facts, "due_date")),
        ("Your PO", _fact(facts, "receiver_order_number")),
        ("Quote of", (Piece("12 July 2024"),)),
    )
    for x, caption, lines in ((_LEFT, "From", sender), (_LEFT + 172, "Billed to", buyer)):
        page.text(x, 132, caption, 8.5, bold=True, colour=_CORAL)
        for turn, line in enumerate(lines):
            page.text(x, 148 + turn * 13.5, line, 9.5, bold=turn == 0, colour=_INK)
    page.text(_LEFT + 344, 132, "Details", 8.5, bold=True, colour=_CORAL)
    for turn, (caption, line) in enumerate(numbers):
        page.text(_LEFT + 344, 148 + turn * 13.5, caption, 9.5, colour=_GREY)
        page.text(
            _LEFT + 344, 148 + turn * 13.5, line, 9.5, colour=_INK, width=_RIGHT - _LEFT - 344, align="right"
        )


_COLUMNS = (
    (0.0, 240.0, "Description"),
    (262.0, 40.0, "Qty"),
    (312.0, 76.0, "Unit price"),
    (396.0, 87.0, "Amount"),
)


def _table(page: Easel, printer: Printer, items: tuple[Item, ...]) -> float:
    """The lines; answers where they end."""
    top = 276.0
    for x, width, caption in _COLUMNS:
        page.text(
            _LEFT + x, top, caption, 8.5, bold=True, colour=_GREY, width=width, align="right" if x else "left"
        )
    page.rule(_LEFT, _RIGHT, top + 8, 1.2, _INK)
    y = top + 28
    for turn, (item, (_, detail, _, _)) in enumerate(zip(items, _LINES, strict=True)):
        printed = (
            ("quantity", printer.number(item.quantity)),
            ("unit_price", printer.amount(item.unit_price)),
            ("total", printer.amount(item.total)),
        )
        page.text(
            _LEFT,
            y,
            (Piece(item.description, cell=("purchase_lines", turn, "description")),),
            10,
            bold=True,
            colour=_INK,
        )
        page.text(_LEFT, y + 12.5, detail, 8.5, colour=_GREY)
        for (x, width, _), (name, text) in zip(_COLUMNS[1:], printed, strict=True):
            line: Line = (Piece(text, cell=("purchase_lines", turn, name)),)
            page.text(_LEFT + x, y, line, 10, colour=_INK, width=width, align="right")
        page.rule(_LEFT, _RIGHT, y + 22, 0.5, _LINE)
        y += 38
    return y


def _totals(page: Easel, printer: Printer, totals: Totals, top: float) -> None:
    x, width = _LEFT + 262, 221.0
    rows = (("Subtotal", totals.net, "total_excl_vat"), ("VAT 20%", totals.tax, "total_vat"))
    for turn, (caption, cents, name) in enumerate(rows):
        page.text(x, top + 8 + turn * 18, caption, 10, colour=_GREY)
        page.text(
            x, top + 8 + turn * 18, printer.money(cents, (name,)), 10, colour=_INK, width=width, align="right"
        )
    page.area(Area(x - 12, top + 38, _RIGHT + 12, top + 70, _INK, radius=5))
    white = (1.0, 1.0, 1.0)
    page.text(x, top + 58, "Total due", 12, bold=True, colour=white)
    total = printer.money(totals.gross, ("total_incl_vat", "amount_due"))
    page.text(x, top + 58, total, 13, bold=True, colour=white, width=width, align="right")


def _payment(page: Easel, facts: Facts) -> None:
    top = 690.0
    page.rule(_LEFT, _RIGHT, top - 22, 0.5, _LINE)
    page.text(_LEFT, top, "How to pay", 8.5, bold=True, colour=_CORAL)
    rows: tuple[tuple[str, Line], ...] = (
        ("Bank", (Piece("Norvale & Skene Bank"),)),
        ("Sort code", _fact(facts, "bank_registration_number")),
        ("Account no.", _fact(facts, "bank_account_number")),
        ("IBAN", _fact(facts, "iban")),
        ("BIC", _fact(facts, "bic")),
    )
    for turn, (caption, line) in enumerate(rows):
        page.text(_LEFT, top + 16 + turn * 13.5, caption, 9, colour=_GREY)
        page.text(_LEFT + 68, top + 16 + turn * 13.5, line, 9, colour=_INK)
    notes = (
        "Please quote the invoice number with your payment.",
        "Rights pass to the client once the invoice is paid in full.",
        "Interest on late payment: 8% above base rate.",
    )
    page.text(_LEFT + 262, top, "Terms", 8.5, bold=True, colour=_CORAL)
    for turn, text in enumerate(notes):
        page.text(_LEFT + 262, top + 16 + turn * 13.5, text, 9, colour=_INK)
    registered: Line = (Piece("Registered in England No. "), *_fact(facts, "supplier_organisation_number"))
    page.text(0, 806, registered, 8, colour=_GREY, width=595.28, align="center")

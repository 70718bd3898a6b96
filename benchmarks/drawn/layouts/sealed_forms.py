"""India's tax form, orders and statements (sealed part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import Rules, lines_table, totals_block

ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]


TENS = ["x", "x", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(number: int) -> str:
    """A whole number in English words, in lakhs as India counts."""
    for unit, name in ((100_000, "lakh"), (1000, "thousand"), (100, "hundred")):
        if number >= unit:
            rest = f" {in_words(number % unit)}" if number % unit else ""
            return f"{in_words(number // unit)} {name}{rest}"
    return (
        ONES[number] if number < 20 else TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    )


def tax_form(case: Case, path: Path) -> None:
    """India and its neighbours: one large grid, codes of goods, central and state tax, the sum in words."""
    sheet = sheet_for(case, path)
    sheet.text(297, 40, case.title().upper(), 13, True, align="c")
    sheet.box(36, 50, 523, 700)
    y = sheet.lines(
        44,
        66,
        [
            *case.seller_lines(),
            *[
                f"{label}: {value}"
                for label, value in case.pairs(
                    "supplier_vat_number", "supplier_organisation_number", "supplier_phone"
                )
            ],
        ],
        9,
        12,
        first_bold=True,
    )
    sheet.stroke(310, 50, 310, 236)
    for place, pair in enumerate(
        case.pairs(
            "document_number", "document_date", "receiver_order_number", "delivery", "terms", "due_date"
        )
    ):
        x, at = 310 + 124 * (place % 2), 50 + 46 * (place // 2)
        sheet.box(x, at, 124.5, 46)
        sheet.text(x + 5, at + 12, pair[0], 7.5)
        sheet.text(x + 5, at + 28, pair[1], 9, True)
    sheet.rule(36, 140, 310)
    sheet.text(44, 152, case.word("to"), 7.5)
    sheet.lines(
        44,
        166,
        [*case.buyer_lines(), *[f"{label}: {value}" for label, value in case.pairs("receiver_vat_number")]],
        9,
        12,
        first_bold=True,
    )
    sheet.rule(36, 236, 559)
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [("no", 25), ("desc", 203), ("code", 65), ("qtyunit", 70), ("price", 70), ("amount", 90)],
        )
    ]
    y = lines_table(
        sheet,
        case,
        36,
        250,
        columns,
        Rules(grid=True, size=8.5, row=17),
        titles={"no": "Sl", "code": str(case.option("code_word", "HSN/SAC"))},
    )
    sums = case.totals("total_excl_vat")
    if case.option("halves"):
        half = case.amounts["total_vat"] / 2
        rate = case.quantity(next(iter(case.shares)) / 2)
        sums += [(f"{name} @ {rate}%", case.money(half)) for name in ("CGST", "SGST")]
        case.open_questions.add("total_vat")
    else:
        sums += case.totals("total_vat")
    sums += case.totals("total_incl_vat", "rounding", "amount_due")
    y = totals_block(sheet, 340, 555, y + 10, sums, 9, 15)
    sheet.text(44, y + 16, "Amount in words", 7.5)
    sheet.text(
        44,
        y + 29,
        f"{case.option('words_before', '')} {in_words(int(case.amounts['amount_due'])).title()} Only",
        9,
        True,
    )
    sheet.lines(44, 660, [f"{label}: {value}" for label, value in case.bank_pairs()], 8.5, 12)
    sheet.text(550, 700, f"for {case.issuer['name']}", 8.5, True, align="r")
    sheet.text(550, 742, "Authorised Signatory", 8, align="r")
    sheet.text(297, 768, str(case.option("small", "This is a computer generated invoice")), 7.5, align="c")
    sheet.save()


def order_form(case: Case, path: Path) -> None:
    """Orders, quotes and pro formas of a small firm: facts at the left, a promise of delivery."""
    sheet = sheet_for(case, path)
    sheet.box(0, 780, 595, 62, sheet.colour, None)
    sheet.text(297, 806, "   ".join(case.seller_lines()), 8.5, colour="#ffffff", align="c")
    sheet.text(
        297,
        822,
        "   ".join(
            f"{label} {value}" for label, value in case.pairs("supplier_phone", "supplier_vat_number")
        ),
        8,
        colour="#ffffff",
        align="c",
    )
    sheet.text(60, 70, case.title(), 24, colour=sheet.colour)
    y = sheet.beside(
        60,
        104,
        case.pairs(
            "document_number",
            "document_date",
            "order_number",
            "receiver_order_number",
            "customer_number",
            "contact",
            "terms",
            "due_date",
        ),
        130,
        9.5,
        14,
        bold_label=True,
    )
    sheet.lines(345, 104, case.buyer_lines(), 10, 13.5, first_bold=True)
    if case.option("ship"):
        sheet.text(345, 176, case.word("ship"), 8, True)
        sheet.lines(345, 189, [str(line) for line in case.option("ship")], 9, 12)
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("code", 65), ("desc", 205), ("qty", 45), ("unit", 35), ("price", 60), ("amount", 65)]
        )
    ]
    y = lines_table(sheet, case, 60, max(y, 230) + 16, columns, Rules(size=9, row=18, zebra="#f3f4f6"))
    y = totals_block(
        sheet,
        330,
        532,
        y + 14,
        case.totals("subtotal", "total_excl_vat", "total_vat", "total_incl_vat"),
        9.5,
        16,
    )
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(60, y + 16, str(sentence), 470, 9.5)
    sheet.beside(60, y + 20, case.bank_pairs(), 110, 9, 13)
    sheet.save()


def open_items(case: Case, path: Path) -> None:
    """A statement or second reminder: open invoices with their days and sums, a balance, how to pay."""
    sheet = sheet_for(case, path)
    sheet.lines(
        545,
        52,
        [
            *case.seller_lines(),
            *[f"{label} {value}" for label, value in case.pairs("supplier_phone", "supplier_vat_number")],
        ],
        9,
        12,
        align="r",
    )
    sheet.lines(55, 120, case.buyer_lines(), 10, 13)
    sheet.text(55, 216, case.title(), 18, True, sheet.colour)
    y = sheet.beside(
        55, 242, case.pairs("document_number", "document_date", "customer_number", "due_date"), 120, 9.5, 14
    )
    y = sheet.paragraph(55, y + 10, str(case.option("greeting", "")), 485, 9.5) + 12
    for x, title, align in (
        (55, case.word("date"), "l"),
        (140, case.word("number"), "l"),
        (440, str(case.option("days_word", "")), "r"),
        (540, case.word("amount"), "r"),
    ):
        sheet.text(x, y, title, 9, True, align=align)
    sheet.rule(55, y + 5, 540)
    for place, line in enumerate(case.lines):
        y += 17
        sheet.text(55, y, case.day(case.distractors["delivery"].replace(day=3 + 7 * place % 25)), 9)
        sheet.text(140, y, f"{line.description} {case.rng.randint(10000, 99999)}", 9)
        sheet.text(440, y, str(case.rng.randint(14, 95)), 9, align="r")
        sheet.text(540, y, case.money(line.total), 9, align="r")
    sheet.rule(55, y + 6, 540)
    y = totals_block(sheet, 330, 540, y + 26, case.totals("amount_due"), 12, 18)
    sheet.beside(
        55, y + 26, [*case.bank_pairs(), *case.pairs("payment_reference")], 120, 9.5, 14, bold_value=True
    )
    sheet.paragraph(55, 770, str(case.option("small", "")), 485, 8)
    sheet.save()


LAYOUTS = {"tax_form": tax_form, "order_form": order_form, "open_items": open_items}

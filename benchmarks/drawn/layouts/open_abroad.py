"""Invoices as they are drawn up in Central Europe, Italy, France and Belgium (open part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import logo, sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def parties_grid(case: Case, path: Path) -> None:
    """Central Europe: seller and buyer in boxes side by side, every line with net, tax and gross."""
    sheet = sheet_for(case, path)
    sheet.text(
        555,
        48,
        f"{case.title()}  {case.option('number_sign', '')}{case.say('document_number')}",
        14,
        True,
        align="r",
    )
    if case.option("brand"):
        logo(sheet, case, 40, 52, 18)
    sheet.box(40, 66, 257, 118)
    sheet.box(297, 66, 258, 118)
    for x, key, lines, names in (
        (46, "seller", case.seller_lines(), ("supplier_organisation_number", "supplier_vat_number")),
        (303, "to", case.buyer_lines(), ("receiver_vat_number",)),
    ):
        sheet.text(x, 78, case.word(key) + ":", 7.5, colour="#444444")
        y = sheet.lines(x, 92, lines, 9.5, 12.5, first_bold=True)
        sheet.lines(x, y + 4, [f"{label}: {value}" for label, value in case.pairs(*names)], 9, 12)
    sheet.box(40, 184, 515, 76)
    bank = case.bank_pairs()
    sheet.beside(46, 198, bank, 90, 8.5, 12)
    sheet.beside(
        303,
        198,
        case.pairs(
            "document_date",
            "delivery",
            "due_date",
            "payment_method",
            "payment_reference",
            "customer_number",
            "period",
        ),
        120,
        8.5,
        12,
    )
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [
                ("no", 22),
                ("desc", 168),
                ("qty", 42),
                ("unit", 32),
                ("price", 58),
                ("amount", 62),
                ("rate", 38),
                ("tax", 40),
                ("brutto", 53),
            ],
        )
    ]
    titles = {
        "no": str(case.option("no_word", "Lp.")),
        "tax": case.word("vat"),
        "brutto": str(case.option("gross_word", case.word("total"))),
    }
    y = lines_table(
        sheet,
        case,
        40,
        284,
        columns,
        Rules(grid=True, size=7.5, head_size=6.5, head_fill="#eeeeee"),
        titles=titles,
    )
    y = vat_table(sheet, case, 255, y + 16, (50, 80, 80, 90), grid=True)
    sums = case.totals("total_excl_vat", "total_vat", "total_incl_vat", "rounding", "prepaid")
    y = totals_block(sheet, 330, 552, y + 16, sums, 9, 14, last_bold=False)
    for label, value in case.totals("amount_due"):
        sheet.box(322, y - 4, 233, 26, "#dddddd")
        sheet.text(330, y + 13, label, 11, True)
        sheet.text(550, y + 13, value, 13, True, align="r")
    more = case.pairs("order_number", "receiver_order_number", "contract_number")
    sheet.beside(40, y + 10, more, 120, 8.5, 12)
    for x, text in ((90, case.option("left_sign", "")), (430, case.option("right_sign", ""))):
        if text:
            sheet.rule(x - 50, 740, x + 80, 0.5, dashed=True)
            sheet.text(x + 15, 750, str(text), 7, align="c")
    sheet.paragraph(40, 790, case.word("late"), 515, 7.5, "#555555")
    contact = [case.phone()] if case.has("supplier_phone") else []
    sheet.text(
        297,
        820,
        "  ".join([*contact, str(case.option("email", "")), str(case.option("web", ""))]),
        7.5,
        align="c",
    )
    sheet.save()


def fattura(case: Case, path: Path) -> None:
    """Italian management program: ruled boxes with small titles, VAT, falling due and bank at the foot."""
    sheet = sheet_for(case, path)
    y = sheet.lines(40, 48, [case.say("supplier_name")], 14, colour=sheet.colour, first_bold=True)
    sheet.lines(
        40,
        y,
        [
            *case.seller_lines(name=False),
            f"{case.word('phone')} {case.phone()}  {case.option('email', '')}",
            *(
                f"{label} {value}"
                for label, value in case.pairs("supplier_vat_number", "supplier_organisation_number")
            ),
        ],
        8.5,
        11,
    )
    sheet.box(310, 60, 245, 76, round_by=5)
    sheet.text(316, 71, case.word("to"), 7)
    sheet.lines(322, 86, case.buyer_lines(), 10, 13)
    if case.option("ship"):
        sheet.box(310, 140, 245, 50, round_by=5)
        sheet.text(316, 150, case.word("ship"), 7)
        sheet.lines(322, 163, [str(line) for line in case.option("ship")], 8.5, 11)
    sheet.text(40, 150, case.title().upper(), 15, True)
    boxes = case.pairs(
        "document_number", "document_date", "customer_number", "receiver_vat_number", "payment_method"
    )
    sheet.above(40, 208, boxes, 103, 9, boxed=True)
    columns = [
        ("code", 60),
        ("desc", 205),
        ("unit", 32),
        ("qty", 45),
        ("price", 65),
        ("discount", 33),
        ("amount", 45 + 10),
        ("rate", 20),
    ]
    case.issuer = {**case.issuer, "per_cent": ""}
    y = lines_table(
        sheet, case, 40, 252, columns, Rules(head_fill="#f0f0f0", row=13, size=8, head_size=7, row_rule=False)
    )
    sheet.box(40, 237, 515, 400)
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(103, y + 6, str(sentence), 300, 8)
    sheet.box(40, 645, 240, 66)
    vat_table(sheet, case, 44, 657, (50, 80, 80), size=8, gross=False)
    sheet.box(290, 645, 265, 66)
    totals_block(
        sheet,
        298,
        548,
        658,
        case.totals("subtotal", "total_excl_vat", "total_vat", "total_incl_vat"),
        8.5,
        12,
    )
    sheet.box(40, 716, 515, 52)
    pairs = [*case.pairs("due_date"), *case.bank_pairs()]
    sheet.beside(46, 729, pairs, 100, 8.5, 11)
    for label, value in case.totals("amount_due") if case.option("show_due", True) else []:
        sheet.text(440, 735, label, 8)
        sheet.text(548, 755, value, 15, True, align="r")
    sheet.paragraph(40, 785, case.word("late"), 515, 7)
    sheet.save()


def facture(case: Case, path: Path) -> None:
    """French craftsman's invoice: head centred at the foot, deposit deducted, conditions in small print."""
    sheet = sheet_for(case, path)
    logo(sheet, case, 45, 60, 26)
    if not case.option("brand"):
        sheet.lines(45, 52, case.seller_lines(), 10, 13, first_bold=True)
    sheet.box(320, 90, 225, 78, None, "#999999")
    sheet.lines(330, 110, case.buyer_lines(), 10, 13.5, first_bold=True)
    sheet.box(45, 186, 500, 24, sheet.colour, None)
    sheet.text(55, 202, f"{case.title().upper()} N° {case.say('document_number')}", 12, True, "#ffffff")
    sheet.text(
        535, 202, f"{case.option('town', '')}{case.say('document_date')}", 10, colour="#ffffff", align="r"
    )
    facts = case.pairs(
        "customer_number",
        "receiver_order_number",
        "period",
        "due_date",
        "payment_method",
        "receiver_vat_number",
    )
    sheet.above(45, 226, facts, 500 / max(len(facts), 4), 9)
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("desc", 245), ("qty", 45), ("unit", 40), ("price", 65), ("rate", 40), ("amount", 65)]
        )
    ]
    y = lines_table(sheet, case, 45, 272, columns, Rules(head_rule=True, row=18, size=9, zebra="#f7f7f7"))
    if case.option("reverse"):
        sheet.paragraph(45, y + 8, str(case.option("reverse_text", "Autoliquidation de la TVA")), 250, 8.5)
    end = totals_block(
        sheet,
        350,
        542,
        y + 14,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "prepaid", "amount_due"),
        9.5,
        16,
        last_size=11,
        fill="#e8eef4",
    )
    if len(case.shares) > 1:
        vat_table(sheet, case, 45, y + 30, (45, 70, 70), gross=False)
    y = max(end + 30, 540)
    bank = case.bank_pairs()
    if bank:
        sheet.box(45, y, 300, 16 + 13 * len(bank), None, "#999999")
        sheet.beside(53, y + 16, bank, 60, 9, 13)
    if case.has("payment_reference"):
        sheet.text(360, y + 16, case.word("reference") + " :", 8.5)
        sheet.text(360, y + 31, case.say("payment_reference"), 11, True)
    sheet.paragraph(45, 720, case.word("late"), 500, 7.5, "#444444")
    sheet.rule(45, 768, 545, 0.6, sheet.colour)
    ids = [
        f"{label} {value}"
        for label, value in case.pairs("supplier_organisation_number", "supplier_vat_number")
    ]
    foot = [
        " - ".join(case.seller_lines()),
        " - ".join([*([f"{case.word('phone')} {case.phone()}"] if case.has("supplier_phone") else []), *ids]),
        str(case.option("small", "")),
    ]
    sheet.lines(295, 782, foot, 7.5, 10, align="c", colour="#444444")
    sheet.save()


LAYOUTS = {"parties_grid": parties_grid, "fattura": fattura, "facture": facture}

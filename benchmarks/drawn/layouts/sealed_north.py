"""Invoices of the north and of Switzerland and the Adriatic, with payment slips (sealed part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts import slips
from drawn.layouts.paper import sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def sender_at_foot(case: Case, path: Path) -> None:
    """The sender is a word mark; name, address and numbers stand at the foot of the page only."""
    sheet = sheet_for(case, path)
    sheet.text(50, 66, str(case.option("brand")).lower(), 30, True, sheet.colour)
    sheet.text(50, 130, case.title(), 11, True)
    y = sheet.lines(50, 150, case.buyer_lines(), 10, 13)
    facts = case.pairs(
        "document_number",
        "document_date",
        "due_date",
        "terms",
        "customer_number",
        "receiver_order_number",
        "payment_reference",
        "delivery",
        "period",
    )
    sheet.beside(320, 130, facts, 110, 9, 13.5)
    y = max(y, 260)
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [("code", 60), ("desc", 190), ("qtyunit", 60), ("price", 65), ("rate", 50), ("amount", 80)],
        )
    ]
    y = lines_table(
        sheet,
        case,
        45,
        y + 10,
        columns,
        Rules(head_colour=sheet.colour, head_rule=False, row=16, size=8.5, foot_rule=False),
    )
    sheet.rule(45, y, 550, 1.2, sheet.colour)
    y = totals_block(
        sheet,
        330,
        547,
        y + 20,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "rounding", "prepaid", "amount_due"),
        9,
        14,
        last_size=12,
    )
    if len(case.shares) > 1:
        vat_table(sheet, case, 45, y - 50, (45, 65, 60), gross=False)
    if case.option("slip") == "fi":
        slips.finnish_giro(sheet, case, 560)
        foot = 536
    elif case.option("slip") == "dk":
        slips.danish_card(sheet, case, 625)
        foot = 592
    else:
        foot = 780
        sheet.lines(50, 720, [f"{label}: {value}" for label, value in case.bank_pairs()], 9, 12)
    inline = [", ".join(case.seller_lines(country=bool(case.option("name_country"))))]
    second = [
        f"{label} {value}"
        for label, value in case.pairs(
            "supplier_phone", "supplier_organisation_number", "supplier_vat_number"
        )
    ]
    sheet.lines(
        297,
        foot,
        [*inline, "  |  ".join([*second, str(case.option("web", ""))])],
        7.5,
        10,
        align="c",
        colour="#444444",
    )
    sheet.save()


def norwegian(case: Case, path: Path) -> None:
    """Norwegian program: seller at the upper right, a grey column of facts, a giro slip below."""
    sheet = sheet_for(case, path)
    sheet.lines(555, 46, case.seller_lines(), 9, 12, first_bold=True, align="r")
    sheet.lines(
        555,
        86,
        [
            *[f"{label} {value}" for label, value in case.pairs("supplier_phone", "supplier_vat_number")],
            str(case.option("email", "")),
        ],
        8,
        10.5,
        align="r",
    )
    sheet.lines(40, 110, case.buyer_lines(), 10.5, 13)
    sheet.text(40, 60, case.title().upper(), 20, colour=sheet.colour)
    sheet.box(330, 130, 225, 106, "#eeeeee", None)
    sheet.beside(
        340,
        146,
        case.pairs(
            "document_number",
            "document_date",
            "due_date",
            "customer_number",
            "order_number",
            "receiver_order_number",
            "contact",
        )[:8],
        0,
        8.5,
        13,
        right=547,
    )
    y = lines_table(
        sheet,
        case,
        40,
        266,
        [("code", 55), ("desc", 230), ("qty", 45), ("price", 65), ("rate", 45), ("amount", 75)],
        Rules(size=8.5, row=14, head_fill=sheet.colour, head_colour="#ffffff", head_rule=False),
    )
    y = totals_block(
        sheet,
        350,
        552,
        y + 10,
        case.totals("total_excl_vat", "total_vat", "rounding", "amount_due"),
        9,
        14,
        last_size=11,
        fill="#eeeeee",
    )
    sheet.paragraph(40, y + 14, f"{case.word('late')} {case.word('thanks')}", 400, 8)
    if case.option("slip", "no") == "no" and case.kind == "invoice":
        slips.norwegian_giro(sheet, case, 602)
    else:
        sheet.beside(40, y + 40, [*case.bank_pairs(), *case.pairs("payment_reference")], 100, 9)
    sheet.save()


def swiss(case: Case, path: Path) -> None:
    """Swiss craftsman: letterhead left, place and date, a plain table, the QR bill in the lower third."""
    sheet = sheet_for(case, path)
    sheet.lines(
        60,
        46,
        [*case.seller_lines(), case.phone(), *[value for _, value in case.pairs("supplier_vat_number")]],
        8.5,
        11,
        first_bold=True,
    )
    sheet.lines(340, 110, case.buyer_lines(), 10, 13)
    sheet.text(60, 190, f"{case.option('town', '')}{case.say('document_date')}", 9)
    sheet.text(
        60, 216, f"{case.title()} {case.option('number_sign', 'Nr. ')}{case.say('document_number')}", 13, True
    )
    y = sheet.beside(
        60, 236, case.pairs("customer_number", "period", "contract_number", "terms", "due_date"), 110, 8.5, 12
    )
    columns = [
        tuple(c)
        for c in case.option("columns", [("desc", 250), ("qtyunit", 70), ("price", 65), ("amount", 90)])
    ]
    y = lines_table(sheet, case, 60, y + 12, columns, Rules(size=8.5, row=14))
    totals_block(
        sheet,
        330,
        532,
        y + 4,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "rounding", "amount_due"),
        8.5,
        12.5,
    )
    slips.swiss_qr(sheet, case)
    sheet.save()


def adriatic(case: Case, path: Path) -> None:
    """Croatian and Slovene program: buyer in a frame at the left, facts at the right, a payment order."""
    sheet = sheet_for(case, path)
    sheet.text(40, 50, case.say("supplier_name"), 13, True, sheet.colour)
    ids = [
        f"{label}: {value}"
        for label, value in case.pairs("supplier_vat_number", "supplier_organisation_number")
    ]
    sheet.lines(
        40,
        64,
        [
            ", ".join(case.seller_lines(name=False)),
            "  ".join(ids),
            "  ".join(f"{label}: {value}" for label, value in case.bank_pairs()),
        ],
        8,
        10.5,
    )
    sheet.rule(40, 96, 555, 1, sheet.colour)
    sheet.box(40, 112, 240, 84)
    sheet.text(46, 123, case.word("to") + ":", 7)
    y = sheet.lines(52, 138, case.buyer_lines(), 10, 13, first_bold=True)
    sheet.lines(52, y, [f"{label}: {value}" for label, value in case.pairs("receiver_vat_number")], 8.5)
    sheet.beside(
        330,
        124,
        case.pairs(
            "document_date",
            "delivery",
            "due_date",
            "payment_method",
            "customer_number",
            "contract_number",
            "contact",
        ),
        110,
        8.5,
        12,
        colon=":",
    )
    sheet.text(
        40,
        226,
        f"{case.title().upper()} {case.option('number_sign', 'br. ')}{case.say('document_number')}",
        14,
        True,
    )
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [
                ("no", 25),
                ("desc", 200),
                ("unit", 35),
                ("qty", 45),
                ("price", 65),
                ("discount", 45),
                ("rate", 40),
                ("amount", 60),
            ],
        )
    ]
    y = lines_table(
        sheet,
        case,
        40,
        252,
        columns,
        Rules(size=8, row=14, head_fill="#e5e7eb", row_rule=True),
        titles={"no": str(case.option("no_word", "R.br."))},
    )
    vat_table(sheet, case, 40, y + 18, (50, 75, 75), grid=True, gross=False)
    totals_block(
        sheet,
        340,
        552,
        y + 14,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "amount_due"),
        9,
        14,
        last_size=11,
    )
    sheet.paragraph(40, 560, f"{case.word('late')} {case.option('small', '')}", 515, 7.5)
    slips.adriatic_slip(sheet, case, 600)
    sheet.save()


LAYOUTS = {"sender_at_foot": sender_at_foot, "norwegian": norwegian, "swiss": swiss, "adriatic": adriatic}

"""Invoices of traders (sealed part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def trade(case: Case, path: Path) -> None:
    """A British or South African trader's program: ruled boxes, sums stacked at the lower right."""
    sheet = sheet_for(case, path)
    sheet.text(
        297,
        50,
        case.say("supplier_name"),
        sheet.fitting(case.say("supplier_name"), 500, 18),
        True,
        sheet.colour,
        "c",
    )
    sheet.text(297, 64, ", ".join(case.seller_lines(name=False)), 8.5, align="c")
    ids = [
        f"{label}: {value}"
        for label, value in case.pairs(
            "supplier_phone", "supplier_vat_number", "supplier_organisation_number"
        )
    ]
    sheet.text(297, 76, "   ".join(ids), 8.5, align="c")
    sheet.box(40, 92, 515, 22, sheet.colour)
    sheet.text(297, 108, case.title().upper(), 13, True, "#ffffff", "c")
    for x, key in ((40, "to"), (215, "ship")):
        sheet.box(x, 122, 170, 92)
        sheet.text(x + 5, 133, case.word(key), 7.5, True)
    sheet.lines(45, 148, case.buyer_lines(), 9, 12)
    ship = case.option("ship")
    sheet.lines(220, 148, [str(line) for line in ship] if ship else case.buyer_lines(), 9, 12)
    pairs = case.pairs(
        "document_number",
        "document_date",
        "order_number",
        "receiver_order_number",
        "customer_number",
        "due_date",
    )
    for place, (label, value) in enumerate(pairs):
        sheet.box(392, 122 + 15.4 * place, 163, 15.4)
        sheet.text(396, 133 + 15.4 * place, label, 8, True)
        sheet.text(550, 133 + 15.4 * place, value, 8.5, align="r")
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [
                ("qty", 45),
                ("code", 70),
                ("desc", 200),
                ("price", 60),
                ("discount", 40),
                ("amount", 60),
                ("rate", 40),
            ],
        )
    ]
    lines_table(sheet, case, 40, 240, columns, Rules(size=8.5, row=15, grid=False, foot_rule=False))
    sheet.box(40, 224, 515, 380)
    low = 612
    sheet.box(40, low, 330, 96)
    y = sheet.beside(46, low + 14, case.bank_pairs(), 90, 8.5, 12.5)
    sheet.paragraph(46, y + 4, case.word("late"), 315, 7.5)
    sums = case.totals("subtotal", "total_excl_vat", "total_vat", "total_incl_vat", "prepaid", "amount_due")
    for place, (label, value) in enumerate(sums):
        last = place == len(sums) - 1
        sheet.box(378, low + 19.2 * place, 177, 19.2, "#e5e7eb" if last else None)
        sheet.text(384, low + 13 + 19.2 * place, label, 9, last)
        sheet.text(549, low + 13 + 19.2 * place, value, 9.5, last, align="r")
    sheet.paragraph(
        40,
        730,
        str(case.option("small", "Title to the goods remains with the seller until paid in full. E & O E.")),
        515,
        7.5,
    )
    sheet.save()


def iberian(case: Case, path: Path) -> None:
    """Spain and Portugal: band, client in a box, taxes at the lower left, the total in a corner."""
    sheet = sheet_for(case, path)
    sheet.box(40, 36, 6, 70, sheet.colour, None)
    y = sheet.lines(
        54,
        48,
        [
            *case.seller_lines(),
            *[f"{label}: {value}" for label, value in case.pairs("supplier_vat_number", "supplier_phone")],
        ],
        8.5,
        11.5,
        first_bold=True,
    )
    sheet.text(555, 56, case.title(), 22, colour=sheet.colour, align="r")
    if case.option("original"):
        sheet.text(555, 70, str(case.option("original")), 8, align="r")
    sheet.box(300, 90, 255, 84, "#f8fafc", "#cbd5e1", round_by=4)
    sheet.text(310, 102, case.word("to"), 7, colour="#555555")
    y = sheet.lines(310, 117, case.buyer_lines(), 9.5, 12.5)
    sheet.lines(310, y, [f"{label}: {value}" for label, value in case.pairs("receiver_vat_number")], 9)
    pairs = case.pairs(
        "document_number",
        "document_date",
        "due_date",
        "customer_number",
        "receiver_order_number",
        "payment_method",
    )
    wide = 515 / max(len(pairs), 1)
    for place, (label, value) in enumerate(pairs):
        sheet.box(40 + wide * place, 190, wide, 15, sheet.colour, "#ffffff")
        sheet.text(40 + wide * (place + 0.5), 200.5, label, 7.5, True, "#ffffff", "c")
        sheet.text(40 + wide * (place + 0.5), 217, value, 8.5, align="c")
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [
                ("code", 60),
                ("desc", 215),
                ("qty", 50),
                ("price", 65),
                ("discount", 40),
                ("rate", 35),
                ("amount", 50),
            ],
        )
    ]
    y = lines_table(
        sheet, case, 40, 250, columns, Rules(head_fill="#e2e8f0", head_rule=False, row=15, size=8.5)
    )
    sheet.paragraph(43, y + 10, str(case.option("note", "")), 400, 8)
    low = 640
    vat_table(sheet, case, 40, low, (45, 75, 75), grid=True, gross=False)
    totals_block(
        sheet,
        330,
        552,
        low,
        case.totals("subtotal", "total_excl_vat", "total_vat", "prepaid", "total_incl_vat"),
        9,
        14,
        last_size=13,
        fill="#e2e8f0",
    )
    sheet.beside(40, 716, [*case.bank_pairs(), *case.pairs("payment_reference")], 90, 8.5, 12)
    sheet.paragraph(40, 785, f"{case.option('small', '')} {case.word('late')}", 515, 7, "#555555")
    if case.option("code"):
        sheet.qr(
            500, 700, 55, f"A:{case.facts['supplier_vat_number'][0][0]}*F:{case.facts['document_date'][0][0]}"
        )
    sheet.save()


LAYOUTS = {"trade": trade, "iberian": iberian}

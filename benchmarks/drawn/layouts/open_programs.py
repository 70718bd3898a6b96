"""Invoices of accounting programs (open part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import logo, sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def xero(case: Case, path: Path) -> None:
    """A web program of the south seas: title, three columns, due date in bold, a slip to tear off."""
    sheet = sheet_for(case, path)
    sheet.text(50, 85, case.title().upper(), 24)
    sheet.lines(80, 120, case.buyer_lines(), 9, 12)
    sheet.stacked(
        300,
        80,
        case.pairs(
            "document_date",
            "document_number",
            "receiver_order_number",
            "customer_number",
            "supplier_vat_number",
        ),
        8.5,
        lead=3,
    )
    sheet.lines(430, 80, case.seller_lines(), 8.5, 11.5)
    if case.option("brand"):
        logo(sheet, case, 430, 55, 18)
    columns = [("desc", 235), ("qty", 60), ("price", 70), ("rate", 60), ("amount", 70)]
    y = lines_table(
        sheet, case, 50, 250, columns, Rules(head_rule=True, row_rule=True, row=22, foot_rule=False)
    )
    y = totals_block(
        sheet,
        340,
        542,
        y + 8,
        case.totals("subtotal", "total_vat", "total_incl_vat", "prepaid", "amount_due"),
        9,
        17,
        last_size=10,
    )
    y += 18
    for label, value in case.pairs("due_date"):
        sheet.text(50, y, f"{label}: {value}", 10.5, True)
    accounts = [f"{label}: {value}" for label, value in case.bank_pairs()]
    sheet.lines(50, y + 16, [str(case.option("pay_to", "")), *accounts], 8.5, 11.5)
    low = 640
    sheet.rule(30, low, 565, 0.6, dashed=True)
    sheet.text(50, low + 34, str(case.option("advice", "PAYMENT ADVICE")), 18)
    sheet.lines(
        80,
        low + 60,
        [
            "To:   " + case.say("supplier_name"),
            *(f"        {line}" for line in case.seller_lines(name=False)),
        ],
        8.5,
        11.5,
    )
    pairs = [("Customer", case.say("receiver_name")), *case.pairs("document_number")]
    y = sheet.beside(320, low + 40, pairs, 100, 8.5, 14, bold_label=True)
    y = sheet.beside(
        320, y, [*case.totals("amount_due"), *case.pairs("due_date")], 100, 9, 14, bold_label=True
    )
    sheet.beside(320, y, [("Amount Enclosed", "")], 100, 8.5, bold_label=True)
    sheet.rule(420, y + 2, 545)
    sheet.text(420, y + 12, "Enter the amount you are paying above", 6.5)
    number = "supplier_organisation_number"
    if case.has(number) and case.option("foot_org", True):
        sheet.text(
            50,
            825,
            f"{case.label(number)} {case.say(number)}. Registered office {', '.join(case.issuer['address'])}",
            6.5,
        )
    sheet.save()


def quick(case: Case, path: Path) -> None:
    """An American program: coloured band, bill to and ship to, balance due in large print."""
    sheet = sheet_for(case, path, (612, 792))
    sheet.lines(45, 55, case.seller_lines(), 10, 13, first_bold=True)
    sheet.text(45, 100, f"{case.phone()}   {case.option('email', '')}", 9)
    sheet.text(565, 62, case.title().upper(), 22, True, sheet.colour, "r")
    sheet.text(45, 140, case.word("to").upper(), 8, True, sheet.colour)
    sheet.lines(45, 154, case.buyer_lines(), 9.5, 12.5)
    if case.option("ship"):
        sheet.text(225, 140, case.word("ship").upper(), 8, True, sheet.colour)
        sheet.lines(225, 154, [str(line) for line in case.option("ship")], 9.5, 12.5)
    facts = case.pairs(
        "document_number", "document_date", "terms", "due_date", "receiver_order_number", "customer_number"
    )
    y = 140.0
    for label, value in facts:
        sheet.text(480, y, label.upper(), 8, True, sheet.colour, "r")
        sheet.text(490, y, value, 9.5)
        y += 14
    sheet.rule(45, 232, 567, 1, sheet.colour)
    columns = [("code", 90), ("desc", 212), ("qty", 50), ("price", 80), ("amount", 90)]
    if case.option("no_code"):
        columns = [("desc", 302), ("qty", 50), ("price", 80), ("amount", 90)]
    y = lines_table(
        sheet,
        case,
        45,
        262,
        columns,
        Rules(
            head_fill="#dbe7f0",
            head_rule=False,
            row=22,
            size=9,
            capitals=True,
            head_colour=sheet.colour,
            foot_rule=False,
        ),
    )
    sheet.rule(45, y, 567, 0.6, "#999999", dashed=True)
    y = totals_block(
        sheet,
        350,
        560,
        y + 20,
        case.totals("subtotal", "total_vat", "total_incl_vat", "prepaid"),
        9,
        15,
        last_bold=False,
    )
    for label, value in case.totals("amount_due"):
        sheet.text(350, y + 12, label.upper(), 10)
        sheet.text(560, y + 14, value, 18, True, align="r")
    sheet.paragraph(45, y, case.word("thanks"), 240, 9)
    accounts = case.bank_pairs()
    if accounts:
        sheet.text(45, 660, str(case.option("pay_to", "")), 8.5, True)
        sheet.beside(45, 674, accounts, 110, 8.5, 12)
    names = ("supplier_vat_number", "supplier_organisation_number") if case.option("show_ids", True) else ()
    ids = [f"{label} {value}" for label, value in case.pairs(*names)]
    sheet.text(306, 760, "  |  ".join([*ids, str(case.option("web", ""))]), 8, colour="#666666", align="c")
    sheet.save()


def split_invoice(case: Case, path: Path) -> None:
    """Two coloured heads side by side, VAT by rate at the lower left, the total in a filled box."""
    sheet = sheet_for(case, path)
    sheet.box(0, 0, 595, 96, sheet.colour, None)
    sheet.text(40, 58, str(case.option("brand") or case.say("supplier_name")), 22, True, "#ffffff")
    sheet.text(555, 58, case.title().upper(), 16, True, "#ffffff", "r")
    for label, value in case.pairs("document_number"):
        sheet.text(555, 78, f"{label} {value}", 9.5, colour="#ffffff", align="r")
    for x, key, lines in (
        (40, "seller", case.seller_lines(country=bool(case.option("name_country")))),
        (230, "to", case.buyer_lines()),
    ):
        title = case.word(key) or str(case.option("seller_word", ""))
        sheet.text(x, 126, title, 7.5, colour="#777777")
        y = sheet.lines(x, 140, lines, 9, 12.5, first_bold=True)
        ids = (
            case.pairs("supplier_organisation_number", "supplier_vat_number")
            if x == 40
            else case.pairs("receiver_vat_number")
        )
        sheet.lines(x, y, [f"{label}: {value}" for label, value in ids], 8.5, 11.5)
    sheet.beside(
        410,
        140,
        case.pairs(
            "document_date",
            "delivery",
            "due_date",
            "customer_number",
            "order_number",
            "contract_number",
            "payment_method",
        ),
        0,
        8.5,
        13,
        right=555,
    )
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("desc", 215), ("qty", 45), ("unit", 40), ("price", 70), ("rate", 50), ("amount", 95)]
        )
    ]
    y = lines_table(
        sheet, case, 40, 262, columns, Rules(zebra="#f2f4f6", head_rule=True, row=19, size=9, foot_rule=False)
    )
    low = max(y + 24, 480)
    vat_table(sheet, case, 40, low, gross=bool(case.option("vat_gross", True)))
    sums = case.totals("total_excl_vat", "total_vat", "total_incl_vat", "rounding", "prepaid")
    end = totals_block(sheet, 360, 548, low, sums, 9, 15)
    for label, value in case.totals("amount_due"):
        sheet.box(352, end, 203, 30, sheet.colour, None)
        sheet.text(360, end + 19, label, 10.5, True, "#ffffff")
        sheet.text(548, end + 19, value, 13, True, "#ffffff", "r")
    sheet.beside(
        40, end + 60, [*case.bank_pairs(), *case.pairs("payment_reference")], 110, 9, 14, bold_value=True
    )
    sheet.paragraph(40, 790, case.word("late"), 515, 7.5, "#666666")
    sheet.text(
        40,
        808,
        f"{case.word('phone')} {case.phone()}   {case.option('email', '')}   {case.option('web', '')}",
        7.5,
        colour="#666666",
    )
    sheet.save()


LAYOUTS = {"xero": xero, "quick": quick, "split_invoice": split_invoice}

"""Invoices of corporations and of subscriptions (sealed part)."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def subscription(case: Case, path: Path) -> None:
    """A web service's receipt or invoice: facts without boxes, the sum with its day in large print."""
    sheet = sheet_for(case, path, (612, 792))
    paid = case.kind == "receipt"
    sheet.text(50, 70, case.title(), 20, True)
    sheet.text(562, 70, str(case.option("brand", "")), 18, True, "#6b7280", "r")
    y = sheet.beside(
        50, 96, case.pairs("document_number", "document_date", "due_date"), 100, 9, 13, bold_label=True
    )
    if paid and case.has("payment_method"):
        card = (
            f"{case.say('payment_method')} - {case.say('card_last_four')}"
            if case.has("card_last_four")
            else case.say("payment_method")
        )
        sheet.beside(50, y, [(case.word("means"), card)], 100, 9, bold_label=True)
    left = [
        *case.seller_lines(country=True),
        str(case.option("email", "")),
        *[f"{label} {value}" for label, value in case.pairs("supplier_vat_number")],
    ]
    sheet.lines(50, 170, left, 9, 13, first_bold=True)
    sheet.text(300, 170, case.word("to"), 9, True)
    right = [*case.buyer_lines(), *[f"{label} {value}" for label, value in case.pairs("receiver_vat_number")]]
    sheet.lines(300, 183, right, 9, 13)
    label, value = (case.totals("amount_due") or case.totals("total_incl_vat"))[0]
    day = f"paid on {case.say('document_date')}" if paid else f"due {case.say('due_date')}"
    words = case.option("headline", "{0} {1}")
    sheet.text(50, 285, str(words).format(value, day), 16, True)
    columns = [("desc", 270), ("qty", 60), ("price", 90), ("amount", 92)]
    if any(case.shares):
        columns = [("desc", 230), ("qty", 50), ("price", 80), ("rate", 60), ("amount", 92)]
    for name in ("period",):
        for _, value in case.pairs(name):
            sheet.text(50, 312, value, 8.5, colour="#6b7280")
    y = lines_table(sheet, case, 50, 335, columns, Rules(size=9, head_size=7.5, row=22))
    sums = case.totals(
        "subtotal",
        "total_excl_vat",
        "total_vat",
        "total_incl_vat",
        "prepaid",
        *(() if paid else ("amount_due",)),
    )
    if paid:
        sums.append(
            (
                str(case.option("paid_word", "Amount paid")),
                case.money(case.amounts["total_incl_vat"], sign=True),
            )
        )
    y = totals_block(sheet, 330, 558, y + 10, sums, 9, 17, ruled=True)
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(50, y + 18, str(sentence), 500, 9)
    for place, (label, value) in enumerate(case.bank_pairs()):
        sheet.text(50, y + 40 + 13 * place, f"{label}: {value}", 9)
    sheet.text(50, 760, f"{case.facts['document_number'][1]} · {value_of(case)}", 7.5, colour="#6b7280")
    sheet.text(562, 760, case.word("page").format(1, 1), 7.5, align="r", colour="#6b7280")
    sheet.save()


def value_of(case: Case) -> str:
    """The sum of the document with its sign, as the foot repeats it."""
    return case.money(case.amounts.get("amount_due", case.amounts["total_incl_vat"]), sign=True)


def corporate(case: Case, path: Path) -> None:
    """A corporation's form: many numbers in a grid, lines over two pages with a sum carried forward."""
    sheet = sheet_for(case, path)
    pages = 2 if len(case.lines) > 6 else 1
    head = case.say("supplier_name")
    bank = [" ".join(pair) for pair in case.bank_pairs()]
    ids = [
        f"{label} {value}"
        for label, value in case.pairs("supplier_vat_number", "supplier_organisation_number")
    ]
    address = case.seller_lines()

    def frame(number: int) -> None:
        sheet.text(555, 44, head, sheet.fitting(head, 300, 15), True, sheet.colour, "r")
        sheet.rule(40, 54, 555, 2, sheet.colour)
        sheet.rule(40, 772, 555, 0.4)
        for place, lines in enumerate((address, [*bank[:4]], [*ids, str(case.option("small", ""))])):
            sheet.lines(40 + 175 * place, 783, [line for line in lines if line], 6.5, 8.2)
        sheet.text(555, 832, case.word("page").format(number, pages), 7, align="r")

    frame(1)
    sheet.lines(50, 100, case.buyer_lines(), 10, 13)
    if case.option("ship"):
        sheet.text(50, 170, case.word("ship"), 7, colour="#555555")
        sheet.lines(50, 182, [str(line) for line in case.option("ship")], 8.5, 11)
    sheet.text(330, 96, case.title().upper(), 16, True)
    facts = case.pairs(
        "document_number",
        "document_date",
        "customer_number",
        "order_number",
        "receiver_order_number",
        "delivery",
        "contract_number",
        "contact",
        "due_date",
    )
    for label, value in [tuple(pair) for pair in case.option("facts", [])]:
        facts.insert(4, (label, value))
    for place, pair in enumerate(facts):
        sheet.above(330 + 112 * (place % 2), 114 + 24 * (place // 2), [pair], 112, 8.5, 6)
    columns = [
        tuple(c)
        for c in case.option(
            "columns",
            [
                ("no", 28),
                ("code", 62),
                ("desc", 185),
                ("qtyunit", 65),
                ("price", 65),
                ("rate", 45),
                ("amount", 65),
            ],
        )
    ]

    def turn(y: float) -> float:
        seen = len(case.rows["purchase_lines"])
        running = sum((line.total for line in case.lines[:seen]), Decimal(0))
        sheet.text(440, y + 4, case.word("carried"), 8.5, True, align="r")
        sheet.text(552, y + 4, case.money(running), 8.5, True, align="r")
        sheet.new_page()
        frame(2)
        sheet.text(40, 72, f"{case.title()} {case.say('document_number')}", 8.5)
        sheet.text(440, 90, case.word("carried"), 8.5, True, align="r")
        sheet.text(552, 90, case.money(running), 8.5, True, align="r")
        return 112

    limit = 730 if pages == 1 else 400 + 20 * len(case.lines) / 2
    rules = Rules(size=8, row=26 if pages == 2 else 18, row_rule=True)
    y = lines_table(
        sheet,
        case,
        40,
        272,
        columns,
        rules,
        turn=(min(limit, 730), turn),
        titles={"no": str(case.option("no_word", "Pos"))},
    )
    vat_table(sheet, case, 40, y + 24, (55, 80, 75, 85))
    y = totals_block(
        sheet,
        360,
        552,
        y + 24,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "prepaid", "amount_due"),
        9,
        15,
    )
    y = max(y, 300) + 20
    for label, value in case.pairs("terms", "payment_reference", "payment_method"):
        sheet.text(40, y, f"{label}: {value}", 8.5)
        y += 12
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(40, y + 4, str(sentence), 510, 8)
    sheet.save()


LAYOUTS = {"subscription": subscription, "corporate": corporate}

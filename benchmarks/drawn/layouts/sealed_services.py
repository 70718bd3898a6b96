"""Rentals, builders and forwarders (sealed part)."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def dutch(case: Case, path: Path) -> None:
    """A narrow column at the right holds all of the sender; text and table keep to the left."""
    sheet = sheet_for(case, path)
    sheet.box(430, 0, 165, 842, "#f3f4f6", None)
    sheet.text(445, 70, str(case.option("brand") or ""), 17, True, sheet.colour)
    y = sheet.lines(445, 110, [*case.seller_lines()], 8.5, 12, first_bold=True) + 8
    for label, value in [
        *case.pairs("supplier_phone", "supplier_organisation_number", "supplier_vat_number"),
        *case.bank_pairs(),
    ]:
        sheet.text(445, y, label, 7, colour=sheet.colour)
        sheet.text(445, y + 10, value, 7.8)
        y += 24
    sheet.lines(45, 120, case.buyer_lines(), 10, 13.5)
    sheet.text(45, 215, case.title(), 22, True, sheet.colour)
    y = sheet.beside(
        45,
        242,
        case.pairs(
            "document_number",
            "document_date",
            "due_date",
            "customer_number",
            "receiver_order_number",
            "order_number",
            "period",
        ),
        110,
        9,
        13,
    )
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("qty", 38), ("desc", 170), ("price", 60), ("rate", 37), ("amount", 65)]
        )
    ]
    y = lines_table(sheet, case, 45, y + 20, columns, Rules(size=8.5, row=16, head_colour=sheet.colour))
    y = totals_block(
        sheet,
        230,
        412,
        y + 12,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "prepaid", "amount_due"),
        9,
        15,
    )
    text = str(case.option("sentence", ""))
    for name in ("amount_due", "total_incl_vat", "due_date", "iban", "document_number", "payment_reference"):
        if "{" + name + "}" in text:
            text = text.replace("{" + name + "}", case.say(name))
    if case.option("sentence_means"):
        case.said["payment_method"] = [str(case.option("sentence_means"))]
    sheet.paragraph(45, 740, text, 360, 8.5)
    sheet.save()


def progress(case: Case, path: Path) -> None:
    """Construction: contract sum, work to date, retention, what earlier invoices certified, net due."""
    sheet = sheet_for(case, path)
    sheet.lines(
        50,
        60,
        [
            *case.seller_lines(),
            *[
                f"{label} {value}"
                for label, value in case.pairs(
                    "supplier_phone", "supplier_vat_number", "supplier_organisation_number"
                )
            ],
        ],
        9,
        12,
        first_bold=True,
    )
    sheet.text(545, 64, case.title().upper(), 15, True, align="r")
    sheet.text(545, 80, str(case.option("subtitle", "")), 10, align="r")
    sheet.lines(50, 168, case.buyer_lines(), 10, 13)
    sheet.beside(
        330,
        150,
        case.pairs(
            "document_number",
            "document_date",
            "contract_number",
            "receiver_order_number",
            "period",
            "due_date",
        ),
        100,
        9,
        13.5,
        bold_label=True,
    )
    site = case.option("site", "")
    sheet.text(50, 262, str(site), 10, True)
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("no", 25), ("desc", 280), ("qty", 50), ("unit", 45), ("price", 60), ("amount", 75)]
        )
    ]
    y = lines_table(sheet, case, 40, 286, columns, Rules(size=8.5, row=16, grid=True), titles={"no": ""})
    words = case.option("steps")
    net = case.amounts["total_excl_vat"]
    earlier = (net * Decimal("1.8")).quantize(Decimal(1))
    retention = (net * Decimal("0.15")).quantize(Decimal("0.01"))
    steps = [
        (str(words[0]), net + earlier + retention),
        (str(words[1]), -retention),
        (str(words[2]), -earlier),
    ]
    pairs = [
        *[(label, case.money(value)) for label, value in steps],
        *case.totals("total_excl_vat", "total_vat", "total_incl_vat", "amount_due"),
    ]
    y = totals_block(sheet, 270, 545, y + 14, pairs, 9, 16, ruled=True, last_size=11)
    sheet.beside(50, y + 26, [*case.bank_pairs(), *case.pairs("payment_reference")], 110, 9, 13)
    sheet.paragraph(50, 790, str(case.option("small", "")), 495, 7.5)
    sheet.save()


def freight(case: Case, path: Path) -> None:
    """A forwarder: shipper and consignee, vessel and weights, disbursements, a rate of exchange."""
    sheet = sheet_for(case, path)
    sheet.text(40, 52, str(case.option("brand") or case.say("supplier_name")), 17, True, sheet.colour)
    sheet.lines(
        555,
        44,
        [
            *case.seller_lines(country=bool(case.option("name_country"))),
            *[f"{label} {value}" for label, value in case.pairs("supplier_phone", "supplier_vat_number")],
        ],
        8,
        10.5,
        align="r",
    )
    shipper, consignee = case.option("shipper", []), case.option("consignee", [])
    for place, (title, lines) in enumerate(
        (
            (
                case.word("to"),
                case.buyer_lines()
                + [f"{label} {value}" for label, value in case.pairs("receiver_vat_number")],
            ),
            (str(case.option("shipper_word", "Shipper")), shipper),
            (str(case.option("consignee_word", "Consignee")), consignee),
        )
    ):
        sheet.box(40 + 172 * place, 110, 172, 80)
        sheet.text(45 + 172 * place, 120, title, 6.5, True, "#555555")
        sheet.lines(45 + 172 * place, 134, [str(line) for line in lines], 8.5, 11)
    facts = [
        *case.pairs(
            "document_number", "document_date", "due_date", "customer_number", "receiver_order_number"
        ),
        *[tuple(pair) for pair in case.option("facts", [])],
    ]
    for place, pair in enumerate(facts):
        sheet.above(40 + 129 * (place % 4), 204 + 24 * (place // 4), [pair], 129, 8, 6, boxed=True)
    sheet.text(40, 282, case.title().upper(), 15, True)
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("desc", 235), ("qty", 50), ("unit", 50), ("price", 65), ("rate", 50), ("amount", 65)]
        )
    ]
    y = lines_table(
        sheet, case, 40, 304, columns, Rules(size=8.5, row=15, head_fill="#e5e7eb", head_rule=False)
    )
    vat_table(sheet, case, 40, y + 20, (50, 75, 70, 80))
    y = totals_block(
        sheet,
        350,
        552,
        y + 20,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "amount_due"),
        9,
        15,
    )
    if case.option("exchange"):
        currency, rate = case.option("exchange")
        value = (case.amounts["total_incl_vat"] * Decimal(str(rate))).quantize(Decimal("0.01"))
        sheet.text(
            350,
            y + 8,
            str(case.option("exchange_text", "{0} {1} at 1 {2} = {3}")).format(
                currency, case.money(value), case.option("currency", case.country["currency"]), rate
            ),
            8,
        )
    sheet.lines(
        40,
        660,
        [f"{label}: {value}" for label, value in [*case.bank_pairs(), *case.pairs("payment_reference")]],
        8.5,
        12,
    )
    sheet.paragraph(40, 780, str(case.option("small", "")), 515, 7)
    sheet.save()


LAYOUTS = {"dutch": dutch, "progress": progress, "freight": freight}

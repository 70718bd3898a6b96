"""Bills of utilities and hotels, letters of authorities, reminders and subscriptions (open part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.open_letterheads import filled
from drawn.layouts.paper import logo, sheet_for
from drawn.rows import Rules, lines_table, totals_block, vat_table


def utility(case: Case, path: Path) -> None:
    """Energy, water, telephone: a summary with the sum on the first page, the calculation on the second."""
    sheet = sheet_for(case, path)
    sheet.box(0, 0, 595, 12, sheet.colour, None)
    logo(sheet, case, 45, 64, 24)
    sheet.lines(45, 120, case.buyer_lines(), 10.5, 13.5)
    y = sheet.beside(
        340,
        120,
        case.pairs("customer_number", "contract_number", "document_number", "document_date", "period"),
        0,
        9,
        15,
        right=550,
    )
    sheet.text(45, 238, str(case.option("headline", case.title())), 17, True, sheet.colour)
    case.say("document_type")
    sheet.paragraph(45, 262, str(case.option("greeting", "")), 300, 9.5)
    sheet.box(340, max(y, 226), 215, 92, "#eef3f7", None, round_by=6)
    top = max(y, 226)
    for label, value in case.totals("amount_due"):
        sheet.text(354, top + 22, label, 9.5)
        sheet.text(354, top + 50, value, 22, True, sheet.colour)
    for label, value in case.pairs("due_date"):
        sheet.text(354, top + 74, str(case.option("due_sentence", "{}: {}")).format(label, value), 9.5)
    y = totals_block(
        sheet,
        45,
        320,
        350,
        case.totals("total_excl_vat", "total_vat", "total_incl_vat", "rounding", "prepaid"),
        10,
        18,
        last_bold=False,
        ruled=True,
    )
    y += 14
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(45, y, filled(case, str(sentence)), 505, 9.5) + 8
    sheet.beside(
        45, y + 6, [*case.bank_pairs(), *case.pairs("payment_reference")], 120, 9, 13, bold_value=True
    )
    sheet.rule(45, 770, 550, 0.4, "#999999")
    ids = [
        f"{label} {value}"
        for label, value in case.pairs("supplier_organisation_number", "supplier_vat_number")
    ]
    sheet.lines(
        45,
        783,
        [
            " · ".join([*case.seller_lines(), *([case.phone()] if case.has("supplier_phone") else [])]),
            " · ".join([*ids, str(case.option("small", ""))]),
        ],
        7,
        9.5,
        colour="#555555",
    )
    sheet.text(550, 815, case.word("page").format(1, 2), 7.5, align="r")
    sheet.new_page()
    logo(sheet, case, 45, 50, 14)
    sheet.text(550, 46, f"{case.label('document_number')} {case.say('document_number')}", 8.5, align="r")
    sheet.text(45, 90, str(case.option("detail_word", "")), 12, True)
    columns = [
        tuple(c)
        for c in case.option(
            "columns", [("desc", 225), ("qty", 60), ("unit", 50), ("price", 80), ("amount", 90)]
        )
    ]
    y = lines_table(sheet, case, 45, 120, columns, Rules(row_rule=True, row=17))
    vat_table(sheet, case, 45, y + 20)
    sheet.paragraph(45, 700, str(case.option("fine_print", "")), 505, 7.5, "#555555")
    sheet.text(550, 815, case.word("page").format(2, 2), 7.5, align="r")
    sheet.save()


def folio(case: Case, path: Path) -> None:
    """A hotel's bill: guest, room and nights, a date on each line, settled by card, nothing left."""
    sheet = sheet_for(case, path)
    sheet.text(
        297, 60, str(case.option("brand") or case.say("supplier_name")), 24, align="c", colour=sheet.colour
    )
    sheet.rule(200, 72, 395, 0.8, sheet.colour)
    sheet.lines(60, 120, case.buyer_lines(), 10, 13)
    nights = (
        [("arrival", case.say("period_start")), ("departure", case.say("period_end"))]
        if case.has("period_start")
        else []
    )
    facts = [
        *case.pairs("document_number", "document_date"),
        *[(str(case.option(key)), value) for key, value in nights],
        (str(case.option("room", "Room")), str(case.rng.randint(101, 640))),
        *case.pairs("customer_number"),
    ]
    sheet.beside(350, 120, facts, 0, 9, 14, right=540)
    sheet.text(60, 222, case.title().upper(), 13, True)
    y = 250.0
    for x, title, align in (
        (60, str(case.option("day_word", case.word("date"))), "l"),
        (130, case.word("desc"), "l"),
        (430, case.word("rate"), "r"),
        (540, str(case.option("charge_word", case.word("amount"))), "r"),
    ):
        sheet.text(x, y, title, 8.5, True, align=align)
    sheet.rule(60, y + 5, 540, 0.8)
    rows = case.rows.setdefault("purchase_lines", [])
    for line in case.lines:
        y += 16
        times = f" ({case.quantity(line.quantity)} x {case.money(line.price)})" if line.quantity != 1 else ""
        sheet.text(60, y, case.facts["document_date"][1], 9)
        sheet.text(
            130,
            y,
            line.description + times,
            9,
        )
        sheet.text(430, y, f"{case.quantity(line.rate)}%", 9, align="r")
        sheet.text(540, y, case.money(line.total), 9, align="r")
        rows.append(
            {
                "description": line.description,
                "vat_rate": f"{line.rate.normalize():f}",
                "total": f"{line.total:f}",
            }
        )
        if line.quantity != 1:
            rows[-1] |= {"quantity": f"{line.quantity.normalize():f}", "unit_price": f"{line.price:f}"}
    sheet.rule(60, y + 8, 540, 0.5)
    sums = case.totals("total_incl_vat")
    if case.has("payment_method"):
        card = f" **** {case.say('card_last_four')}" if case.has("card_last_four") else ""
        sums.append((case.say("payment_method") + card, case.money(-case.amounts["total_incl_vat"])))
    sums.append((str(case.option("balance", "Balance")), case.money(case.amounts["total_incl_vat"] * 0)))
    y = totals_block(sheet, 330, 540, y + 28, sums, 10, 17)
    case.said["amount_due"] = ["0.00"]
    vat_table(sheet, case, 60, y + 24, grid=True)
    if len(case.shares) == 1:
        case.said["total_excl_vat"], case.said["total_vat"] = (
            case.facts["total_excl_vat"][0],
            case.facts["total_vat"][0],
        )
    sheet.text(60, y + 90, case.word("thanks"), 9)
    ids = [
        f"{label} {value}"
        for label, value in case.pairs("supplier_organisation_number", "supplier_vat_number")
    ]
    sheet.lines(
        297,
        785,
        [
            ", ".join(case.seller_lines()),
            "  ".join([case.phone(), str(case.option("web", "")), *ids]),
            "  ".join(" ".join(p) for p in case.bank_pairs()),
        ],
        7.5,
        10,
        align="c",
        colour="#555555",
    )
    sheet.save()


def notice(case: Case, path: Path) -> None:
    """A letter that asks for money: authority, association, reminder; the sum in a small table."""
    sheet = sheet_for(case, path)
    sheet.text(
        70,
        62,
        case.say("supplier_name"),
        sheet.fitting(case.say("supplier_name"), 300, 15),
        True,
        sheet.colour,
    )
    y = sheet.lines(
        70,
        78,
        [
            *case.seller_lines(name=False),
            *([case.phone()] if case.has("supplier_phone") else []),
            *[f"{a} {b}" for a, b in case.pairs("supplier_organisation_number")],
        ],
        8,
        10,
    )
    sheet.lines(70, 150, case.buyer_lines(), 11, 14)
    sheet.beside(
        360,
        150,
        case.pairs("document_date", "customer_number", "document_number", "contract_number", "contact"),
        85,
        9,
        13,
    )
    sheet.text(70, 250, str(case.option("headline", case.title())), 13, True)
    case.say("document_type")
    y = 272.0
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(70, y, filled(case, str(sentence)), 460, 10) + 8
    columns = [tuple(c) for c in case.option("columns", [("desc", 330), ("amount", 120)])]
    y = lines_table(sheet, case, 70, y + 12, columns, Rules(row_rule=True, row=16, size=9.5))
    names = ("total_excl_vat", "total_vat", "amount_due") if case.option("vat", True) else ("amount_due",)
    y = totals_block(sheet, 330, 517, y + 8, case.totals(*names), 10, 16)
    y += 20
    for sentence in case.option("closing", []):
        y = sheet.paragraph(70, y, filled(case, str(sentence)), 460, 10) + 8
    sheet.box(70, 690, 455, 92, "#f6f6f6", "#bbbbbb")
    pairs = [
        *case.bank_pairs(),
        *case.pairs("payment_reference", "due_date"),
        *(case.totals("amount_due") if case.option("slip_sum", True) else []),
    ]
    for place, (label, value) in enumerate(pairs):
        sheet.text(80 + 225 * (place % 2), 706 + 26 * (place // 2), label, 7, colour="#555555")
        sheet.text(80 + 225 * (place % 2), 718 + 26 * (place // 2), value, 9.5, True)
    sheet.save()


LAYOUTS = {"utility": utility, "folio": folio, "notice": notice}

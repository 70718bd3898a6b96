"""What people get: premiums of insurers and bills of doctors (sealed part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import Rules, lines_table, totals_block, truth_row


def premium(case: Case, path: Path) -> None:
    """An insurer's bill: policy and period, premium by risk, no VAT; a strip to tear off."""
    sheet = sheet_for(case, path)
    sheet.text(60, 60, str(case.option("brand") or case.say("supplier_name")), 20, True, sheet.colour)
    sheet.lines(
        545,
        48,
        [
            *case.seller_lines(),
            *[
                f"{label} {value}"
                for label, value in case.pairs("supplier_phone", "supplier_organisation_number")
            ],
        ],
        7.5,
        10,
        align="r",
    )
    sheet.lines(60, 140, case.buyer_lines(), 10.5, 13.5)
    sheet.text(60, 232, str(case.option("headline", case.title())), 14, True)
    case.say("document_type")
    pairs = case.pairs(
        "contract_number", "customer_number", "document_number", "document_date", "period", "due_date"
    )
    for place, (label, value) in enumerate(pairs):
        sheet.text(60 + 165 * (place % 3), 256 + 30 * (place // 3), label, 7.5, colour="#555555")
        sheet.text(60 + 165 * (place % 3), 268 + 30 * (place // 3), value, 9.5)
    y = sheet.paragraph(60, 330, str(case.option("greeting", "")), 480, 9.5)
    y = lines_table(
        sheet, case, 60, y + 18, [("desc", 365), ("amount", 115)], Rules(size=9.5, row=17, row_rule=True)
    )
    y = totals_block(sheet, 300, 537, y + 8, case.totals("amount_due"), 11, 16)
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(60, y + 14, str(sentence), 480, 9)
    if case.option("sentence_means"):
        case.said["payment_method"] = [str(case.option("sentence_means"))]
    if case.option("bank"):
        sheet.rule(0, 660, 595, 0.5, dashed=True)
        sheet.lines(
            60,
            690,
            [case.say("supplier_name"), *[f"{label}: {value}" for label, value in case.bank_pairs()]],
            10,
            14,
        )
        sheet.lines(
            330,
            690,
            [
                f"{label}: {value}"
                for label, value in [*case.pairs("payment_reference", "due_date"), *case.totals("amount_due")]
            ],
            10,
            14,
        )
    sheet.save()


def doctor(case: Case, path: Path) -> None:
    """A patient's bill: treatments by day and code, no VAT, a diagnosis, the account at the foot."""
    sheet = sheet_for(case, path)
    sheet.lines(70, 56, case.seller_lines(), 12, 15, first_bold=True)
    sheet.lines(
        70,
        104,
        [f"{label} {value}" for label, value in case.pairs("supplier_phone")]
        + [str(case.option("small", ""))],
        8.5,
        11,
    )
    sheet.lines(70, 160, case.buyer_lines(), 10.5, 13.5)
    sheet.text(70, 248, case.title(), 14, True)
    y = sheet.beside(
        70, 270, case.pairs("document_number", "document_date", "customer_number", "due_date"), 120, 9.5, 13.5
    )
    for label, value in case.option("patient", []):
        sheet.text(330, 270, f"{label}: {value}", 9.5)
    y = max(y + 12, 310)
    for x, title, align in (
        (70, str(case.option("day_word", case.word("date"))), "l"),
        (140, case.word("code"), "l"),
        (195, case.word("desc"), "l"),
        (430, case.word("qty"), "r"),
        (525, case.word("amount"), "r"),
    ):
        sheet.text(x, y, title, 8.5, True, align=align)
    sheet.rule(70, y + 4, 525)
    for line in case.lines:
        y += 16
        sheet.text(70, y, case.day(case.distractors["delivery"]), 9)
        sheet.text(140, y, line.code, 9)
        sheet.text(195, y, line.description, 9)
        sheet.text(430, y, case.quantity(line.quantity), 9, align="r")
        sheet.text(525, y, case.money(line.total), 9, align="r")
    case.rows["purchase_lines"] = [truth_row(line, ("code", "desc", "qty", "amount")) for line in case.lines]
    sheet.rule(70, y + 6, 525)
    y = totals_block(sheet, 330, 525, y + 24, case.totals(*case.option("sums", ["total_incl_vat"])), 11, 16)
    text = str(case.option("sentence", ""))
    for name in ("total_incl_vat", "amount_due", "due_date", "iban", "payment_reference"):
        if "{" + name + "}" in text:
            text = text.replace("{" + name + "}", case.say(name))
    if case.option("sentence_means"):
        case.said["payment_method"] = [str(case.option("sentence_means"))]
    sheet.paragraph(70, y + 20, text, 455, 9.5)
    sheet.rule(70, 770, 525, 0.4)
    sheet.text(
        70,
        784,
        "   ".join(
            f"{label} {value}" for label, value in [*case.bank_pairs(), *case.pairs("payment_reference")]
        ),
        8.5,
    )
    sheet.save()


LAYOUTS = {"premium": premium, "doctor": doctor}

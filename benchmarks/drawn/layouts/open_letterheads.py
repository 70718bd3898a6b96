"""Invoices on the firm's own letter paper (open part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import logo, sheet_for
from drawn.rows import Rules, lines_table, totals_block
from drawn.sheet import Sheet

SUMS = ("subtotal", "total_excl_vat", "total_vat", "total_incl_vat", "rounding", "prepaid", "amount_due")


def filled(case: Case, sentence: str) -> str:
    """A sentence with the fields that it names in braces; ``;means=transfer`` is what it says of paying."""
    sentence, _, means = sentence.partition(" ;means=")
    if means:
        case.said["payment_method"] = [means]
    for name in list(case.facts):
        if "{" + name + "}" in sentence:
            sentence = sentence.replace("{" + name + "}", case.say(name))
    return sentence


def giro_invoice(case: Case, path: Path) -> None:
    """Swedish and Norwegian manner: boxes of facts on the right, sums in a band, four columns at the foot."""
    sheet = sheet_for(case, path)
    logo(sheet, case, 40, 62, 22)
    if not case.option("brand"):
        sheet.text(
            40,
            62,
            case.say("supplier_name"),
            sheet.fitting(case.say("supplier_name"), 275, 16),
            True,
            sheet.colour,
        )
    sheet.text(330, 58, case.title(), 20, True)
    sheet.text(555, 30, case.word("page").format(1, 1), 7, align="r")
    facts = case.pairs("document_number", "document_date", "customer_number", "payment_reference")
    for place, pair in enumerate(facts):
        sheet.above(330 + 112 * (place % 2), 82 + 26 * (place // 2), [pair], 112, 9, boxed=True)
    more = case.pairs(
        "order_number", "receiver_order_number", "contact", "delivery", "terms", "due_date", "period"
    )
    sheet.beside(40, 190, more, 95, 8.5, 12)
    sheet.lines(330, 175, case.buyer_lines(), 10.5, 13)
    wide = case.option(
        "columns",
        [("code", 55), ("desc", 205), ("qty", 45), ("unit", 40), ("price", 65), ("rate", 40), ("amount", 65)],
    )
    y = lines_table(
        sheet, case, 40, 300, [tuple(c) for c in wide], Rules(head_fill="#e6e6e6", head_rule=False)
    )
    if case.option("note"):
        sheet.paragraph(43, y + 8, str(case.option("note")), 300, 8.5)
    top = 655
    sheet.rule(40, top - 14, 555, 1)
    sums = case.totals("total_excl_vat", "total_vat", "rounding", "amount_due")
    for place, (label, value) in enumerate(sums):
        last = place == len(sums) - 1
        right = 555 if last else 40 + 110 * (place + 1)
        sheet.text(right, top, label, 7.5, last, align="r")
        sheet.text(right, top + 15, value, 12 if last else 9.5, last, align="r")
    sheet.rule(40, top + 24, 555, 1)
    sheet.paragraph(40, top + 38, case.word("late"), 380, 7.5)
    _four_columns(sheet, case, 745)
    if case.option("ocr_line") and case.has("payment_reference"):
        due = sums[-1][1].replace(" ", "").replace(",", " ")
        giro = case.facts["bankgiro_account"][0][0]
        code = f"# {case.say('payment_reference')} #  {due} 8 >  {giro}#41#"
        sheet.text(60, 825, code, 10, font="Courier")
    sheet.save()


def _four_columns(sheet: Sheet, case: Case, y: float) -> None:
    sheet.rule(40, y - 12, 555, 0.5)
    ids = case.pairs("supplier_organisation_number", "supplier_vat_number")
    tax = [str(case.option("fskatt"))] if case.option("fskatt") else []
    columns = [
        ("", case.seller_lines(country=bool(case.option("name_country")))),
        (case.word("phone"), [case.phone(), str(case.option("web", ""))]),
        ("", [part for pair in case.bank_pairs() for part in pair]),
        ("", [*(part for pair in ids for part in pair), *tax]),
    ]
    for place, (label, lines) in enumerate(columns):
        shown = [line for line in ([label, *lines] if label else lines) if line]
        sheet.lines(40 + 132 * place, y, shown, 7.5, 9.5)


def word_letter(case: Case, path: Path) -> None:
    """Typed in a word processor: everything in one column, a plain table, the account in a sentence."""
    sheet = sheet_for(case, path)
    y = sheet.lines(70, 70, case.seller_lines(), 11, 14, first_bold=True)
    small = [case.phone()] if case.has("supplier_phone") else []
    y = sheet.lines(70, y, [*small, *([str(case.option("email"))] if case.option("email") else [])], 9.5)
    y = sheet.lines(70, y + 26, case.buyer_lines(), 11, 14)
    sheet.text(525, y + 22, f"{case.option('town', '')}{case.say('document_date')}", 11, align="r")
    y += 58
    sheet.text(
        70, y, f"{case.title()} {case.option('number_sign', '')}{case.say('document_number')}", 15, True
    )
    y = sheet.beside(
        70,
        y + 24,
        case.pairs("customer_number", "receiver_order_number", "period", "contract_number"),
        130,
        10,
    )
    if case.option("greeting"):
        y = sheet.paragraph(70, y + 8, str(case.option("greeting")), 455, 10.5)
    columns = case.option(
        "columns", [("desc", 245), ("qty", 50), ("unit", 45), ("price", 55), ("amount", 60)]
    )
    y = lines_table(sheet, case, 70, y + 18, [tuple(c) for c in columns], Rules(grid=True, size=10, row=18))
    y = totals_block(
        sheet, 340, 522, y + 12, case.totals(*case.option("sums", SUMS[1:4])), 10.5, 16, last_size=11
    )
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(70, y + 10, filled(case, str(sentence)), 455, 10.5)
    sheet.text(
        70,
        y + 34,
        str(case.option("signed", case.option("contact", ""))),
        13,
        font="Amatic" if case.option("signed") else None,
    )
    names = ("supplier_vat_number", "supplier_organisation_number") if case.option("show_ids", True) else ()
    foot = [f"{label} {value}" for label, value in case.pairs(*names)]
    foot += [str(case.option("small"))] if case.option("small") else []
    sheet.text(297, 810, "   ".join(foot), 8, align="c")
    sheet.save()


def din_letter(case: Case, path: Path) -> None:
    """German business letter: sender small above the window, facts at the right, columns at the foot."""
    sheet = sheet_for(case, path)
    logo(sheet, case, 395, 66, 24)
    inline = " · ".join(case.seller_lines())
    sheet.text(70, 128, inline, 6.5, colour="#444444")
    sheet.rule(70, 131, 70 + sheet.measure(inline, 6.5), 0.3)
    sheet.lines(70, 148, case.buyer_lines(), 10.5, 13.5)
    pairs = case.pairs(
        "document_number",
        "document_date",
        "delivery",
        "customer_number",
        "receiver_order_number",
        "order_number",
        "contact",
    )
    sheet.beside(
        370,
        150,
        [*pairs, *([(case.word("phone"), case.phone())] if case.has("supplier_phone") else [])],
        95,
        8.5,
        12.5,
        colon=":",
    )
    sheet.text(70, 268, f"{case.title()} {case.say('document_number')}", 13, True)
    y = sheet.paragraph(70, 292, str(case.option("greeting", "Sehr geehrte Damen und Herren,")), 455, 9.5)
    columns = [("no", 25), ("desc", 210), ("qtyunit", 70), ("price", 65), ("rate", 40), ("amount", 65)]
    if case.option("discounts"):
        columns = [
            ("no", 22),
            ("code", 58),
            ("desc", 145),
            ("qtyunit", 65),
            ("price", 55),
            ("discount", 42),
            ("rate", 35),
            ("amount", 55),
        ]
    y = lines_table(sheet, case, 70, y + 16, columns, Rules(row_rule=True, row=17), titles={"no": "Pos."})
    sums = (
        case.totals("subtotal", "total_excl_vat")
        if "freight" in case.issuer
        else case.totals("total_excl_vat")
    )
    if "freight" in case.issuer:
        sums.insert(
            1,
            (
                str(case.option("freight_word", "Versand")),
                case.money(case.amounts["total_excl_vat"] - case.amounts["subtotal"]),
            ),
        )
    for rate, base, tax, _ in case.share_rows():
        sums.append((f"{case.word('vat')} {rate} {case.option('of', 'auf')} {base}", tax))
    case.said["total_vat"] = case.facts["total_vat"][0]
    if len(case.shares) > 1:
        del case.said["total_vat"]
        case.open_questions.add("total_vat")
    sums += case.totals("total_incl_vat", "prepaid", *(("amount_due",) if "prepaid" in case.issuer else ()))
    y = totals_block(sheet, 320, 525, y + 10, sums, 9.5, 15, ruled=True)
    for sentence in case.option("sentences", []):
        y = sheet.paragraph(70, y + 8, filled(case, str(sentence)), 455, 9.5)
    sheet.rule(70, 752, 525, 0.4)
    first = [*case.seller_lines(), str(case.option("web", ""))]
    second = [f"{label}: {value}" for label, value in case.bank_pairs()]
    third = [f"{label}: {value}" for label, value in case.pairs("supplier_vat_number")]
    register = (
        [f"{case.option('court', '')} {case.say('supplier_organisation_number')}".strip()]
        if case.option("court")
        else []
    )
    for place, lines in enumerate((first, second, [*third, *register, str(case.option("small", ""))])):
        sheet.lines(70 + 160 * place, 766, [line for line in lines if line], 7, 9, colour="#333333")
    sheet.save()


LAYOUTS = {"giro_invoice": giro_invoice, "word_letter": word_letter, "din_letter": din_letter}

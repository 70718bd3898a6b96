"""Slips of tills, restaurants and pumps (open part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import truth_row
from drawn.sheet import Sheet


def _letter(case: Case, rate: object) -> str:
    return "ABC"[list(case.shares).index(rate)]  # type: ignore[arg-type]


def _centred(
    sheet: Sheet, y: float, lines: list[str], size: float, lead: float, first_bold: bool = False
) -> float:
    return sheet.lines(sheet.width / 2, y, lines, size, lead, first_bold, align="c")


def _lines(case: Case, keys: tuple[str, ...]) -> None:
    case.rows["purchase_lines"] = [truth_row(line, keys) for line in case.lines]


def till(case: Case, path: Path) -> None:
    """A supermarket's slip: typewriter letters, a letter for the rate of VAT, card data at the end."""
    sheet = sheet_for(case, path, (226, 285 + 21 * len(case.lines) + 10 * len(case.shares)))
    if case.option("brand"):
        sheet.text(113, 28, str(case.option("brand")), 18, True, align="c")
    y = _centred(
        sheet,
        44,
        [
            *case.seller_lines(),
            *([f"{case.word('phone')} {case.phone()}"] if case.has("supplier_phone") else []),
        ],
        8,
        10,
    )
    ids = [
        f"{label} {value}"
        for name in case.option("ids", ["supplier_vat_number"])
        for label, value in case.pairs(name)
    ]
    y = _centred(sheet, y, ids, 8, 10) + 6
    for line in case.lines:
        count = line.quantity != 1
        sheet.text(12, y, line.description.upper() if case.option("capitals") else line.description, 8)
        amount = f"{case.money(line.total)} {_letter(case, line.rate)}"
        if count:
            y += 10
            sheet.text(
                24,
                y,
                f"{case.quantity(line.quantity)} {line.unit} x {case.money(line.price)}".replace("  ", " "),
                8,
            )
        sheet.text(214, y, amount, 8, align="r")
        y += 11
    _lines(case, ("desc", "qty", "price", "amount"))
    for row, line in zip(case.rows["purchase_lines"], case.lines, strict=True):
        if line.quantity == 1:
            del row["quantity"], row["unit_price"]
    sheet.text(12, y, "-" * 42, 8)
    y += 14
    for label, value in case.totals("total_incl_vat"):
        sheet.text(12, y, str(case.option("total_word", label)).upper(), 11, True)
        sheet.text(214, y, value, 11, True, align="r")
    y += 16
    if case.has("payment_method"):
        due = case.amounts["total_incl_vat"] + case.amounts.get("rounding", 0)
        sheet.beside(
            12,
            y,
            case.totals("rounding") if case.facts["payment_method"][0] == ["cash"] else [],
            size=8,
            right=214,
        )
        y += 11 * ("rounding" in case.said)
        given = case.option("given", due)
        y = sheet.beside(12, y, [(case.say("payment_method"), case.money(given))], size=8, right=214, lead=11)
        if given != due:
            y = sheet.beside(
                12,
                y,
                [(str(case.option("change", "Change")), case.money(given - due))],
                size=8,
                right=214,
                lead=11,
            )
    sheet.text(12, y, "-" * 42, 8)
    y += 11
    sheet.text(12, y, f"{case.word('rate'):<10}{case.word('base'):>10}{case.word('vat')[:12]:>13}", 8)
    for rate, base, tax, _ in case.share_rows():
        y += 10
        letter = "ABC"[[row[0] for row in case.share_rows()].index(rate)]
        sheet.text(12, y, f"{letter} {rate:<8}{base:>10}{tax:>13}", 8)
    if len(case.shares) == 1:
        case.said["total_excl_vat"], case.said["total_vat"] = (
            case.facts["total_excl_vat"][0],
            case.facts["total_vat"][0],
        )
    y += 18
    if case.has("card_last_four"):
        terminal = f"{case.rng.randint(10, 99)}{case.rng.randint(100000, 999999)}"
        y = sheet.lines(
            12,
            y,
            [f"TERM {terminal}  AID A0000000041010", f"MASTERCARD ************{case.say('card_last_four')}"],
            7.5,
            10,
        )
    for label, value in case.pairs("document_number"):
        sheet.text(12, y, f"{case.option('slip_word', label)} {value}", 8)
        y += 10
    sheet.text(12, y, f"{case.say('document_date')} {case.say('time')}   {case.option('till', 'KASSE 2')}", 8)
    case.say("document_type")
    _centred(
        sheet,
        y + 18,
        [case.word("thanks"), *([str(case.option("web"))] if case.option("web") else [])],
        8,
        10,
    )
    sheet.save()


def restaurant(case: Case, path: Path) -> None:
    """A restaurant's bill: a table and a waiter, quantity first, service or tip on top of the total."""
    sheet = sheet_for(case, path, (214, 305 + 13 * len(case.lines)))
    sheet.text(
        107, 34, case.say("supplier_name"), sheet.fitting(case.say("supplier_name"), 180, 15), True, align="c"
    )
    y = _centred(sheet, 50, [*case.seller_lines(name=False), case.phone()], 8.5, 11)
    y = _centred(
        sheet,
        y,
        [f"{label} {value}" for label, value in case.pairs(*case.option("ids", ["supplier_vat_number"]))],
        8,
        11,
    )
    sheet.text(107, y + 10, case.title(), 10, True, align="c")
    y += 26
    table, waiter = case.rng.randint(2, 31), case.option("waiter", "Anna")
    sheet.beside(14, y, [(f"{case.option('table_word', 'Table')} {table}", str(waiter))], size=8.5, right=200)
    left = [
        value if case.option("bare") else f"{label} {value}" for label, value in case.pairs("document_number")
    ]
    sheet.beside(
        14,
        y + 12,
        [(left[0] if left else "", f"{case.say('document_date')} {case.say('time')}")],
        size=8.5,
        right=200,
    )
    y += 20
    sheet.rule(14, y, 200, 0.6)
    y += 13
    for line in case.lines:
        sheet.text(14, y, case.quantity(line.quantity), 9)
        sheet.text(32, y, line.description, 9)
        sheet.text(200, y, case.money(line.total), 9, align="r")
        y += 13
    _lines(case, ("qty", "desc", "amount"))
    sheet.rule(14, y - 6, 200, 0.6)
    sums = (
        case.totals("total_excl_vat", "total_vat", "total_incl_vat")
        if case.option("tax_on_top")
        else case.totals("total_incl_vat")
    )
    y = sheet.beside(14, y + 10, sums[:-1], size=9, right=200)
    label, value = sums[-1]
    sheet.text(14, y + 4, label.upper(), 12, True)
    sheet.text(200, y + 4, value, 12, True, align="r")
    y += 22
    total = case.amounts["total_incl_vat"]
    if case.option("tip"):
        tip = round(total * case.rng.choice([8, 10, 12]) / 100)
        case.said["tip"] = [f"{tip}.00"]
        paid = total + tip
        y = sheet.beside(
            14,
            y,
            [
                (str(case.option("tip")), case.money(total * 0 + tip)),
                (str(case.option("paid_word", "Paid")), case.money(paid)),
            ],
            size=9,
            right=200,
        )
    if not case.option("tax_on_top"):
        for rate, base, tax, _ in case.share_rows():
            sheet.text(14, y, f"{case.word('vat')} {rate} {case.option('of', '/')} {base}", 8)
            sheet.text(200, y, tax, 8, align="r")
            y += 11
        if len(case.shares) == 1:
            case.said["total_excl_vat"], case.said["total_vat"] = (
                case.facts["total_excl_vat"][0],
                case.facts["total_vat"][0],
            )
    if case.has("payment_method"):
        shown = case.say("payment_method")
        if case.has("card_last_four"):
            shown += f" XXXX XXXX XXXX {case.say('card_last_four')}"
        sheet.text(14, y + 6, shown, 8.5)
        y += 14
    _centred(sheet, y + 16, [case.word("thanks")], 9, 12)
    sheet.save()


def pump(case: Case, path: Path) -> None:
    """A filling station or a parking house: proportional print, key figures below one another."""
    sheet = sheet_for(case, path, (240, 320 + 26 * len(case.lines)))
    sheet.box(0, 0, 240, 34, sheet.colour, None)
    sheet.text(14, 23, str(case.option("brand")), 16, True, "#ffffff")
    y = sheet.lines(14, 52, case.seller_lines(), 8.5, 11)
    y = sheet.lines(
        14,
        y,
        [
            f"{label}: {value}"
            for label, value in case.pairs(*case.option("ids", ["supplier_organisation_number"]))
        ],
        8.5,
        11,
    )
    sheet.text(14, y + 14, case.title().upper(), 13, True)
    sheet.text(226, y + 14, f"{case.say('document_date')}  {case.say('time')}", 8.5, align="r")
    y = sheet.beside(
        14,
        y + 30,
        [*case.pairs("document_number"), *[tuple(p) for p in case.option("facts", [])]],
        size=8.5,
        right=226,
    )
    sheet.rule(14, y - 6, 226, 0.5, dashed=True)
    y += 8
    for line in case.lines:
        sheet.text(14, y, line.description, 9.5, True)
        sheet.text(
            14,
            y + 11,
            f"{case.quantity(line.quantity)} {line.unit} x {case.money(line.price)}",
            8.5,
        )
        sheet.text(226, y + 11, case.money(line.total), 9.5, align="r")
        y += 26
    _lines(case, ("desc", "qty", "unit", "price", "amount"))
    sheet.box(14, y - 4, 212, 22, "#eeeeee", None)
    for label, value in case.totals("total_incl_vat"):
        sheet.text(20, y + 11, label, 11, True)
        sheet.text(220, y + 11, value, 12, True, align="r")
    y += 34
    sums = case.totals("total_excl_vat", "total_vat")
    y = sheet.beside(14, y, sums, size=8.5, right=226)
    if case.has("payment_method"):
        y = sheet.beside(14, y, [(case.word("means"), case.say("payment_method"))], size=8.5, right=226)
    if case.has("card_last_four"):
        y = sheet.beside(
            14,
            y,
            [(str(case.option("card_word", "Card")), f"**** {case.say('card_last_four')}")],
            size=8.5,
            right=226,
        )
    sheet.barcode(40, y + 6, case.facts["document_number"][1][:12], 20)
    sheet.text(120, y + 44, case.word("thanks"), 8.5, align="c")
    sheet.save()


LAYOUTS = {"till": till, "restaurant": restaurant, "pump": pump}

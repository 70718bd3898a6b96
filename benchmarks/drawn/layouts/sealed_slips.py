"""Slips of shops and restaurants (sealed part)."""

from __future__ import annotations

from pathlib import Path

from drawn.case import Case
from drawn.layouts.paper import sheet_for
from drawn.rows import truth_row


def kiosk(case: Case, path: Path) -> None:
    """A shop's slip with the total first, small print of the fiscal memory, and a card slip below."""
    sheet = sheet_for(case, path, (250, 400 + 15 * len(case.lines)))
    y = sheet.lines(
        16,
        34,
        [case.say("supplier_name")],
        sheet.fitting(case.say("supplier_name"), 218, 13),
        first_bold=True,
    )
    y = (
        sheet.lines(
            16,
            y,
            [
                *case.seller_lines(name=False),
                *[
                    f"{label} {value}"
                    for label, value in case.pairs(
                        "supplier_phone", *case.option("ids", ["supplier_vat_number"])
                    )
                ],
            ],
            8,
            10.5,
        )
        + 8
    )
    sheet.text(16, y, f"{case.title()} {case.say('document_number')}", 9, True)
    sheet.text(234, y, f"{case.say('document_date')} {case.say('time')}", 8.5, align="r")
    y += 10
    sheet.rule(16, y, 234, 1)
    for label, value in case.totals("total_incl_vat"):
        sheet.text(16, y + 20, label, 13, True)
        sheet.text(234, y + 20, value, 15, True, align="r")
    y += 30
    sheet.rule(16, y, 234, 1)
    for line in case.lines:
        y += 15
        sheet.text(16, y, f"{case.quantity(line.quantity)} x {line.description}", 8.5)
        sheet.text(234, y, case.money(line.total), 8.5, align="r")
    case.rows["purchase_lines"] = [truth_row(line, ("qty", "desc", "amount")) for line in case.lines]
    y += 20
    if case.option("vat", True):
        for rate, base, tax, gross in case.share_rows():
            sheet.text(16, y, f"{case.word('vat')} {rate}   {case.word('base')} {base}   {gross}", 7.5)
            sheet.text(234, y, tax, 7.5, align="r")
            y += 10
        if len(case.shares) == 1:
            case.said["total_excl_vat"], case.said["total_vat"] = (
                case.facts["total_excl_vat"][0],
                case.facts["total_vat"][0],
            )
    if case.has("payment_method"):
        y += 10
        sheet.box(16, y - 8, 218, 50, None, "#888888")
        paid = case.money(case.option("given", case.amounts["total_incl_vat"]))
        sheet.beside(
            22,
            y + 5,
            [(case.word("means"), case.say("payment_method")), (str(case.option("paid_word", "")), paid)],
            size=8.5,
            right=228,
        )
        if case.has("card_last_four"):
            sheet.text(
                22,
                y + 32,
                f"************{case.say('card_last_four')}   AUT {case.rng.randint(100000, 999999)}",
                8,
            )
        y += 60
    sheet.lines(
        125,
        y + 8,
        [case.word("thanks"), *[str(line) for line in case.option("fiscal", [])]],
        7.5,
        10,
        align="c",
    )
    sheet.save()


def brasserie(case: Case, path: Path) -> None:
    """A restaurant's bill on a wide slip: logo, covers, a bar for the total."""
    sheet = sheet_for(case, path, (272, 350 + 15 * len(case.lines)))
    sheet.text(
        136,
        40,
        case.say("supplier_name"),
        sheet.fitting(case.say("supplier_name"), 230, 18),
        align="c",
        colour=sheet.colour,
    )
    y = (
        sheet.lines(
            136,
            58,
            [
                " - ".join(case.seller_lines(name=False)),
                *[f"{label} {value}" for label, value in case.pairs("supplier_phone", "supplier_vat_number")],
            ],
            8,
            11,
            align="c",
        )
        + 8
    )
    table, covers = case.rng.randint(1, 40), case.rng.randint(2, 5)
    sheet.text(
        20,
        y,
        f"{case.option('table_word')} {table}   {case.option('cover_word')} {covers}",
        9,
    )
    sheet.text(252, y, f"{case.title()} {case.say('document_number')}", 9, True, align="r")
    sheet.text(20, y + 13, f"{case.say('document_date')}   {case.say('time')}", 9)
    y += 32
    for line in case.lines:
        sheet.text(20, y, line.description, 9)
        if line.quantity != 1:
            sheet.text(
                190,
                y,
                f"{case.quantity(line.quantity)} × {case.money(line.price)}",
                8,
                align="r",
                colour="#555555",
            )
        sheet.text(252, y, case.money(line.total), 9, align="r")
        y += 15
    case.rows["purchase_lines"] = [
        truth_row(line, ("desc", "qty", "price", "amount") if line.quantity != 1 else ("desc", "amount"))
        for line in case.lines
    ]
    for label, value in case.totals("total_incl_vat"):
        sheet.box(20, y, 232, 26, sheet.colour, None)
        sheet.text(28, y + 18, label, 12, True, "#ffffff")
        sheet.text(244, y + 18, value, 13, True, "#ffffff", "r")
    y += 42
    for rate, base, tax, _ in case.share_rows():
        sheet.text(20, y, f"{case.word('vat')} {rate}", 8)
        sheet.text(150, y, base, 8, align="r")
        sheet.text(252, y, tax, 8, align="r")
        y += 11
    if len(case.shares) == 1:
        case.said["total_excl_vat"], case.said["total_vat"] = (
            case.facts["total_excl_vat"][0],
            case.facts["total_vat"][0],
        )
    if case.has("payment_method"):
        card = f" ({case.say('card_last_four')})" if case.has("card_last_four") else ""
        sheet.text(20, y + 8, f"{case.word('means')}: {case.say('payment_method')}{card}", 8.5)
    sheet.text(136, y + 34, case.word("thanks"), 9, align="c")
    sheet.save()


LAYOUTS = {"kiosk": kiosk, "brasserie": brasserie}

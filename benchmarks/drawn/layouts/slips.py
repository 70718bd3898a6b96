"""Payment slips that countries have for all firms: standard forms, printed below whatever invoice."""

from __future__ import annotations

from drawn.case import Case
from drawn.sheet import Sheet


def norwegian_giro(sheet: Sheet, case: Case, top: float = 600) -> None:
    """KVITTERING and GIRO with amount, due date and the line of KID, kroner, øre and account."""
    sheet.rule(0, top, 595, 0.5, dashed=True)
    sheet.box(20, top + 8, 555, 226, "#fdf3d7", None)
    sheet.text(30, top + 22, "KVITTERING", 9, True)
    amount = case.facts["amount_due"][1]
    for x, label, value, wide in (
        (30, "Innbetalt til konto", case.say("bank_account_number"), 130),
        (180, "Beløp", amount, 100),
        (300, "Betalerens kontonummer", "", 130),
        (450, "Betalingsfrist", case.say("due_date"), 110),
    ):
        sheet.text(x, top + 36, label, 6.5)
        sheet.box(x, top + 39, wide, 18, "#ffffff", None)
        sheet.text(x + 5, top + 52, value, 10)
    sheet.text(30, top + 76, "Betalingsinformasjon", 6.5)
    sheet.lines(
        30,
        top + 88,
        [
            f"{label} {value}"
            for label, value in case.pairs("customer_number", "document_number", "document_date")
        ],
        8.5,
        11,
    )
    sheet.text(450, top + 82, "GIRO", 14, True)
    sheet.text(30, top + 132, "Betalt av", 6.5)
    sheet.lines(30, top + 144, case.buyer_lines(attention=False), 8.5, 11)
    sheet.text(320, top + 132, "Betalt til", 6.5)
    sheet.lines(320, top + 144, case.seller_lines(), 8.5, 11)
    case.say("amount_due")
    whole, _, part = amount.partition(",")
    for x, label, value in (
        (30, "Kundeidentifikasjon (KID)", case.say("payment_reference")),
        (240, "Kroner", whole),
        (320, "Øre", part),
        (400, "Til konto", case.say("bank_account_number")),
    ):
        sheet.text(x, top + 208, label, 6)
        sheet.text(x, top + 222, value, 11, font="Courier")
    sheet.text(16, top + 222, "H", 11, font="Courier")


def finnish_giro(sheet: Sheet, case: Case, top: float = 580) -> None:
    """TILISIIRTO: the ruled form with account, payee, payer, reference, due day and euros."""
    sheet.rule(0, top - 8, 595, 0.5, dashed=True)
    left, mid, right = 40, 320, 555
    rows = [
        (0, 40, "Saajan tilinumero", [f"{case.say('iban')}", f"BIC {case.say('bic')}"]),
        (40, 36, "Saaja", [case.seller_lines()[0], ", ".join(case.issuer["address"])]),
        (76, 60, "Maksaja", case.buyer_lines(attention=False)),
        (136, 26, "Allekirjoitus", []),
        (162, 24, "Tililtä nro", []),
    ]
    for y, high, label, lines in rows:
        sheet.box(left, top + y, mid - left, high)
        sheet.text(left + 3, top + y + 9, label, 6)
        sheet.lines(left + 70, top + y + 12, lines, 9, 11.5)
    sheet.text(mid + 8, top + 16, "TILISIIRTO  GIRERING", 12, True)
    sheet.text(mid + 8, top + 96, f"{case.label('document_number')} {case.say('document_number')}", 8.5)
    for y, label, key, x in (
        (136, "Viitenumero", "payment_reference", mid),
        (162, "Eräpäivä", "due_date", mid),
        (162, "Euro", "amount_due", mid + 120),
    ):
        sheet.box(x, top + y, right - x, 26 if y == 136 else 24)
        sheet.text(x + 3, top + y + 9, label, 6)
        sheet.text(x + 50, top + y + 19, case.say(key), 10.5)
    sheet.barcode(
        70,
        top + 200,
        "4" + case.facts["iban"][0][0][2:] + case.facts["payment_reference"][0][0].rjust(23, "0"),
        26,
        0.62,
    )


def swiss_qr(sheet: Sheet, case: Case, top: float = 544) -> None:
    """The QR bill: receipt at the left, payment part at the right."""
    sheet.rule(0, top, 595, 0.5, dashed=True)
    sheet.stroke(176, top, 176, 842, 0.5, dashed=True)
    words = SWISS[case.language]
    currency = case.option("currency", "CHF")
    amount = f"{case.amounts['amount_due']:,.2f}".replace(",", " ")
    case.say("amount_due")
    case.say("currency")
    payee = [case.say("iban"), *case.seller_lines()]
    for x, title, size in ((14, words[0], 8), (190, words[1], 10)):
        sheet.text(x, top + 24, title, 11, True)
        column = x if x == 14 else 340
        y = top + (42 if x == 14 else 24)
        y = sheet.lines(column, y, [words[2]], size - 2, first_bold=True)
        y = sheet.lines(column, y, payee, size - 0.5) + 7
        if case.has("payment_reference"):
            y = sheet.lines(column, y, [words[3]], size - 2, first_bold=True)
            y = sheet.lines(column, y, [case.say("payment_reference")], size - 0.5) + 7
        if x != 14:
            y = sheet.lines(column, y, [words[4]], size - 2, first_bold=True)
            y = (
                sheet.lines(
                    column, y, [f"{case.label('document_number')} {case.say('document_number')}"], size - 0.5
                )
                + 7
            )
        y = sheet.lines(column, y, [words[5]], size - 2, first_bold=True)
        sheet.lines(column, y, case.buyer_lines(attention=False), size - 0.5)
        low = top + 214
        sheet.text(x, low, words[6], size - 2, True)
        sheet.text(x + 50, low, words[7], size - 2, True)
        sheet.text(x, low + 13, currency, size)
        sheet.text(x + 50, low + 13, amount, size)
    sheet.text(100, top + 250, words[8], 6, True)
    sheet.qr(
        190,
        top + 40,
        140,
        f"SPC\n0200\n1\n{case.facts['iban'][0][0]}\nS\n{case.issuer['name']}\n{amount}\n{currency}",
    )
    sheet.box(251, top + 101, 18, 18, "#000000", "#ffffff", 2)
    sheet.box(258, top + 104, 4, 12, "#ffffff", None)
    sheet.box(254, top + 108, 12, 4, "#ffffff", None)


SWISS = {
    "de": (
        "Empfangsschein",
        "Zahlteil",
        "Konto / Zahlbar an",
        "Referenz",
        "Zusätzliche Informationen",
        "Zahlbar durch",
        "Währung",
        "Betrag",
        "Annahmestelle",
    ),
    "fr": (
        "Récépissé",
        "Section paiement",
        "Compte / Payable à",
        "Référence",
        "Informations supplémentaires",
        "Payable par",
        "Monnaie",
        "Montant",
        "Point de dépôt",
    ),
    "it": (
        "Ricevuta",
        "Sezione pagamento",
        "Conto / Pagabile a",
        "Riferimento",
        "Informazioni supplementari",
        "Pagabile da",
        "Valuta",
        "Importo",
        "Punto di accettazione",
    ),
}


def adriatic_slip(sheet: Sheet, case: Case, top: float = 590) -> None:
    """HUB 3 in Croatia, UPN QR in Slovenia: payer and payee in boxes, model and reference, a code."""
    slovene = case.language == "sl"
    words = (
        ("Plačnik", "Prejemnik", "IBAN prejemnika", "Referenca", "Znesek", "Namen in rok plačila")
        if slovene
        else ("Platitelj", "Primatelj", "IBAN primatelja", "Model i poziv na broj", "Iznos", "Opis plaćanja")
    )
    sheet.rule(0, top - 6, 595, 0.5, dashed=True)
    sheet.text(40, top + 5, "UPN QR" if slovene else "NALOG ZA PLAĆANJE", 9, True)
    for x, y, wide, high, label, lines in (
        (40, 19, 220, 49, words[0], case.buyer_lines(attention=False)),
        (40, 76, 220, 52, words[1], case.seller_lines()),
        (270, 76, 285, 24, words[2], [case.say("iban")]),
        (270, 106, 285, 24, words[3], [case.say("payment_reference")]),
        (400, 16, 155, 24, words[4], [f"{case.option('currency', 'EUR')}  ***{case.say('amount_due')}"]),
        (
            270,
            138,
            285,
            26,
            words[5],
            [f"{case.label('document_number')} {case.say('document_number')}, {case.say('due_date')}"],
        ),
    ):
        sheet.text(x, top + y - 1, label, 6)
        sheet.box(x, top + y + 1, wide, high, "#fff4ee", "#d97757")
        sheet.lines(x + 5, top + y + 13, lines, 9, 11)
    sheet.qr(40, top + 138, 76, f"{case.facts['iban'][0][0]}\n{case.facts['payment_reference'][0][0]}")


def danish_card(sheet: Sheet, case: Case, top: float = 640) -> None:
    """Indbetalingskort 71: amount, day and the line of code at the foot."""
    sheet.rule(0, top, 595, 0.5, dashed=True)
    sheet.box(30, top + 10, 535, 150, None, "#c2410c")
    sheet.text(40, top + 26, "INDBETALINGSKORT", 9, True, "#c2410c")
    sheet.text(40, top + 42, "Kreditornummer og beløbsmodtager", 6)
    creditor = case.option("creditor", "81234567")
    sheet.lines(40, top + 54, [creditor, *case.seller_lines()], 8.5, 11)
    sheet.text(320, top + 42, "Indbetaler", 6)
    sheet.lines(320, top + 54, case.buyer_lines(attention=False), 8.5, 11)
    sheet.text(40, top + 116, "Kroner", 6)
    sheet.text(40, top + 130, case.say("amount_due"), 11)
    sheet.text(200, top + 116, "Betalingsdato", 6)
    sheet.text(200, top + 130, case.say("due_date"), 11)
    sheet.text(40, top + 152, f"+71< {case.say('payment_reference')} +{creditor}<", 11, font="Courier")

"""What kind of document a page says it is."""

import time

import pytest

from typed_page import best, typed


@pytest.mark.parametrize(
    ("title", "mention", "kind"),
    [
        ("Rechnungskorrektur 17867", "Storno der Rechnung 929668.", "credit_note"),
        ("Mahnung", "Die folgende Rechnung ist noch offen.", "reminder"),
        ("Rykkerskrivelse", "Fakturanummer Fakturadato", "reminder"),
        ("Credit Memo 2020-5436", "Returned goods, ref. invoice 58885407", "credit_note"),
        ("Mahnung zur Rechnung 4711", "Die folgende Rechnung ist noch offen.", "reminder"),
        ("Reminder Invoice 123", "Invoice number: 2020-1", "reminder"),
        ("Gutschrift / Credit Note", "Invoice number: 2020-1", "credit_note"),
        ("Credit Note Page 1", "Invoice number: 2020-1", "credit_note"),
        ("Credit Note Number: CN-12", "Invoice number: 2020-1", "credit_note"),
        ("Objet : 2e relance – factures échues", "Facture Date Échéance", "reminder"),
        ("Betreff: Zahlungserinnerung", "Die folgende Rechnung ist noch offen.", "reminder"),
    ],
)
def test_a_document_about_an_invoice_is_none(title: str, mention: str, kind: str) -> None:
    assert best(typed("Berg GmbH", title, "", mention, "Invoice 2020-1"))["document_type"] == kind


@pytest.mark.parametrize(
    ("title", "mention", "kind"),
    [
        ("Salgsfaktura", "Ordrenr. 4711", "invoice"),
        ("Kundenrechnung", "Auftrag 4711", "invoice"),
        ("Verkoopfactuur", "Offerte 4711", "invoice"),
        ("Prämienrechnung", "Police 4711", "invoice"),
        ("Huurfactuur", "Huurder 4711", "invoice"),
        ("Note d'honoraires", "Dossier 4711", "invoice"),
        ("Pavadzīme-rēķins", "Pasūtījums 4711", "invoice"),
        ("Sztornó számla", "Rendelés 4711", "credit_note"),
        ("Pavadzīme – Rēķins", "Pasūtījums 4711", "invoice"),
        ("Pro Forma Factuur", "Orderbevestiging 4711", "proforma"),
        ("Proforma Fatura", "Sipariş 4711", "proforma"),
        ("Faktura Pro Forma", "Zamówienie 4711", "proforma"),
        ("Díjbekérő", "Rendelés 4711", "proforma"),
        ("Vesilasku", "Kulutuspaikka 4711", "invoice"),
        ("Simplified Tax Invoice", "Till 3", "receipt"),
        ("Kundenbeleg", "Tisch 3", "receipt"),
    ],
)
def test_a_title_tells_the_kind(title: str, mention: str, kind: str) -> None:
    assert best(typed("Berg", title, "", mention, "Total 100.00"))["document_type"] == kind


@pytest.mark.parametrize("row", ["LOT 3+1 OFFERT", "OFFERT", "BON DE REDUCTION"])
def test_what_is_named_on_a_row_of_goods_is_no_title(row: str) -> None:
    page = typed("Épicerie Valmont", "FACTURE", [(5, row), (60, "-2,20 A")], "TOTAL 41,10")
    assert best(page)["document_type"] == "invoice"


def test_a_receipt_that_is_sent_later_makes_no_invoice_one() -> None:
    page = typed("Nordvik AS", "Faktura 4711 side 1", "Totalt 100,00", "Kvittering sendes på e-post")
    assert best(page)["document_type"] == "invoice"


@pytest.mark.parametrize(
    "row",
    [
        "Credit note -20.00",
        "Reminder fee 12.00",
        "Gutschrift -20,00",
        "Rappel de votre contrat",
        "Payment reminder: 30 days",
        "Jede Mahnung, die wir senden, kostet 5 EUR",
    ],
)
def test_an_invoice_may_mention_reminders_and_credits(row: str) -> None:
    page = typed("Berg Ltd", "Invoice 17867", "Repairs 120.00", row, "Total 100.00")
    assert best(page)["document_type"] == "invoice"
    assert best(typed(row, "INVOICE 17867", "Repairs 120.00"))["document_type"] == "invoice"


def test_a_title_with_many_marks_takes_no_longer() -> None:
    began = time.process_time()
    best(typed("Berg Ltd", f"Credit note {'.' * 2000}1{'.' * 2000}(a", "Total 100.00"))
    assert time.process_time() - began < 2


def test_a_company_may_be_called_like_a_reminder() -> None:
    page = typed("Final Notice Media Ltd", "INVOICE 17867", "Repairs 120.00", "Total 100.00")
    assert best(page)["document_type"] == "invoice"


@pytest.mark.parametrize("word", ["Zinsberechnung", "Gewinn- und Verlustrechnung", "Energiavregning"])
def test_what_only_ends_like_a_bill_is_none(word: str) -> None:
    assert "document_type" not in best(typed("Berg GmbH", word, "Stand 4711"))


@pytest.mark.parametrize(
    ("title", "mention", "kind"),
    [
        ("Angebot 123", "Die Zahlung erfolgt per Monatsrechnung.", "quote"),
        ("Lieferschein 12", "Es folgt die Monatsrechnung", "delivery_note"),
        ("Oferta 12/2024", "Rachunek nr: 61 1090 1014 0000 0712 1981 2874", "quote"),
        ("Bolletta di consegna n. 12", "Totale colli 4", "delivery_note"),
    ],
)
def test_a_bill_that_a_sentence_speaks_of_is_no_title(title: str, mention: str, kind: str) -> None:
    assert best(typed(title, "", "Muster GmbH", "", mention))["document_type"] == kind


@pytest.mark.parametrize("word", ["Påminnelsefaktura", "Rykkerfaktura", "Gutschriftsrechnung"])
def test_a_reminder_and_a_credit_are_no_invoice_by_their_name(word: str) -> None:
    assert best(typed(f"{word} 4711", "", "Muster GmbH")).get("document_type") != "invoice"


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("FACTURE n° F-2024-118", "Objet : Travaux suivant devis n° 2024-12"),
        ("Rechnung Nr. 2024-311", "Betreff: Angebot 2024-12 Dachsanierung"),
        ("INVOICE 4711", "Re: Purchase Order 88123"),
    ],
)
def test_an_invoice_stays_one_whatever_its_subject_names(title: str, subject: str) -> None:
    assert best(typed("Berg & Co", title, subject))["document_type"] == "invoice"


def test_the_caption_of_an_order_number_is_no_title() -> None:
    page = typed(
        "Tallgrass Lumber", [(2, "PURCHASE ORDER:"), (40, "REFERENCE:")], "VERBAL-KURT", "* INVOICE *"
    )
    assert best(page)["document_type"] == "invoice"


def test_asterisks_around_a_title_mask_no_card() -> None:
    page = typed(
        "Tallgrass Lumber", "* INVOICE *   ***************", "3019 E. STIMMEL RD", "CARD ************4471"
    )
    assert best(page)["card_last_four"] == "4471"

"""Fields beside the core: addresses of the net, delivery, terms, discounts, earlier bills and invoices."""

from __future__ import annotations

import pytest

from typed_page import best, read, typed


def _values(found: dict, field: str) -> set[str]:
    return {one.parsed.value for one in found.get(field, ())}


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("Order date: 5 March 2024", "order_date", "2024-03-05"),
        ("Bestelldatum: 05.03.2024", "order_date", "2024-03-05"),
        ("Fecha de pedido: 05/03/2024", "order_date", "2024-03-05"),
        ("Delivery date: 5 March 2024", "delivery_date", "2024-03-05"),
        ("Dispatched 5 March 2024", "delivery_date", "2024-03-05"),
        ("Liefer-/Leistungsdatum: 05.03.2024", "delivery_date", "2024-03-05"),
        ("Date de livraison : 05/03/2024", "delivery_date", "2024-03-05"),
        ("Data sprzedaży: 05.03.2024", "delivery_date", "2024-03-05"),
        ("DUZP 05.03.2024", "delivery_date", "2024-03-05"),
        ("Teljesítés dátuma: 2024.03.05.", "delivery_date", "2024-03-05"),
        ("納品日 2024年3月5日", "delivery_date", "2024-03-05"),
        ("Your reference: Desk 7", "buyer_reference", "Desk 7"),
        ("Leitweg-ID: 04011000-12345-34", "buyer_reference", "04011000-12345-34"),
        ("Ihr Zeichen: K-17/Sch", "buyer_reference", "K-17/Sch"),
        ("Votre référence : Mme Dupont", "buyer_reference", "Mme Dupont"),
        ("Er referens: Anna Ek", "buyer_reference", "Anna Ek"),
        ("Original invoice no: INV-118", "preceding_invoice_number", "INV-118"),
        ("zu Rechnung Nr. RE-2024-17", "preceding_invoice_number", "RE-2024-17"),
        ("do faktury nr FV/118/02/2024", "preceding_invoice_number", "FV/118/02/2024"),
        ("Rif. fattura n. 231/2024", "preceding_invoice_number", "231/2024"),
        ("Original invoice date: 5 March 2024", "preceding_invoice_date", "2024-03-05"),
        ("Total discount: 12.50", "total_discount", "12.50"),
        ("abzüglich Rabatt 12,50", "total_discount", "12.50"),
        ("Versandkosten: 4,90", "freight", "4.90"),
        ("Shipping and handling 4.90", "freight", "4.90"),
        ("Frais de port 4,90", "freight", "4.90"),
        ("Previous balance: 35.25", "previous_balance", "35.25"),
        ("Saldo pendiente facturas anteriores 35,25", "previous_balance", "35.25"),
        ("Payment terms: 30 days net", "payment_terms", "30 days net"),
        ("Please pay within 14 days of receipt", "payment_terms", "within 14 days of receipt"),
        ("E-Mail: Office@Acme.example", "supplier_email", "office@acme.example"),
        ("www.acme.example", "supplier_website", "www.acme.example"),
    ],
)
def test_a_line_of_the_document_gives_the_field(line: str, field: str, value: str) -> None:
    assert value in _values(read(typed("Acme Ltd", "", line, "", "Total 100.00")), field)


@pytest.mark.parametrize(
    "line",
    [
        "Rif. fattura n. 231/2024 del 20/02/2024",
        "zu Rechnung Nr. 231/2024 vom 20.02.2024",
        "do faktury nr 231/2024 z dnia 2024-02-20",
    ],
)
def test_number_and_date_of_the_corrected_invoice_are_not_the_documents_own(line: str) -> None:
    found = read(typed("Acme Ltd", "", line, "", "Total 100.00"))
    assert _values(found, "preceding_invoice_number") == {"231/2024"}
    assert _values(found, "preceding_invoice_date") == {"2024-02-20"}
    assert "2024-02-20" not in _values(found, "document_date")


@pytest.mark.parametrize(
    ("line", "field"),
    [("Original invoice no: INV-118 (20.02.2024)", "preceding_invoice_date"),
     ("Purchase order no: 4711 (20.02.2024)", "order_date"),
     ("This credit note corrects invoice 2026-0815 dated 20 February 2024.", "preceding_invoice_date"),
     ("Wir stornieren; dies ersetzt die Rechnung 2026-0815 vom 20.02.2024", "preceding_invoice_date"),
     ("Facture d'origine n° 2026-0815 du 20/02/2024", "preceding_invoice_date")],
)  # fmt: skip
def test_a_day_right_behind_a_number_is_that_of_its_document(line: str, field: str) -> None:
    found = read(typed("Acme Ltd", "", line, "", "Total 100.00"))
    assert _values(found, field) == {"2024-02-20"}
    assert "2024-02-20" not in _values(found, "document_date")


def test_a_day_that_stands_further_off_is_not() -> None:
    found = read(typed("Acme Ltd", "Original invoice no: INV-118 sent (20.02.2024)"))
    assert "preceding_invoice_date" not in found


def test_a_date_behind_a_contract_is_not_the_documents_and_one_behind_an_order_is_the_orders() -> None:
    assert "document_date" not in read(typed("Счет на оплату", "договор № 39431 от 14.02.2023"))
    found = read(typed("Rechnung", "Bestellung Nr. 771 vom 05.03.2024"))
    assert "document_date" not in found
    assert _values(found, "order_date") == {"2024-03-05"}


@pytest.mark.parametrize(
    ("line", "tax"),
    [
        ("Zahlbetrag (inkl. 950,00 € MwSt. 19 %)", "950.00"),
        ("Total (incl. £4.00 of VAT)", "4.00"),
        ("Net à payer (dont 160,00 € de TVA)", "160.00"),
        ("Totaal incl. 12,50 EUR 21% BTW", "12.50"),
        ("Att betala varav 25,00 kr moms", "25.00"),
    ],
)
def test_a_tax_is_read_within_the_label_of_its_sum(line: str, tax: str) -> None:
    assert tax in _values(read(typed("Acme Ltd", [(5, line), (80, "5.950,00")])), "total_vat")


def test_an_amount_that_is_said_to_hold_no_tax_is_none() -> None:
    page = typed("Acme Ltd", "Includes 12,50 EUR of delivery", "Total 100.00")
    assert "total_vat" not in read(page)


@pytest.mark.parametrize(
    "line", ["Liefertermin: 05.03.2024", "Delivery date: 5 March 2024", "Leistungsdatum 05.03.2024"]
)
def test_the_day_of_delivery_is_not_the_documents_own(line: str) -> None:
    found = read(typed("Acme Ltd", "Invoice", line, "", "Total 100.00"))
    assert _values(found, "delivery_date") == {"2024-03-05"}
    assert "2024-03-05" not in _values(found, "document_date")


def test_a_reference_of_ours_is_not_the_buyers() -> None:
    found = read(typed("Acme Ltd", [(5, "Our reference: Ann Lee"), (50, "Your reference: Bob Day")]))
    assert _values(found, "buyer_reference") == {"Bob Day"}


@pytest.mark.parametrize("line", ["Er referens Åsa Lindqvist", "Ihr Zeichen Uwe Bergmann"])
def test_a_contact_below_a_heading_is_not_the_name(line: str) -> None:
    page = typed("Rechnung", "", "Bill to:", line, "Baxku AB", "Storgatan 1", "111 22 Stockholm")
    assert best(page)["receiver_name"] == "Baxku AB"


def test_days_of_a_delivery_are_no_terms_of_payment() -> None:
    assert "payment_terms" not in read(typed("Acme Ltd", "Delivery time: 14 days", "Total 100.00"))


def test_the_delivery_address_is_that_of_its_section() -> None:
    found = best(
        typed(
            [(5, "Bill to:"), (50, "Deliver to:")],
            [(5, "Hollin Ltd"), (50, "Hollin Depot")],
            [(5, "Fen Road 2"), (50, "Dock Street 9")],
            [(5, "Ely CB7 4ZN"), (50, "Hull HU1 1QA")],
        )
    )
    assert found["delivery_address"] == "Dock Street 9, Hull HU1 1QA"
    assert found["receiver_address"] == "Fen Road 2, Ely CB7 4ZN"


@pytest.mark.parametrize("label", ["Delivery address:", "Lieferadresse:", "Leveransadress:"])
def test_a_delivery_address_may_stand_on_the_row_of_its_label(label: str) -> None:
    found = best(typed("Acme Ltd", f"{label} Dock Street 9, Hull HU1 1QA"))
    assert found["delivery_address"] == "Dock Street 9, Hull HU1 1QA"


def test_a_mail_address_of_the_receivers_section_is_not_the_sellers() -> None:
    page = typed("Acme Ltd", "info@acme.example", "", "Bill to:", "Hollin Ltd", "buyer@hollin.example")
    assert _values(read(page), "supplier_email") == {"info@acme.example"}


def test_mail_and_web_of_one_domain_agree() -> None:
    page = typed("Acme Ltd", "info@acme.example", "www.acme.example", "www.taxes.gov.example")
    traits = {one.parsed.value: one.traits for one in read(page)["supplier_website"] if one.rule == "print"}
    assert "mail and web agree" in traits["www.acme.example"]
    assert "of an authority" in traits["www.taxes.gov.example"]


@pytest.mark.parametrize("line", ["Invoice № 37", "Счет № 37 от 12.03.2024", "Çek nömrəsi № 37"])
def test_a_number_sign_belongs_to_the_label_before_it(line: str) -> None:
    assert best(typed("Acme Ltd", line))["document_number"] == "37"


def test_a_number_goes_on_below_the_mark_that_ends_its_line() -> None:
    assert best(typed("Rechnungsnummer: RE-2025-", [(22, "08734")]))["document_number"] == "RE-2025-08734"
    assert best(typed("Rechnungsnummer: RE-2025-", [(22, "Wien")]))["document_number"] == "RE-2025-"


def test_a_blank_line_below_a_heading_and_a_heading_beside_it_leave_the_name_below() -> None:
    rows = [[(5, "BAUHERR"), (50, "ARCHITEKT")], "", [(5, "Wohnbau Tirol GmbH"), (50, "Alpen ZT GmbH")]]
    assert best(typed(*rows))["receiver_name"] == "Wohnbau Tirol GmbH"


def test_a_labelled_name_may_stand_in_the_next_column_of_its_section() -> None:
    found = best(
        typed(
            "DATOS DEL RECEPTOR",
            [(5, "CUIT: 30-71234567-6"), (50, "Razón Social: Distribuidora El Faro S.R.L.")],
            "Condición IVA: IVA Responsable Inscripto",
        )
    )
    assert found["receiver_name"] == "Distribuidora El Faro S.R.L."


def test_on_a_form_the_name_stands_below_its_label() -> None:
    found = best(
        typed(
            "TOMADOR DO SERVIÇO",
            [(5, "Nome / Nome Empresarial"), (60, "E-mail")],
            [(5, "Bento e Silvana Doces Ltda"), (60, "doces@example.com")],
        )
    )
    assert found["receiver_name"] == "Bento e Silvana Doces Ltda"


def test_who_receives_a_transfer_sells() -> None:
    page = typed("Empfänger: DigitalCraft Solutions", "IBAN: DE89 3704 0044 0532 0130 00")
    assert best(page)["supplier_name"] == "DigitalCraft Solutions"
    assert "receiver_name" not in best(page)


def test_a_form_of_address_above_a_name_is_no_name() -> None:
    found = best(typed("", "", "", "", "Frau", "Doris Muster", "Musterstrasse 1", "8500 Frauenfeld"))
    assert found["receiver_name"] == "Doris Muster"


def test_an_address_label_heads_no_receiver() -> None:
    found = read(typed("Société: ABC Corporation", "Adresse: 123 Rue Principale"))
    assert "123 Rue Principale" not in _values(found, "receiver_name")
    assert best(typed("ORIGINAL", "Nom: Jean Dupont"))["supplier_name"] == "Jean Dupont"


def test_a_to_between_two_days_heads_no_receiver() -> None:
    found = best(typed("Tidewell Ltd", "Billing period: 10 Feb 2024 to 9 Mar 2024"))
    assert (found["period_start"], found["period_end"]) == ("2024-02-10", "2024-03-09")

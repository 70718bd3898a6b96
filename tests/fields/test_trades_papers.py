"""What papers of trades and professionals print otherwise than invoices from a program."""

from __future__ import annotations

import time

import pytest

from typed_page import Cells, best, read, typed

HEADS = [(5, "Fatura"), (25, "Cliente"), (45, "Data"), (65, "Vencimento")]
VALUES = [(5, "FT A/117"), (25, "4408"), (45, "2024-09-19"), (65, "2024-10-19")]


@pytest.mark.parametrize(
    "row",
    [
        "Bitte überweisen Sie den Betrag bis zum 03.04.2024 auf unser Konto.",
        "Wir bitten um Überweisung binnen 14 Tagen.",
        "Please pay by bank transfer to the account below.",
        "Conditions de règlement : virement à 30 jours, soit le 30/06/2024.",
        "Pagamento a mezzo bonifico bancario a 30 giorni",
        "Apmokėti iki 2024-10-31 banko pavedimu.",
        "Forma úhrady: prevodným príkazom",
        "Beløpet betales til kontonummer 1503 22 18446 innen 30.11.2024.",
        "Kérjük, utaláskor a számla sorszámát tüntesse fel!",
        "Ödeme banka havalesi ile yapılacaktır.",
    ],
)
def test_a_sentence_asks_for_a_transfer(row: str) -> None:
    assert best(typed("Rechnung 4711", row))["payment_method"] == "transfer"


@pytest.mark.parametrize(
    "rows",
    [
        ["Bitte nicht überweisen, der Betrag wird per Lastschrift eingezogen."],
        ["Pay by bank transfer, card or cheque."],
        [
            "Payment by bank transfer to Harrow & Son, account 01884273,",
            "by cheque, or by card at our office.",
        ],
        ["Das Guthaben bitten wir zu erstatten, Überweisung bis 3.4."],
        ["Zahlbar innerhalb von 14 Tagen."],
        ["Bitte überweisen Sie keinen Betrag."],
        ["Please don't pay by bank transfer."],
        ["Non pagare tramite bonifico."],
        ["Il rimborso avverrà tramite bonifico bancario."],
        ["Zwrot nastąpi przelewem na konto klienta."],
        ["Der Betrag wird per Überweisung gutgeschrieben."],
        ["Płatność gotówką lub przelewem."],
        ["Fizethető készpénzben vagy átutalással."],
        ["Pago en efectivo o por transferencia."],
        ["Contant of per overschrijving."],
    ],
)
def test_other_means_and_money_back_are_no_transfer_asked_for(rows: list[str]) -> None:
    found = read(typed("Invoice 4711", *rows)).get("payment_method", [])
    assert "asked" not in {finding.rule for finding in found}


@pytest.mark.parametrize("name", ["Café 24 Horas", "Maria Fontes", "06.04.2027"])
def test_a_name_or_date_below_such_a_heading_is_no_number(name: str) -> None:
    values: Cells = [VALUES[0], (25, name), *VALUES[2:]]
    assert "customer_number" not in best(typed("Oficina Aveiro", "", HEADS, values))


def test_the_series_of_a_driver_s_identity_card_is_no_document_s() -> None:
    found = read(typed("Factură 4711", "Delegat Ionescu Vasile, CI seria ZV nr. 381204"))
    assert "ZV 381204" not in {one.parsed.value for one in found["document_number"]}


def test_a_rule_of_dashes_does_not_part_a_heading_from_its_value() -> None:
    heads = [(5, "Creditnr."), (25, "Datum"), (45, "Debiteur"), (65, "Uw ordernr.")]
    values = [(5, "C240418"), (25, "22-02-24"), (45, "001733"), (65, "ZWM/JB/0117")]
    found = best(typed("CREDITNOTA", "=" * 70, heads, "-" * 70, values))
    assert found["document_number"] == "C240418"
    assert found["customer_number"] == "001733"
    assert found["receiver_order_number"] == "ZWM/JB/0117"


@pytest.mark.parametrize(
    ("row", "number"), [("Faktúra č.2400417", "2400417"), ("Rechnung Nr.24187", "24187")]
)
def test_what_a_number_is_called_is_no_part_of_it(row: str, number: str) -> None:
    assert best(typed(row))["document_number"] == number


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("SOUMISSION", "quote"), ("Reikningur", "invoice"), ("HYRESAVI", "invoice"),
        ("ΔΕΛΤΙΟ ΑΠΟΣΤΟΛΗΣ", "delivery_note"), ("STATEMENT", "statement"),
        ("AVVISO DI PARCELLA n. 41/2024", "proforma"), ("H O N O R A R N O T E N r. 2 0 2 5 / 8", "invoice"),
    ],
)  # fmt: skip
def test_names_of_kinds_of_document(title: str, kind: str) -> None:
    assert best(typed("Berg", title, "", "", "4711"))["document_type"] == kind


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        ("Reikningsnúmer: K-2405-118", "document_number", "K-2405-118"),
        ("Eindagi: 16.06.2024", "due_date", "2024-06-16"),
        ("Viðskiptanúmer: 20418", "customer_number", "20418"),
        ("Mitgliedsnummer: 0417", "customer_number", "0417"),
        ("Vevői megrendelés: R-24/1417", "receiver_order_number", "R-24/1417"),
        ("Comanda dumneavoastră nr. CT-2417", "receiver_order_number", "CT-2417"),
        ("Naročilnica: N-24-0417", "receiver_order_number", "N-24-0417"),
        ("Buyer's Order No.: LC/PO/2417", "receiver_order_number", "LC/PO/2417"),
        ("Bestelbon: BB-24117", "receiver_order_number", "BB-24117"),
        ("Requisição n.º RQ/2024/117", "receiver_order_number", "RQ/2024/117"),
        ("Versicherungsschein-Nr. KH-24-1170", "contract_number", "KH-24-1170"),
        ("Mietvertrag: 4712.01.117", "contract_number", "4712.01.117"),
        ("Kötvényszám: 662-117-0", "contract_number", "662-117-0"),
        ("VAT إجمالي: 24.17", "total_vat", "24.17"),
        ("Netto da corrispondere: € 1.240,00", "amount_due", "1240.00"),
        ("Zmluva č.: Z-2023-117", "contract_number", "Z-2023-117"),
        ("Avinummer 1140382417", "document_number", "1140382417"),
        ("Travaux du 02/05/2024 au 31/05/2024", "period_end", "2024-05-31"),
    ],
)
def test_labels_of_more_languages(row: str, field: str, value: str) -> None:
    assert best(typed("Berg", row))[field] == value


def test_a_bank_of_the_people_is_in_no_register() -> None:
    assert "supplier_organisation_number" not in read(typed("Rechnung 4711", "VR Bank 510417 Ulm"))


def test_eleven_digits_outside_norway_are_no_account_by_their_check_digit_alone() -> None:
    row = "Poziv na broj 8141-45201177433-24105"
    found = read(typed("Račun br. 10", "OIB 45201177433", row, "Ukupno 52,33 EUR"))
    assert "bank_account_number" not in found


def test_hours_behind_a_telephone_are_no_digits_of_it() -> None:
    found = best(typed("Harrow & Son", "Telephone 01773 555 0117 (24 hours)", "VAT GB 123 4567 82"))
    assert found["supplier_phone"].endswith("1773555 0117".replace(" ", ""))


def test_hostile_lines_take_no_time() -> None:
    rows = ["Seria " * 6000, "bitte " * 6000, "ueber " * 3000 + "bitte " * 3000, "HRA " * 9000]
    page = typed(*rows)
    start = time.process_time()
    read(page)
    assert time.process_time() - start < 20.0


@pytest.mark.parametrize(
    "row",
    [
        "Delegat: Popescu Ion B.I./C.I. seria TM nr. 654321 eliberat de SPCLEP",
        "Achitat cu chitanta seria CH nr. 55",
        "Máquina serie ABC nº 998",
    ],
)
def test_series_of_other_papers_and_machines_are_no_documents(row: str) -> None:
    assert best(typed("FACTURA nr. 1042", row))["document_number"] == "1042"


@pytest.mark.parametrize("number", ["FAC.2024-0015", "DOC.20240015", "ABR.2024/118"])
def test_letters_in_front_of_a_number_are_a_part_of_it(number: str) -> None:
    assert best(typed(f"Invoice No: {number}"))["document_number"] == number


def test_the_day_of_a_quote_or_a_meter_reading_is_not_the_invoices() -> None:
    assert (
        best(typed("Facture du 20/03/2024", "Date de relevé : 02/03/2024"))["document_date"] == "2024-03-20"
    )
    quoted = best(typed("N° de devis : D-2024-55", "FACTURE N° F-2024-100"))
    assert quoted["document_number"] == "F-2024-100"

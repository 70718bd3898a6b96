"""Numbers of customers, orders and contracts where their labels, or their own print, name them."""

import pytest

from typed_page import best, read, typed


@pytest.mark.parametrize(
    ("rows", "field", "value"),
    [
        ([[(5, "Aanslagnummer"), (30, ": WS24.880.1173")]], "document_number", "WS24.880.1173"),
        (["Cod de plată: 00031174082511773204"], "payment_reference", "00031174082511773204"),
        (["Befizetőazonosító: 3117745024418205"], "payment_reference", "3117745024418205"),
        (["Odjemno mesto: 118-0447, šifra plačnika 30118"], "customer_number", "30118"),
        (["Cuenta de cliente: 4.771.203.88"], "customer_number", "4.771.203.88"),
        (["Bon de commande client : 4500018822"], "receiver_order_number", "4500018822"),
        ([[(5, "Rental agreement"), (40, "RA 5530 1182 4")]], "contract_number", "RA 5530 1182 4"),
        ([[(5, "Rechnungsdatum / Rechnungs-Nr."), (50, "14.02.2025 / 25-004417")]],
         "document_number", "25-004417"),
        ([[(5, "Rechnungsnummer")], [(5, "RE 88 2024 119 405")]], "document_number", "RE 88 2024 119 405"),
    ],
)  # fmt: skip
def test_a_label_names_its_number(rows: list, field: str, value: str) -> None:
    assert best(typed(*rows))[field] == value


def test_a_house_or_town_beside_a_label_is_no_number() -> None:
    found = best(typed([(5, "N° de contrat"), (50, "91700 Sainte-Geneviève")], [(5, "C0094471")]))
    assert found["contract_number"] == "C0094471"


def test_a_bare_account_is_the_customers_where_it_has_letters() -> None:
    assert best(typed("Invoice 4711", [(5, "Account"), (30, "FAI004")]))["customer_number"] == "FAI004"
    assert "customer_number" not in best(typed("Invoice 4711", [(5, "Account"), (30, "58190228")]))


def test_a_month_behind_a_contract_is_not_its_number() -> None:
    assert "contract_number" not in best(typed("Wartungsvertrag 03/2027 120,00"))
    assert best(typed("Wartungsvertrag Nr. W-17/2027"))["contract_number"] == "W-17/2027"


def test_a_telephone_of_customer_service_is_no_customer_number() -> None:
    assert "customer_number" not in best(typed("Relații clienți: 0264 404 110"))


@pytest.mark.parametrize("row", ["Your ref: Jane Miller", "Your ref: 4711", "Order No. SO-771204"])
def test_other_references_and_orders_are_no_purchase_order(row: str) -> None:
    assert "receiver_order_number" not in best(typed(row))


@pytest.mark.parametrize("word", ["NONE", "Baltra", "BALTRA LTD", "AB"])
def test_other_words_are_no_customers_code(word: str) -> None:
    assert "customer_number" not in best(typed([(5, "Cust. code"), (40, word)]))


def test_an_account_on_a_slip_is_a_banks() -> None:
    heads = [(5, "Reference"), (30, "Account"), (55, "Amount due")]
    found = best(typed(heads, [(5, "0417 0022 8"), (30, "30881742"), (55, "1,385.50")]))
    assert found.get("customer_number") != "30881742"


def test_a_bare_reference_among_a_banks_labels_is_the_payments() -> None:
    page = typed([(5, "Account no"), (40, "71204418")], [(5, "Reference"), (40, "V20144")])
    assert best(page)["payment_reference"] == "V20144"


def test_the_mark_of_a_slip_is_no_label() -> None:
    assert "document_number" not in best(typed([(5, "#"), (20, "41877262041843 #"), (50, "5180 00")]))


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("MWST-Nummer CHE-116.281.710 MWST", "CHE116281710MWST"),
        ("Numéro de TVA CHE-116.281.710 TVA", "CHE116281710TVA"),
        ("MWST-Nummer CHE-116.281.710 MWST 8.1 %", "CHE116281710"),
    ],
)
def test_the_tax_behind_a_swiss_number_is_its_end_and_no_label(row: str, value: str) -> None:
    labelled = [found for found in read(typed(row))["supplier_vat_number"] if found.rule == "label"]
    assert [found.parsed.value for found in labelled] == [value]

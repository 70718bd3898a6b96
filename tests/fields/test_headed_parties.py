"""Parties below a heading, with a blank line or none, and values in the order of their labels."""

from __future__ import annotations

import time

import pytest

from paperformer.fields.blocks import is_company
from paperformer.fields.countries.postcodes import has_postcode
from paperformer.fields.page.layout import Layout
from paperformer.fields.wrapped_ibans import wrapped_ibans
from typed_page import Cells, best, typed


def test_the_parties_stand_below_their_headings() -> None:
    rows: list[Cells | str] = [
        [(5, "Sprzedawca:"), (55, "Nabywca:")],
        [(5, "Hurtownia Iskra Sp. z o.o."), (55, "PPHU Grzegorz Lis")],
        [(5, "ul. Wolska 18"), (55, "ul. Lipowa 7")],
        [(5, "02-135 Warszawa"), (55, "09-402 Plock")],
    ]
    found = best(typed(*rows))
    assert found["supplier_name"] == "Hurtownia Iskra Sp. z o.o."
    assert found["receiver_name"] == "PPHU Grzegorz Lis"
    assert found["receiver_address"] == "ul. Lipowa 7, 09-402 Plock"


@pytest.mark.parametrize(
    ("rows", "field", "name"),
    [
        (
            [[(5, "Customer:"), (30, "Jane Miller")], "", "Thank you for your order"],
            "receiver_name",
            "Jane Miller",
        ),
        (
            [[(5, "Vendor:"), (30, "Acme Supplies Ltd")], "", [(5, "Ship via"), (30, "DHL")]],
            "supplier_name",
            "Acme Supplies Ltd",
        ),
    ],
)
def test_what_stands_right_of_a_heading_comes_before_what_is_far_below(
    rows: list[Cells | str], field: str, name: str
) -> None:
    assert best(typed(*rows))[field] == name


def test_stars_adorn_a_name() -> None:
    rows = ["** The Coffee Shop **", "12 High Street", "London SW1A 1AA", "Receipt", "Total £12.00"]
    assert best(typed(*rows))["supplier_name"] == "The Coffee Shop"


def test_the_heads_of_a_table_of_items_head_no_totals() -> None:
    rows: list[Cells | str] = [
        "Invoice 4711",
        [(5, "Description"), (30, "Net"), (45, "VAT"), (60, "Gross")],
        [(5, "Widget"), (36, "10.00"), (51, "2.00"), (67, "12.00")],
        [(5, "Gadget"), (36, "20.00"), (51, "4.00"), (67, "24.00")],
        "",
        [(45, "Please pay"), (67, "36.00")],
    ]
    found = best(typed(*rows))
    assert found["amount_due"] == "36.00"
    assert "total_incl_vat" not in found


def test_a_transaction_number_is_no_vat_number() -> None:
    found = best(typed("Aldi Stores Ltd", "Total £12.00", "TRN: 00451233 MID 7711"))
    assert "supplier_vat_number" not in found
    assert best(typed("Al Marsa L.L.C", "TRN: 100418827700003"))["supplier_vat_number"] == "100418827700003"


@pytest.mark.parametrize(
    "line",
    ["Hash: AB12CD34EF5678901234567890ABCDEF1234 end", "DE89" + "3" * 60 + " bei", "DE89 " + "A1 " * 999],
)
def test_a_line_that_begins_like_an_iban_is_read_as_fast_as_others(line: str) -> None:
    page = typed("Invoice 12", line)
    start = time.process_time()
    list(wrapped_ibans(Layout(page)))
    assert time.process_time() - start < 0.5


def test_a_card_that_was_charged_buys_nothing() -> None:
    found = best(typed([(5, "Bill to"), (40, "VISA (4*** **** **** 3306)")]))
    assert "receiver_name" not in found


TOTALS = [
    (5, "Warenwert"),
    (20, "Fracht"),
    (32, "Nettobetrag"),
    (52, "MwSt.-Betrag"),
    (74, "Rechnungsbetrag"),
]


def test_values_at_the_right_edge_of_their_cells_stand_in_the_order_of_their_labels() -> None:
    values = [(14, "371,57-"), (27, "0,00"), (44, "371,57-"), (65, "70,60-"), (92, "442,17-")]
    found = best(typed("Rechnung 12", "Datum 05.05.2025", TOTALS, values))
    assert (found["total_excl_vat"], found["total_vat"], found["total_incl_vat"]) == (
        "-371.57",
        "-70.60",
        "-442.17",
    )


def test_a_row_with_another_number_of_values_tells_no_order() -> None:
    values = [(14, "371,57-"), (27, "0,00"), (44, "371,57-"), (92, "442,17-")]
    assert "total_incl_vat" not in best(typed("Rechnung 12", "Datum 05.05.2025", TOTALS, values))


def test_an_iban_goes_on_in_the_line_below() -> None:
    rows: list[Cells | str] = [
        [(5, "Telefon 0228 5590"), (50, "IBAN DE16 3804 0007")],
        [(5, "www.rheinfunk.example"), (50, "0112 8456 00")],
    ]
    assert best(typed(*rows))["iban"] == "DE16380400070112845600"


def test_a_line_below_that_does_not_complete_the_check_digits_is_none() -> None:
    rows: list[Cells | str] = ["IBAN DE16 3804 0007", "0112 8456 01"]
    assert best(typed(*rows)).get("iban") != "DE16380400070112845600"


@pytest.mark.parametrize(
    ("rows", "field", "value"),
    [
        (["LPO No.: CBH-3390"], "receiver_order_number", "CBH-3390"),
        (["Viitenumero maksulle: 1232"], "payment_reference", "1232"),
        (["Identificativo fiscale ai fini IVA: IT02847190358"], "supplier_vat_number", "IT02847190358"),
        (["Poziv na broj: HR00 1184-1-2"], "payment_reference", "HR001184-1-2"),
        (["KUPAC:", "Plovidba d.d.", "22000 Šibenik"], "receiver_name", "Plovidba d.d."),
        (["ΣΤΟΙΧΕΙΑ ΠΕΛΑΤΗ", "ΤΑΒΕΡΝΑ Ι.Κ.Ε."], "receiver_name", "ΤΑΒΕΡΝΑ Ι.Κ.Ε."),
    ],
)
def test_labels_of_elsewhere(rows: list[Cells | str], field: str, value: str) -> None:
    assert best(typed(*rows))[field] == value


@pytest.mark.parametrize(("place", "whole"), [
    (["99 Residency Road", "Bengaluru - 560025"], "99 Residency Road, Bengaluru - 560025"),
    (["17 Avinashi Rd", "Coimbatore", "641004 Tamil Nadu"], "17 Avinashi Rd, Coimbatore, 641004 Tamil Nadu"),
    (["Av. Universidad 880", "León, C.P. 37320"], "Av. Universidad 880, León, C.P. 37320"),
    (["Av Norte-Sul 1180 - CEP: 13025-320"], "Av Norte-Sul 1180 - CEP: 13025-320"),
    (["Moi Avenue", "P.O. Box 1187-20200 Kericho"], "Moi Avenue, P.O. Box 1187-20200 Kericho"),
    (["Ringweg 3", "Abteilung 2", "26789 Leer"], "Ringweg 3, Abteilung 2, 26789 Leer"),
    (["3-12-8 Kaigan", "Tokyo 108-0022"], "3-12-8 Kaigan, Tokyo 108-0022"),
    (["9 HaMelacha St.", "Haifa 3463801, Israel"], "9 HaMelacha St., Haifa 3463801, Israel"),
    (["88 Luna Street", "Iloilo City 5000"], "88 Luna Street, Iloilo City 5000"),
])  # fmt: skip
def test_addresses_end_with_the_postcodes_of_many_countries(place: list[str], whole: str) -> None:
    found = best(typed("Bill to:", "Meridian Works Ltd", *place, "Phone 555 0142"))
    assert found["receiver_name"] == "Meridian Works Ltd"
    assert found["receiver_address"] == whole


@pytest.mark.parametrize("line", ["Order - 560025", "Invoice No - 560025", "Your ref - 560025"])
def test_a_number_behind_a_dash_is_no_postcode(line: str) -> None:
    assert not has_postcode(line)


def test_a_payment_advice_goes_to_the_seller_from_the_customer() -> None:
    rows: list[Cells | str] = [
        "PAYMENT ADVICE", "",
        [(5, "To:"), (12, "Mendip Flour Mills Limited"), (55, "Customer"), (75, "Harbourside Bakery Ltd")],
        [(12, "Station Road"), (55, "Invoice Number"), (75, "INV-20418")],
        [(12, "Shepton Mallet BA4 5QE"), (55, "Amount Enclosed")],
    ]  # fmt: skip
    found = best(typed(*rows))
    assert found["supplier_name"] == "Mendip Flour Mills Limited"
    assert found["receiver_name"] == "Harbourside Bakery Ltd"


def test_values_in_a_column_of_their_own_begin_with_colons() -> None:
    rows: list[Cells | str] = [
        [(5, "SEÑOR(ES)"), (25, ": Viña Quebrada Honda S.A.")],
        [(5, "R.U.T."), (25, ": 96.774.310-0")],
        [(5, "GIRO"), (25, ": Elaboración de vinos")],
    ]
    assert best(typed(*rows))["receiver_name"] == "Viña Quebrada Honda S.A."


@pytest.mark.parametrize("name", ["UAB „Baltijos langai“", 'SIA "Jūras vējš"', "ООО «Ромашка»"])
def test_legal_forms_stand_before_quoted_names(name: str) -> None:
    assert is_company(name)
    assert not is_company("SIA Juras")


@pytest.mark.parametrize("right", ["Northwind Traders Ltd", "Thank you for your business", "Page 1 of 2"])
def test_what_stands_beside_a_heading_is_not_under_it_where_its_own_lines_have_labels(right: str) -> None:
    page = typed(
        [(5, "Bill to:"), (50, right)],
        [(5, "Account no: 4711"), (50, "12 Supplier Road")],
        [(5, "Bakery Jones"), (50, "Leeds LS1 4AP")],
        "99 Main Street",
        "Bristol BS1 5TR",
    )
    assert best(page)["receiver_name"] == "Bakery Jones"


def test_mottagare_alone_heads_who_buys() -> None:
    found = best(typed("Mottagare", "Anna Berg", "Storgatan 4", "114 55 Stockholm"))
    assert found["receiver_name"] == "Anna Berg"


def test_a_hungarian_heading_asks_for_name_and_address() -> None:
    found = best(typed("Vevő (fizető) neve és címe:", "Tóth Gergely", "2400 Dunaújváros", "Petőfi u. 4."))
    assert found["receiver_name"] == "Tóth Gergely"


@pytest.mark.parametrize(("text", "is_one"), [("Clémence Aubry EI", True), ("DAS WEICHE EI", False)])
def test_french_sole_traders_add_their_form(text: str, *, is_one: bool) -> None:
    assert is_company(text) is is_one


@pytest.mark.parametrize(
    ("heading", "again", "name", "number"),
    [
        ("Поставщик", "(Исполнитель):", "ООО «Стройка»", "ИНН 7709431183"),
        ("Lieferant", "(Auftragnehmer):", "Möbel Projekt GmbH", "USt-IdNr. DE123456788"),
    ],
)
def test_a_heading_that_brackets_say_again_heads_one_block(
    heading: str, again: str, name: str, number: str
) -> None:
    page = typed(
        [(5, heading), (30, f"{name}, {number}, 105064")],
        [(5, again), (30, "Hauptstr. 27, Haus 2")],
    )
    assert best(page)["supplier_name"] == name

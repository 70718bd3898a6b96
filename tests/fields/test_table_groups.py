"""Tables in groups, with sums between the lines, and what stands among lines without being one."""

from __future__ import annotations

import pytest

from paperformer.documents.model import Document
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.fields.tables.reader import find_rows
from typed_page import Cells, typed


def found_in(document: Document, field: str) -> list[dict[str, str]]:
    rows = find_rows(view_of(document, load_schema()))
    return [{name: cell.value for name, cell in row.cells.items()} for row in rows if row.field == field]


def lines(*rows: Cells | str) -> list[dict[str, str]]:
    return found_in(typed(*rows), "purchase_lines")


def names(found: list[dict[str, str]]) -> list[str]:
    return [row["description"] for row in found]


HEADING: Cells = [(5, "Bezeichnung"), (50, "Menge"), (60, "Einzelpreis"), (80, "Gesamt")]


def line(name: str, quantity: str, price: str, total: str) -> Cells:
    return [(5, name), (55 - len(quantity), quantity), (71 - len(price), price), (86 - len(total), total)]


def total(label: str, amount: str) -> Cells:
    return [(60, label), (86 - len(amount), amount)]


PIPE = line("Rohr", "2,00", "40,00", "80,00")
VALVE = line("Ventil", "3,00", "10,00", "30,00")
HOURS = line("Monteur", "4,00", "60,00", "240,00")


@pytest.mark.parametrize("label", ["Summe 01 Material", "Zwischensumme Material", "Summe Material"])
def test_the_sum_of_a_group_is_no_line_and_the_table_goes_on_below_it(label: str) -> None:
    found = lines(
        HEADING,
        PIPE,
        VALVE,
        total(label, "110,00"),
        HOURS,
        total(label.replace("Material", "Lohn"), "240,00"),
        total("Nettosumme", "350,00"),
        total("zzgl. 19 % MwSt.", "66,50"),
        total("Rechnungsbetrag", "416,50"),
    )
    assert names(found) == ["Rohr", "Ventil", "Monteur"]


def test_shipping_below_a_subtotal_is_no_line() -> None:
    found = lines(
        HEADING,
        PIPE,
        VALVE,
        total("Zwischensumme", "110,00"),
        total("Versand", "5,00"),
        total("Summe", "115,00"),
    )
    assert names(found) == ["Rohr", "Ventil"]


def test_a_charge_of_all_groups_stands_where_the_lines_stand() -> None:
    found = lines(
        HEADING,
        PIPE,
        VALVE,
        total("Summe Material", "110,00"),
        HOURS,
        total("Summe Lohn", "240,00"),
        [(5, "Entsorgung"), (82, "9,00")],
        total("Nettosumme", "359,00"),
    )
    assert names(found) == ["Rohr", "Ventil", "Monteur", "Entsorgung"]


def test_a_row_that_multiplies_is_a_line_whatever_it_is_called() -> None:
    found = lines(
        [(5, "Charges"), (50, "Units"), (60, "Rate"), (80, "Amount")],
        line("Weekly hire", "3", "285.00", "855.00"),
        line("Extra days", "3", "48.00", "144.00"),
        total("Total excluding VAT", "999.00"),
    )
    assert names(found) == ["Weekly hire", "Extra days"]


def test_a_balance_brought_forward_is_no_line() -> None:
    found = lines(
        [(5, "Balance brought forward at 1 March 2025"), (80, "218.50")],
        [(5, "Service charge, half-year"), (80, "842.00")],
        [(5, "Reserve fund"), (80, "200.00")],
        [(5, "Ground rent"), (80, "125.00")],
        [(5, "Total now due"), (78, "1,385.50")],
    )
    assert names(found) == ["Service charge, half-year", "Reserve fund", "Ground rent"]


def test_a_running_balance_is_no_total_and_a_payment_no_line() -> None:
    heading: Cells = [(2, "Date"), (15, "Description"), (50, "Debit"), (62, "Credit"), (80, "Balance")]
    found = lines(
        heading,
        [(2, "22/09/2025"), (15, "Bed and breakfast"), (49, "135.00"), (81, "135.00")],
        [(2, "23/09/2025"), (15, "Bed and breakfast"), (49, "135.00"), (81, "270.00")],
        [(2, "24/09/2025"), (15, "Dinner"), (50, "42.50"), (81, "312.50")],
        [(2, "24/09/2025"), (15, "Deposit received"), (62, "100.00"), (81, "212.50")],
        [(40, "Total"), (49, "312.50"), (62, "100.00")],
    )
    assert [(row["description"], row["total"]) for row in found] == [
        ("Bed and breakfast", "135.00"),
        ("Bed and breakfast", "135.00"),
        ("Dinner", "42.50"),
    ]


def test_thousands_of_money_without_cents_are_grouped_and_days_are_no_prices() -> None:
    document = typed(
        "Kt. 551107-0439  VSK nr. 98412",
        [(2, "Dags."), (15, "Lýsing"), (60, "VSK %"), (75, "Upphæð kr.")],
        [(2, "19.06"), (15, "Gisting"), (62, "11"), (79, "24.900")],
        [(2, "20.06"), (15, "Gisting"), (62, "11"), (79, "24.900")],
        [(2, "20.06"), (15, "Bar"), (62, "24"), (80, "4.200")],
        [(55, "Samtals kr."), (79, "54.000")],
        [(55, "VSK þrep"), (66, "Án VSK"), (76, "VSK")],
        [(55, "11%"), (66, "44.865"), (76, "4.935")],
    )
    found = found_in(document, "purchase_lines")
    assert [(row["description"], row["total"]) for row in found] == [
        ("Gisting", "24900.00"),
        ("Gisting", "24900.00"),
        ("Bar", "4200.00"),
    ]
    assert not any("unit_price" in row for row in found)
    assert found_in(document, "vat_distribution") == [{"rate": "11", "base": "44865.00", "tax": "4935.00"}]


def test_a_space_groups_thousands_before_a_decimal_point_only_where_that_is_the_custom() -> None:
    levy: list[Cells | str] = [
        [(5, "Levy"), (80, "2 840.00")],
        [(5, "Water"), (82, "412.30")],
        [(5, "Parking"), (82, "450.00")],
    ]
    at_home = lines("Reg. 2011/104428/07", *levy, [(5, "Total"), (80, "R 3 702.30")])
    abroad = lines("£", *levy, [(5, "Total"), (78, "£1,702.30")])
    assert at_home[0]["total"] == "2840.00"
    assert abroad[0]["total"] == "840.00"


def test_numbers_that_count_the_lines_are_no_quantities() -> None:
    counted = [[(2, str(i)), (8, f"Spot {name}"), (80, "175.00")] for i, name in enumerate("ABC", start=1)]
    assert all("quantity" not in row for row in lines(*counted, [(5, "Gross amount"), (80, "525.00")]))


def test_a_day_is_no_article_number_and_dots_that_lead_to_a_price_no_name() -> None:
    found = lines(
        [(2, "14.07.2025"), (15, "Grundbetrag .........."), (80, "399,00")],
        [(2, "15.07.2025"), (15, "Autobahn ..............."), (80, "340,00")],
        [(5, "Summe"), (80, "739,00")],
    )
    assert found == [
        {"description": "Grundbetrag", "total": "399.00"},
        {"description": "Autobahn", "total": "340.00"},
    ]


def test_captions_in_two_languages_head_one_column() -> None:
    found = lines(
        [
            (5, "Tuote / Produkt"),
            (40, "Veroton / Skattefri"),
            (62, "ALV / Moms %"),
            (78, "Yhteensä / Totalt"),
        ],
        [(5, "Kuitu/Fiber"), (50, "105,60"), (70, "25,5"), (88, "132,53")],
        [(5, "Kiinteä IP / Fast IP"), (51, "15,00"), (70, "25,5"), (89, "18,83")],
        [(60, "Laskun loppusumma"), (88, "151,36")],
    )
    assert [(row["description"], row["total"]) for row in found] == [
        ("Kuitu/Fiber", "132.53"),
        ("Kiinteä IP / Fast IP", "18.83"),
    ]

"""Headings of tables: captions that nobody knows, signs, rows above one another, several tables."""

from __future__ import annotations

import pytest

from typed_page import Cells
from typed_table import lines


def test_what_stands_below_a_caption_that_nobody_knows_is_no_part_of_the_name() -> None:
    found = lines(
        [(5, "Omschrijving"), (40, "Plantmaat"), (55, "Aantal"), (65, "Prijs"), (80, "Bedrag")],
        [(5, "Acer campestre"), (40, "16-18 kl"), (55, "24"), (65, "168,00"), (80, "4.032,00")],
        [(5, "Quercus robur"), (40, "20-25 dkl"), (55, "12"), (65, "395,00"), (80, "4.740,00")],
        [(60, "Totaal"), (80, "8.772,00")],
    )
    assert [row["description"] for row in found] == ["Acer campestre", "Quercus robur"]


def test_the_wordiest_column_holds_the_names_where_no_caption_is_theirs() -> None:
    found = lines(
        [(5, "Datum"), (20, "Anläggning"), (55, "Timmar"), (65, "Á-pris"), (80, "Belopp")],
        [(5, "tisdagar"), (20, "Ekhallen, hel plan"), (55, "10,00"), (65, "85,00"), (80, "850,00")],
        [(5, "torsdagar"), (20, "Ekhallen, halv plan"), (55, "10,00"), (65, "21,00"), (80, "210,00")],
    )
    assert [row["description"] for row in found] == ["Ekhallen, hel plan", "Ekhallen, halv plan"]


def test_names_left_of_all_captions_are_found() -> None:
    found = lines(
        [(35, "Période"), (55, "Consommation"), (70, "Prix unitaire HT"), (88, "Montant HT")],
        [(5, "Heures pleines"), (35, "du 15/01 au 14/03"), (55, "1184 kWh"), (70, "0,21460"), (90, "254,09")],
        [(5, "Heures creuses"), (35, "du 15/01 au 14/03"), (55, "902 kWh"), (70, "0,16960"), (90, "152,98")],
        [(60, "Total hors TVA"), (90, "407,07")],
    )
    assert [row["description"] for row in found] == ["Heures pleines", "Heures creuses"]
    assert [row["unit"] for row in found] == ["kWh", "kWh"]


@pytest.mark.parametrize(("rate", "total"), [("%", "€"), ("MWST %", "CHF"), ("VAT%", "EUR")])
def test_a_sign_may_be_a_caption(rate: str, total: str) -> None:
    (found, _) = lines(
        [(5, "Position"), (40, rate), (55, "Menge"), (80, total)],
        [(5, "Katalog fadengeheftet"), (40, "19,00"), (55, "900 Ex."), (80, "340,00")],
        [(5, "Plakate Siebdruck"), (40, "7,00"), (55, "60 Ex."), (80, "470,00")],
        [(60, "Summe"), (80, "810,00")],
    )
    assert (found["vat_rate"], found["quantity"], found["total"]) == ("19", "900", "340.00")


def test_letters_or_small_numbers_for_rates_are_no_rates() -> None:
    found = lines(
        [(5, "Description"), (40, "Qty"), (50, "Price"), (62, "VAT"), (80, "Net")],
        [(5, "Sawn Carcassing"), (40, "60"), (50, "11.42"), (62, "1"), (80, "685.20")],
        [(5, "Hardwood Ply"), (40, "15"), (50, "38.90"), (62, "1"), (80, "583.50")],
        [(60, "Total net"), (79, "1,268.70")],
    )
    assert [row.get("vat_rate") for row in found] == [None, None]
    assert [row["total"] for row in found] == ["685.20", "583.50"]


def test_captions_of_several_rows_set_in_the_middle_are_read_by_columns() -> None:
    heading: list[Cells | str] = [
        [(62, "Wartość"), (75, "Kwota"), (88, "Wartość")],
        [(5, "Nazwa towaru"), (35, "Ilość"), (45, "Cena netto")],
        [(62, "netto"), (75, "VAT"), (88, "brutto")],
    ]
    found = lines(
        *heading,
        [(5, "Koszenie"), (35, "10"), (45, "2,30"), (62, "23,00"), (75, "1,84"), (88, "24,84")],
        [(5, "Nawóz"), (35, "2"), (45, "118,00"), (62, "236,00"), (75, "18,88"), (88, "254,88")],
        [(5, "Razem"), (62, "259,00"), (75, "20,72"), (88, "279,72")],
    )
    assert [row["total"] for row in found] == ["23.00", "236.00"]


def test_a_heading_beside_a_telephone_number_is_found() -> None:
    (found,) = lines(
        [(5, "Artículo"), (35, "Uds."), (45, "Precio"), (55, "Total"), (75, "653 90 11 42")],
        [(5, "Almohada viscogel"), (35, "2"), (45, "39,95"), (55, "79,90"), (75, "Lunes a viernes")],
        [(45, "TOTAL"), (55, "79,90")],
    )
    assert found == {
        "description": "Almohada viscogel", "quantity": "2", "unit_price": "39.95", "total": "79.90"
    }  # fmt: skip


def test_labour_and_parts_are_lines_of_one_purchase_where_both_make_the_sum_below() -> None:
    found = lines(
        [(5, "Código"), (15, "Operação"), (55, "Horas"), (65, "Preço"), (80, "Valor")],
        [(5, "MO-010"), (15, "Diagnóstico electrónico"), (55, "0,50"), (65, "42,00"), (80, "21,00")],
        [(60, "Total mão-de-obra"), (80, "21,00")],
        "",
        [(5, "Referência"), (20, "Designação"), (55, "Qtd."), (65, "P. unitário"), (80, "Valor")],
        [(5, "13-0C17"), (20, "Kit distribuição"), (55, "1"), (65, "171,92"), (80, "171,92")],
        [(5, "OL5W30"), (20, "Óleo motor"), (55, "2"), (65, "9,75"), (80, "19,50")],
        [(60, "Total peças"), (80, "191,42")],
        [(60, "Total ilíquido"), (80, "212,42")],
    )
    assert [row["description"] for row in found] == [
        "Diagnóstico electrónico", "Kit distribuição", "Óleo motor"
    ]  # fmt: skip


def test_heads_that_print_the_sum_of_their_group_are_no_lines() -> None:
    found = lines(
        [(5, "Désignation"), (50, "Quantité"), (62, "Prix unitaire"), (80, "Montant")],
        [(5, "Consommation"), (80, "407,07")],
        [(5, "Heures pleines"), (50, "1184"), (62, "0,21460"), (80, "254,09")],
        [(5, "Heures creuses"), (50, "902"), (62, "0,16960"), (80, "152,98")],
        [(60, "Total HT"), (80, "407,07")],
    )
    assert [row["description"] for row in found] == ["Heures pleines", "Heures creuses"]


def test_the_one_column_of_prices_of_a_web_shop_holds_its_lines() -> None:
    found = lines(
        [(5, "Prekė"), (50, "Kiekis"), (70, "Kaina")],
        [(5, "Liepų medus"), (50, "2"), (70, "15,80 €")],
        [(5, "Keramikinis puodelis"), (50, "1"), (70, "14,90 €")],
        [(50, "Tarpinė suma"), (70, "30,70 €")],
    )
    assert [(row["quantity"], row["total"]) for row in found] == [("2", "15.80"), ("1", "14.90")]


def test_what_a_price_is_for_is_no_caption_of_its_own() -> None:
    (found, _) = lines(
        [(5, "Aantal"), (15, "Omschrijving"), (50, "Prijs/st"), (65, "Bedrag")],
        [(6, "200"), (15, "Rosa Avalanche"), (52, "0,465"), (66, "93,00")],
        [(6, "50"), (15, "Paeonia"), (52, "1,120"), (66, "56,00")],
    )
    assert (found["quantity"], found["unit_price"], found["total"]) == ("200", "0.465", "93.00")


def test_a_caption_of_rates_heads_prices_where_the_numbers_make_the_totals() -> None:
    (found, _) = lines(
        [(5, "Service"), (45, "Qté"), (60, "Taux"), (80, "Montant")],
        [(5, "Terre végétale"), (45, "12"), (60, "46,50"), (80, "558,00")],
        [(5, "Taille de haie"), (45, "5,5"), (60, "88,00"), (80, "484,00")],
    )
    assert found["unit_price"] == "46.50"
    assert "vat_rate" not in found


@pytest.mark.parametrize("rates", [("23,00", "6,00"), ("5,50", "20,00"), ("0,00", "20,00")])
def test_numbers_below_the_name_of_a_tax_are_rates_where_all_are_some_countrys(
    rates: tuple[str, str],
) -> None:
    found = lines(
        [(5, "Designação"), (40, "Qtd"), (50, "Preço"), (65, "IVA"), (80, "Total")],
        [(5, "Papel fotocópia A4"), (40, "12"), (50, "18,90"), (65, rates[0]), (80, "226,80")],
        [(5, "Manual Matemática"), (40, "26"), (50, "13,50"), (65, rates[1]), (80, "351,00")],
    )
    assert [float(row["vat_rate"]) for row in found] == [float(rate.replace(",", ".")) for rate in rates]


def test_two_captions_that_read_as_a_tax_head_the_totals_where_no_other_does() -> None:
    """Xero prints "GST" right beside "Amount AUD"."""
    found = lines(
        [(5, "Description"), (40, "Quantity"), (52, "Unit Price"), (68, "GST Amount AUD")],
        [(5, "Monthly pool service"), (42, "2.00"), (55, "145.00"), (68, "10%"), (77, "290.00")],
        [(5, "Liquid chlorine, litres"), (40, "100.00"), (57, "1.85"), (68, "10%"), (77, "185.00")],
        [(60, "Subtotal"), (77, "475.00")],
    )
    assert [(row["unit_price"], row["total"]) for row in found] == [("145.00", "290.00"), ("1.85", "185.00")]


def test_captions_above_others_are_of_rows_above_others() -> None:
    found = lines(
        [(5, "Codigo - Descricao")],
        [(5, "Qtd"), (20, "Un"), (35, "Vl Unit"), (60, "Total")],
        [(5, "1173 - Abraçadeira de aço")],
        [(5, "2,00"), (20, "UN"), (35, "10,00"), (60, "20,00")],
        [(5, "1180 - Parafuso sextavado")],
        [(5, "3,00"), (20, "UN"), (35, "11,00"), (60, "33,00")],
        [(35, "Valor total"), (60, "53,00")],
    )
    assert [(row["code"], row["description"], row["quantity"]) for row in found] == [
        ("1173", "Abraçadeira de aço", "2"), ("1180", "Parafuso sextavado", "3")
    ]  # fmt: skip


def test_an_amount_of_hours_is_a_quantity_where_it_multiplies() -> None:
    found = lines(
        [(5, "Description"), (50, "Amount"), (62, "Unit price"), (80, "Total price")],
        [(5, "Design of a page"), (50, "4.00"), (62, "150.00"), (80, "600.00")],
        [(5, "Programming"), (50, "6.00"), (62, "150.00"), (80, "900.00")],
        [(62, "Total"), (80, "1500.00")],
    )
    assert [row["quantity"] for row in found] == ["4", "6"]


def test_a_rate_in_the_caption_of_taxes_is_that_of_every_line() -> None:
    found = lines(
        [(5, "Item"), (35, "Quantity"), (50, "Price"), (62, "10% VAT"), (80, "Amount")],
        [(5, "Programming"), (35, "10"), (50, "60.00"), (62, "60.00"), (80, "600.00")],
        [(5, "Support"), (35, "20"), (50, "15.00"), (62, "30.00"), (80, "300.00")],
        [(62, "Total"), (80, "900.00")],
    )
    assert [row["vat_rate"] for row in found] == ["10", "10"]


@pytest.mark.parametrize(
    ("total", "price", "sum_of_line"), [("190.00", "30.00", None), ("80.00", None, "30.00")]
)
def test_a_lone_column_of_prices_is_of_units_or_of_lines_as_the_sum_below_says(
    total: str, price: str | None, sum_of_line: str | None
) -> None:
    first = lines(
        [(5, "Product"), (45, "Quantity"), (65, "Price")],
        [(5, "Black lotus"), (45, "3"), (65, "30.00")],
        [(5, "Time walk"), (45, "2"), (65, "50.00")],
        [(45, "Total"), (65, total)],
    )[0]
    assert (first.get("unit_price"), first.get("total")) == (price, sum_of_line)


def test_a_heading_that_comes_again_behind_that_of_something_else_goes_on_with_its_table() -> None:
    heading: Cells = [(5, "Code"), (20, "Description"), (50, "Qty"), (60, "Price"), (80, "Total")]
    found = lines(
        heading,
        [(5, "A-101"), (20, "Paper bags"), (50, "2"), (60, "5.00"), (80, "10.00")],
        [(5, "A-102"), (20, "Flour"), (50, "3"), (60, "4.00"), (80, "12.00")],
        "",
        [(20, "Service"), (50, "Hours"), (60, "Rate"), (80, "Amount")],
        "None of these",
        "",
        heading,
        [(5, "A-103"), (20, "Sugar"), (50, "4"), (60, "2.00"), (80, "8.00")],
        [(60, "Total"), (80, "31.50")],
    )
    assert [row["code"] for row in found] == ["A-101", "A-102", "A-103"]

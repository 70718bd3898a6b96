"""Lines as strangers print them: prices of several units, products inside of texts, balances, codes."""

from __future__ import annotations

import pytest

from typed_page import Cells
from typed_table import lines


@pytest.mark.parametrize(
    ("quantity", "price", "total"),
    [
        ("2.712 kWh", "24,370", "660,91"),  # in cents
        ("2.400 kWh", "38,45", "922,80"),  # of 100
        ("5.000 kWh", "312,00", "1.560,00"),  # of 1,000
    ],
)
def test_a_price_may_be_of_more_units_than_one(quantity: str, price: str, total: str) -> None:
    head: Cells = [(5, "Bezeichnung"), (50, "Menge"), (65, "Preis"), (85, "Betrag")]
    found = lines(
        head,
        [(5, "Arbeitspreis"), (50, quantity), (65, price), (85, total)],
        [(60, "Nettobetrag"), (85, total)],
    )
    assert [(row["description"], row["unit_price"].rstrip("0")) for row in found] == [
        ("Arbeitspreis", price.replace(",", ".").rstrip("0"))
    ]


def test_minutes_have_the_price_of_an_hour() -> None:
    found = lines(
        [(5, "Leistung"), (50, "Min."), (65, "CHF/Std."), (85, "Betrag")],
        [(5, "Aktenstudium"), (50, "145"), (65, "320.00"), (85, "773.33")],
        [(5, "Telefonat"), (50, "15"), (65, "320.00"), (85, "80.00")],
        [(50, "Honorar"), (85, "853.33")],
    )
    assert [(row["quantity"], row["unit_price"]) for row in found] == [("145", "320.00"), ("15", "320.00")]


@pytest.mark.parametrize(
    ("text", "quantity", "price"),
    [
        ("Qty 2 @ $5.50 each", "2", "5.50"),
        ("61.38L @ 17.92 c/L", "61.38", "0.1792"),
        ("4pcs*2.75", "4", "2.75"),
    ],
)
def test_a_product_inside_of_a_text_that_makes_the_total_is_no_name(
    text: str, quantity: str, price: str
) -> None:
    found = lines(
        [(5, "PUMP 04 DIESEL"), (80, "11.00")],
        [(8, text)],
        [(5, "ICE 5KG BAG"), (80, "12.00")],
        [(5, "TOTAL"), (80, "23.00")],
    )
    assert (found[0]["description"], found[0]["quantity"], found[0]["unit_price"]) == (
        "PUMP 04 DIESEL",
        quantity,
        price,
    )


def test_a_running_balance_beside_the_charges_is_none_of_them() -> None:
    found = lines(
        [(5, "Fecha"), (20, "Concepto"), (55, "Cargos"), (70, "Abonos"), (85, "Saldo")],
        [(5, "14/06/26"), (20, "Renta"), (55, "1,180.00"), (85, "1,180.00")],
        [(5, "14/06/26"), (20, "IVA 16% hospedaje"), (55, "188.80"), (85, "1,368.80")],
        [(5, "15/06/26"), (20, "Restaurante"), (55, "342.00"), (85, "1,710.80")],
        [(40, "Total"), (55, "1,710.80"), (85, "1,710.80")],
    )
    assert [(row["description"], row["total"]) for row in found] == [
        ("Renta", "1180.00"),
        ("IVA 16% hospedaje", "188.80"),  # an entry of its day, not the tax of the document
        ("Restaurante", "342.00"),
    ]


@pytest.mark.parametrize("caption", ["SKU:", "Art.-Nr.:", "Item no."])
def test_an_article_number_may_stand_behind_its_caption_below_the_name(caption: str) -> None:
    found = lines(
        [(5, "Product"), (50, "Qty"), (65, "Price"), (85, "Total")],
        [(5, "Green tea"), (50, "2"), (65, "38.50"), (85, "77.00")],
        [(5, f"{caption} CV-101-100")],
        [(5, "Teapot"), (50, "1"), (65, "189.00"), (85, "189.00")],
        [(5, f"{caption} CF-08-NG")],
        [(60, "Total"), (85, "266.00")],
    )
    assert [(row["description"], row["code"]) for row in found] == [
        ("Green tea", "CV-101-100"),
        ("Teapot", "CF-08-NG"),
    ]


def test_codes_under_a_caption_that_nobody_knows_are_article_numbers() -> None:
    found = lines(
        [(5, "PZN"), (20, "Artikel"), (55, "Anzahl"), (68, "Preis"), (85, "Betrag")],
        [(5, "712843"), (20, "Salbe"), (55, "1"), (68, "3,12"), (85, "3,12")],
        [(5, "183302"), (20, "Handcreme"), (55, "2"), (68, "6,95"), (85, "13,90")],
        [(60, "Summe"), (85, "17,02")],
    )
    assert [row["code"] for row in found] == ["712843", "183302"]


def test_money_without_cents_is_told_by_its_groups_where_no_currency_is_named() -> None:
    found = lines(
        [(5, "NOODLES CUP"), (50, "1"), (62, "4,900"), (80, "4,900")],
        [(5, "GREEN TEA"), (50, "2"), (62, "3,600"), (80, "7,200")],
        [(5, "RICE 5KG"), (50, "1"), (62, "74,500"), (80, "74,500")],
        [(5, "TOTAL"), (80, "86,600")],
    )
    assert [(row["quantity"], row["unit_price"], row["total"]) for row in found] == [
        ("1", "4900.00", "4900.00"),
        ("2", "3600.00", "7200.00"),
        ("1", "74500.00", "74500.00"),
    ]


def test_a_sum_that_bears_no_name_ends_the_lines() -> None:
    found = lines(
        [(5, "Description of goods"), (50, "Quantity"), (65, "Unit price"), (85, "Amount")],
        [(5, "Switch 32A"), (50, "48"), (65, "412.50"), (85, "19,800.00")],
        [(5, "Cable coil"), (50, "22"), (65, "5,890.00"), (85, "1,29,580.00")],
        [(85, "1,49,380.00")],
        [(30, "OUTPUT CGST"), (85, "13,444.20")],
        [(30, "OUTPUT SGST"), (85, "13,444.20")],
        [(40, "Total"), (85, "1,76,268.40")],
    )
    assert [row["description"] for row in found] == ["Switch 32A", "Cable coil"]


def test_pages_of_totals_have_no_lines() -> None:
    assert not lines(
        [(5, "Subtotal"), (80, "2 023,20")],
        [(5, "DPH 23 %"), (80, "465,34")],
        [(5, "Celkem"), (80, "2 488,54")],
    )


@pytest.mark.parametrize("title", ["Mo 05.10.2026", "Order 5512, leverans 2026-01-08"])
def test_days_and_orders_above_lines_are_no_part_of_the_line_before(title: str) -> None:
    found = lines(
        [(5, "Benämning"), (50, "Antal"), (65, "À-pris"), (85, "Summa")],
        [(5, "Dimmer"), (50, "12"), (65, "489,00"), (85, "5 868,00")],
        [(5, title)],
        [(5, "Kabel"), (50, "2"), (65, "62,50"), (85, "125,00")],
        [(60, "Summa"), (85, "5 993,00")],
    )
    assert [row["description"] for row in found] == ["Dimmer", "Kabel"]


def test_a_percentage_that_the_total_is_short_of_is_its_discount() -> None:
    found = lines(
        [(5, "Pršut 80 g")],
        [(8, "3 KOS x 2,85"), (60, "-30%"), (80, "5,99")],
        [(5, "Skuta 500 g")],
        [(8, "1 KOS x 2,79"), (80, "2,79")],
        [(5, "Za plačilo"), (80, "8,78")],
    )
    assert [(row["description"], row.get("discount")) for row in found] == [
        ("Pršut 80 g", "-30%"),
        ("Skuta 500 g", None),
    ]


def test_dots_that_lead_to_a_sum_are_no_part_of_name_or_number() -> None:
    found = lines(
        [(5, "Tube cuivre, 14 m à 9,35 .. ."), (80, "130,90")],
        [(5, "Petit matériel ...."), (80, ".87,45")],
        [(50, "Total hors TVA"), (80, "218,35")],
    )
    assert [(row["description"], row["total"]) for row in found] == [
        ("Tube cuivre", "130.90"),
        ("Petit matériel", "87.45"),
    ]


@pytest.mark.parametrize("times", ["x", "×", "х", "χ", "*"])
def test_letters_of_other_alphabets_that_look_like_x_multiply(times: str) -> None:
    found = lines(
        [(5, "Витамин С 1000 мг")],
        [(10, f"2 бр. {times} 4,15"), (60, "8,30")],
        [(5, "Спрей за нос 50 мл")],
        [(10, f"1 бр. {times} 6,42"), (60, "6,42")],
        [(5, "ОБЩА СУМА"), (60, "14,72")],
    )
    assert [(row["quantity"], row["unit"], row["unit_price"]) for row in found] == [
        ("2", "бр.", "4.15"),
        ("1", "бр.", "6.42"),
    ]


def test_a_price_may_stand_before_its_count() -> None:
    found = lines(
        [(5, "Сүт 3,2% 1 л")],
        [(10, "535,00 х 2 дана"), (60, "1 070,00")],
        [(5, "Алма Апорт")],
        [(10, "890,00 х 1,482 кг"), (60, "1 318,98")],
        [(5, "ЖИЫНЫ"), (60, "2 388,98")],
    )
    assert [(row["quantity"], row["unit"], row["unit_price"], row["total"]) for row in found] == [
        ("2", "дана", "535.00", "1070.00"),
        ("1.482", "кг", "890.00", "1318.98"),
    ]


def test_a_sum_may_stand_behind_an_equals_sign() -> None:
    found = lines(
        [(5, "МОЛОКО 930МЛ")],
        [(20, "2 X 84.90"), (60, "=169.80")],
        [(5, "ПАКЕТ")],
        [(20, "1 X 7.99"), (60, "= 7.99")],
        [(5, "ИТОГ"), (60, "=177.79")],
    )
    assert [(row["description"], row["total"]) for row in found] == [
        ("МОЛОКО 930МЛ", "169.80"),
        ("ПАКЕТ", "7.99"),
    ]


def test_where_points_group_thousands_a_space_parts_count_and_price() -> None:
    head: Cells = [(5, "Артикл"), (40, "Кол."), (50, "Цена"), (65, "Износ")]
    found = lines(
        head,
        [(5, "Пастрмка на скара"), (41, "2 640,00"), (65, "1.280,00")],
        [(5, "Погача"), (41, "3 60,00"), (65, "180,00")],
        [(5, "ВКУПЕН ИЗНОС"), (65, "1.460,00")],
    )
    assert [(row["quantity"], row["unit_price"]) for row in found] == [("2", "640.00"), ("3", "60.00")]


@pytest.mark.parametrize(("first", "second", "cells"), [
    ("1973", "205", {"code": "1973"}),
    ("12", "20", {"quantity": "12"}),
])  # fmt: skip
def test_a_number_that_would_cost_less_than_a_cent_each_is_the_articles(
    first: str, second: str, cells: dict[str, str]
) -> None:
    found = lines(
        [(5, first), (12, "GARBAGE BAG BLUE"), (80, "1.25")],
        [(5, second), (12, "PAPER CUPS"), (80, "6.60")],
        [(5, "TOTAL"), (80, "7.85")],
    )
    assert [row["description"] for row in found] == ["GARBAGE BAG BLUE", "PAPER CUPS"]
    kept = {name: found[0][name] for name in ("code", "quantity") if name in found[0]}
    assert kept == cells


@pytest.mark.parametrize("mark", ["SR", "ZRL", "T", ""])
def test_letters_of_tax_stand_behind_totals(mark: str) -> None:
    found = lines(
        [(5, "1X 000000517515"), (80, f"2.00{mark}")],
        [(8, "ASSORTED PREMIUM")],
        [(5, "1X 000000810692"), (80, f"2.40{mark}")],
        [(8, "INDIVIDUAL SUSHI")],
        [(5, "SUB-TOTAL"), (80, "4.40")],
    )
    assert [(row["description"], row["total"]) for row in found] == [
        ("ASSORTED PREMIUM", "2.00"),
        ("INDIVIDUAL SUSHI", "2.40"),
    ]


def test_letters_of_a_unit_behind_a_number_are_no_tax() -> None:
    found = lines(
        [(5, "Item"), (80, "Amount")],
        [(5, "Apples 12.50KG"), (80, "25.00")],
        [(5, "Pears"), (80, "5.00")],
        [(5, "Total"), (80, "30.00")],
    )
    assert [row["description"] for row in found] == ["Apples 12.50KG", "Pears"]


@pytest.mark.parametrize("price", ["@RM18.90", "@ 18.90", "@18.90"])
def test_a_price_below_a_name_is_the_one_that_the_quantity_multiplies(price: str) -> None:
    found = lines(
        [(5, "Qty"), (12, "Item"), (80, "Total")],
        [(5, "2"), (12, "STIR RED CURRY"), (80, "37.80")],
        [(12, price)],
        [(5, "1"), (12, "FRIED KANGKUNG"), (80, "16.90")],
        [(12, "Total"), (80, "54.70")],
    )
    assert [(row["description"], row.get("unit_price")) for row in found] == [
        ("STIR RED CURRY", "18.90"),
        ("FRIED KANGKUNG", None),
    ]


@pytest.mark.parametrize(("heads", "is_code"), [
    (("C004", "DR001C", "SQ003L"), True),
    (("205", "217", "605"), True),
    (("100", "100", "7UP"), False),
])  # fmt: skip
def test_names_begin_with_codes_where_all_have_another_one_of_one_shape(
    heads: tuple[str, str, str], is_code: bool
) -> None:
    names = ("SPICY TOM YAM", "THAI ICE TEA", "STEAMED SQUIDS")
    found = lines(
        [(5, "Qty"), (12, "Description"), (80, "Total")],
        *([(5, "1"), (12, f"{head} {name}"), (80, "9.90")] for head, name in zip(heads, names, strict=True)),
        [(12, "Total"), (80, "29.70")],
    )
    whole = [f"{head} {name}" for head, name in zip(heads, names, strict=True)]
    assert [row["description"] for row in found] == list(names if is_code else whole)
    assert [row.get("code") for row in found] == (list(heads) if is_code else [None] * 3)

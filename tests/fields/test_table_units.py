"""Units and signs beside the numbers of a line: "24 m", "31 Std. à 68,00", "2@3.50", "1:35 h", "10+5"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.fields.tables.cell_texts import is_in_cents, is_unit, load_units
from paperformer.fields.tables.figures import read_word
from typed_page import Cells, typed
from typed_table import lines, rows_in

HEADING: Cells = [(5, "Bezeichnung"), (50, "Menge"), (62, "Preis"), (80, "Betrag")]


@pytest.mark.parametrize(
    ("printed", "quantity", "unit"),
    [
        ("24 m", "24", "m"),
        ("1 Stk.", "1", "Stk."),
        ("2,5 m²", "2.5", "m²"),
        ("900 Ex.", "900", "Ex."),
        ("12 Monate", "12", "Monate"),
        ("1:30 h", "1.5", "h"),
    ],
)
def test_a_unit_beside_a_quantity_is_a_cell_of_its_own(printed: str, quantity: str, unit: str) -> None:
    (found, _) = lines(
        HEADING,
        [(5, "Kupferrohr 18 mm, Fittings"), (50, printed), (80, "398,40")],
        [(5, "Duschrinne 90 cm"), (50, "3 Stk."), (80, "389,00")],
        [(60, "Summe"), (80, "787,40")],
    )
    assert (found["quantity"], found["unit"]) == (quantity, unit)
    assert found["description"] == "Kupferrohr 18 mm, Fittings"


def test_a_unit_may_stand_in_a_column_without_caption_and_below_the_quantity() -> None:
    beside, below = lines(
        HEADING,
        [(5, "Arbeit"), (50, "18,5"), (56, "tim"), (62, "580,00"), (80, "10.730,00")],
        [(5, "Bestuhlung"), (50, "4"), (62, "420,00"), (80, "1.680,00")],
        [(50, "set")],
        [(60, "Summe"), (79, "12.410,00")],
    )
    assert (beside["unit"], below["unit"]) == ("tim", "set")
    assert below["description"] == "Bestuhlung"


@pytest.mark.parametrize("sums", [("Betrag", "801,15"), ("€", "801,15")])
def test_the_unit_of_a_price_is_no_part_of_it(sums: tuple[str, str]) -> None:
    (found,) = lines(
        [(5, "Leistung"), (45, "Menge"), (60, "Preis"), (80, sums[0])],
        [(5, "Arbeitspreis"), (45, "2.846 kWh"), (60, "0,2815 €/kWh"), (80, sums[1])],
    )
    assert (found["quantity"], found["unit"], found["unit_price"]) == ("2846", "kWh", "0.2815")


def test_a_price_in_hundredths_is_told_in_whole_money() -> None:
    document = typed(
        [(5, "Leistung"), (45, "Menge"), (60, "Preis"), (80, "Betrag")],
        [(5, "Arbeitspreis"), (45, "2.846 kWh"), (60, "28,15 ct/kWh"), (80, "801,15")],
    )
    (found,) = rows_in(document, "purchase_lines")
    assert found.cells["unit_price"].value == "0.2815"
    assert found.cells["unit_price"].text == "28,15"
    assert found.holds is True


@pytest.mark.parametrize("line", ["41,37 L x 1,539 €/L", "41,37 x 1,539"])
def test_a_till_multiplies_with_units_behind_or_below_a_name(line: str) -> None:
    for rows in (
        [[(5, f"Gasóleo {line}"), (60, "63,67")]],
        [[(5, "Gasóleo"), (60, "63,67")], [(7, line)]],
    ):
        (found,) = lines(*rows, [(5, "TOTAL"), (60, "63,67")])
        assert found["description"] == "Gasóleo"
        assert (found["quantity"], found["unit_price"]) == ("41.37", "1.539")


def test_a_price_below_the_count_and_one_beside_it_are_read() -> None:
    below, beside, glued = lines(
        [(5, "2 x Semla"), (60, "98,00")],
        [(7, "á 49,00")],
        [(5, "4x Coperto"), (40, "3,00"), (60, "12,00")],
        [(5, "Silicone"), (30, "3@6,48"), (60, "19,44")],
        [(5, "TOTAL"), (60, "129,44")],
    )
    assert [row["unit_price"] for row in (below, beside, glued)] == ["49.00", "3.00", "6.48"]
    assert [row["quantity"] for row in (below, beside, glued)] == ["2", "4", "3"]


@pytest.mark.parametrize("name", ["Fenêtre chêne 1250 x 1350", "Colchón Visco 150 × 190"])
def test_measures_in_a_name_are_no_quantity_where_a_column_counts(name: str) -> None:
    (found,) = lines(
        [(5, "Désignation"), (50, "Qté"), (60, "P.U. HT"), (80, "Total HT")],
        [(5, name), (50, "4"), (60, "892,50"), (79, "3 570,00")],
    )
    assert (found["description"], found["quantity"]) == (name, "4")


def test_discounts_one_after_the_other_are_reckoned_with_and_printed_as_they_are() -> None:
    (found,) = lines(
        [(5, "Descrizione"), (40, "Q.tà"), (50, "Prezzo"), (62, "Sconto"), (80, "Importo")],
        [(5, "Barbera"), (40, "36"), (50, "7,40"), (62, "10+5"), (80, "227,77")],
    )
    assert found["discount"] == "14.5%"
    assert found["total"] == "227.77"


@pytest.mark.parametrize(
    "text", ["Stk.", "STD", "m²", "kWh", "pcs", "szt.", "€/h", "EUR/t", "ct/kWh", "/Monat", "ΤΕΜ"]
)
def test_units_are_known_with_their_dots_and_capitals(text: str) -> None:
    assert is_unit(text)


def test_a_unit_may_have_a_column_whose_caption_nobody_knows() -> None:
    found = lines(
        [(5, "Aant."), (11, "Verp."), (20, "Omschrijving"), (60, "Prijs"), (80, "Bedrag")],
        [(8, "10"), (11, "bak"), (20, "Jupiler 24 x 25 cl"), (60, "17,35"), (80, "173,50")],
        [(9, "4"), (11, "vat"), (20, "Affligem Blond 20 l"), (60, "89,90"), (80, "359,60")],
    )
    assert [(row["quantity"], row["unit"]) for row in found] == [("10", "bak"), ("4", "vat")]


@pytest.mark.parametrize("text", ["Rechnung", "Bread", "12", "", "€", "EUR/", "Massivholzdiele", "x"])
def test_other_words_are_no_units(text: str) -> None:
    assert not is_unit(text)


def test_prices_in_hundredths_say_so() -> None:
    assert is_in_cents("ct/kWh")
    assert is_in_cents("p/day")
    assert not is_in_cents("€/kWh")


@given(st.sampled_from(sorted(load_units())))
def test_every_unit_of_the_list_is_one(unit: str) -> None:
    assert is_unit(unit)
    assert is_unit(f"eur/{unit}") or len(unit) > 10


@given(st.text(max_size=12))
def test_any_word_prints_something(word: str) -> None:
    assert 1 <= len(read_word(word, None)) <= 3


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("2x", ["number", "times"]),
        ("x3,50", ["times", "number"]),
        ("2@3.50", ["number", "times", "number"]),
        ("5X60", ["text"]),
        ("Χ", ["times"]),  # Greek
        ("2Х", ["number", "times"]),  # Cyrillic
        ("%20", ["percent"]),
        ("20%", ["percent"]),
        ("10+5", ["percent"]),
        ("–", ["money"]),
        ("TL", ["money"]),
    ],
)
def test_what_a_word_prints(word: str, kinds: list[str]) -> None:
    assert [figure.kind for figure in read_word(word, None)] == kinds


def test_whatever_stands_alone_behind_a_quantity_in_its_column_is_its_unit() -> None:
    found = lines(
        [(4, "Aant."), (10, "Verp."), (25, "Omschrijving"), (60, "Prijs"), (80, "Bedrag")],
        [(9, "10"), (12, "zqx"), (25, "Jupiler 24 x 25 cl"), (60, "17,35"), (80, "173,50")],
        [(9, "4"), (12, "bak"), (25, "Duvel 24 x 33 cl"), (60, "38,20"), (80, "152,80")],
    )
    assert [row.get("unit") for row in found] == ["zqx", "bak"]


def test_units_of_two_words_are_one_and_spoil_no_neighbour() -> None:
    found = lines(
        [(5, "Description"), (40, "Qty"), (55, "Unit price"), (80, "Amount")],
        [(5, "Site manager"), (38, "6 hrs"), (57, "38.00"), (80, "228.00")],
        [(5, "Fence panel"), (36, "10 sq ft"), (58, "5.00"), (81, "50.00")],
        [(5, "Gravel"), (36, "12 cu yd"), (57, "42.00"), (80, "504.00")],
    )
    assert [(row.get("quantity"), row.get("unit")) for row in found] == [
        ("6", "hrs"),
        ("10", "sq ft"),
        ("12", "cu yd"),
    ]


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1.20-F", "-1.20"),
        ("12.50T", "12.50"),
        ("12.50*A", "12.50"),
        ("54.50Б", "54.50"),
        ("71.00(S)", "71.00"),
        ("2.00-", "-2.00"),
    ],
)
def test_the_mark_of_a_tax_follows_a_sum_and_its_minus(printed: str, value: str) -> None:
    (figure,) = read_word(printed, ".")
    assert (figure.kind, figure.value) == ("number", value)

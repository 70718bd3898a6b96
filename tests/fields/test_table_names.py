"""The names of lines: whole with the numbers at their ends, over several rows, with codes apart."""

from __future__ import annotations

import pytest

from typed_page import Cells
from typed_table import lines

HEADING: Cells = [(5, "Description"), (50, "Qty"), (60, "Unit price"), (80, "Amount")]


@pytest.mark.parametrize(
    "name",
    [
        "Woodscrew 5.0x50 Box 200",
        "Quay Restaurant # 9032",
        "PUMP HOUSINGS, NMFC 129850",
        "Milk 2%",
        "Dock – 4",
    ],
)
def test_a_number_at_the_end_of_a_name_stays_in_it(name: str) -> None:
    (found,) = lines(HEADING, [(5, name), (50, "6"), (61, "8.33"), (80, "49.98")])
    assert found["description"] == name
    assert "code" not in found


@pytest.mark.parametrize(
    "below", ["1 April 2024 to 30 June 2024", "170 g, 4/4", "500 kg, prod. Puławy", "(case 12)"]
)
def test_a_further_row_of_a_name_is_whole(below: str) -> None:
    (found, _) = lines(
        HEADING,
        [(5, "Team plan"), (50, "3"), (61, "7.00"), (80, "21.00")],
        [(5, below)],
        [(5, "Storage"), (50, "1"), (61, "9.00"), (81, "9.00")],
        [(60, "Subtotal"), (80, "30.00")],
    )
    assert found["description"] == f"Team plan {below}"


def test_a_row_that_closes_a_bracket_goes_on_with_the_name() -> None:
    (found,) = lines(
        HEADING, [(5, "Napkin (case of"), (50, "5"), (61, "4.00"), (80, "20.00")], [(5, "2000)")]
    )
    assert found["description"] == "Napkin (case of 2000)"


def test_an_indented_row_of_a_table_without_heading_goes_on_with_the_name() -> None:
    (found, _) = lines(
        [(5, "Rivning av kök"), (60, "7 350,00")],
        [(7, "inkl. bortforsling")],
        [(5, "Deponiavgift"), (62, "640,00")],
        [(5, "Summa exkl. moms"), (60, "7 990,00")],
    )
    assert found["description"] == "Rivning av kök inkl. bortforsling"


def test_numbered_lines_may_print_their_total_on_their_last_row() -> None:
    found = lines(
        [(5, "Poz"), (10, "Opis"), (50, "Kol"), (60, "Cena"), (80, "Znesek")],
        [(5, "1"), (10, "Strojni izkop humusa")],
        [(10, "z odvozom na deponijo"), (50, "10"), (60, "4,50"), (80, "45,00")],
        [(5, "2"), (10, "Dobava drobljenca")],
        [(10, "po plasteh"), (50, "2"), (60, "6,00"), (80, "12,00")],
        [(60, "Skupaj"), (80, "57,00")],
    )
    assert [row["description"] for row in found] == [
        "Strojni izkop humusa z odvozom na deponijo", "Dobava drobljenca po plasteh"
    ]  # fmt: skip


def test_the_numbers_below_names_are_codes_of_these() -> None:
    found = lines(
        [(5, "Dübelset Universal"), (60, "7,49 A")],
        [(6, "4002719938117   1 x 7,49")],
        [(5, "Schraube Torx"), (60, "25,90 A")],
        [(6, "4002719100457   2 x 12,95")],
        [(5, "SUMME"), (60, "33,39")],
    )
    assert [row["code"] for row in found] == ["4002719938117", "4002719100457"]
    assert [row["quantity"] for row in found] == ["1", "2"]


def test_a_decimal_is_no_article_number() -> None:
    (found,) = lines([(5, "Merlot Ticino 0.75"), (60, "46.00")], [(5, "TOTALE CHF"), (60, "46.00")])
    assert found["description"] == "Merlot Ticino 0.75"


@pytest.mark.parametrize("caption", ["Nr.", "No", "Artikel"])
def test_codes_may_stand_below_a_caption_that_numbers_or_names(caption: str) -> None:
    found = lines(
        [(5, caption), (20, "Tekst"), (50, "Antal"), (60, "Pris"), (80, "Beløb")],
        [(5, "KH-7041"), (20, "Citybike dame"), (50, "2"), (60, "10,00"), (80, "20,00")],
        [(5, "KH-8810"), (20, "Dæk med refleks"), (50, "3"), (60, "5,00"), (80, "15,00")],
    )
    assert [(row["code"], row["description"]) for row in found] == [
        ("KH-7041", "Citybike dame"),
        ("KH-8810", "Dæk med refleks"),
    ]


def test_tills_of_money_without_cents_are_read() -> None:
    found = lines(
        "Bolt Kft. Adószám: 12345676-2-41",
        [(5, "TÖNKÖLYLISZT 1KG")],
        [(8, "3 DB X 1 249 FT/DB"), (50, "3 747 C")],
        [(5, "ZABITAL 1L")],
        [(8, "4 DB X 999 FT/DB"), (50, "3 996 C")],
        [(5, "ÖSSZESEN:"), (50, "7 743 FT")],
    )
    assert [(row["quantity"], row["unit_price"], row["total"]) for row in found] == [
        ("3", "1249.00", "3747.00"),
        ("4", "999.00", "3996.00"),
    ]


def test_article_numbers_above_the_names_are_cells_of_their_own() -> None:
    found = lines(
        HEADING,
        [(5, "KMV-15-20"), (50, "40"), (61, "2.00"), (80, "80.00")],
        [(5, "Coupling 16 x 2")],
        [(5, "SIW-4410"), (50, "3"), (61, "10.00"), (80, "30.00")],
        [(5, "Washbasin white")],
        [(5, "BEF-M10"), (50, "3"), (61, "9.80"), (80, "29.40")],
        [(5, "Fixing set M10 x 140")],
    )
    assert [row["code"] for row in found] == ["KMV-15-20", "SIW-4410", "BEF-M10"]
    assert [row["description"] for row in found] == [
        "Coupling 16 x 2",
        "Washbasin white",
        "Fixing set M10 x 140",
    ]


def test_models_that_open_a_name_on_its_row_stay_in_it() -> None:
    found = lines(
        HEADING,
        [(5, "CS-900G6 Gas range"), (50, "4"), (61, "2.00"), (80, "8.00")],
        [(5, "CS-DAV4 Hood"), (50, "3"), (61, "10.00"), (80, "30.00")],
        [(5, "CS-TZG18 Table"), (50, "3"), (61, "9.80"), (80, "29.40")],
    )
    assert [row["description"] for row in found] == ["CS-900G6 Gas range", "CS-DAV4 Hood", "CS-TZG18 Table"]

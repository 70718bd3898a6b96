"""Lines whose parts stand on several rows, and rows of goods that are called like sums."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from paperformer.documents.model import Box, Document, Page, Word
from typed_page import CHARACTER, ROW, Cells
from typed_table import lines, rows_in, values

HEADINGS = {
    "en": ("Description", "Qty", "Price", "Amount", "Net", "Total"),
    "de": ("Bezeichnung", "Menge", "Einzelpreis", "Gesamt", "Nettobetrag", "Gesamtbetrag"),
    "fr": ("Désignation", "Qté", "P.U.", "Montant", "Total HT", "Total TTC"),
    "es": ("Descripción", "Cantidad", "Precio", "Importe", "Base imponible", "Total"),
}


def placed(*rows: tuple[float, Cells]) -> Document:
    """A page of rows, each as far down as its number says."""
    words: list[Word] = []
    placed_rows = [(top, column, text) for top, cells in rows for column, text in cells]
    for line, (top, column, text) in enumerate(placed_rows):
        x, y = column * CHARACTER, 0.03 + ROW * top
        for word in text.split():
            words.append(Word(word, Box(x, y, x + len(word) * CHARACTER, y + 0.6 * ROW), 1, line))
            x += (len(word) + 1) * CHARACTER
    return Document("placed", (Page(1, 600, 800, tuple(words)),))


def centred(names: Sequence[Sequence[str]], pitch: float, heading: Sequence[str]) -> Document:
    """A table whose figures stand at the middle of as many rows as each name has."""
    rows: list[tuple[float, Cells]] = [(0, list(zip((5, 50, 60, 80), heading, strict=False)))]
    top = 1.6
    for name in names:
        middle = top + pitch * (len(name) - 1) / 2
        figures: Cells = [(50, "2"), (60, "50.00"), (80, "100.00")]
        printed = [(top + pitch * index, [(5, text)]) for index, text in enumerate(name)]
        rows += sorted([*printed, (middle, figures)], key=lambda row: row[0])
        top += pitch * len(name) + 0.6
    sum_ = f"{100 * len(names)}.00"
    return placed(*rows, (top + 1, [(60, heading[4]), (80, sum_)]), (top + 2, [(60, heading[5]), (80, sum_)]))


@pytest.mark.parametrize("language", HEADINGS)
@pytest.mark.parametrize("pitch", [0.62, 0.8])
@pytest.mark.parametrize(
    "names",
    [
        [
            ["Cordless drill", "with two batteries", "and charger"],
            ["Box of screws", "stainless steel", "M8 x 40"],
        ],
        [["Cordless drill", "in a bag"], ["Wall plugs", "grey"], ["Hammer", "500 g"]],
        [
            ["Drill", "two speeds", "with clutch", "and case", "in blue"],
            ["Hammer"],
            ["Saw", "for wood", "fine"],
        ],
    ],
)
def test_a_name_around_its_figures_is_whole(language: str, pitch: float, names: list[list[str]]) -> None:
    document = centred(names, pitch, HEADINGS[language])
    found = [values(row) for row in rows_in(document, "purchase_lines")]
    assert [row["description"] for row in found] == [" ".join(name) for name in names]
    assert all(row["total"] == "100.00" for row in found)


@pytest.mark.parametrize("name", ["Service", "Service 1", "Total Care", "Gratuity box", "Tip", "Net"])
@pytest.mark.parametrize("language", HEADINGS)
def test_what_is_sold_by_a_sums_name_is_a_line(name: str, language: str) -> None:
    heading = HEADINGS[language]
    rows: list[Cells | str] = [list(zip((5, 50, 60, 80), heading, strict=False))]
    for count, price, total in [("1", "200.00", "200.00"), ("2", "71.96", "143.92"), ("3", "10.00", "30.00")]:
        rows.append([(5, name), (50, count), (60, price), (80, total)])
    rows += [[(60, heading[4]), (80, "373.92")], [(60, heading[5]), (80, "373.92")]]
    assert [row["total"] for row in lines(*rows)] == ["200.00", "143.92", "30.00"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ["Noise Cancelling", "Headphones Black", "AUDIO-5521 1 @ $349.99", "Member Discount $-50.00",
             "$299.99", "USB-C Hub 7-in-1", "ACC-8834 2 @ $79.99", "$159.98", "", "SUBTOTAL $459.97",
             "TOTAL $499.07"],
            [
                {"code": "AUDIO-5521", "description": "Noise Cancelling Headphones Black", "quantity": "1",
                 "unit_price": "349.99", "discount": "-50.00", "total": "299.99"},
                {"code": "ACC-8834", "description": "USB-C Hub 7-in-1", "quantity": "2",
                 "unit_price": "79.99", "total": "159.98"},
            ],
        ),
        (
            ["Coffee Beans", "2 @ 12.50", "25.00", "Filter paper", "1 @ 3.20",
             "3.20", "", "Total GBP 28.20"],
            [
                {"description": "Coffee Beans", "quantity": "2", "unit_price": "12.50", "total": "25.00"},
                {"description": "Filter paper", "quantity": "1", "unit_price": "3.20", "total": "3.20"},
            ],
        ),
        (
            ["Kaffeebohnen", "2 x 12,50", "25,00", "Filterpapier", "3 x 3,20", "9,60", "Tasse",
             "1 x 5,00", "5,00", "", "Summe EUR 39,60"],
            [
                {"description": "Kaffeebohnen", "quantity": "2", "unit_price": "12.50", "total": "25.00"},
                {"description": "Filterpapier", "quantity": "3", "unit_price": "3.20", "total": "9.60"},
                {"description": "Tasse", "quantity": "1", "unit_price": "5.00", "total": "5.00"},
            ],
        ),
        (
            ["Milch 1L", [(7, "2 x 1,50"), (30, "3,00")], "Brot", [(7, "1 x 4,20"), (30, "4,20")],
             [(5, "Total"), (30, "7,20")]],
            [
                {"description": "Milch 1L", "quantity": "2", "unit_price": "1.50", "total": "3.00"},
                {"description": "Brot", "quantity": "1", "unit_price": "4.20", "total": "4.20"},
            ],
        ),
        (
            ["Headphones", [(5, "AUDIO-5521"), (30, "349.99")], "USB Hub", [(5, "ACC-8834"), (30, "79.99")],
             [(5, "Total"), (30, "429.98")]],
            [
                {"code": "AUDIO-5521", "description": "Headphones", "total": "349.99"},
                {"code": "ACC-8834", "description": "USB Hub", "total": "79.99"},
            ],
        ),
    ],
)  # fmt: skip
def test_what_tills_print_below_a_name_belongs_to_it(
    rows: list[Cells | str], expected: list[dict[str, str]]
) -> None:
    assert lines("TECHMARKT", "4567 Innovation Blvd", "", *rows) == expected

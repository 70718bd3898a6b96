"""Pages as OCR gives them of a table with several sheets on it, each turned by an angle of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from paperformer.documents.model import Page, PageReading
from paperformer.documents.order import PlacedWord, order_words

WIDTH, HEIGHT = 1200.0, 1200.0
LETTER, TALL, LINE = 8.0, 14.0, 22.0

BAKERY = (
    "BACKHAUS LINDE GMBH",
    "Marktplatz 3",
    "50667 Koeln",
    "Kaffee gross      3,20",
    "2 x Croissant     4,40",
    "SUMME EUR         7,60",
    "Bar              10,00",
    "Rueckgeld         2,40",
    "12.03.2024 08:15",
)
TAXI = (
    "TAXI MUELLER",
    "Bonn, Tel 0228 112233",
    "Fahrt Flughafen  18,50",
    "GESAMT EUR       18,50",
    "inkl. 7% MwSt     1,21",
    "13.03.2024 22:40",
    "Quittung Nr 0099",
)
CAFE = (
    "THE CORNER CAFE",
    "12 High Street, Leeds",
    "Flat white        3.10",
    "Lemon tart        4.25",
    "TOTAL GBP         7.35",
    "CARD              7.35",
    "Date: 14/03/2024 11:02",
    "Thank you for your visit",
)
HOTEL = (
    "HOTEL ZUR POST",
    "Bahnhofstr. 9, 80335 Muenchen",
    "1 Nacht          89,00",
    "Fruehstueck      14,00",
    "GESAMTBETRAG    103,00",
    "Datum 15.03.2024 09:30",
)
RECEIPTS = (BAKERY, TAXI, CAFE, HOTEL)


class Sheet(NamedTuple):
    """Lines of text, where their first one begins, and how far the sheet is turned clockwise in degrees."""

    lines: Sequence[str]
    x: float
    y: float
    tilt: float = 0.0


def laid(*sheets: Sheet, reading: PageReading = "ocr") -> Page:
    """A page of all ``sheets``; runs of spaces in a line are gaps."""
    placed = [word for sheet in sheets for word in _words(sheet)]
    words = order_words(placed, page=1, width=WIDTH, height=HEIGHT)
    return Page(1, WIDTH, HEIGHT, words, reading)


def texts(page: Page) -> list[str]:
    """All words, sorted."""
    return sorted(word.text for word in page.words)


def words_in(lines: Sequence[str]) -> list[str]:
    """As ``texts``, of a sheet's lines."""
    return sorted(text for line in lines for text in line.split())


def _words(sheet: Sheet) -> list[PlacedWord]:
    cos, sin = math.cos(math.radians(sheet.tilt)), math.sin(math.radians(sheet.tilt))
    words = []
    for row, line in enumerate(sheet.lines):
        column = 0
        for text in line.split(" "):
            if text:
                corners = [
                    (x, y)
                    for x in (column * LETTER, (column + len(text)) * LETTER)
                    for y in (row * LINE, row * LINE + TALL)
                ]
                xs = [sheet.x + x * cos - y * sin for x, y in corners]
                ys = [sheet.y + x * sin + y * cos for x, y in corners]
                box = (min(xs), min(ys), max(xs), max(ys))
                words.append(PlacedWord(text, box, (box[1], box[3])))
            column += len(text) + 1
    return words

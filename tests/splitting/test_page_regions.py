"""Several receipts on one page, and single documents that only seem to have two parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from laid_sheets import BAKERY, CAFE, HOTEL, RECEIPTS, TAXI, Sheet, laid, texts, words_in
from paperformer.documents.model import Page
from paperformer.fields.schema import load_schema
from paperformer.splitting.regions import regions_of

SCHEMA = load_schema()
PAIRS = list(permutations(RECEIPTS, 2))


def parted(page: Page) -> list[list[str]]:
    return sorted(texts(region.page) for region in regions_of(page, SCHEMA))


def all_of(*receipts: Sequence[str]) -> list[list[str]]:
    return sorted(map(words_in, receipts))


@pytest.mark.parametrize("tilts", [(0, 0), (-5, 6), (8, -3), (4, 4)])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_receipts_side_by_side_are_two(
    one: Sequence[str], other: Sequence[str], tilts: tuple[float, float]
) -> None:
    page = laid(Sheet(one, 100, 200, tilts[0]), Sheet(other, 600, 260, tilts[1]))
    assert parted(page) == all_of(one, other)


@pytest.mark.parametrize("tilts", [(0, 0), (-4, 3), (5, 5)])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_receipts_one_below_the_other_are_two(
    one: Sequence[str], other: Sequence[str], tilts: tuple[float, float]
) -> None:
    page = laid(Sheet(one, 300, 100, tilts[0]), Sheet(other, 280, 460, tilts[1]))
    assert parted(page) == all_of(one, other)


@pytest.mark.parametrize("tilt", [0, 3, -6])
def test_four_receipts_in_two_rows_and_three_in_one_are_told_apart(tilt: float) -> None:
    four = laid(
        Sheet(BAKERY, 100, 120, tilt),
        Sheet(TAXI, 650, 150, -tilt),
        Sheet(CAFE, 120, 620, -tilt / 2),
        Sheet(HOTEL, 660, 640, tilt),
    )
    assert parted(four) == all_of(BAKERY, TAXI, CAFE, HOTEL)
    three = laid(Sheet(BAKERY, 60, 300, tilt), Sheet(TAXI, 420, 350, -tilt), Sheet(HOTEL, 790, 280, tilt))
    assert parted(three) == all_of(BAKERY, TAXI, HOTEL)


def test_receipts_of_one_day_side_by_side_are_two() -> None:
    same_day = [line.replace("13.03.2024", "12.03.2024") for line in TAXI]
    assert len(parted(laid(Sheet(BAKERY, 100, 200), Sheet(same_day, 600, 260, 4)))) == 2


def test_two_tickets_of_one_price_are_two_where_their_times_differ() -> None:
    later = [line.replace("13.03.2024 22:40", "14.03.2024 07:05").replace("0099", "0103") for line in TAXI]
    assert len(parted(laid(Sheet(TAXI, 100, 200), Sheet(later, 600, 260, 4)))) == 2


INVOICE = (
    "Nordlicht Werkzeuge GmbH",
    "Rechnung Nr. RE-2024-0815",
    "Rechnungsdatum: 12.03.2024",
    "10 Bohrer          1.000,00",
    "MwSt 19 %            190,00",
    "Gesamtbetrag       1.190,00",
)
SLIP = (
    "Zahlschein / SEPA-Ueberweisung",
    "Nordlicht Werkzeuge GmbH",
    "IBAN DE89 3704 0044 0532 0130 00",
    "Faellig am 26.03.2024",
    "Betrag EUR         1.190,00",
)
COLUMNS = (
    "Lieferung an: Blaumeer AG",
    "Kundennummer 4711",
    "Bestellt am 01.03.2024",
    "Hafenstrasse 12, Bremen",
    "Telefon 0421 55 66 77",
    "Liefertermin 15.03.2024",
)
TENDER = (
    "KARTENZAHLUNG",
    "Visa ****1234  Terminal 55001",
    "12.03.2024 08:16",
    "Betrag EUR         7,60",
    "Zahlung erfolgt, vielen Dank",
)
TAXES = ("MwSt Netto Brutto", "19% 2,69 3,20", "7% 4,11 4,40", "Summe 6,80 7,60", "Bon 4711 12.03.2024")
LEFT_TO_PAY = (
    "Bereits bezahlt        50,00",
    "Offener Betrag     1.140,00",
    "Zahlbar bis 26.03.2024 auf unser Konto",
)


@pytest.mark.parametrize(
    ("one", "other"),
    [(INVOICE, SLIP), (INVOICE, COLUMNS), (BAKERY, TENDER), (BAKERY, TAXES), (INVOICE, LEFT_TO_PAY)],
)
@pytest.mark.parametrize("gap", [30, 90, 200])
def test_parts_of_one_document_are_not_cut(one: Sequence[str], other: Sequence[str], gap: float) -> None:
    below = laid(Sheet(one, 100, 100), Sheet(other, 100, 100 + 22 * len(one) + gap))
    assert len(regions_of(below, SCHEMA)) == 1
    if other is not LEFT_TO_PAY:  # whoever owes the rest would not print it beside the invoice
        assert len(regions_of(laid(Sheet(one, 100, 100), Sheet(other, 420 + gap, 100)), SCHEMA)) == 1


@pytest.mark.parametrize("receipt", RECEIPTS)
def test_a_receipt_alone_is_one_however_it_lies(receipt: Sequence[str]) -> None:
    for tilt in (-8, 0, 8):
        assert parted(laid(Sheet(receipt, 300, 300, tilt))) == all_of(receipt)


def test_a_page_without_words_has_none() -> None:
    page = Page(1, 600, 800, (), "ocr")
    assert regions_of(page, SCHEMA) == []

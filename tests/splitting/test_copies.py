"""Receipts that are printed twice: on one page or on two, with a heading of their own, with slips of OCR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laid_sheets import BAKERY, CAFE, RECEIPTS, TAXI, Sheet, laid
from paperformer.documents.model import Document, Page
from paperformer.splitting.copies import find_copies

PLACES = [(300, 480), (640, 120)]  # below, beside


def kept(document: Document) -> list[str]:
    again = find_copies(document).words
    return [word.text for i, word in enumerate(document.words) if i not in again]


def file_of(*sheets: Sequence[str]) -> Document:
    pages = [laid(Sheet(lines, 300, 300)) for lines in sheets]
    return Document("file", tuple(_numbered(page, number) for number, page in enumerate(pages, start=1)))


def _numbered(page: Page, number: int) -> Page:
    return replace(page, number=number, words=tuple(replace(word, page=number) for word in page.words))


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("receipt", RECEIPTS)
def test_a_copy_on_the_same_page_is_found(receipt: Sequence[str], place: tuple[float, float]) -> None:
    page = laid(Sheet(receipt, 300 if place[0] == 300 else 120, 120), Sheet(receipt, *place))
    found = find_copies(Document("two", (page,)))
    assert (found.pages, found.halves) == ((), (1,))
    assert sorted(kept(Document("two", (page,)))) == sorted(" ".join(receipt).split())


@pytest.mark.parametrize("receipt", RECEIPTS)
def test_a_copy_on_the_next_page_is_found_whatever_its_heading(receipt: Sequence[str]) -> None:
    document = file_of(receipt, ["DUPLICATE", *receipt])
    assert find_copies(document).pages == (2,)
    assert kept(document) == " ".join(receipt).split()


def test_the_merchants_copy_below_the_customers_is_one() -> None:
    page = laid(
        Sheet([*CAFE, "CUSTOMER COPY"], 300, 100), Sheet([*CAFE, "MERCHANT COPY"], 300, 500), reading="ocr"
    )
    assert find_copies(Document("two", (page,))).halves == (1,)


@given(st.integers(0, 12))
def test_one_word_that_ocr_read_otherwise_makes_no_other_receipt(at: int) -> None:
    words = " ".join(BAKERY).split()
    other = [*words[:at], words[at] + "x", *words[at + 1 :]]
    assert find_copies(file_of(words, other)).pages == (2,)


@pytest.mark.parametrize(
    ("printed", "other"),
    [("22:40", "07:05"), ("13.03.2024 22:40", "14.03.2024 22:40"), ("18,50", "21,00")],
)
def test_another_ticket_of_the_same_shop_is_no_copy(printed: str, other: str) -> None:
    ticket = [line.replace(printed, other) for line in TAXI]
    assert find_copies(file_of(TAXI, ticket)).words == frozenset()


def test_different_receipts_and_blank_pages_are_no_copies() -> None:
    assert find_copies(file_of(BAKERY, TAXI, CAFE)).words == frozenset()
    assert find_copies(file_of([], [], BAKERY)).words == frozenset()
    assert find_copies(Document("one", (laid(Sheet(BAKERY, 100, 100)),))).words == frozenset()


def test_equal_rows_of_a_table_are_no_second_print() -> None:
    rows = [f"{day:02}.03.2024 Monteur vor Ort 8 Std 480,00" for day in range(1, 11)]
    invoice = ["Nordlicht GmbH", "Rechnung 2024-17 vom 31.03.2024", *rows, "Gesamtbetrag 4.800,00"]
    assert find_copies(file_of(invoice)).words == frozenset()

"""Files of several documents: where the next one begins, told by counters, numbers, days and totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Document
from paperformer.fields.page.view import view_of
from paperformer.fields.schema import load_schema
from paperformer.splitting.boundaries import Counter, PageMarks, beginnings_of, find_beginnings
from typed_page import Cells, typed

INVOICE = (
    "Northwind Ltd",
    "Invoice number: INV-2024-0042",
    "Invoice date: 12 March 2024",
    "Total: 1,200.00 GBP",
)
OTHER = ("Contoso Ltd", "Invoice number: 77-10318", "Invoice date: 2 April 2024", "Total: 80.00 GBP")
LINES = ("10 brushes 4.00 40.00", "3 tins of paint 12.00 36.00")


def file_of(*pages: Sequence[Cells | str]) -> Document:
    """A file with a typed page for each of ``pages``."""
    drawn = [typed(*rows).pages[0] for rows in pages]
    return Document(
        "file",
        tuple(
            replace(page, number=number, words=tuple(replace(word, page=number) for word in page.words))
            for number, page in enumerate(drawn, start=1)
        ),
    )


def beginnings(*pages: Sequence[Cells | str]) -> tuple[int, ...]:
    document, schema = file_of(*pages), load_schema()
    return find_beginnings(view_of(document, schema))


def test_another_number_and_total_begin_another_document() -> None:
    assert beginnings(INVOICE, OTHER) == (1, 2)
    assert beginnings(INVOICE, LINES, OTHER, LINES) == (1, 3)


def test_pages_without_a_head_belong_to_the_document_before() -> None:
    assert beginnings(INVOICE, LINES, LINES) == (1,)
    assert beginnings(INVOICE, ()) == (1,)


def test_a_page_that_prints_the_number_again_goes_on() -> None:
    carried = ("Invoice number: INV-2024-0042", "Date: 14 March 2024", "Total: 1,300.00 GBP")
    assert beginnings(INVOICE, carried) == (1,)
    note = (
        "Delivery note 77-10318",
        "Delivery date: 14 March 2024",
        "belongs to INV-2024-0042",
        "Total: 8.00",
    )
    assert beginnings(INVOICE, note) == (1,)


def test_receipts_have_no_number_but_a_day_and_a_total_each() -> None:
    lunch = ("Blue Diner", "12/03/2024 12:40", "Soup 4.00", "Total 4.00")
    dinner = ("Blue Diner", "13/03/2024 19:10", "Fish 14.00", "Total 14.00")
    assert beginnings(lunch, dinner, lunch) == (1, 2, 3)
    assert beginnings(lunch, lunch) == (1,)  # the same receipt, twice in the pile


@pytest.mark.parametrize(
    "written",
    ["Page {} of {}", "Seite {}/{}", "Sida {} ({})", "Page {} sur {}", "PAGE: {} OF {}", "Strona {} z {}"],
)
def test_page_counters_hold_a_document_together_and_begin_the_next(written: str) -> None:
    pages = [(*rows, written.format(page, of)) for rows, page, of in
             [(INVOICE, 1, 2), (OTHER, 2, 2), (LINES, 1, 3), (INVOICE, 2, 3), (OTHER, 3, 3)]]  # fmt: skip
    assert beginnings(*pages) == (1, 3)


def test_of_first_pages_alone_each_begins_a_document() -> None:
    assert beginnings((*INVOICE, "Page 1 of 2"), (*OTHER, "Page 1 of 2")) == (1, 2)


def test_the_back_of_a_sheet_does_not_end_a_document_that_goes_on() -> None:
    assert beginnings((*INVOICE, "Page 1 of 3"), (), OTHER[:2]) == (1,)


def test_what_is_other_in_everything_is_no_page_that_was_to_come() -> None:
    assert beginnings((*INVOICE, "Page 1 of 3"), OTHER) == (1, 2)


@pytest.mark.parametrize("same", range(1, 4), ids=["number", "day", "total"])
def test_what_has_one_thing_in_common_may_be_the_page_that_was_to_come(same: int) -> None:
    page = [INVOICE[row] if row == same else other for row, other in enumerate(OTHER)]
    assert beginnings((*INVOICE, "Page 1 of 3"), page) == (1,)
    without = [other for row, other in enumerate(OTHER) if row != same]
    assert beginnings((*INVOICE, "Page 1 of 3"), without) == (1,)
    first = [row for at, row in enumerate(INVOICE) if at != same]
    assert beginnings((*first, "Page 1 of 3"), OTHER) == (1,)


def test_documents_due_on_one_day_for_one_net_sum_are_told_by_number_day_and_total() -> None:
    due = ("Due date: 2 May 2024", "Net total: 100.00 GBP")
    first = ("Shop", "Invoice number: A-1", "Invoice date: 3 March 2024", *due, "Total: 120.00 GBP")
    second = ("Forge", "Invoice number: B-77", "Invoice date: 4 April 2024", *due, "Total: 998.10 GBP")
    assert beginnings(first, second) == (1, 2)
    # An annex names the invoice's day, or sums up nothing else.
    for row, same in ((2, first[2]), (5, first[5])):
        assert beginnings(first, [same if at == row else other for at, other in enumerate(second)]) == (1,)


def test_a_number_that_ocr_slipped_in_or_that_an_annex_bears_begins_none() -> None:
    slipped = ("Invoice number: INV-2O24-0O42", "Invoice date: 12 March 2024", "Total: 1,300.00 GBP")
    assert beginnings(INVOICE, slipped) == (1,)
    annex = ("Delivery note number: 88-12345", "Date: 12 March 2024", "Total: 1,200.00 GBP")
    assert beginnings(INVOICE, annex) == (1,)


def test_a_counter_that_cannot_be_counts_for_nothing() -> None:
    assert beginnings((*INVOICE, "Page 3 of 2"), (*OTHER, "Page 4 of 2")) == (1, 2)


def test_a_short_number_is_not_found_in_longer_ones() -> None:
    first = ("Shop", "Invoice number: 17", "Date: 12 March 2024", "Total: 9.00 GBP")
    second = ("Shop", "Invoice number: 18", "Date: 14 April 2024", "Total: 11.17 GBP")
    assert beginnings(first, second) == (1, 2)


def test_a_schema_without_numbers_and_totals_parts_by_counters_alone() -> None:
    document, schema = file_of(INVOICE, OTHER), load_schema().subset(["document_date"])
    assert find_beginnings(view_of(document, schema)) == (1,)


marks = st.builds(
    PageMarks,
    text=st.sampled_from(["", "4711", "4711total0815"]),
    counter=st.none() | st.builds(Counter, st.integers(1, 3), st.integers(3, 4)),
    number=st.none() | st.sampled_from(["4711", "0815", "17"]),
    dates=st.frozensets(st.sampled_from(["2024-03-12", "2024-04-02"])),
    totals=st.frozensets(st.sampled_from(["12.00", "80.00"])),
)


@given(st.lists(marks, min_size=1, max_size=8))
def test_the_first_page_begins_a_document_and_an_empty_one_none(pages: list[PageMarks]) -> None:
    begun = beginnings_of(list(enumerate(pages, start=1)))
    assert begun[0] == 1
    assert list(begun) == sorted(set(begun))
    assert all(pages[number - 1].text for number in begun[1:])


@given(marks)
def test_a_file_of_equal_pages_is_one_document_unless_each_says_it_is_the_first(page: PageMarks) -> None:
    begun = beginnings_of([(1, page), (2, page), (3, page)])
    is_whole = page.counter is not None and page.counter.page == page.counter.of == 1
    assert begun == (1,) or is_whole

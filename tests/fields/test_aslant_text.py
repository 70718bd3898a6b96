"""Text up the margin or aslant across the page is read, but gives no amounts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperformer.documents.model import Document
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.page.layout import Layout
from paperformer.fields.tables.rows import rows_of
from typed_page import best, typed

LINES = [
    "Total TTC : 712 588 399,56 €",
    "Total due: EUR 9,999.00",
    "Summe 4.500,00 EUR",
    "Capital 1 000 000 kr",
]


def with_margin(line: str, *, upright: bool) -> Document:
    """An invoice whose last line stands as told."""
    document = typed("Invoice number: 4711", "Net 100.00", "VAT 20 % 20.00", "Total 120.00 EUR", "", line)
    (page,) = document.pages
    last = page.words[-1].line
    words = tuple(replace(word, upright=upright or word.line != last) for word in page.words)
    return replace(document, pages=(replace(page, words=words),))


@pytest.mark.parametrize("line", LINES)
def test_it_prints_no_amount(line: str) -> None:
    figures = {}
    for upright in (True, False):
        document = with_margin(line, upright=upright)
        spans = printed_of(document.words).spans("amount", infer_context(document.words))
        figures[upright] = {span.parsed.value for span in spans if not span.weak}
    assert {"100.00", "20.00", "120.00"} == figures[False] < figures[True]


@pytest.mark.parametrize("line", LINES)
def test_no_rule_takes_a_total_from_it(line: str) -> None:
    assert best(with_margin(line, upright=False))["total_incl_vat"] == "120.00"


def test_it_is_no_row_of_a_table() -> None:
    for upright, count in ((True, 5), (False, 4)):
        document = with_margin(LINES[0], upright=upright)
        rows = rows_of(document, Layout(document), infer_context(document.words))
        assert len(rows) == count


@pytest.mark.parametrize("upright", [True, False])
def test_its_numbers_are_read(upright: bool) -> None:
    document = with_margin("VAT number: DE136695976", upright=upright)
    assert best(document)["supplier_vat_number"] == "DE136695976"

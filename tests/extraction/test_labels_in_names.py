"""Words that are labels elsewhere are parts of a company's name behind "From:"."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from paperformer.extraction.pipeline import Extractor
from typed_page import best, typed

ADDRESS = ("1 High Street", "London W1A 1AA")
BUYER = ("Bill to: Acme Ltd", "2 Low Road", "Leeds LS1 4AP")
REST = (
    "Invoice number: INV-2024-0042", "Invoice date: 12 March 2024", "Net amount: 1,000.00 GBP",
    "VAT 20%: 200.00 GBP", "Total: 1,200.00 GBP",
)  # fmt: skip
PAGES = {
    "Swift Service Ltd": ("Invoice", "From: Swift Service Ltd", *ADDRESS, *REST),
    "Total Product Services Ltd": ("Invoice", "From: Total Product Services Ltd", *ADDRESS, *BUYER, *REST),
    "Date Palm Order GmbH": ("Invoice", *BUYER, "Supplier: Date Palm Order GmbH", *ADDRESS, *REST),
}


def drawn(lines: Sequence[str]) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, invariant=True)
    for row, line in enumerate(lines):
        canvas.drawString(72, 760 - 24 * row, line)
    canvas.save()
    return file.getvalue()


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    with Extractor() as extractor:
        yield extractor


@pytest.mark.parametrize("name", PAGES)
def test_a_name_of_words_that_are_labels_is_read_whole(name: str, extractor: Extractor) -> None:
    found = extractor.extract(drawn(PAGES[name])).fields
    assert found["supplier_name"][0].value == name
    assert found["supplier_address"][0].value == "1 High Street, London W1A 1AA"


@pytest.mark.parametrize("behind", ["Date: 12 March 2024", "Total: 40.00", "VAT no. GB980780684"])
def test_a_label_behind_a_name_is_a_label_still(behind: str) -> None:
    rows = ["Invoice", f"From: Acme Ltd {behind}", *ADDRESS]
    assert best(typed(*rows))["supplier_name"] == "Acme Ltd"


def test_a_label_with_its_value_before_a_company_is_no_name() -> None:
    found = best(typed("From: Invoice number: 4711-A Acme Ltd", *ADDRESS))
    assert found["document_number"].startswith("4711-A")

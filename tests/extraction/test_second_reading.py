"""Answers that send their document to a second reading."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperformer.documents.model import Document
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Candidate, Extraction, level_of
from paperformer.extraction.second_reading import REREAD_PAGES, failure_reason, is_better
from paperformer.fields.core_fields import ANSWERING
from toy_documents import document_of


def fields(**answers: tuple[str, float]) -> dict[str, list[Candidate]]:
    return {
        name: [
            Candidate(
                value=value,
                text=value,
                box=None,
                page=1,
                confidence=confidence,
                level=level_of(confidence),
                source="model",
            )
        ]
        for name, (value, confidence) in answers.items()
    }


@pytest.mark.parametrize("name", ANSWERING)
def test_one_likely_core_field_is_an_answer(name: str) -> None:
    assert failure_reason({}) == "unanswered"
    assert failure_reason(fields(**{name: ("12.00", 0.49)})) == "unanswered"
    assert failure_reason(fields(**{name: ("12.00", 0.51)})) == ""


def test_other_fields_are_no_answer() -> None:
    assert failure_reason(fields(supplier_name=("ACME", 0.99), currency=("EUR", 0.99))) == "unanswered"


@pytest.mark.parametrize(
    ("net", "tax", "gross", "failure"),
    [
        ("100.00", "19.00", "119.00", ""),
        ("100.00", "19.00", "119.40", ""),  # rounded
        ("-100.00", "-19.00", "-119.00", ""),
        ("100.00", "19.00", "179.00", "contradicted"),
        ("700.00", "19.00", "119.00", "contradicted"),
    ],
)
def test_sure_totals_must_add_up(net: str, tax: str, gross: str, failure: str) -> None:
    totals = {"total_excl_vat": (net, 0.9), "total_vat": (tax, 0.9), "total_incl_vat": (gross, 0.9)}
    assert failure_reason(fields(**totals)) == failure
    unsure = fields(**{**totals, "total_vat": (tax, 0.7)})
    assert failure_reason(unsure) == ""


@given(st.integers(0, 100), st.integers(0, 100))
def test_of_two_answers_that_did_not_fail_the_surer_is_better_and_never_both(one: int, other: int) -> None:
    first, second = (
        fields(document_number=("1", 0.9), document_date=("2", percent / 100)) for percent in (one, other)
    )
    assert is_better(first, second) == (one > other)
    assert not (is_better(first, second) and is_better(second, first))


def test_an_answer_that_adds_up_is_better_than_one_that_does_not_however_sure_it_is() -> None:
    right = fields(total_excl_vat=("1", 0.6), total_vat=("1", 0.6), total_incl_vat=("2", 0.6))
    wrong = fields(total_excl_vat=("1", 0.99), total_vat=("1", 0.99), total_incl_vat=("9", 0.99))
    assert is_better(right, wrong)
    assert not is_better(wrong, right)


FOOTER = document_of("Bergmann & Sohn KG, Registergericht Stuttgart")
INVOICE = document_of(
    "Bergmann & Sohn KG", "Invoice number: INV-17", "Invoice date: 2024-03-12", "Total: 120.00 EUR"
)


@dataclass
class Reader:
    """Hands out one document, and another when it is asked to look again."""

    first: Document
    second: Document
    asked: list[tuple[str, bool]] = field(default_factory=list)

    def read(self, *_: object, ocr: str, doubted: bool, **__: object) -> Document:
        self.asked.append((ocr, doubted))
        return self.first if len(self.asked) == 1 else self.second

    def close(self) -> None: ...


def extracted(folder: Path, reader: Reader, **settings: Any) -> Extraction:
    extractor = Extractor(folder, **settings)
    extractor._reader = reader  # type: ignore[assignment]
    return extractor.extract(b"%PDF-1.7", name="test.pdf")


def test_a_document_without_an_answer_is_looked_at_again(toy_folder: Path) -> None:
    reader = Reader(FOOTER, INVOICE)
    answer = extracted(toy_folder, reader)
    assert reader.asked == [("auto", False), ("auto", True)]
    assert answer.fields["document_number"][0].value == "INV-17"


@pytest.mark.parametrize("wanted", [["supplier_name"], ["supplier_address"]])
def test_what_is_asked_for_does_not_change_how_a_document_is_read(
    toy_folder: Path, wanted: list[str]
) -> None:
    reader = Reader(INVOICE, FOOTER)
    extracted(toy_folder, reader, fields=wanted, min_confidence=0.9)
    assert reader.asked == [("auto", False)]


def test_the_first_answer_stays_where_the_second_is_no_better(toy_folder: Path) -> None:
    reader = Reader(FOOTER, FOOTER)
    assert extracted(toy_folder, reader).fields == Extractor(toy_folder).extract_document(FOOTER).fields


@pytest.mark.parametrize("mode", ["never", "always"])
def test_nobody_looks_again_who_was_told_how_to_read(toy_folder: Path, mode: str) -> None:
    reader = Reader(FOOTER, INVOICE)
    extracted(toy_folder, reader, ocr=mode)
    assert reader.asked == [(mode, False)]


def test_nobody_looks_again_at_pages_that_ocr_has_read_or_at_a_long_document(toy_folder: Path) -> None:
    scan = replace(FOOTER, pages=tuple(replace(page, reading="ocr") for page in FOOTER.pages))
    long = replace(FOOTER, pages=FOOTER.pages * (REREAD_PAGES + 1))
    for document in (scan, long):
        reader = Reader(document, INVOICE)
        extracted(toy_folder, reader)
        assert reader.asked == [("auto", False)]

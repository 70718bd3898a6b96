"""An answer without any field says so once, with a likely reason and what can be done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from paperformer.documents.model import Document, Page
from paperformer.extraction.nothing_found import nothing_found
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Candidate, level_of
from paperformer.service.wording import reviewers_words
from toy_documents import document_of

PROSE = document_of("The quick brown fox jumps over the lazy dog", "and nobody knows what will come of it")
CHINESE = document_of("今天天气很好我们去公园散步吧明天再见大家晚安好梦")
PICTURE = replace(PROSE, pages=tuple(replace(page, reading="ocr") for page in PROSE.pages))
REASONS = {
    "nothing_found_text": (PROSE, "it seems to be no invoice or receipt"),
    "nothing_found_picture": (PICTURE, "its picture may be too poor"),
    "nothing_found_script": (CHINESE, "the model has not learned its script"),
}


def said(document: Document, toy_folder: Path, **settings: object) -> list[str]:
    answer = Extractor(toy_folder, **settings).extract_document(document)  # type: ignore[arg-type]
    return [warning for warning in answer.warnings if "field was found" in warning]


def candidate(confidence: float, *words: int) -> Candidate:
    return Candidate(
        value="x", text="x", box=None, page=1, confidence=confidence, level=level_of(confidence),
        source="rule", words=list(words),
    )  # fmt: skip


@pytest.mark.parametrize("code", REASONS)
def test_a_page_of_something_else_says_why_nothing_was_found(code: str, toy_folder: Path) -> None:
    document, reason = REASONS[code]
    (warning,) = said(document, toy_folder)
    assert warning.startswith(f"no field was found: {reason}")


@pytest.mark.parametrize("code", REASONS)
def test_a_reviewer_reads_it_in_the_language_of_the_page(code: str, toy_folder: Path) -> None:
    alerts, (note,) = reviewers_words(said(REASONS[code][0], toy_folder))
    assert (alerts, note.code) == ([], code)


def test_nothing_is_said_where_a_field_is_found_or_only_some_were_asked_for(toy_folder: Path) -> None:
    invoice = document_of("ACME Trading Ltd", "Invoice number: INV-17", "Total: 120.00 EUR")
    assert said(invoice, toy_folder) == []
    assert said(PROSE, toy_folder, fields=["supplier_address"]) == []


def test_pages_without_words_have_warnings_of_their_own(toy_folder: Path) -> None:
    assert said(Document("blank", (Page(1, 100.0, 100.0, ()),)), toy_folder) == []


def test_guesses_that_are_shown_are_not_called_nothing() -> None:
    fields = {"document_number": [candidate(0.2, 1)]}
    (warning,) = nothing_found(PROSE, fields, {}, 0.0, is_unlearned=False)
    assert warning.startswith("no likely field was found: ")


def test_a_bound_that_is_too_high_is_the_reason_where_likely_fields_are_not_shown() -> None:
    fields = {"document_number": [candidate(0.8, 1)]}
    (warning,) = nothing_found(PROSE, fields, {}, 0.9, is_unlearned=False)
    assert warning == "no field was found on its pages that is as sure as 0.9: give a lower --min-confidence"
    assert nothing_found(PROSE, fields, {}, 0.5, is_unlearned=False) == []


def test_the_language_of_a_page_is_no_field_that_is_found_on_it() -> None:
    assert nothing_found(PROSE, {"language": [candidate(0.99)]}, {}, 0.5, is_unlearned=False) != []
    assert (
        nothing_found(
            PROSE, {"language": [candidate(0.99)], "iban": [candidate(0.9)]}, {}, 0.5, is_unlearned=False
        )
        == []
    )

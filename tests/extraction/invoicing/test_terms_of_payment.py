"""The terms of payment are written whole: BT-20."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from answers import answer, candidate

from paperformer.extraction.invoicing.build import draft_invoice
from paperformer.extraction.invoicing.statements import Statement
from paperformer.extraction.invoicing.terms_of_payment import terms_of_payment
from paperformer.extraction.result import Extraction
from paperformer.fields.page.anchors import find_labels
from paperformer.fields.page.labels import load_labels
from paperformer.fields.page.layout import Layout
from typed_page import typed

BOX = (0.1, 0.2, 0.3, 0.22)


def read(lines: Sequence[str], value: str | None = None, field: str = "payment_terms") -> list[str]:
    """What a page of these lines says of the terms, where ``field`` was read as ``value``."""
    page = typed(*lines)
    answered = answer()
    if value is not None:
        texts, parts = [word.text for word in page.words], value.split()
        first = next(at for at in range(len(texts)) if texts[at : at + len(parts)] == parts)
        words = list(range(first, first + len(parts)))
        answered.fields[field] = [candidate(value).model_copy(update={"words": words})]
    return [one.value for one in terms_of_payment(answered, page, find_labels(Layout(page), load_labels()))]


@pytest.mark.parametrize(
    ("lines", "value", "said"),
    [
        (["Payment terms: 10 days, 2% discount"], "10 days,", "10 days, 2% discount"),
        (["Betalningsvillkor: 30 dagar netto. Dröjsmålsränta:12 %"], "30 dagar netto.",
         "30 dagar netto. Dröjsmålsränta:12 %"),
        (["Thank you. Please pay within 14 days of receipt. Goodbye"], "within 14 days",
         "Please pay within 14 days of receipt."),
        (["Bei Zahlungen binnen 14 Tagen, 2% Skonto"], "binnen 14 Tagen,",
         "Bei Zahlungen binnen 14 Tagen, 2% Skonto"),
        (["Please pay the whole sum within 14 days to our", "account below. Thank you"], "within 14 days",
         "Please pay the whole sum within 14 days to our account below."),
        (["Payment terms: 30 days net", "IBAN: DE89370400440532013000"], "30 days net", "30 days net"),
        (["Terms: 30 days Due date: 5 March 2026"], "30 days", "30 days"),
    ],
)  # fmt: skip
def test_the_terms_are_the_whole_sentence_or_all_behind_their_label(
    lines: list[str], value: str, said: str
) -> None:
    assert read(lines, value) == [said]


def test_a_label_says_that_words_without_days_are_terms() -> None:
    assert read(["Zahlungsbedingungen: nach Vereinbarung"]) == ["nach Vereinbarung"]


@pytest.mark.parametrize(
    "line", ["Zahlungsbedingungen:", "Payment terms: 12", "Our terms apply to all sales"]
)
def test_a_label_with_nothing_behind_says_nothing(line: str) -> None:
    assert read([line]) == []


def test_the_day_that_is_due_is_no_text_of_terms() -> None:
    assert read(["Payment terms: 5 March 2026"], "5 March 2026", "due_date") == []


def stated(text: str, **values: str) -> Extraction:
    return answer(**values).with_sources(None, (), None, (Statement("BT-20", text, text, 1, BOX),))


def test_the_field_has_its_confidence_and_the_text_its_place() -> None:
    draft = draft_invoice(stated("10 days, 2 % discount", payment_terms="10 days"))
    (term,) = draft.invoice.terms["BT-20"]
    assert term.text == "10 days, 2 % discount"
    assert term.origin is not None
    assert (term.origin.box, term.origin.text) == (BOX, "10 days, 2 % discount")
    assert (term.origin.field, term.origin.confidence) == ("payment_terms", 0.99)


def test_terms_that_are_not_sure_are_left_out() -> None:
    read = answer(payment_terms="10 days", unsure={"payment_terms": 0.5})
    statement = Statement("BT-20", "10 days net", "10 days net", 1, BOX)
    draft = draft_invoice(read.with_sources(None, (), None, (statement,)))
    assert draft.invoice.first("BT-20") is None


def test_labelled_words_are_written_without_a_field() -> None:
    draft = draft_invoice(stated("nach Vereinbarung"))
    assert draft.invoice.first("BT-20") == "nach Vereinbarung"
    assert "BT-20" not in [one.term for one in draft.left_out]

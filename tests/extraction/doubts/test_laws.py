"""The number and the day of a law are not the document's."""

from __future__ import annotations

from time import process_time

import pytest

from paperformer.extraction.doubts.labelled_otherwise import weigh_by_label
from paperformer.extraction.doubts.laws import names_a_law
from typed_page import candidate, typed


@pytest.mark.parametrize(
    ("field", "before", "printed"),
    [
        ("document_number", "Reglamento (UE)", "2016/679"),
        ("document_number", "conform Legea nr.", "227/2015"),
        ("document_number", "ai sensi del D.P.R. 26/10/1972 n.", "633"),
        ("document_date", "ai sensi del D.P.R.", "26/10/1972"),
        ("document_date", "na podstawie ustawy z dnia", "11.03.2004"),
        ("customer_number", "por la Ley", "37/1992"),
        ("contract_number", "gemäß §", "19"),
    ],
)
def test_a_law_has_a_number_and_a_day_of_its_own(field: str, before: str, printed: str) -> None:
    page = typed(f"{before} {printed}")
    (found,) = weigh_by_label(field, [candidate(page, field, printed)], page.words)
    assert found.probability < 0.1


@pytest.mark.parametrize(
    "before",
    [
        "Invoice no.",
        "Loire Meubles, facture n°",
        "Lovely shop",
        "Art Gallery, No.",
        "Total lei",
        "Legere GmbH",
    ],
)
def test_other_words_before_a_number_are_no_law(before: str) -> None:
    page = typed(f"{before} 2016/679")
    (found,) = weigh_by_label("document_number", [candidate(page, "document_number", "2016/679")], page.words)
    assert found.probability == 0.8


def test_a_long_label_takes_no_long_time() -> None:
    start = process_time()
    names_a_law("art. code de " * 3000)
    assert process_time() - start < 1.0

"""What rules conclude from the whole page reaches the answer of the default model."""

from collections.abc import Iterator

import pytest

from paperformer.extraction.pipeline import Extractor
from toy_documents import document_of


@pytest.fixture(scope="module")
def model() -> Iterator[Extractor]:
    with Extractor(min_confidence=0.0) as extractor:
        yield extractor


def test_what_was_paid_on_the_spot_is_a_receipt_and_what_is_to_be_paid_an_invoice(model: Extractor) -> None:
    paid = ("Total: 12.50 GBP", "09/03/2025 17:31", "Visa ****6620")
    untitled = model.extract_document(document_of("NCP Parking", *paid))
    assert untitled.fields["document_type"][0].value == "receipt"
    to_pay = ("Total: 12.50 GBP", "Date: 09/03/2025", "Due date: 08/04/2025")
    titled = model.extract_document(document_of("INVOICE", *to_pay))
    assert titled.fields["document_type"][0].value == "invoice"

"""All that the pages say of terms of an e-invoice beside the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperformer.documents.model import Document
from paperformer.extraction.invoicing.further_accounts import banks, further_accounts
from paperformer.extraction.invoicing.line_charges import line_charges
from paperformer.extraction.invoicing.preceding_invoices import preceding_invoices
from paperformer.extraction.invoicing.reference_in_full import reference_in_full
from paperformer.extraction.invoicing.references_in_words import references_in_words
from paperformer.extraction.invoicing.statements import Statement, statements_of
from paperformer.extraction.invoicing.tax_registration import tax_registration
from paperformer.extraction.invoicing.terms_of_payment import terms_of_payment
from paperformer.fields.page.anchors import find_labels
from paperformer.fields.page.labels import load_labels
from paperformer.fields.page.layout import Layout

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction


def all_statements(answer: Extraction, document: Document) -> tuple[Statement, ...]:
    """What ``document`` says: each term once, but for accounts, their banks, charges of lines and
    preceding invoices.

    Args:
        answer: What was read of it.
        document: Its words.
    """
    if not document.words:
        return ()
    labelled = find_labels(Layout(document), load_labels())
    return (
        *statements_of(answer, document),
        *terms_of_payment(answer, document, labelled),
        *reference_in_full(answer, document, labelled),
        *references_in_words(answer, document, labelled),
        *preceding_invoices(answer, document, labelled),
        *tax_registration(answer, document),
        *further_accounts(answer, document, labelled),
        *banks(answer, document, labelled),
        *line_charges(answer, document),
    )

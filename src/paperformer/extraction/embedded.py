"""The e-invoice that came with a document: whether it counts, and the answer where it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from paperformer.documents.model import Document
from paperformer.errors import UnreadableDocument
from paperformer.extraction.by_rules import wanted_rows
from paperformer.extraction.result import Candidate, Row
from paperformer.fields.page.view import view_of
from paperformer.fields.rules import find_by_rules
from paperformer.fields.schema import Schema

EInvoiceMode = Literal["auto", "ignore", "only"]


class EmbeddedAnswer(NamedTuple):
    """Candidates of fields, and rows of tables."""

    fields: Mapping[str, Sequence[Candidate]]
    rows: Mapping[str, Sequence[Row]]


def counts(document: Document, mode: EInvoiceMode) -> bool:
    """Whether there is an e-invoice that is to be used.

    Raises:
        UnreadableDocument: only it counts and there is none, or it does not and there is nothing else.
    """
    if mode == "ignore" and not document.pages:
        raise UnreadableDocument(
            f"{document.name} is an e-invoice without pages", "Leave out --einvoice ignore"
        )
    if mode == "only" and document.einvoice is None:
        raise UnreadableDocument(f"{document.name} carries no e-invoice", "Leave out --einvoice only")
    return mode != "ignore" and document.einvoice is not None


def answers(document: Document, mode: EInvoiceMode) -> bool:
    """Whether the e-invoice will answer: it counts and is sound.

    Raises:
        UnreadableDocument: as ``counts``.
    """
    from paperformer.documents.einvoice import read_einvoice

    if not counts(document, mode) or document.einvoice is None:
        return False
    try:
        read_einvoice(document.einvoice)
    except UnreadableDocument:  # told where it is read for its answer
        return False
    return True


def answer_of_embedded(
    document: Document, mode: EInvoiceMode, schema: Schema, wanted: Sequence[str], warnings: list[str]
) -> EmbeddedAnswer | None:
    """The answer of the document's e-invoice; None where it is damaged and the pages can answer.

    Args:
        document: With an e-invoice.
        mode: ``only`` leaves the pages no say.
        schema: The fields there are.
        wanted: Names of those that will be shown.
        warnings: Where warnings are added.

    Raises:
        UnreadableDocument: it is damaged, and nothing else may answer.
    """
    from paperformer.documents.einvoice import read_einvoice
    from paperformer.extraction.einvoice import CONFIDENCE, answer_from_einvoice
    from paperformer.extraction.printed import PrintedText
    from paperformer.extraction.rows import rows_of_einvoice

    try:
        invoice = read_einvoice(document.einvoice or b"")
    except UnreadableDocument as error:
        if mode == "only" or not document.pages:
            remedy = error.remedy if document.pages else "It has no page to be read instead"
            raise UnreadableDocument(f"{document.name}: {error.message}", remedy) from error
        warnings.append(f"the embedded e-invoice was not used: {error.message}")
        return None
    page = view_of(document, schema)
    printed = PrintedText(document, page.context)
    answer = answer_from_einvoice(
        invoice,
        printed,
        schema,
        find=lambda: find_by_rules(page),
    )
    rows = wanted_rows(page, wanted)
    warnings.extend(answer.warnings)
    return EmbeddedAnswer(answer.fields, rows_of_einvoice(invoice, rows, document.words, CONFIDENCE))

"""Violations of an e-invoice in a PDF, with the pages that print the values they are about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from paperformer.documents.einvoice.normal_form import iso_date
from paperformer.documents.model import Document
from paperformer.einvoicing.validation.violation import Violation
from paperformer.errors import ValueUnreadable
from paperformer.extraction.printed import PrintedText
from paperformer.fields.context import infer_context

_AMOUNT = re.compile(r"-?\d+\.\d+|-?\d{1,9}")


def with_pages(violations: Iterable[Violation], document: Document) -> tuple[Violation, ...]:
    """The violations, each with the first page that prints its value; unchanged where no page does."""
    if not document.words:
        return tuple(violations)
    printed = PrintedText(document, infer_context(document.words))
    return tuple(replace(violation, page=_page(violation.value, printed)) for violation in violations)


def _page(value: str | None, printed: PrintedText) -> int | None:
    if value is None:
        return None
    places = [place for type_, text in _readings(value) for place in printed.places(type_, text)]
    return min((place.page for place in places), default=None)


def _readings(value: str) -> list[tuple[str, str]]:
    """What a value may be: type and normal form."""
    if _AMOUNT.fullmatch(value) and len(value) != 8:
        return [("amount", value), ("number", value)]
    try:
        return [("date", iso_date(value)), ("number", value)]
    except ValueUnreadable:
        return [("text", value)]

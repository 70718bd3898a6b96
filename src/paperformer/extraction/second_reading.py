"""When an answer says that the words it was read from are not all that the page shows, or not what it shows.

Text layers that no glance at the words finds fault with give themselves away by the answer: an invoice whose
figures are an outline has no total, one whose figures are called by other names does not add up. Its pages
are then read once more, and the better answer counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal

from paperformer.documents.model import Document
from paperformer.extraction.levels import LIKELY
from paperformer.extraction.result import Candidate
from paperformer.fields.core_fields import ANSWERING
from paperformer.fields.schema import Schema

Found = Mapping[str, Sequence[Candidate]]
FailureReason = Literal["", "unanswered", "contradicted"]

TOTALS = ("total_excl_vat", "total_vat", "total_incl_vat")
# Confidence of each total from which they must add up. Of 140 sound invoices and orders none contradicts
# itself so surely; those whose figures have other names do.
SURE = 0.8
# Longer documents are seldom invoices, and their pictures take long to read.
REREAD_PAGES = 10
# What rounding moves a total by: cash is rounded to whole crowns.
ROUNDING = Decimal(1)


def failure_reason(fields: Found) -> FailureReason:
    """Whether none of ``ANSWERING`` is likely, or sure totals do not add up."""
    if all(_best(fields, name, LIKELY) is None for name in ANSWERING):
        return "unanswered"
    net, tax, gross = (_best(fields, name, SURE) for name in TOTALS)
    if net and tax and gross and abs(_amount(net) + _amount(tax) - _amount(gross)) > ROUNDING:
        return "contradicted"
    return ""


def should_retry_with_ocr(document: Document, schema: Schema) -> bool:
    """Whether pages were taken by their text layer that OCR might read otherwise, and soon enough."""
    is_asked = any(name in schema for name in ANSWERING)
    is_taken = any(page.reading == "text_layer" for page in document.pages)
    return is_asked and is_taken and len(document.pages) <= REREAD_PAGES


def is_better(fields: Found, before: Found) -> bool:
    """Whether the second answer has not failed where the first has, or else is surer."""
    if bool(failure_reason(fields)) != bool(failure_reason(before)):
        return not failure_reason(fields)
    return _certainty(fields) > _certainty(before)


def _certainty(fields: Found) -> float:
    return sum(fields[name][0].confidence for name in ANSWERING if fields.get(name))


def _best(fields: Found, name: str, least: float) -> Candidate | None:
    """The likeliest candidate, where it has the least confidence."""
    return next((candidate for candidate in fields.get(name, ())[:1] if candidate.confidence >= least), None)


def _amount(candidate: Candidate) -> Decimal:
    return Decimal(candidate.value)

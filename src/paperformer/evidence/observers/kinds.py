"""Kinds of document: what a till prints, and what asks to be paid."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate, strongest
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence
from paperformer.fields.till import PAID_LATER

_KIND = ("document_type",)


@evidence(
    "the time of day is printed",
    fields=_KIND,
    fires=on("12:31").at("document_type", "", value="receipt", others={"time": "12:31"}),
    abstains=on("12:31").at("document_type", "", value="invoice", others={"time": "12:31"}),
)
def has_hour(candidate: Candidate, page: ObservedPage) -> float | None:
    return _likeliest(page, "time") if candidate.value == "receipt" else None


@evidence(
    "it is to be paid by a day or to an account",
    fields=_KIND,
    fires=on("2024-05-01").at("document_type", "", value="invoice", others={"due_date": "2024-05-01"}),
    abstains=on("2024-05-01").at("document_type", "", value="receipt", others={"due_date": "2024-05-01"}),
)
def asks_for_payment(candidate: Candidate, page: ObservedPage) -> float | None:
    return _likeliest(page, *PAID_LATER) if candidate.value == "invoice" else None


def _likeliest(page: ObservedPage, *fields: str) -> float | None:
    return strongest(candidate.trust for name in fields for candidate in page.candidates.get(name, ()))

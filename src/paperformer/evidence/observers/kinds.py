"""Kinds of document: what a till prints, and what asks to be paid."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate, strongest
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence
from paperformer.fields.till import PAID_LATER, till_words

_KIND = ("document_type",)


@evidence(
    "words of a till are printed, and it is no receipt",
    fields=_KIND,
    fires=on("Kasse 3", "Rückgeld 2,00").at("document_type", "", value="invoice"),
    abstains=on("Kasse 3", "Rückgeld 2,00").at("document_type", "", value="receipt"),
)
def till_of_other(candidate: Candidate, page: PageView) -> float | None:
    return None if candidate.value == "receipt" else _till(page)


def _till(page: PageView) -> float | None:
    return min(len(till_words(" ".join(word.text for word in page.words))), 4) / 2.0 or None


@evidence(
    "the time of day is printed",
    fields=_KIND,
    fires=on("12:31").at("document_type", "", value="receipt", others={"time": "12:31"}),
    abstains=on("12:31").at("document_type", "", value="invoice", others={"time": "12:31"}),
)
def has_hour(candidate: Candidate, page: PageView) -> float | None:
    return _likeliest(page, "time") if candidate.value == "receipt" else None


@evidence(
    "it is to be paid by a day or to an account",
    fields=_KIND,
    fires=on("2024-05-01").at("document_type", "", value="invoice", others={"due_date": "2024-05-01"}),
    abstains=on("2024-05-01").at("document_type", "", value="receipt", others={"due_date": "2024-05-01"}),
)
def asks_for_payment(candidate: Candidate, page: PageView) -> float | None:
    return _likeliest(page, *PAID_LATER) if candidate.value == "invoice" else None


@evidence(
    "no title names the kind of document",
    fields=_KIND,
    fires=on("IBAN").at("document_type", "", value="invoice", rules={"kind": 0.5}),
    abstains=on("Invoice").at("document_type", "Invoice", value="invoice", rules={"title": 0.6}),
)
def untitled(candidate: Candidate, page: PageView) -> float | None:
    found = page.candidates.get(candidate.field, ())
    return None if any("title" in one.rules for one in found) else 1.0


def _likeliest(page: PageView, *fields: str) -> float | None:
    return strongest(one.trust for name in fields for one in page.candidates.get(name, ()))


def _says(value: str) -> None:
    @evidence(
        f"it says {value}",
        fields=("document_type",),
        name=f"type_{value}",
        fires=on("Title").at("document_type", "Title", value=value),
        abstains=on("Title").at("document_type", "Title", value="letter"),
    )
    def says(candidate: Candidate, page: PageView) -> float | None:
        return 1.0 if candidate.value == value else None


for _value in (
    "invoice",
    "receipt",
    "credit_note",
    "reminder",
    "proforma",
    "order",
    "delivery_note",
    "quote",
    "statement",
):
    _says(_value)

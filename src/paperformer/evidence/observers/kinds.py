"""Kinds of document: what a till prints, and what asks to be paid."""

from __future__ import annotations

from paperformer.evidence.candidate import Candidate, strongest
from paperformer.evidence.example import on
from paperformer.evidence.page import PageView
from paperformer.evidence.registry import evidence
from paperformer.fields.till import PAID_AT_ONCE, PAID_LATER, till_words

_KIND = ("document_type",)


@evidence(
    "words of a till are printed",
    fields=_KIND,
    fires=on("Kasse 3", "Rückgeld 2,00").at("document_type", "", value="receipt"),
    abstains=on("Kasse 3", "Rückgeld 2,00").at("document_type", "", value="invoice"),
)
def till(candidate: Candidate, page: PageView) -> float | None:
    return _till(page) if candidate.value == "receipt" else None


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
    "it was paid by card, in cash or by telephone",
    fields=_KIND,
    fires=on("card").at("document_type", "", value="receipt", others={"payment_method": "card"}),
    abstains=on("card").at("document_type", "", value="receipt"),
)
def paid_at_once(candidate: Candidate, page: PageView) -> float | None:
    if candidate.value != "receipt":
        return None
    found = page.candidates.get("payment_method", ())
    return strongest(one.trust for one in found if one.value in PAID_AT_ONCE)


@evidence(
    "the time of day is printed",
    fields=_KIND,
    fires=on("12:31").at("document_type", "", value="receipt", others={"time": "12:31"}),
    abstains=on("12:31").at("document_type", "", value="invoice", others={"time": "12:31"}),
)
def has_hour(candidate: Candidate, page: PageView) -> float | None:
    return _likeliest(page, "time") if candidate.value == "receipt" else None


@evidence(
    "it names the buyer",
    fields=_KIND,
    fires=on("Ada Byron").at("document_type", "", value="receipt", others={"receiver_name": "Ada Byron"}),
    abstains=on("Ada Byron").at("document_type", "", value="receipt"),
)
def names_buyer(candidate: Candidate, page: PageView) -> float | None:
    return _likeliest(page, "receiver_name") if candidate.value == "receipt" else None


@evidence(
    "it is to be paid by a day or to an account",
    fields=_KIND,
    fires=on("2024-05-01").at("document_type", "", value="invoice", others={"due_date": "2024-05-01"}),
    abstains=on("2024-05-01").at("document_type", "", value="receipt", others={"due_date": "2024-05-01"}),
)
def asks_for_payment(candidate: Candidate, page: PageView) -> float | None:
    return _likeliest(page, *PAID_LATER) if candidate.value == "invoice" else None


@evidence(
    "a receipt is to be paid by a day or to an account",
    fields=_KIND,
    fires=on("2024-05-01").at("document_type", "", value="receipt", others={"due_date": "2024-05-01"}),
    abstains=on("2024-05-01").at("document_type", "", value="invoice", others={"due_date": "2024-05-01"}),
)
def paid_receipt_asks(candidate: Candidate, page: PageView) -> float | None:
    return _likeliest(page, *PAID_LATER) if candidate.value == "receipt" else None


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

"""Dates: what they are called, and how they lie to one another."""

from __future__ import annotations

from datetime import date

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.example import on
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.registry import evidence
from paperformer.fields.values.date import day_of

_DATE = ("date",)


def _day(candidate: Candidate | None) -> date | None:
    return None if candidate is None else day_of(candidate.value)


@evidence(
    "no earlier date is a candidate",
    types=_DATE,
    fires=on("2024-05-01", "2024-05-09").at("due_date", "2024-05-01", others={"due_date": "2024-05-09"}),
    abstains=on("2024-05-01").at("due_date", "2024-05-01"),
)
def earliest(candidate: Candidate, page: ObservedPage) -> float | None:
    candidates = page.candidates.get(candidate.field, ())
    return (
        1.0 if len(candidates) > 1 and all(candidate.value <= rival.value for rival in candidates) else None
    )


@evidence(
    "it is before the document's date",
    fields=("due_date",),
    fires=on("2024-05-01", "2024-05-09").at("due_date", "2024-05-01", others={"document_date": "2024-05-09"}),
    abstains=on("2024-05-01", "2024-05-09").at(
        "due_date", "2024-05-09", others={"document_date": "2024-05-01"}
    ),
)
def before_document(candidate: Candidate, page: ObservedPage) -> float | None:
    own, other = _day(candidate), _day(page.best("document_date"))
    return 1.0 if own and other and own < other else None


@evidence(
    "it is some weeks after the document's date, as payment terms are",
    fields=("due_date",),
    fires=on("2024-05-01", "2024-05-31").at("due_date", "2024-05-31", others={"document_date": "2024-05-01"}),
    abstains=on("2024-05-01").at("due_date", "2024-05-01"),
)
def within_terms(candidate: Candidate, page: ObservedPage) -> float | None:
    own, other = _day(candidate), _day(page.best("document_date"))
    return 1.0 if own and other and 0 < (own - other).days <= 95 else None


@evidence(
    "the document's number is on its row",
    fields=("document_date",),
    fires=on("Invoice 4711 of 2024-05-01").at(
        "document_date", "2024-05-01", others={"document_number": "4711"}
    ),
    abstains=on("Invoice 4711", "2024-05-01").at(
        "document_date", "2024-05-01", others={"document_number": "4711"}
    ),
)
def number_on_row(candidate: Candidate, page: ObservedPage) -> float | None:
    best, line = page.best("document_number"), page.line(candidate)
    if best is None or line is None or not best.words:
        return None
    other = page.layout.line_of(best.words[0])
    row = {line.index, *(segment.index for segment in page.layout.left_of(line))}
    return best.trust if other.index in row else None

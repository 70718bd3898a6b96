"""The dates of a document stand in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from paperformer.extraction.relations.relation import Choice, Facts, Relation, Seen, apart, whether
from paperformer.fields.values.date import day_of

_LONGEST_TERM = 200  # days from a document's date to that by which it is to be paid
SAYS = {
    "due_after_document": "the due date is after the document's date",
    "due_within_terms": f"the due date is within {_LONGEST_TERM} days of the document's date",
    "dates_apart": "the document's date has a print of its own",
}


def _due_after_document(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
    """ISO dates compare as text; one day says nothing."""
    first, second = chosen
    if first is None or second is None or first.value == second.value:
        return ()
    return whether("due_after_document", first.value < second.value)


def _due_within_terms(chosen: Sequence[Choice], _: Facts) -> Sequence[Seen]:
    """Goods keep longer than sellers wait."""
    first, second = (_day_of(candidate) for candidate in chosen)
    if first is None or second is None or (second - first).days <= _LONGEST_TERM:
        return ()
    return (Seen("due_within_terms", "fails"),)


def _day_of(choice: Choice) -> date | None:
    return None if choice is None else day_of(choice.value)


_DUE = ("document_date", "due_date")
DATES = (
    Relation(_DUE, _due_after_document),
    Relation(_DUE, _due_within_terms),
    apart("dates_apart", _DUE),
    apart("dates_apart", ("document_date", "period_start")),
)

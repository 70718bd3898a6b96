"""Which sources vote for a field, and how often they agree and are right."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from paperformer.evidence.candidate import Candidate
from paperformer.learning.evidence_fit import Observed
from paperformer.learning.source_summary import SourceSummary, summarise_sources, votes_of


def number(value: str, model: float | None = None, variant: str | None = None, **rules: float) -> Candidate:
    return Candidate("document_number", "number", value, value, (0,), model, rules=rules, variant=variant)


def observed(*candidates: Candidate, truth: str | None) -> Observed:
    labelled = SimpleNamespace(
        known={"document_number"}, fields={"document_number": (truth,)} if truth else {}
    )
    page = SimpleNamespace(candidates={"document_number": candidates})
    return Observed(cast(Any, labelled), cast(Any, SimpleNamespace(reading=SimpleNamespace(page=page))))


def test_a_source_votes_for_what_it_trusts_most_and_the_model_from_a_half_on() -> None:
    votes = votes_of(
        [
            number("A1", 0.4, label=0.6),
            number("B2", 0.3, label=0.8),
            number("C3", label=0.9, variant="longer"),
        ]
    )
    assert {source: candidate.value for source, candidate in votes.items()} == {"label": "B2"}


def test_coverage_overlap_and_conflict_are_shares_of_labelled_fields() -> None:
    documents = [
        observed(number("A1", 0.9, label=0.8), truth="A1"),
        observed(number("A1", 0.9), number("B2", label=0.8), truth="B2"),
        observed(number("C3", label=0.8), truth=None),
        observed(truth="D4"),
    ]
    assert summarise_sources(documents) == [
        SourceSummary("label", 3, 0.75, 0.5, 0.25, 2 / 3),
        SourceSummary("model", 2, 0.5, 0.5, 0.25, 0.5),
    ]

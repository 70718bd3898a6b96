"""How often each source of candidates votes, agrees with others and is right, on labelled documents.

A source is the model, or one rule. It votes for the value of a field that it trusts most. The figures are
those of Snorkel's ``LFAnalysis.lf_summary`` (Ratner et al., Snorkel: Rapid Training Data Creation with Weak
Supervision, VLDB 2017), a field of a document being one data point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperformer.evidence.candidate import Candidate
from paperformer.extraction.compare import same_value
from paperformer.learning.evidence_fit import Observed

MODEL = "model"
VOTES_FROM = 0.5  # of the model: it gives every word some probability


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """What a source does on labelled fields of documents; shares are of all of these.

    Args:
        name: ``model``, or that of the rule.
        votes: Fields of documents for which it has a value.
        coverage: Their share.
        overlap: The share on which another source votes, too.
        conflict: The share on which another source votes for another value.
        accuracy: The share of its votes that are right.
    """

    name: str
    votes: int
    coverage: float
    overlap: float
    conflict: float
    accuracy: float


def summarise_sources(observed: Sequence[Observed]) -> list[SourceSummary]:
    """The summary of each source that votes, by coverage.

    Args:
        observed: Documents with their truth and their candidates.
    """
    votes, overlaps, conflicts, right = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    fields = 0
    for document in observed:
        candidates = {} if document.read is None else document.read.reading.page.candidates
        for name in document.labelled.known:
            fields += 1
            ballot = votes_of(candidates.get(name, ()))
            truths = [truth for truth in document.labelled.fields.get(name, ()) if truth]
            for source, candidate in ballot.items():
                others = [vote for other, vote in ballot.items() if other != source]
                votes[source] += 1
                overlaps[source] += bool(others)
                conflicts[source] += any(vote.value != candidate.value for vote in others)
                right[source] += same_value(candidate.type, candidate.value, truths)
    return [
        SourceSummary(
            source, count, count / fields, overlaps[source] / fields, conflicts[source] / fields,
            right[source] / count,
        )
        for source, count in votes.most_common()
    ]  # fmt: skip


def votes_of(candidates: Sequence[Candidate]) -> Mapping[str, Candidate]:
    """By source the candidate of a field that it trusts most; longer and shorter readings are nobody's."""
    votes: dict[str, tuple[float, Candidate]] = {}
    for candidate in candidates:
        trusts = {**candidate.rules, MODEL: candidate.model or 0.0}
        for source, trust in trusts.items():
            least = VOTES_FROM if source == MODEL else 0.0
            if candidate.variant is None and trust > max(least, votes.get(source, (0.0,))[0]):
                votes[source] = (trust, candidate)
    return {source: candidate for source, (_, candidate) in votes.items()}

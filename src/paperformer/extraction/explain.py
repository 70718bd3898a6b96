"""Why an answer is believed: the best candidates of each field, with the evidence for and against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from paperformer.evidence.registry import all_evidence
from paperformer.extraction.relations.catalogue import SAYS as RELATIONS
from paperformer.extraction.result import Candidate, Extraction, Reason


@dataclass(frozen=True, slots=True)
class Explained:
    """A candidate and its reasons, the weightiest first."""

    candidate: Candidate
    reasons: Sequence[Reason]

    @property
    def score(self) -> float:
        """All reasons together; a candidate at zero is as likely as none."""
        return sum(reason.counts for reason in self.reasons)


def explain(extraction: Extraction, fields: Iterable[str] | None = None) -> dict[str, list[Explained]]:
    """The reasons for each candidate of an answer, by field.

    Args:
        extraction: An answer as ``Extractor`` gives it; one read from JSON has its evidence only if that
            was asked for.
        fields: Only these; None is all that have candidates.
    """
    wanted = extraction.fields if fields is None else [name for name in fields if name in extraction.fields]
    return {name: [explained(candidate) for candidate in extraction.fields[name]] for name in wanted}


def explained(candidate: Candidate) -> Explained:
    """A candidate with its reasons."""
    return Explained(candidate, reasons_of(candidate) if candidate.evidence is None else candidate.evidence)


def with_evidence(fields: Mapping[str, Sequence[Candidate]]) -> dict[str, list[Candidate]]:
    """The candidates of each field, which carry the reasons for and against them."""
    return {
        name: [
            candidate.model_copy(update={"evidence": _rounded(reasons_of(candidate))})
            for candidate in candidates
        ]
        for name, candidates in fields.items()
    }


def reasons_of(candidate: Candidate) -> list[Reason]:
    """What each observation of a candidate adds to its score, the weightiest first."""
    return [
        Reason(name=name, says=says_of(name, counts), counts=counts)
        for name, counts in weightiest_first(candidate)
    ]


def weightiest_first(candidate: Candidate) -> list[tuple[str, float]]:
    """The names of what is observed of a candidate, and what each adds to its score."""
    return sorted(candidate.contributions.items(), key=lambda pair: -abs(pair[1]))


def says_of(name: str, counts: float) -> str:
    """The sentence of an observation; a relation that counts against a candidate does not hold with it."""
    if (says := _sentences().get(name)) is not None:
        return says
    sentence = RELATIONS.get(name, name)
    return sentence if counts > 0 else f"it is not so that {sentence}"


@cache
def _sentences() -> Mapping[str, str]:
    return {evidence.name: evidence.says for evidence in all_evidence()}


def _rounded(reasons: Iterable[Reason]) -> list[Reason]:
    """Reasons with figures that are rounded as confidences are."""
    return [reason.model_copy(update={"counts": round(reason.counts, 4)}) for reason in reasons]


def to_dict(found: Mapping[str, Sequence[Explained]]) -> dict[str, list[dict[str, object]]]:
    """The same as plain values, for JSON."""
    return {
        name: [
            {
                **candidate.candidate.model_dump(mode="json"),
                "score": round(candidate.score, 4),
                "evidence": [reason.model_dump() for reason in _rounded(candidate.reasons)],
            }
            for candidate in candidates
        ]
        for name, candidates in found.items()
    }

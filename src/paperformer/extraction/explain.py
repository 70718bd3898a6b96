"""Why an answer is believed: the best candidates of each field, with the evidence for and against them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperformer.evidence.registry import all_evidence
from paperformer.extraction.relations.catalogue import SAYS as RELATIONS
from paperformer.extraction.result import Candidate, Extraction


@dataclass(frozen=True, slots=True)
class Reason:
    """One observation of a candidate.

    Args:
        name: Of the evidence.
        says: What it says, in a sentence.
        counts: What it adds to the candidate's score: above zero for it, below against it.
    """

    name: str
    says: str
    counts: float


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
        extraction: An answer as ``Extractor`` gives it; one read from JSON has no evidence any more.
        fields: Only these; None is all that have candidates.
    """
    wanted = extraction.fields if fields is None else [name for name in fields if name in extraction.fields]
    return {name: [explained(one) for one in extraction.fields[name]] for name in wanted}


def explained(candidate: Candidate) -> Explained:
    """A candidate with its reasons."""
    says = {one.name: one.says for one in all_evidence()}
    reasons = [
        Reason(name, says.get(name) or _of_relation(name, counts), counts)
        for name, counts in candidate.evidence.items()
    ]
    return Explained(candidate, sorted(reasons, key=lambda one: -abs(one.counts)))


def _of_relation(name: str, counts: float) -> str:
    """A relation that counts against a candidate is one that does not hold with it."""
    sentence = RELATIONS.get(name, name)
    return sentence if counts > 0 else f"it is not so that {sentence}"


def to_dict(found: Mapping[str, Sequence[Explained]]) -> dict[str, list[dict[str, object]]]:
    """The same as plain values, for JSON."""
    return {
        name: [
            {
                **one.candidate.model_dump(mode="json"),
                "score": round(one.score, 4),
                "evidence": [
                    {"name": reason.name, "says": reason.says, "counts": round(reason.counts, 4)}
                    for reason in one.reasons
                ],
            }
            for one in those
        ]
        for name, those in found.items()
    }

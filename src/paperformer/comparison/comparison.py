"""Answers of two sides to the same documents, and their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from paperformer.comparison.differences import Difference


@dataclass(frozen=True, slots=True)
class SideReport:
    """One side, and what reading cost it.

    Args:
        name: As the user wrote it.
        kind: What it is.
        version: Of Paperformer; None for answers made earlier.
        model: Name and version of its model; None for answers made earlier.
        commit: The full hash, where it is a commit.
        seconds: Of each document that it read.
        peak_megabytes: The most that its processes held together; None where that is not known.
    """

    name: str
    kind: str
    version: str | None = None
    model: str | None = None
    commit: str | None = None
    seconds: Sequence[float] = ()
    peak_megabytes: float | None = None

    @property
    def title(self) -> str:
        """Its name, with a short hash where it is a commit."""
        return self.name if self.commit is None else f"{self.name} ({self.commit[:10]})"

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "version": self.version,
            "model": self.model,
            "commit": self.commit,
            "documents": len(self.seconds),
            "seconds": round(sum(self.seconds), 3),
            "median_seconds": round(median(self.seconds), 3) if self.seconds else None,
            "peak_megabytes": None if self.peak_megabytes is None else round(self.peak_megabytes, 1),
        }


@dataclass(frozen=True, slots=True)
class ComparedDocument:
    """One document.

    Args:
        name: What it is called.
        path: Where it is; None where answers name a file that is not there.
        differences: What differs.
        error_a: Why one side has no answer.
        error_b: Why the other side has none.
        is_labelled: Whether right answers are known.
    """

    name: str
    path: Path | None
    differences: Sequence[Difference] = ()
    error_a: str | None = None
    error_b: str | None = None
    is_labelled: bool = False

    @property
    def differs(self) -> bool:
        """Whether anything does, errors included."""
        return bool(self.differences) or (self.error_a is None) != (self.error_b is None)

    @property
    def failed(self) -> bool:
        """Whether no side could read it."""
        return self.error_a is not None and self.error_b is not None

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "file": self.name,
            "error_a": self.error_a,
            "error_b": self.error_b,
            "labelled": self.is_labelled,
            "differences": [
                {**asdict(difference), "change": difference.change} for difference in self.differences
            ],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sides over all documents."""

    a: SideReport
    b: SideReport
    documents: Sequence[ComparedDocument]

    @property
    def differing(self) -> list[ComparedDocument]:
        """The documents in which something differs."""
        return [document for document in self.documents if document.differs]

    @property
    def is_labelled(self) -> bool:
        """Whether right answers are known of any document."""
        return any(document.is_labelled for document in self.documents)

    def all_differences(self) -> Iterator[tuple[ComparedDocument, Difference]]:
        """Every difference with its document."""
        return ((document, difference) for document in self.documents for difference in document.differences)

    def by_field(self) -> Mapping[str, Counter[str]]:
        """How many differences each field has, by kind and by verdict; cells count for their field."""
        counts: dict[str, Counter[str]] = {}
        for _, difference in self.all_differences():
            counted = counts.setdefault(difference.field.partition("[")[0], Counter())
            counted[difference.kind] += 1
            if difference.verdict is not None:
                counted[difference.verdict] += 1
        return counts

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "a": self.a.to_dict(),
            "b": self.b.to_dict(),
            "documents": len(self.documents),
            "differing": len(self.differing),
            "fields": {name: dict(counts) for name, counts in self.by_field().items()},
            "differences": [
                document.to_dict() for document in self.documents if document.differs or document.failed
            ],
        }

"""Answers without any field: why that is likely so, and what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from paperformer.documents.model import Document
from paperformer.extraction.levels import LIKELY
from paperformer.extraction.result import Candidate, Row

_INFERRED = frozenset({"language", "currency"})  # by the words of a page, whatever it is
_OF_PICTURES = frozenset({"ocr", "scanner_layer", "both"})


def nothing_found(
    document: Document,
    fields: Mapping[str, Sequence[Candidate]],
    rows: Mapping[str, Sequence[Row]],
    least: float,
    *,
    is_unlearned: bool,
) -> list[str]:
    """A warning where a document has words, and none of them is likely the value of a field.

    Pages without words have warnings of their own. What is inferred, such as the language, is not found.

    Args:
        document: As it was read.
        fields: All candidates.
        rows: All rows.
        least: What is less confident is not shown.
        is_unlearned: Whether it is in a script that the model has not learned.
    """
    best = max(_confidences(fields, rows), default=0.0)
    if best >= max(least, LIKELY) or not document.words:
        return []
    if best >= LIKELY:
        return [
            f"no field was found on its pages that is as sure as {least:g}: give a lower --min-confidence"
        ]
    # Guesses may be shown all the same.
    start = "no likely field was found" if best >= least else "no field was found"
    if is_unlearned:
        return [f"{start}: the model has not learned its script; enter the values yourself"]
    if any(page.reading in _OF_PICTURES for page in document.pages):
        return [
            f"{start}: its picture may be too poor, or it is no invoice or receipt; "
            "scan it at 300 dpi, or check that it is the right file"
        ]
    return [f"{start}: it seems to be no invoice or receipt; check that it is the right file"]


def _confidences(
    fields: Mapping[str, Sequence[Candidate]], rows: Mapping[str, Sequence[Row]]
) -> Iterable[float]:
    for name, candidates in fields.items():
        yield from (
            candidate.confidence for candidate in candidates if candidate.words or name not in _INFERRED
        )
    for group in rows.values():
        yield from (row.confidence for row in group)

"""A value that no page shows is at most a suggestion: known parties never overrule the print."""

from __future__ import annotations

from paperformer.extraction.levels import MIN_CONFIDENCE, level_of
from paperformer.extraction.result import Candidate, Extraction

MOST = MIN_CONFIDENCE - 0.01
"""The highest confidence of a suggestion: below that of any answer."""


def with_suggestions(extraction: Extraction) -> Extraction:
    """An answer in which known parties that are printed nowhere are suggestions, behind what is answered."""
    fields = {name: _weighed(candidates) for name, candidates in extraction.fields.items()}
    if all(fields[name] is candidates for name, candidates in extraction.fields.items()):
        return extraction
    return extraction.model_copy(update={"fields": fields})


def _weighed(candidates: list[Candidate]) -> list[Candidate]:
    if not any(is_unprinted(candidate) and candidate.confidence > MOST for candidate in candidates):
        return candidates
    return sorted(map(_suggested, candidates), key=lambda candidate: -candidate.confidence)


def _suggested(candidate: Candidate) -> Candidate:
    if not is_unprinted(candidate) or candidate.confidence <= MOST:
        return candidate
    return candidate.model_copy(update={"confidence": MOST, "level": level_of(MOST)})


def is_unprinted(candidate: Candidate) -> bool:
    """Whether a list of known parties gives the value, and no word of the document prints it."""
    return candidate.source == "known" and not candidate.words

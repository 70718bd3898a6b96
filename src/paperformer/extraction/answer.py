"""From a scored reading to the candidate that people see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperformer.documents.model import Word, union
from paperformer.extraction.result import Candidate, PageBox, level_of
from paperformer.extraction.scored import Scored

# What is left to the first reading where neither the document nor its country settles which one is meant
# (03/04/2024): a figure people would give, for no labelled set says how often the second one is right.
FIRST_READING = 0.75


def candidates_from(scored: Scored, words: Sequence[Word], confidence: float) -> Iterable[Candidate]:
    """The candidate; where its print allows other readings (03/04/2024), these too, sharing it."""
    if not scored.alternatives:
        yield candidate_of(scored, words, confidence)
        return
    yield candidate_of(scored, words, FIRST_READING * confidence)
    share = (1.0 - FIRST_READING) / len(scored.alternatives)
    for value in scored.alternatives:
        yield candidate_of(scored._replace(value=value), words, share * confidence)


def candidate_of(scored: Scored, words: Sequence[Word], confidence: float) -> Candidate:
    """The candidate, with the box around its words on the page where it begins."""
    printed = [words[i] for i in scored.words]
    page = printed[0].page if printed else None
    box = union(word.box for word in printed if word.page == page) if printed else None
    return Candidate(
        value=scored.value,
        text=scored.text,
        box=PageBox(x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1) if box else None,
        page=page,
        confidence=round(confidence, 4),
        level=level_of(round(confidence, 4)),
        source=scored.source,
        scheme=scored.scheme,
        ambiguous=bool(scored.alternatives),
    )

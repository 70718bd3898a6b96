"""From a scored reading to the candidate that people see."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Word, union
from paperformer.extraction.result import Candidate, PageBox, level_of
from paperformer.extraction.scored import Scored


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
        ambiguous=scored.ambiguous,
    )

"""Periods: the two dates behind a label that names a period."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from paperformer.fields.anchored import values_at
from paperformer.fields.finding import Finding
from paperformer.fields.page.view import PageView


def find_periods(page: PageView) -> Iterator[Finding]:
    """First and last days of periods."""
    labelled, reader = page.labelled, page.reader
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind != "field" or meaning.name != "period":
                continue
            for anchored, other in pairwise(values_at(anchor, meaning, "date", labelled, reader)):
                first, last = anchored.reading, other.reading
                if first.parsed.value <= last.parsed.value and first.text != last.text:
                    yield Finding(
                        "period_start", first.words, first.text, first.parsed, "label", anchored.traits
                    )
                    yield Finding("period_end", last.words, last.text, last.parsed, "label", other.traits)
                    break

"""Periods: the two dates behind a label that names a period."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from paperformer.fields.anchored import values_at
from paperformer.fields.anchors import Labelled
from paperformer.fields.cells import CellReader
from paperformer.fields.finding import Finding


def find_periods(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """First and last days of periods.

    Args:
        labelled: The document's labels.
        reader: Knows what the document says about its values.
    """
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind != "field" or meaning.name != "period":
                continue
            for one, other in pairwise(values_at(anchor, meaning, "date", labelled, reader)):
                first, last = one.reading, other.reading
                if first.parsed.value <= last.parsed.value and first.text != last.text:
                    yield Finding("period_start", first.words, first.text, first.parsed, "label", one.traits)
                    yield Finding("period_end", last.words, last.text, last.parsed, "label", other.traits)
                    break

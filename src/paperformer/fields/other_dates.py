"""Dates whose label says that they are something else: of a delivery, an order, the period invoiced."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.fields.anchored import values_at
from paperformer.fields.anchors import Labelled
from paperformer.fields.cells import CellReader
from paperformer.fields.finding import Finding

_OWN = "document_date"
_PERIOD = ("period_start", "period_end")
_SURE, _RANGE = 0.5, 0.4  # scores from which a place fits its label, and two dates are a range


def words_of_other_dates(
    labelled: Labelled, reader: CellReader, findings: Sequence[Finding]
) -> frozenset[int]:
    """Indices of the words of dates at labels that no field has, and of the ends of periods.

    None where no label names the document's own date: another may well stand for it then.

    Args:
        labelled: The document's labels.
        reader: Knows what the document says about its values.
        findings: What rules found.
    """
    dated = (finding for finding in findings if finding.field == _OWN and finding.rule == "label")
    own = {word for finding in dated for word in finding.words}
    if not own:
        return frozenset()
    words = {
        word
        for anchor in labelled.anchors
        if {meaning.kind for meaning in anchor.hit.meanings} == {"other"}
        for meaning in anchor.hit.meanings
        for found in values_at(anchor, meaning, "date", labelled, reader)
        if found.score >= _SURE
        for word in found.reading.words
    }
    words |= {
        word
        for finding in findings
        if finding.field in _PERIOD and finding.score >= _RANGE
        for word in finding.words
    }
    return frozenset(words - own)

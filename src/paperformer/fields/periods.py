"""Periods: two dates that a dash or a word like "to" joins, by themselves or behind a label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from paperformer.fields.anchors import Anchored, Labelled, values_at
from paperformer.fields.cells import Cell, CellReader, Reading
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Line

# "to" in the languages of labels.yaml, and the dashes that stand for it.
_JOINT = re.compile(
    r"[\s,.]*(?:-+|to|till|until|through|thru|bis(?: zum)?|au|al?|hasta(?: el)?|t\.?/?m\.?|tot(?: en met)?|til|t\.?o\.?m\.?"
    r"|asti|do|ate|até|kuni|iki|lidz|līdz|–|—|/)[\s,.]*",
    re.IGNORECASE,
)
_FREE = 0.4  # trust in a range of dates without label
_BOTH = ("period_start", "period_end")


def find_periods(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """First and last days of periods, the labelled ones with more trust."""
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind == "field" and meaning.name == "period":
                yield from _labelled_range(values_at(anchor, meaning, "date", labelled, reader))
    for line in labelled.layout.lines:
        if sum(c.isdigit() for c in line.text) >= 4:
            yield from _free_ranges(line, reader)


def _labelled_range(found: list[Anchored]) -> Iterator[Finding]:
    for one, other in pairwise(found):
        if one.reading.parsed.value <= other.reading.parsed.value and one.reading.text != other.reading.text:
            yield _finding("period_start", one.reading, one.score, "label")
            yield _finding("period_end", other.reading, other.score, "label")
            return


def _free_ranges(line: Line, reader: CellReader) -> Iterator[Finding]:
    readings = [r for r in reader.read("date", Cell(line, 0, len(line.text))) if not r.weak]
    for one, other in pairwise(readings):
        end = line.text.find(one.text, one.start) + len(one.text)
        begin = line.text.find(other.text, end)
        ordered = one.parsed.value <= other.parsed.value
        if ordered and begin >= end and _JOINT.fullmatch(line.text[end:begin]):
            yield _finding("period_start", one, _FREE, "range")
            yield _finding("period_end", other, _FREE, "range")


def _finding(field: str, reading: Reading, score: float, rule: str) -> Finding:
    return Finding(field, reading.words, reading.text, reading.parsed, score, rule)

"""Periods: two dates that a dash or a word like "to" joins, by themselves or behind a label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from paperformer.fields.anchored import Anchored, values_at
from paperformer.fields.anchors import Labelled
from paperformer.fields.cells import Cell, CellReader, Reading
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout, Line

# "to" in the languages of labels.yaml, and the dashes that stand for it.
_WORDS = (
    r"to|till|until|through|thru|bis(?: zum)?|au|al?|hasta(?: el)?|t\.?/?m\.?|tot(?: en met)?|til"
    r"|t\.?o\.?m\.?|asti|do|ate|até|kuni|iki|lidz|līdz"
)
_JOINT = re.compile(rf"[\s,.]*(?:-+|–|—|{_WORDS})[\s,.]*", re.IGNORECASE)
_FREE = 0.4  # trust in a range of dates without label
_BOTH = ("period_start", "period_end")


def find_periods(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """First and last days of periods, the labelled ones with more trust."""
    for anchor in labelled.anchors:
        for meaning in anchor.hit.meanings:
            if meaning.kind == "field" and meaning.name == "period":
                yield from _labelled_range(values_at(anchor, meaning, "date", labelled, reader))
    for line in labelled.layout.lines:
        if line.digits >= 4:
            yield from _free_ranges(line, labelled.layout, reader)


def _labelled_range(found: list[Anchored]) -> Iterator[Finding]:
    for one, other in pairwise(found):
        if one.reading.parsed.value <= other.reading.parsed.value and one.reading.text != other.reading.text:
            yield _finding("period_start", one.reading, one.score, "label")
            yield _finding("period_end", other.reading, other.score, "label")
            return


def _free_ranges(line: Line, layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """Ranges that begin on ``line``; a wide gap around the dash may have cut them."""
    row = [(line, reading) for reading in _dates(line, reader)]
    if not row:
        return
    between = {line.index: 0}
    for count, right in enumerate(layout.right_of(line)):
        between[right.index] = count + 1
        found = _dates(right, reader)
        if found:
            row.append((right, found[0]))
        if found or count == 1:
            break
    texts = [line.text, *(right.text for right in islice(layout.right_of(line), 2))]
    for (one_line, one), (other_line, other) in pairwise(row):
        end = one_line.text.find(one.text, one.start) + len(one.text)
        if one_line is other_line:
            begin = one_line.text.find(other.text, end)
            joint = one_line.text[end:begin] if begin >= end else "?"
        else:
            begin = other_line.text.find(other.text, other.start)
            middle = texts[1 : between[other_line.index]]
            joint = " ".join([one_line.text[end:], *middle, other_line.text[: max(0, begin)]])
        if one.parsed.value <= other.parsed.value and _JOINT.fullmatch(joint):
            yield _finding("period_start", one, _FREE, "range")
            yield _finding("period_end", other, _FREE, "range")


def _dates(line: Line, reader: CellReader) -> list[Reading]:
    return [reading for reading in reader.read("date", Cell(line, 0, len(line.text))) if not reading.weak]


def _finding(field: str, reading: Reading, score: float, rule: str) -> Finding:
    return Finding(field, reading.words, reading.text, reading.parsed, score, rule)

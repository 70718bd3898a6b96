"""Stays of guests, hires and works: the days at "Arrival" and "Departure", "Rental start" and "Rental end".

They are the first and the last of a period. They stand beside these words, or below them as heads of columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from paperformer.fields.finding import Finding
from paperformer.fields.page.cells import Cell, CellReader, CellReading
from paperformer.fields.page.layout import Layout, Line
from paperformer.fields.page.view import PageView
from paperformer.fields.words.patterns import alternatives, pattern

_MARKS = " .:"
_LONGEST = 32  # characters before a date in which such a word stands
_BELOW = 3.2  # heights of a line within which the day stands below the head of its column
_NUMBERS = re.compile(r"[0-9]+")
_DIGITS = 3  # that a line with a date has


def _check_in() -> re.Pattern[str]:
    return _label(alternatives("dates", "check_in"))


def _check_out() -> re.Pattern[str]:
    return _label(f"{alternatives('dates', 'check_out')}|^(?:{alternatives('dates', 'check_out_alone')})")


@cache
def _label(words: str) -> re.Pattern[str]:
    end = f"(?: (?:{alternatives('dates', 'day_words')}))?[ .:]*$"
    return re.compile(rf"\b(?:{words}){end}", re.IGNORECASE)


@cache
def _travels() -> re.Pattern[str]:
    """A flight, or another journey: who travels has no stay."""
    flights, travels = alternatives("dates", "flights"), alternatives("dates", "travels")
    return re.compile(rf"\b\w*(?:{flights})\b|\b(?:{travels})\b", re.IGNORECASE)


def _weekday() -> re.Pattern[str]:
    """As in "Sa 08.02.25"."""
    return pattern("dates", "weekdays", r"^(?:{})\.?,? $")


def find_stays(page: PageView) -> Iterator[Finding]:
    """The days of check-in and check-out, where both are printed; those of flights are none."""
    layout, reader = page.layout, page.reader
    if not any(_check_in().search(text) for text in _labels(layout)):
        return
    arrival = next(_days(_check_in(), layout, reader), None)
    departure = next(_days(_check_out(), layout, reader), None)
    if arrival is None or departure is None or arrival.parsed.value >= departure.parsed.value:
        return
    for field, day in (("period_start", arrival), ("period_end", departure)):
        yield Finding(field, day.words, day.text, day.parsed, "stay")


def _labels(layout: Layout) -> Iterator[str]:
    """What stands before the digits of each line."""
    return (text[-_LONGEST:] for line in layout.lines for text in _NUMBERS.split(line.text))


def _days(label: re.Pattern[str], layout: Layout, reader: CellReader) -> Iterator[CellReading]:
    for line in layout.lines:
        if line.digits < _DIGITS or _travels().search(line.text):
            continue
        for reading in reader.read("date", Cell(line, 0, len(line.text))):
            if label.search(_before(reading, line, layout)[-_LONGEST:]):
                yield reading
    for line in layout.lines:
        if len(line.text) <= _LONGEST and label.match(line.text) and not _travels().search(line.text):
            yield from islice(_under(line, layout, reader), 1)


def _under(head: Line, layout: Layout, reader: CellReader) -> Iterator[CellReading]:
    """The days in the column that ``head`` heads; the place of a rental may stand before its day."""
    for below in layout.below(head.page, head.box, _BELOW):
        for line in (below, *islice(layout.right_of(below), 1)):
            if line.digits >= _DIGITS:
                yield from reader.read("date", Cell(line, 0, len(line.text)))


def _before(reading: CellReading, line: Line, layout: Layout) -> str:
    before = _weekday().sub("", line.text[: reading.start])
    if before.strip(_MARKS):
        return before
    return next((left.text for left in layout.left_of(line) if left.text.strip(_MARKS)), "")

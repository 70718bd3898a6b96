"""Days that no label names: of letters, "Amstetten, am 03.10.2023" on a line of its own, and any others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from paperformer.fields.cells import Cell, CellReader, Reading
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout

_FREE_DATE, _WEAK_DATE = 0.3, 0.15
_AGAIN = 0.8  # of the trust in one, that in the next
_MOST_DATES, _DATE_DIGITS = 5, 3
_TRUST = 0.48  # how often such a day is the document's, by judgement
_CAPITALS = "A-ZÀ-ÝŁŚŻŠČŘŽ"
_TOWN = rf"(?:(?:am|an der|im|bei|ob der|sur|de|la|of|upon) )?[{_CAPITALS}][^\W\d_]*"
_LED = r"(?:am|den|der|le|the|il|a|em|op|dne|dnia|d\.|li|lì)"
_MORE = rf"(?:[ /'’.-]+{_TOWN}){{0,3}}"
# Two words and a bare day may be a person, born then.
_PLACE = re.compile(
    rf"(?:{_TOWN}, ?(?:{_LED} )?|{_TOWN}{_MORE}[ .]*, ?{_LED} )(?=[0-9])"
    rf"|{_TOWN}{_MORE}, (?:le|den|am|il|lì|dne|dnia) (?=[^\W\d_])"
)
_YEAR = re.compile(r"(?<=[0-9]) ?(?:r|roku|г|року)\.?$")  # "dnia 04.03.2025 r."
_LONGEST = 60  # characters of such a line


def find_letter_dates(layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """The first line of the first page that is a place, a comma and a day, and nothing else."""
    for line in layout.lines:
        place = _PLACE.match(line.text) if line.page == 1 and len(line.text) <= _LONGEST else None
        if place is None:
            continue
        reading = next(iter(reader.read("date", Cell(line, place.end(), len(line.text)))), None)
        if reading is None or _YEAR.sub("", line.text[place.end() :]).strip(" .") != reading.text.strip(" ."):
            continue
        yield Finding("document_date", reading.words, reading.text, reading.parsed, _TRUST, "letter")
        return


def find_free_dates(layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """Dates without label: the first is the document's more often than not (receipts).

    Eight digits may be a date where nothing else is: OCR loses thin strokes, and 27/03/2018 is 27032018 then.
    """
    sure = list(islice(_dates(layout, reader, weak=False), _MOST_DATES))
    score = _FREE_DATE if sure else _WEAK_DATE
    for reading in sure or islice(_dates(layout, reader, weak=True), _MOST_DATES):
        yield Finding("document_date", reading.words, reading.text, reading.parsed, score, "first date")
        score *= _AGAIN


def _dates(layout: Layout, reader: CellReader, *, weak: bool) -> Iterator[Reading]:
    for line in layout.lines:
        if line.digits >= _DATE_DIGITS:
            readings = reader.read("date", Cell(line, 0, len(line.text)))
            yield from (reading for reading in readings if reading.weak == weak)

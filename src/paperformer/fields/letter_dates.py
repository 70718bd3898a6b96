"""Days of letters: "Amstetten, am 03.10.2023", "Mézidon, le 16 mars 2026" on a line of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.cells import Cell, CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Layout

_TRUST = 0.6  # how often such a day is the document's, by judgement
_CAPITALS = "A-ZÀ-ÝŁŚŻŠČŘŽ"
_TOWN = rf"(?:(?:am|an der|im|bei|ob der|sur|de|la|of|upon) )?[{_CAPITALS}][^\W\d_]*"
_PLACE = re.compile(
    rf"(?:{_TOWN}(?:[ /'’.-]+|(?=,))){{1,4}}, ?"
    r"(?:(?:am|den|der|le|the|il|a|em|op|dne|dnia|d\.|li|lì) )?(?=[0-9])"
    rf"|(?:{_TOWN}[ '’-]?){{1,4}}, (?:le|den|am|il|lì|dne|dnia) (?=[^\W\d_])"
)
_LONGEST = 60  # characters of such a line


def find_letter_dates(layout: Layout, reader: CellReader) -> Iterator[Finding]:
    """The first line of the first page that is a place, a comma and a day, and nothing else."""
    for line in layout.lines:
        place = _PLACE.match(line.text) if line.page == 1 and len(line.text) <= _LONGEST else None
        if place is None:
            continue
        reading = next(iter(reader.read("date", Cell(line, place.end(), len(line.text)))), None)
        if reading is None or line.text[place.end() :].strip(" .") != reading.text.strip(" ."):
            continue
        yield Finding("document_date", reading.words, reading.text, reading.parsed, _TRUST, "letter")
        return

"""Numbers that go on in the line below: "RE-2025-", under it "08734", in a narrow column."""

from __future__ import annotations

import re
from dataclasses import replace

from paperformer.documents.model import union
from paperformer.fields.page.cells import CellReading
from paperformer.fields.page.layout import NEXT_LINE, Layout
from paperformer.fields.values import ParsedValue

_OPEN = re.compile(r"[A-Za-z0-9][-/]$")
_REST = re.compile(r"(?=[A-Z/-]*[0-9])[A-Z0-9]+(?:[-/][A-Z0-9]+)*")


def whole_number(reading: CellReading, layout: Layout) -> CellReading:
    """``reading`` with the rest of its number, where a mark ends its line and more stands right below.

    Args:
        reading: A number at its label.
        layout: The document's lines.
    """
    line = layout.line_of(reading.words[-1])
    if not _OPEN.search(reading.text) or reading.words[-1] != line.first + len(line.words) - 1:
        return reading
    for below in layout.below(line.page, line.box, NEXT_LINE)[:1]:
        if _REST.fullmatch(below.text):
            text = f"{reading.text}{below.text}"
            return replace(
                reading,
                words=(*reading.words, below.first),
                text=text,
                parsed=ParsedValue(text),
                box=union((reading.box, below.box)),
                weak=False,
            )
    return reading

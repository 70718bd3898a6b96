"""Lines whose description goes on below the repeated heading of the next page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from paperformer.fields.tables.headed_readings import headed_readings
from paperformer.fields.tables.header import Header
from paperformer.fields.tables.item import Item
from paperformer.fields.tables.items import WIDER
from paperformer.fields.tables.rows import RowReading, TableContext


def going_on(
    items: Sequence[Item], header: Header, below: Sequence[Item], context: TableContext
) -> list[Item]:
    """``items`` of one page and those ``below`` a heading that comes again on another page, as one table.

    Args:
        items: The lines so far.
        header: The heading.
        below: The lines below it.
        context: The document.
    """
    if not items or not below or items[-1].anchor.row.page == below[0].anchor.row.page:
        return [*items, *below]
    texts = _texts_above(header, below, context)
    if not _end_a_line(texts, below[0]):
        return [*items, *below]
    return [*items[:-1], replace(items[-1], readings=(*items[-1].readings, *texts)), *below]


def _texts_above(header: Header, items: Sequence[Item], context: TableContext) -> list[RowReading]:
    """The rows right below a heading that print a description alone, above the first of ``items``."""
    rows = context.rows[header.last + 1 : items[-1].readings[-1].row.index + 1]
    readings = headed_readings(rows, header.captions, counts=header.counts)
    first = items[0].readings[0].row.index
    above = (reading for reading in readings if reading.row.index < first)
    return list(takewhile(_is_text, above))


def _is_text(reading: RowReading) -> bool:
    return reading.cells.keys() == {"description"} and not reading.is_noise and not reading.opens


def _end_a_line(texts: Sequence[RowReading], following: Item) -> bool:
    """Whether texts go on with what is above, and do not entitle the line that is ``following``.

    They stand nearer to one another than to that line, or begin with a small letter.
    """
    if not texts:
        return False
    if texts[0].cell("description")[0].text[:1].islower():
        return True
    own = [below.row.middle - above.row.middle for above, below in pairwise(texts)]
    gap = following.readings[0].row.middle - texts[-1].row.middle
    return bool(own) and gap > WIDER * max(own)

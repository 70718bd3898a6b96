"""Several invoices that one document corrects: BG-3, each with its number and day.

A credit note may name them one below the other, each behind a label. The fields hold one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document, Word
from paperformer.extraction.invoicing.behind_labels import behind_labels
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

NUMBER: Final = "BT-25"
DAY: Final = "BT-26"
_FIELD: Final = "preceding_invoice_number"
_DIGIT: Final = re.compile(r"\d")
_AROUND: Final = " .,;:()[]"


def preceding_invoices(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """The number of each, followed by its day where one stands behind the number.

    Empty where the pages name one, and that was read: it is a field.

    Args:
        answer: What was read.
        document: Its words.
        labelled: Its labels.
    """
    found: dict[str, tuple[Statement, ...]] = {}
    for cell in behind_labels(labelled, _FIELD):
        said = tuple(_invoice(cell, document))
        if said:
            found.setdefault(said[0].value, said)
    if len(found) < 2 and answer.fields.get(_FIELD):
        return ()
    return tuple(one for said in found.values() for one in said)


def _invoice(cell: Cell, document: Document) -> Iterator[Statement]:
    """The number that opens a text, and the day in it, if there is one."""
    words, dated = document.words, set[int]()
    days = []
    for span in printed_of(words).spans("date", infer_context(words)):
        own = range(span.first, span.last + 1)
        if {*own} <= {*cell.words}:
            dated |= {*own}
            day = span.parsed.value
            days.append(statement(DAY, day, day, words[span.first : span.last + 1]))
    numbered = _opening([words[index] for index in cell.words if index not in dated])
    if numbered and len(days) < 2:
        number = numbered[-1].text.strip(_AROUND)
        yield statement(NUMBER, number, number, numbered)
        yield from days


def _opening(words: Sequence[Word]) -> Sequence[Word]:
    """The first word, if it has a digit."""
    return words[:1] if words and _DIGIT.search(words[0].text) else ()

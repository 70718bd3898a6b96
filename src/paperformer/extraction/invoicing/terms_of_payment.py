"""The terms of payment as the pages print them, whole: BT-20.

The field ``payment_terms`` holds what a program reads: "within 14 days". Invoices state terms in sentences,
with the discount for early payment and the interest on late payment that stand behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document
from paperformer.extraction.invoicing.behind_labels import behind_labels, words_of_answers
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell
from paperformer.fields.page.layout import Layout, Line

if TYPE_CHECKING:
    from paperformer.extraction.result import Candidate, Extraction

TERMS: Final = "BT-20"
_FIELD: Final = "payment_terms"
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
_SENTENCE_ENDS: Final = re.compile(r"(?<=[^\W\d_]{3}[.!?]) +(?=[^\W\d_a-zß-ÿ])")
_ENDS: Final = ".!?"
_MOST_LINES: Final = 6  # of one paragraph
_PITCH: Final = 1.5  # heights of a line to the next one of a paragraph
_INDENT: Final = 1.0  # heights of a line by which the left edges of a paragraph may differ


def terms_of_payment(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """The terms of payment in full: what stands behind their label, else the sentence of the field's value.

    Empty where the pages say neither.

    Args:
        answer: What was read.
        document: Its words.
        labelled: Its labels.
    """
    if _FIELD not in {known_field.name for known_field in answer.known_fields}:
        return ()
    candidate = next(iter(answer.fields.get(_FIELD, ())), None)
    behind = list(behind_labels(labelled, _FIELD))
    if candidate is not None and candidate.words:
        own = {*candidate.words}
        found = next((cell for cell in behind if own <= {*cell.words}), None)
        found = found or _sentence_of(candidate, labelled.layout)
        is_labelled = found in behind
    else:
        taken = words_of_answers(answer)
        free = (cell for cell in behind if _LETTERS.search(cell.text) and not {*cell.words} <= taken)
        found, is_labelled = next(free, None), True
    return () if found is None else (_statement(found, labelled, document, is_labelled=is_labelled),)


def _sentence_of(candidate: Candidate, layout: Layout) -> Cell | None:
    """The sentence that holds a value; None where the value stands on several lines."""
    line = layout.line_of(candidate.words[0])
    last = candidate.words[-1] - line.first
    if last >= len(line.words):
        return None
    first = line.starts[candidate.words[0] - line.first]
    ends = [match.end() for match in _SENTENCE_ENDS.finditer(line.text)]
    start = max((end for end in ends if end <= first), default=0)
    end = min((end for end in ends if end > line.starts[last]), default=len(line.text))
    return Cell(line, start, end)


def _statement(first: Cell, labelled: Labelled, document: Document, *, is_labelled: bool) -> Statement:
    cells = [first, *_continued(first, labelled, is_labelled=is_labelled)]
    words = [document.words[index] for cell in cells for index in cell.words]
    text = " ".join(cell.text for cell in cells)
    return statement(TERMS, text, text, [word for word in words if word.page == first.line.page])


def _continued(first: Cell, labelled: Labelled, *, is_labelled: bool) -> Iterator[Cell]:
    """The lines below that the text goes on with: to the end of a sentence where no label says that all of it
    are terms."""
    layout, cell = labelled.layout, first
    edge = max(line.box.x1 for line in layout.lines if line.page == first.line.page)
    for _ in range(_MOST_LINES):
        line = cell.line
        if cell.end < len(line.text) or (not is_labelled and cell.text[-1:] in _ENDS):
            return
        below = next(iter(layout.below(line.page, line.box, _PITCH)), None)
        if below is None or labelled.is_caption(below) or not _goes_on(line, below, edge, layout.height):
            return
        ends = [] if is_labelled else [match.end() for match in _SENTENCE_ENDS.finditer(below.text)]
        cell = Cell(below, 0, ends[0] if ends else len(below.text))
        yield cell


def _goes_on(line: Line, below: Line, edge: float, height: float) -> bool:
    """Whether the first word of the line below had no room on this one, or goes on with its sentence."""
    if below.box.x0 - line.box.x0 > _INDENT * height:
        return False
    within = line.text[-1] not in _ENDS and below.text[0].islower()
    return within or line.box.x1 + below.words[0].box.width > edge

"""Several invoices that one document corrects: BG-3, each with its number and day.

A credit note may name them one below the other, each behind a label, or list them behind one. The fields hold
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document
from paperformer.extraction.invoicing.behind_labels import behind_labels
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.context import infer_context, printed_of
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell
from paperformer.fields.values.plain import folded
from paperformer.fields.words.load import all_words

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

NUMBER: Final = "BT-25"
DAY: Final = "BT-26"
_FIELD: Final = "preceding_invoice_number"
_DIGIT: Final = re.compile(r"\d")
_AROUND: Final = " .,;:()[]"
_COMMA: Final = (",", ";")


def preceding_invoices(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """The number of each, followed by its day where one stands behind the number.

    Empty where the pages name one, and that was read: it is a field.

    Args:
        answer: What was read.
        document: Its words.
        labelled: Its labels.
    """
    found: dict[str, tuple[Statement, ...]] = {}
    for captioned in (True, False):
        for cell in behind_labels(labelled, _FIELD, captioned=captioned):
            listed = [*_invoices(cell, document)]
            for said in listed if captioned or len(listed) > 1 else ():
                found.setdefault(said[0].value, said)
    if len(found) < 2 and answer.fields.get(_FIELD):
        return ()
    return tuple(statement for said in found.values() for statement in said)


def _invoices(cell: Cell, document: Document) -> Iterator[tuple[Statement, ...]]:
    """The numbers that a text lists from its first word on, each with the day behind it, if there is one.

    A further one stands behind a comma or "and". Nothing of one that has several days.
    """
    words, days = document.words, _days(cell, document)
    own: list[Statement] = []
    may_follow = True
    for index in cell.words:
        text = words[index].text
        if index in days:
            own += [days[index]] if own and days[index] not in own else []
            may_follow = text.endswith(_COMMA)
        elif _DIGIT.search(text):
            if not may_follow:
                break
            yield from _complete(own)
            number = text.strip(_AROUND)
            own, may_follow = [statement(NUMBER, number, number, [words[index]])], text.endswith(_COMMA)
        elif not own:
            return
        else:
            may_follow = folded(text) in all_words("numbers", "last_of_list")
    yield from _complete(own)


def _complete(own: Sequence[Statement]) -> Iterator[tuple[Statement, ...]]:
    """A number and its day; nothing where it has several."""
    if own and len(own) <= 2:
        yield tuple(own)


def _days(cell: Cell, document: Document) -> dict[int, Statement]:
    """The days in a text, each by all words that print it."""
    words, own = document.words, {*cell.words}
    found: dict[int, Statement] = {}
    for span in printed_of(words).spans("date", infer_context(words)):
        places = range(span.first, span.last + 1)
        if {*places} <= own:
            day = span.parsed.value
            said = statement(DAY, day, day, words[span.first : span.last + 1])
            found |= dict.fromkeys(places, said)
    return found

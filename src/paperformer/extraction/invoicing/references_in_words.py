"""References that are no numbers: BT-10, BT-12, BT-13 and BT-14 in words behind their label.

"Ihr Zeichen: Einkauf" and "Your order: by telephone" say what the firms refer to, and EN 16931 takes any
text. The fields hold numbers; where one was read, it is the reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document
from paperformer.extraction.invoicing.behind_labels import behind_labels, words_of_answers
from paperformer.extraction.invoicing.reference_in_full import LONGEST, REFERENCE
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.page.anchors import Labelled
from paperformer.fields.page.cells import Cell

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

REFERENCES: Final = {
    "BT-14": "order_number", "BT-13": "receiver_order_number", "BT-12": "contract_number",
    "BT-10": "buyer_reference", REFERENCE: "payment_reference",
}  # fmt: skip
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")


def references_in_words(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """What stands behind the label of a reference that no field has, where all labels of it say one thing.

    Args:
        answer: What was read.
        document: Its words.
        labelled: Its labels.
    """
    taken = words_of_answers(answer)
    statements = []
    for term, name in REFERENCES.items():
        if answer.fields.get(name):
            continue
        cells = {cell.text: cell for cell in _free(labelled, name, taken)}
        if len(cells) == 1:
            ((text, cell),) = cells.items()
            statements.append(statement(term, text, text, [document.words[index] for index in cell.words]))
    return tuple(statements)


def _free(labelled: Labelled, name: str, taken: set[int]) -> Iterator[Cell]:
    """Texts behind a label that are words, and no part of another answer."""
    for cell in behind_labels(labelled, name):
        if _LETTERS.search(cell.text) and len(cell.text) <= LONGEST and taken.isdisjoint(cell.words):
            yield cell

"""What to write on a transfer, as the pages ask for it: BT-83.

A reference with a scheme has a form of its own. Other texts behind the label are to be quoted as they are
("Verwendungszweck: Rechnung 17 / Kunde 4"); the field ``payment_reference`` holds a number of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paperformer.documents.model import Document
from paperformer.extraction.invoicing.behind_labels import behind_labels
from paperformer.extraction.invoicing.statements import Statement, statement
from paperformer.fields.page.anchors import Labelled

if TYPE_CHECKING:
    from paperformer.extraction.result import Extraction

REFERENCE: Final = "BT-83"
_FIELD: Final = "payment_reference"
LONGEST: Final = 140  # characters of remittance information (ISO 20022)


def reference_in_full(answer: Extraction, document: Document, labelled: Labelled) -> tuple[Statement, ...]:
    """The text behind the label that holds the reference which was read; empty where that is all of it.

    Args:
        answer: What was read.
        document: Its words.
        labelled: Its labels.
    """
    candidate = next(iter(answer.fields.get(_FIELD, ())), None)
    if candidate is None or candidate.scheme is not None or not candidate.words:
        return ()
    own = {*candidate.words}
    for cell in behind_labels(labelled, _FIELD):
        if own < {*cell.words} and len(cell.text) <= LONGEST:
            words = [document.words[index] for index in cell.words]
            return (statement(REFERENCE, cell.text, cell.text, words),)
    return ()

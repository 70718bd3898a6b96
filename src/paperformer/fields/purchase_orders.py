"""Purchase orders that show themselves: "PO-3391" at "Order no.", "BC 2025/1134" at "Votre réf.".

What only the buyer numbers so is the buyer's order, whatever its label: a seller's "Your reference" may be a
person too, and its "Order no." its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.anchored import values_at
from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.cells import CellReader
from paperformer.fields.finding import Finding
from paperformer.fields.labels import Meaning

FIELD = "receiver_order_number"
# Purchase order, bon de commande, Bestellung.
_OWN_PRINT = re.compile(r"(?:[A-Z]{2,5}[-/])?(?:P\.?O\.?|BC|BDC)[-/ ]?[A-Z]{0,3}[-/ ]?[0-9][\w/.-]*")
_YOURS = re.compile(
    r"(?:your|uw|votre|v(?:os|/)?|ihr(?:e)?|er|ert|deres|su|vostro|vs|v\.) ?"
    r"(?:ref\w*|r[eé]f\w*|kenmerk|zeichen|rif\w*|order\w*|no|nr)\b",
    re.IGNORECASE,
)
_PLAIN = Meaning("field", FIELD, "plain", frozenset())


def is_purchase_order(number: str) -> bool:
    """Whether ``number`` has the print of a buyer's order."""
    return _OWN_PRINT.fullmatch(number) is not None


def find_purchase_orders(labelled: Labelled, reader: CellReader) -> Iterator[Finding]:
    """Numbers with the print of a purchase order at "Your reference" or "Order no."."""
    for anchor in labelled.anchors:
        if not _is_yours(anchor):
            continue
        for one in values_at(anchor, _PLAIN, "number", labelled, reader):
            if is_purchase_order(one.reading.text):
                reading = one.reading
                yield Finding(FIELD, reading.words, reading.text, reading.parsed, one.score, "label")


def _is_yours(anchor: Anchor) -> bool:
    label = anchor.line.text[anchor.start : anchor.end]
    is_order = any(one.kind == "field" and one.name == "order_number" for one in anchor.hit.meanings)
    return is_order or _YOURS.match(label) is not None

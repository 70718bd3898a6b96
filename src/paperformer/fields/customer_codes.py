"""Customers' codes of letters alone: "Cust. code: BALTRA", "N° client / PERSP".

Programs for bookkeeping make them of the customer's name. Every other number has a digit; this one shows
itself by its label and by standing alone in its cell, in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.anchors import Anchor, Labelled
from paperformer.fields.finding import Finding
from paperformer.fields.layout import Line
from paperformer.fields.values import ParsedValue

_NUMBER = "customer_number"
_TRUST = 0.75  # how often such a word is the code, by judgement
_CODE = re.compile(
    r":? ?(?P<code>(?!(?:NONE|NULL|CASH|DATE|PAGE|TOTAL|VAT|BTW|TVA|EUR|USD|GBP|NEW)$)[A-Z]{3,8})"
)
_BELOW = 2.6  # heights of a line from the label to the code under it


def find_customer_codes(labelled: Labelled) -> Iterator[Finding]:
    """Words in capitals alone in the cell beside or below a label of the customer's number."""
    for anchor in labelled.anchors:
        if not _is_label(anchor):
            continue
        beside = next(labelled.layout.right_of(anchor.line), None)
        if beside is not None and _heads(beside, labelled) and _heads(anchor.line, labelled):
            beside = None
        for line in (beside, _under(anchor, labelled)):
            match = _CODE.fullmatch(line.text) if line is not None else None
            if line is not None and match and line.index not in labelled.by_line:
                words = line.words_from(*match.span("code"))
                yield Finding(_NUMBER, words, match["code"], ParsedValue(match["code"]), _TRUST, "code")
                break


def _heads(line: Line, labelled: Labelled) -> bool:
    """Whether a line is the head of a column: a number, and no label, stands in the cell below it."""
    below = next(iter(labelled.layout.below(line.page, line.box, _BELOW)), None)
    is_value = below is not None and below.index not in labelled.by_line
    return below is not None and is_value and any(map(str.isdigit, below.text))


def _is_label(anchor: Anchor) -> bool:
    """Whether a label names nothing but the customer's number, and stands alone."""
    names = {(one.kind, one.name) for one in anchor.hit.meanings}
    is_plain = any(one.strength == "plain" for one in anchor.hit.meanings)
    return anchor.alone and names == {("field", _NUMBER)} and (is_plain or anchor.is_captioned)


def _under(anchor: Anchor, labelled: Labelled) -> Line | None:
    return next(iter(labelled.layout.below(anchor.line.page, anchor.box, _BELOW)), None)

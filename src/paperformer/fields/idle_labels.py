"""Labels that name nothing where they stand: the "PO" of "PO Box 4711", a "netto" behind its sum."""

from __future__ import annotations

import re

from paperformer.fields.anchors import Anchor

_BOX = re.compile(r"[. ]*box\b", re.IGNORECASE)
_SUM = re.compile(r"[0-9][.,][0-9]{2} ?(?:€|EUR|CHF|Fr\.?|kr\.?|\$|£)? ?$")


def is_idle(anchor: Anchor) -> bool:
    """Whether what follows a label is none of its values: the number of a post box, another sum in brackets.

    "3.838,00 € netto (4.567,22 € brutto)": in a sentence the word stands behind its sum.
    """
    text = anchor.line.text
    if _BOX.match(text, anchor.end):
        return True
    in_brackets = text[anchor.end : anchor.end + 2].strip() == "("
    return in_brackets and _SUM.search(text[: anchor.start]) is not None

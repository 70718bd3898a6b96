"""Labels that name nothing where they stand: the "PO" of "PO Box 4711", a "netto" behind its sum."""

from __future__ import annotations

import re

from paperformer.fields.anchors import Anchor

_BOX = re.compile(r"[. ]*box\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r" ?\([^()%]{0,12}[0-9][.,][0-9]{2}\b")
_ENDING = re.compile(r" ?(?:\w+ )?ending(?: in| with)?\b|,? ?(?:endet|die endet|endend) auf\b", re.IGNORECASE)
_THEIRS = re.compile(r"\bappoggio (?:del )?client|\b(?:vs\.?|vostra) banca\b", re.IGNORECASE)
_UNIT = re.compile(r" ?[0-9]{1,3}-[0-9]{1,4}[A-Z]?,? [^\W\d_]{2}")
_UNTAXED = re.compile(
    r"\b(?:not (?:currently )?registered for|exempt from|outside the scope of) $", re.IGNORECASE
)
_TAX = re.compile(r"(?:vat|gst|tax)", re.IGNORECASE)
_SUM = re.compile(r"[0-9][.,][0-9]{2} ?(?:€|EUR|CHF|Fr\.?|kr\.?|\$|£)? ?$")


def is_idle(anchor: Anchor) -> bool:
    """Whether what follows a label is none of its values: the number of a post box, another sum in brackets.

    "3.838,00 € netto (4.567,22 € brutto)": in a sentence the word stands behind its sum. "Your bank account
    ending 4471" is the payer's, so is his bank's code ("banca d'appoggio"); a "#12-05" is a flat, and who is
    "not registered for VAT" names none.
    """
    text = anchor.line.text
    if _BOX.match(text, anchor.end):
        return True
    label, before, behind = text[anchor.start : anchor.end], text[: anchor.start], text[anchor.end :]
    if _ENDING.match(behind) or _THEIRS.search(before) or (label.strip() == "#" and _UNIT.match(behind)):
        return True
    if _UNTAXED.search(before) and _TAX.fullmatch(label):
        return True
    return _IN_BRACKETS.match(behind) is not None and _SUM.search(before) is not None

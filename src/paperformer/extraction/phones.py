"""What a telephone number can be: one behind "Fax" is for a machine."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored

_OF_FAX = 0.1  # how often a number behind "Fax" is the telephone's after all, by judgement
_BEFORE = 4  # words in front of a number that are looked at

# The last label before the number decides: "Tel. 01 / Fax 02" has one of each, "Tel./Fax 03" one for both.
_FAX = re.compile(r"\b(?:tele|t[eé]l[eé])?(?:fax|faks)\b[^\w]*(?:n[ro°º]?\.?)?[^\w]*$", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:tel|tél|tlf|phone|puh|fon)\w*[.:]?"
    r"(?: ?[/&+] ?| (?:und|and|og|och|et|e|y|i) )(?:tele)?(?:fax|faks)",
    re.IGNORECASE,
)


def plausible_phones(candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates`` for a telephone number; a fax number has its probability cut.

    Args:
        candidates: Of one field.
        words: Of the document.
    """
    return [
        one._replace(probability=one.probability * _OF_FAX) if is_fax(one, words) else one
        for one in candidates
    ]


def is_fax(candidate: Scored, words: Sequence[Word]) -> bool:
    """Whether the last label before the candidate on its row, or within it, is a fax's alone."""
    if not candidate.words:
        return False
    first = candidate.words[0]
    number = words[first]
    before = [
        word.text
        for word in words[max(0, first - _BEFORE) : first]
        if word.page == number.page and on_row(word.box, number.box)
    ]
    printed = " ".join([*before, _label_of(candidate.text)]).strip()
    return _FAX.search(printed) is not None and _BOTH.search(printed) is None


def _label_of(text: str) -> str:
    """What stands before the first digit of what was taken for the number: "Fax:" of "Fax:+49 30 1"."""
    return re.split(r"[0-9+(]", text, maxsplit=1)[0]

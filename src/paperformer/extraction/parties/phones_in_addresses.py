"""Addresses without telephone and fax numbers, and without who holds an office: "Kassenwart: Uwe Rapp"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.extraction.parties.names_in_addresses import PLACE
from paperformer.fields.blocks import is_person
from paperformer.fields.postcodes import has_postcode

_MARK, _APART = re.compile(r"[|·•–]"), re.compile(r"[|·•–-]")
# A number to reach someone, at the end of a line of an address in two columns: "Hafenweg 7 Fax 040 123-29".
_REACHED = re.compile(
    r"(?:^|[ ,;·|•–])(?:tele?(?:fon|fax|phone|foon|fono|f)?|t[eé]l[eé]?(?:phone)?|fax|faks|tlf|tfn|puh|sími"
    r"|mob(?:il)?|gsm|phone|t[aā]lr)\b[.: ]*(?:nr\b[.: ]*|no\b[.: ]*)?(?=[+(0-9])",
    re.IGNORECASE,
)


def without_phones(rows: list[list[int]], words: Sequence[Word]) -> list[list[int]]:
    """``rows``, indices of an address's words by line, without such numbers and what follows them."""
    kept = [row for row in (before_phone(_after_role(row, words), words) for row in rows) if row]
    return kept if any(any(map(str.isdigit, _text(row, words))) for row in kept) else rows


def before_phone(row: list[int], words: Sequence[Word]) -> list[int]:
    """``row`` up to a number to reach someone; all of it where the town stands behind that."""
    match = _REACHED.search(_text(row, words))
    if match is None:
        return row
    kept, length = list[int](), 0
    for index in row:
        if length >= match.start() + (0 if match.start() == 0 else 1) or match.start() == 0:
            break
        kept.append(index)
        length += len(words[index].text) + 1
    while kept and _APART.fullmatch(words[kept[-1]].text):
        kept.pop()
    loses_town = has_postcode(_text(row, words)) and not has_postcode(_text(kept, words))
    return row if loses_town else kept


def _after_role(row: list[int], words: Sequence[Word]) -> list[int]:
    """``row`` behind its first mark where a label and a name stand before that: "Kassenwart: Uwe Rapp · "."""
    mark = next((at for at, index in enumerate(row) if _MARK.fullmatch(words[index].text)), 0)
    name = _text(row[:mark], words).partition(": ")[2]
    is_role = is_person(name) and PLACE.search(name) is None
    return row[mark + 1 :] if is_role else row


def _text(row: Sequence[int], words: Sequence[Word]) -> str:
    return " ".join(words[i].text for i in row)

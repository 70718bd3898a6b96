"""Letters that look alike in print, where the word itself tells them apart.

A capital I is drawn as a small l is. In a word that has no vowel beside it and goes on in small letters it is
an l: "Jln", "Blk", "Tlf" are abbreviations, and no word is written "JIn". In some 900 pictures that our OCR
read (SROIE's training part, generated pages) these ten words are all that it mends; with vowels ("TaxInv",
"RoundIng", small capitals) the same rule would be wrong.
"""

from __future__ import annotations

import re

_I_AMID_CONSONANTS = re.compile(
    r"(?<![^\W\d_])([B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]*)I([b-df-hj-np-tv-xz]+)(?![^\W\d_])"
)


def mend_letters(word: str) -> str:
    """``word`` with the l that was taken for an I."""
    return _I_AMID_CONSONANTS.sub(r"\1l\2", word) if "I" in word else word

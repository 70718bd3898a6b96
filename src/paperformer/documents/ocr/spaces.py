"""Spaces that the recogniser missed.

It now and then runs words together ("04-05-1812:50", "TaxInvoice") where the print has a clear gap. A gap
that is wide for the print's height and wide beside the line's other gaps is a space, unless it lies beside a
sign that belongs inside numbers: receipt printers leave wide gaps around the decimal point. A number of the
companies' register in brackets ("BHD(587969-U)") is a word of its own, whatever its gap.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from paperformer.documents.ocr.ink import widest_gap
from paperformer.documents.ocr.recognition import ReadLine

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Chosen on the receipts of SROIE's training part: of 56 pairs of words run together these find 20, of 6,900
# pairs of characters that belong together they part 5, mostly where the recogniser dropped a letter.
_WIDE = 0.48  # of the text's height
_WIDER = 2.5  # times the line's median gap
_CLOSES = ":;#)]!?"
_OPENS = "(["
_LAST_BEFORE_REGISTER = re.compile(r"(?:[^\W\d_]{2}|S/B)[.,]?(?=\([0-9]{5,7}-?[A-Z]\)(?!\w))")


def mend_spaces(line: ReadLine, ink: NDArray[np.bool_], height: int) -> ReadLine:
    """The line with a space at every clear gap.

    Args:
        line: As it was read.
        ink: For each column of the line's picture, whether there is ink in it.
        height: The text's height, in pixels.
    """
    gaps = _gaps(line, ink, height)
    if not gaps:
        return line
    registers = {match.end() - 1 for match in _LAST_BEFORE_REGISTER.finditer(line.text)}
    enough = max(_WIDE, _WIDER * float(np.median([width for _, width in gaps.values()])))
    missed = {
        index: place
        for index, (place, width) in gaps.items()
        if index in registers or (width > enough and _may_part(line.text, index))
    }
    return _with_spaces(line, missed) if missed else line


def _gaps(line: ReadLine, ink: NDArray[np.bool_], height: int) -> dict[int, tuple[float, float]]:
    """For each character, middle and width of the gap after it; the width in parts of the text's height.

    Gaps that already are spaces count too, by the character before them: they belong to the line's measure.
    """
    inked = [index for index, character in enumerate(line.text) if not character.isspace()]
    gaps = {}
    for index, following in pairwise(inked):
        start, end = widest_gap(ink, line.centers[index], line.centers[following])
        gaps[index] = ((start + end) / 2, (end - start) * len(ink) / height)
    return gaps


def _may_part(text: str, index: int) -> bool:
    """Whether a word may end after a character."""
    left, right = text[index], text[index + 1]
    if (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit()):
        # One letter or figure alone is rather a word's end, torn off by a narrow glyph or a dropped one.
        around = text[max(0, index - 1) : index + 3]
        return len(around) == 4 and not any(character.isspace() for character in around)
    return (left.isalnum() or left in _CLOSES) and (right.isalnum() or right in _OPENS)


def _with_spaces(line: ReadLine, missed: dict[int, float]) -> ReadLine:
    text, centers, confidences = "", [], []
    for index, character in enumerate(line.text):
        text += character
        centers.append(line.centers[index])
        confidences.append(line.confidences[index])
        if index in missed:
            text += " "
            centers.append(missed[index])
            confidences.append(line.confidences[index])
    return ReadLine(text, tuple(centers), tuple(confidences))

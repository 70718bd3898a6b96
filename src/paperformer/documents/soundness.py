"""Whether a page's text layer says what the page shows.

Text layers lie: fonts without a mapping to Unicode give garbage, scanners add their own OCR in
invisible ink, and a scan with a stamped footer has a text layer of one line. Such pages go to OCR.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from paperformer.documents.order import PlacedWord
from paperformer.documents.text_layer import TextLayer

# Fewer characters on a page that is mostly picture are a stamp or a footer, not the page's text.
FEW_CHARACTERS = 100
MOSTLY_PICTURE = 0.6
# Parts of a page's characters, letters or words beyond which the layer is not believed.
UNMAPPED_PART = 0.10
MEANINGFUL_PART = 0.50
FLAT_PART = 0.30
OFF_PAGE_PART = 0.50
FOREIGN_PART = 0.10
SINGLE_PART = 0.45
# Text whose lines are lower than this part of the page's longer side cannot be meant to be read:
# 1 point on A4.
TINY_PART = 0.0012
# Statements about parts need a few words to be about.
ENOUGH_WORDS, ENOUGH_LETTERS = 8, 30
OFF_PAGE = "lies off the page"
"""The fault that a page's picture has too: what lies off it is not drawn."""
# Dot leaders, rules and check boxes say nothing of the quality of the rest.
LEADERS = frozenset(".-_=*|·•…–—~+/\\")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is believed of a text layer.

    Args:
        words: Those to use.
        fault: Why the layer is not believed, in words that follow "the text layer"; "" when it is.
        scanned: Whether the words are a scanner's own OCR, in invisible ink over a picture.
    """

    words: tuple[PlacedWord, ...]
    fault: str = ""
    scanned: bool = False


def judge(layer: TextLayer, picture_part: Callable[[], float]) -> Judgement:
    """Decide what of a text layer to use.

    Args:
        layer: All that the page's text layer holds.
        picture_part: Looks up which part of the page pictures cover; asked only where it matters.
    """
    visible, hidden = layer.words, layer.hidden
    if not visible and not hidden:
        return Judgement((), "is empty")
    few = _characters(visible) < FEW_CHARACTERS
    mostly_picture = (few or bool(hidden)) and picture_part() >= MOSTLY_PICTURE
    scanned = mostly_picture and _characters(hidden) > _characters(visible)
    # Invisible words without a picture below are not on the page as a reader sees it.
    words = visible + hidden if scanned else visible
    if not words:
        return Judgement((), "is invisible")
    if mostly_picture and _characters(words) < FEW_CHARACTERS:
        return Judgement(words, "covers little of a page that is a picture")
    fault = _fault(words, layer) or (_scanner_fault(words) if scanned else "")
    return Judgement(words, fault, scanned)


def _characters(words: tuple[PlacedWord, ...]) -> int:
    return sum(len(word.text) for word in words)


def _fault(words: tuple[PlacedWord, ...], layer: TextLayer) -> str:
    text = "".join(word.text for word in words)
    if sum(map(_is_unmapped, text)) > UNMAPPED_PART * len(text):
        return "has characters without meaning"
    said = [character for character in text if character not in LEADERS]
    if len(said) >= ENOUGH_LETTERS and sum(map(str.isalnum, said)) < MEANINGFUL_PART * len(said):
        return "is garbled"
    if len(words) < ENOUGH_WORDS:
        return ""
    if sum(map(_is_flat, words)) > FLAT_PART * len(words):
        return "has words without extent"
    if sum(_is_off_page(word, layer) for word in words) > OFF_PAGE_PART * len(words):
        return OFF_PAGE
    if median(word.height for word in words) < TINY_PART * max(layer.width, layer.height):
        return "is too small to read"
    return ""


def _scanner_fault(words: tuple[PlacedWord, ...]) -> str:
    """Faults of a scanner's OCR: other scripts mixed in, words broken into letters, columns read as words."""
    scripts = Counter(_script(character) for word in words for character in word.text if character.isalpha())
    total = scripts.total()
    if total >= ENOUGH_LETTERS and total - scripts.most_common(1)[0][1] > FOREIGN_PART * total:
        return "mixes scripts"
    if len(words) >= ENOUGH_WORDS and sum(len(word.text) == 1 for word in words) > SINGLE_PART * len(words):
        return "is broken into letters"
    return ""


def _is_unmapped(character: str) -> bool:
    return character == "\ufffd" or unicodedata.category(character) in ("Co", "Cn", "Cc")


def _is_flat(word: PlacedWord) -> bool:
    return not (word.box[2] > word.box[0] and word.box[3] > word.box[1])


def _is_off_page(word: PlacedWord, layer: TextLayer) -> bool:
    x, y = (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2
    return not (0 <= x <= layer.width and 0 <= y <= layer.height)


def _script(letter: str) -> str:
    """The script's name as Unicode's character names begin: LATIN, GREEK, CJK ..."""
    if letter < "\u0250":
        return "LATIN"
    return unicodedata.name(letter, "?").partition(" ")[0]

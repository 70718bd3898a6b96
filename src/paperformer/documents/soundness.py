"""Whether a page's text layer says what the page shows.

Text layers lie: fonts without a mapping to Unicode give garbage, or map their letters to others, scanners
add their own OCR in invisible ink, and a scan with a stamped footer has a text layer of one line.
``page_reading`` decides what is made of that.
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
# Names of letters agree with their outlines to 0.66 and more on 709 real pages (benchmarks/readings.py);
# names given at random seldom reach 0.5.
AGREEMENT = 0.6
_ALPHABETS = frozenset({"LATIN", "GREEK", "CYRILLIC"})
LONG_WORD = 3
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
        mostly_picture: Whether words in ink stand on a picture, which may say more than they do.
        in_doubt: Whether nothing tells if the words are those that are drawn: the font has no outlines, or
            they are broken into letters.
    """

    words: tuple[PlacedWord, ...]
    fault: str = ""
    scanned: bool = False
    mostly_picture: bool = False
    in_doubt: bool = False


def judge(layer: TextLayer, picture_part: Callable[[], float]) -> Judgement:
    """Decide what of a text layer to use.

    Args:
        layer: All that the page's text layer holds.
        picture_part: Looks up which part of the page pictures cover; asked only where it matters.
    """
    visible, hidden = layer.words, layer.hidden
    if not visible and not hidden:
        return Judgement((), "is empty")
    mostly_picture = picture_part() >= MOSTLY_PICTURE
    scanned = mostly_picture and _characters(hidden) > _characters(visible)
    # Invisible words without a picture below are not on the page as a reader sees it.
    words = visible + hidden if scanned else visible
    if not words:
        return Judgement((), "is invisible")
    if mostly_picture and _characters(words) < FEW_CHARACTERS:
        return Judgement(words, "covers little of a page that is a picture")
    fault = _fault(words, layer)
    if scanned:
        return Judgement(words, fault or _scanner_fault(words), scanned=True)
    fault = fault or _naming_fault(words, layer)
    in_doubt = _is_broken(words) or (layer.agreement is None and _letters(words) >= ENOUGH_LETTERS)
    return Judgement(words, fault, mostly_picture=mostly_picture, in_doubt=in_doubt)


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


def _naming_fault(words: tuple[PlacedWord, ...], layer: TextLayer) -> str:
    """Faults of fonts that call their letters by other names."""
    if layer.agreement is not None and layer.agreement < AGREEMENT:
        return "does not name the letters that are drawn"
    long = [word.text for word in words if len(word.text) >= LONG_WORD]
    if sum(map(_mixes_alphabets, long)) > FOREIGN_PART * len(long):
        return "mixes alphabets within words"
    return ""


def _mixes_alphabets(text: str) -> bool:
    """Whether Latin letters stand beside others that look like them."""
    return (
        not text.isascii() and len(_ALPHABETS & {_script(letter) for letter in text if letter.isalpha()}) > 1
    )


def _scanner_fault(words: tuple[PlacedWord, ...]) -> str:
    """Faults of a scanner's OCR: other scripts mixed in, words broken into letters, columns read as words."""
    scripts = Counter(_script(character) for word in words for character in word.text if character.isalpha())
    total = scripts.total()
    if total >= ENOUGH_LETTERS and total - scripts.most_common(1)[0][1] > FOREIGN_PART * total:
        return "mixes scripts"
    return "is broken into letters" if _is_broken(words) else ""


def _is_broken(words: tuple[PlacedWord, ...]) -> bool:
    said = [word.text for word in words if any(map(str.isalnum, word.text))]
    return len(said) >= ENOUGH_WORDS and sum(len(text) == 1 for text in said) > SINGLE_PART * len(said)


def _letters(words: tuple[PlacedWord, ...]) -> int:
    return sum(character.isalpha() for word in words for character in word.text)


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

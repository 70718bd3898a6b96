"""The characters of a PDF page's text, as pdfium hands them out."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from paperformer.documents.page_frame import Quad

# pdfium's own marks: a hyphen at the end of a line, and characters it could not map.
LINE_END_HYPHEN = 0x02
UNMAPPED = (0x00, 0xFFFE, 0xFFFF)
# Soft hyphen, joiners, direction marks, byte order mark: part of a word, without a shape.
FORMAT_MARKS = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
# Python counts these separators of teletypes as white space; in a PDF they are glyph numbers.
CONTROL_SPACES = range(0x1C, 0x20)
# Part of the line's height that no ink is lower than.
FLAT = 0.005
_ENDLESS = 1e9


class Character(NamedTuple):
    """A character that has a shape.

    Args:
        text: What it prints.
        ink: Around its ink; ``line`` where it has none.
        line: From the ascender to the descender of its font, as wide as it advances.
        position: Its index among all characters of the page's text.
    """

    text: str
    ink: Quad
    line: Quad
    position: int

    @property
    def has_ink(self) -> bool:
        """Whether its glyph leaves ink: a missing one has a box without height."""
        least = FLAT * (self.line[3] - self.line[1])
        return self.ink is not self.line and self.ink[3] - self.ink[1] > least


def read_characters(text_page: Any) -> Iterator[Character | None]:
    """All characters in the order of the file, None for white space."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    references = [ctypes.byref(value) for value in (left, right, bottom, top)]
    loose = pdfium.FS_RECTF()
    loose_reference = ctypes.byref(loose)
    are_drawn = False  # whether the font has outlines, as far as its letters tell
    for index in range(pdfium.FPDFText_CountChars(text_page)):
        text = _character_text(pdfium.FPDFText_GetUnicode(text_page, index))
        if not text:
            if text is None:
                yield None
            continue
        pdfium.FPDFText_GetCharBox(text_page, index, *references)
        pdfium.FPDFText_GetLooseCharBox(text_page, index, loose_reference)
        ink = (left.value, bottom.value, right.value, top.value)
        line = (loose.left, loose.bottom, loose.right, loose.top)
        box = ink if _has_extent(ink) else line
        character = Character(text, box, line if _has_extent(line) else ink, index)
        if are_drawn and not character.has_ink and _may_be_space(text):
            yield None
            continue
        are_drawn = character.has_ink if text.isalnum() else are_drawn
        yield character


@lru_cache(maxsize=4096)
def _character_text(code: int) -> str | None:
    """What a character prints: None for white space, "" for what has no shape, U+FFFD for no meaning."""
    if code == LINE_END_HYPHEN:
        return "-"
    if code in UNMAPPED or code > 0x10FFFF:
        return "\ufffd"
    text = chr(code)
    if text.isprintable() and text != " ":
        return text
    if text in FORMAT_MARKS:
        return ""
    return None if text.isspace() and code not in CONTROL_SPACES else "\ufffd"


def _may_be_space(text: str) -> bool:
    """Whether what leaves no ink may be white space that is called by another name; a currency may not."""
    return not text.isalnum() and unicodedata.category(text) != "Sc"


def _has_extent(quad: Quad) -> bool:
    return 0.0 < quad[2] - quad[0] < _ENDLESS and 0.0 < quad[3] - quad[1] < _ENDLESS  # false for NaN

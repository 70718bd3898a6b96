"""The outlines of a text layer's characters, font by font, held against their names."""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import pypdfium2.raw as pdfium

from paperformer.documents.glyph_shapes import Glyph, agreement

# Fonts that draw fewer characters, or a smaller part of the page, are not looked at alone.
FONT_CHARACTERS, FONT_PART = 100, 0.15
# Characters of a font whose outlines are looked at.
PLENTY = 300
# What is lower than this part of its line leaves no ink.
NO_INK = 0.005

Quad = tuple[float, float, float, float]


class Outlined(Protocol):
    """A character: its name, the box of its ink (``line`` where it has none), that of its line, its index."""

    @property
    def text(self) -> str: ...
    @property
    def ink(self) -> Quad: ...
    @property
    def line(self) -> Quad: ...
    @property
    def position(self) -> int: ...


Word = tuple[Sequence[Outlined], int]
"""Characters, and the angle at which they read."""


def outline_agreement(words: Sequence[Word], text_page: Any) -> float | None:
    """How well outlines fit names (``glyph_shapes``), in the font where they do least, of the large ones.

    Args:
        words: Those that can be seen.
        text_page: pdfium's handle.
    """
    fonts: dict[int, list[Word]] = defaultdict(list)
    for characters, angle in words:
        fonts[_font(text_page, characters[0].position)].append((characters, angle))
    least = max(FONT_CHARACTERS, FONT_PART * _count(words))
    large = [own for own in fonts.values() if _count(own) >= least]
    values = [agreement(list(_glyphs(own))) for own in (large if len(large) > 1 else [words])]
    return min((value for value in values if value is not None), default=None)


def _count(words: Sequence[Word]) -> int:
    return sum(len(characters) for characters, _ in words)


def _font(text_page: Any, index: int) -> int:
    text_object = pdfium.FPDFText_GetTextObject(text_page, index)
    font = pdfium.FPDFTextObj_GetFont(text_object) if text_object else None
    return ctypes.cast(font, ctypes.c_void_p).value or 0 if font else 0


def _glyphs(words: Sequence[Word]) -> Iterator[Glyph]:
    """Outlines of the characters, evenly chosen where they are many."""
    all_ = [(character, angle) for characters, angle in words for character in characters]
    for character, angle in all_[:: max(1, len(all_) // PLENTY)]:
        _, _, low, high = along(character.line, angle)
        start, end, bottom, top = along(character.ink, angle)
        height = high - low
        if not height > 0:
            continue
        has_ink = character.ink is not character.line and top - bottom > NO_INK * height
        box = (top - low, bottom - low, end - start) if has_ink else (0.0, 0.0, 0.0)
        yield Glyph(character.text, *(side / height for side in box))


def along(quad: Quad, angle: int) -> Quad:
    """Start and end in the reading direction, low and high across it."""
    left, bottom, right, top = quad
    if angle == 0:
        return left, right, bottom, top
    if angle == 90:
        return bottom, top, -right, -left
    if angle == 180:
        return -right, -left, -top, -bottom
    return -top, -bottom, left, right

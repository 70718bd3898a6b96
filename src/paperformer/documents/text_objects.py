"""The text objects of a PDF page, and the pieces of words that each of them prints."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any

import pypdfium2.raw as pdfium

from paperformer.documents.characters import Character
from paperformer.documents.page_frame import PageFrame, Quad, around

_INVISIBLE = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)


@dataclass(slots=True, eq=False)
class TextObject:
    """What one operator of the page prints.

    Args:
        raw: pdfium's handle.
        invisible: Whether it is printed without ink.
        conflicts: Text objects that share its place or its word: they are not left out together.
        doubles: Those that print the same at the same place, as some programs do to make it look bold: they
            are only left out together.
    """

    raw: Any
    invisible: bool
    conflicts: set[int] = field(default_factory=set)
    doubles: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Piece:
    """What one text object prints of a word."""

    characters: list[Character]
    text_object: int
    frame: PageFrame
    box: Quad = field(init=False)
    """On the displayed page, in points."""

    def __post_init__(self) -> None:
        self.box = self.frame.box(around([character.ink for character in self.characters]))

    @property
    def letters(self) -> list[Quad]:
        """The boxes of its characters on the displayed page."""
        return [self.frame.box(character.ink) for character in self.characters]

    @property
    def runs_down(self) -> bool:
        """Whether its characters follow one another up or down the page."""
        x0, y0, x1, y1 = self.box
        if x1 - x0 > y1 - y0:
            return False
        first, last = self.frame.box(self.characters[0].ink), self.frame.box(self.characters[-1].ink)
        return abs(last[1] - first[1]) > abs(last[0] - first[0])

    def positions(self, seen: list[bool]) -> Iterator[int]:
        """Positions of the characters that count as seen.

        A name that its cell cuts off is still read as the file has it. A number is what can be seen of it.
        """
        whole = 2 * sum(seen) >= len(seen) and not any(c.text.isdigit() for c in self.characters)
        return (c.position for c, is_seen in zip(self.characters, seen, strict=True) if is_seen or whole)


class Pieces:
    """Cuts words where another text object goes on with them."""

    def __init__(self, page: Any, text_page: Any) -> None:
        self._text_page = text_page
        self._frame = PageFrame(page.get_bbox(), page.get_rotation())
        self._objects: dict[int, TextObject] = {}

    def of(self, words: Sequence[list[Character]]) -> tuple[dict[int, TextObject], list[Piece]]:
        """All text objects by address, and the pieces of all words."""
        return self._objects, [piece for characters in words for piece in self._pieces(characters)]

    def _pieces(self, characters: list[Character]) -> list[Piece]:
        first, last = self._printed_by(characters[0]), self._printed_by(characters[-1])
        if first == last:
            return [Piece(characters, first, self._frame)]
        pieces = [
            Piece(list(group), key, self._frame) for key, group in groupby(characters, self._printed_by)
        ]
        for piece, other in pairwise(pieces):
            self._part_colours(piece.text_object, other.text_object)
        return pieces

    def _printed_by(self, character: Character) -> int:
        raw = pdfium.FPDFText_GetTextObject(self._text_page, character.position)
        key = address(raw)
        if key not in self._objects:
            mode = pdfium.FPDFTextObj_GetTextRenderMode(raw) if key else pdfium.FPDF_TEXTRENDERMODE_FILL
            self._objects[key] = TextObject(raw, mode in _INVISIBLE)
        return key

    def _part_colours(self, first: int, other: int) -> None:
        """Letters of a word in two colours are looked at one by one: a visible word may hold hidden ones."""
        if first and other and _colour(self._objects[first].raw) != _colour(self._objects[other].raw):
            self._objects[first].conflicts.add(other)
            self._objects[other].conflicts.add(first)


def _colour(raw: Any) -> tuple[int, ...]:
    bands = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(raw, *bands)
    return tuple(band.value for band in bands)


def address(raw: Any) -> int:
    """What tells a handle of pdfium from others; 0 of none."""
    return ctypes.cast(raw, ctypes.c_void_p).value or 0

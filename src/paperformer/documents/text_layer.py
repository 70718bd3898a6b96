"""The text layer of a PDF page: pdfium's characters grouped into words with boxes.

pdfium hands out characters with boxes in page coordinates (origin bottom left, before the page's own
rotation). Words are cut at white space and wherever the next character does not continue the line.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from paperformer.documents.order import PlacedWord
from paperformer.documents.outlines import NO_INK, along, outline_agreement
from paperformer.documents.touching import Span, are_torn, chains

# A gap within a line that parts two words, in heights of the line (about 1.15 em), where the file has
# no space character: pdfium invents spaces for most, not between the narrow columns of a table.
WORD_GAP = 0.4
# A character that starts further left than the last one overprints it: it begins another word.
BACKWARD = 0.5
# Part of the height that neighbours share; little, because superscripts belong to their word.
SAME_LINE = 0.3
# pdfium's own marks: a hyphen at the end of a line, and characters it could not map.
LINE_END_HYPHEN = 0x02
UNMAPPED = (0x00, 0xFFFE, 0xFFFF)
# Soft hyphen, joiners, direction marks, byte order mark: part of a word, without a shape.
FORMAT_MARKS = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
# Python counts these separators of teletypes as white space; in a PDF they are glyph numbers.
CONTROL_SPACES = range(0x1C, 0x20)
# At least so many characters, and so large a part of them, decide that a page is stored sideways.
TURNING_CHARACTERS, TURNING_PART = 40, 0.8
# A page is in pieces where this part of its runs, and more, goes on without a gap.
TORN_PART = 0.1
_ENDLESS = 1e9

Quad = tuple[float, float, float, float]  # left, bottom, right, top in page coordinates


@dataclass(frozen=True, slots=True)
class TextLayer:
    """All words of a page's text layer.

    Args:
        words: Those in ink, in the order of the file, on the upright page, in points.
        hidden: Those drawn without ink, as a scanner's OCR layer is.
        width, height: Size of the upright page, in points.
        rotation: Degrees clockwise from the stored page to the upright one.
        agreement: How well the outlines of words in ink fit what they are called, 0 to 1
            (``glyph_shapes``); None where nobody can tell.
    """

    words: tuple[PlacedWord, ...]
    hidden: tuple[PlacedWord, ...]
    width: float
    height: float
    rotation: int
    agreement: float | None = None


class _Character(NamedTuple):
    text: str
    ink: Quad
    line: Quad
    position: int


@dataclass(slots=True)
class _Run:
    """Characters of one word, and the way they read: 0 to the right, 90 up, 180 upside down, 270 down."""

    characters: list[_Character]
    angle: int
    invisible: bool


def read_text_layer(page: Any, text_page: Any) -> TextLayer:
    """The text layer of a ``pypdfium2.PdfPage``, whose ``pypdfium2.PdfTextPage`` is loaded.

    Raises:
        pypdfium2.PdfiumError: when pdfium cannot tell the page's size.
    """
    runs = _rejoined(list(_runs(text_page.raw)))
    rotation = _upright_rotation(runs, page.get_rotation())
    frame = _Frame(page.get_bbox(), rotation)
    return TextLayer(
        words=tuple(_unique(_place(run, frame) for run in runs if not run.invisible)),
        hidden=tuple(_unique(_place(run, frame) for run in runs if run.invisible)),
        width=frame.width,
        height=frame.height,
        rotation=rotation,
        agreement=outline_agreement(
            [(run.characters, run.angle) for run in runs if not run.invisible], text_page.raw
        ),
    )


def _runs(text_page: Any) -> Iterator[_Run]:
    run: _Run | None = None
    for character in _characters(text_page):
        if run and (character is None or not _continues(run, character)):
            yield run
            run = None
        if character is None:
            continue
        if run is None:
            run = _Run(
                [], _angle(text_page, character.position), _is_invisible(text_page, character.position)
            )
        run.characters.append(character)
    if run:
        yield run


def _characters(text_page: Any) -> Iterator[_Character | None]:
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
        is_drawn = _has_extent(ink) and ink[3] - ink[1] > NO_INK * (line[3] - line[1])
        if are_drawn and not is_drawn and _may_be_space(text):
            yield None
            continue
        are_drawn = is_drawn if text.isalnum() else are_drawn
        box = ink if _has_extent(ink) else line
        yield _Character(text, box, line if _has_extent(line) else ink, index)


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


def _angle(text_page: Any, index: int) -> int:
    radians = pdfium.FPDFText_GetCharAngle(text_page, index)
    # pdfium measures clockwise.
    return round(-math.degrees(radians) / 90) % 4 * 90 if math.isfinite(radians) else 0


def _is_invisible(text_page: Any, index: int) -> bool:
    text_object = pdfium.FPDFText_GetTextObject(text_page, index)
    mode = (
        pdfium.FPDFTextObj_GetTextRenderMode(text_object) if text_object else pdfium.FPDF_TEXTRENDERMODE_FILL
    )
    return bool(mode in (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP))


def _continues(run: _Run, character: _Character) -> bool:
    """Whether ``character`` stands right after the run's last one, on the same line."""
    last_start, last_end, last_low, last_high = along(run.characters[-1].line, run.angle)
    start, _, low, high = along(character.line, run.angle)
    height = min(last_high - last_low, high - low)
    if start - last_end > WORD_GAP * height or start < last_start - BACKWARD * height:
        return False
    return min(last_high, high) - max(last_low, low) >= SAME_LINE * height


def _rejoined(runs: list[_Run]) -> list[_Run]:
    """The runs, or the words that they are pieces of where the page was drawn in pieces."""
    if not are_torn([len(run.characters) for run in runs]):
        return runs
    kinds: dict[tuple[int, bool], list[_Run]] = defaultdict(list)
    for run in runs:
        kinds[run.angle, run.invisible].append(run)
    words = []
    for (angle, invisible), pieces in kinds.items():
        for chain in chains([_span(piece) for piece in pieces]):
            characters = [character for number in chain for character in pieces[number].characters]
            words.append(_Run(characters, angle, invisible))
    # What touches by chance, as the cells of a narrow table do, is no page in pieces.
    return words if len(words) <= (1 - TORN_PART) * len(runs) else runs


def _span(run: _Run) -> Span:
    start, _, low, high = along(run.characters[0].line, run.angle)
    return Span(start, along(run.characters[-1].line, run.angle)[1], low, high)


def _upright_rotation(runs: list[_Run], stored: int) -> int:
    """The page's own rotation, unless nearly all text then still lies on its side."""
    angles: Counter[int] = Counter()
    for run in runs:
        angles[run.angle] += len(run.characters)
    total = angles.total()
    if total < TURNING_CHARACTERS:
        return stored
    angle, count = angles.most_common(1)[0]
    return angle if count >= TURNING_PART * total else stored


class _Frame:
    """Maps page coordinates to the upright page: points, origin top left."""

    def __init__(self, bounds: Quad, rotation: int) -> None:
        self.left, self.bottom, self.right, self.top = bounds
        self.rotation = rotation
        across, along = self.right - self.left, self.top - self.bottom
        self.width, self.height = (along, across) if rotation in (90, 270) else (across, along)

    def box(self, quad: Quad) -> Quad:
        """x0, y0, x1, y1 on the upright page."""
        left, bottom, right, top = quad
        if self.rotation == 0:
            return left - self.left, self.top - top, right - self.left, self.top - bottom
        if self.rotation == 90:
            return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
        if self.rotation == 180:
            return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
        return self.top - top, self.right - right, self.top - bottom, self.right - left


def _place(run: _Run, frame: _Frame) -> PlacedWord:
    box = frame.box(_around([character.ink for character in run.characters]))
    line = frame.box(_around([character.line for character in run.characters]))
    sideways = (run.angle - frame.rotation) % 180 == 90
    text = "".join(character.text for character in run.characters)
    return PlacedWord(text, box, (line[1], line[3]), sideways=sideways)


def _around(quads: list[Quad]) -> Quad:
    return (
        min(quad[0] for quad in quads),
        min(quad[1] for quad in quads),
        max(quad[2] for quad in quads),
        max(quad[3] for quad in quads),
    )


def _unique(words: Iterator[PlacedWord]) -> Iterator[PlacedWord]:
    """Drop what is printed twice within a point, as some programs do to make it look bold."""
    seen: set[tuple[str, int, int]] = set()
    for word in words:
        x, y = round(word.box[0]), round(word.box[1])
        if not any((word.text, x + dx, y + dy) in seen for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            yield word
        seen.add((word.text, x, y))

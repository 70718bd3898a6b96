"""Text as pages of paper: what a mail says, in letters of one width, each word where its column is.

The words are those of the text, whatever font there is to draw them with.
"""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import ImageFont

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.model import Box
from paperformer.documents.order import PlacedWord
from paperformer.documents.pdf import PdfFile, PdfPage
from paperformer.documents.text_layer import TextLayer
from paperformer.errors import DocumentTooLarge

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 595.0, 842.0  # A4
COLUMNS, ROWS = 88, 62
_SIZE, _ADVANCE, _LINE = 9.5, 5.7, 12.0  # a letter of Courier is 0.6 of its size wide
_LEFT, _TOP = (WIDTH - COLUMNS * _ADVANCE) / 2, (HEIGHT - ROWS * _LINE) / 2
_ASCENT, _DESCENT, _BASELINE = 8.0, 2.2, 9.2  # from the top of a row down to the line the letters stand on
_TAB = 8
_MOST_EMPTY = 3  # lines between two parts of a text
# Of one width as Courier is, with letters beyond Western Europe's; the first that the system has.
_FONTS = (
    "DejaVuSansMono.ttf",
    "LiberationMono-Regular.ttf",
    "NotoSansMono-Regular.ttf",
    "cour.ttf",
    "Menlo.ttc",
)
_COURIER_LETTERS = "cp1252"
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    row: int
    column: int
    cells: int

    @property
    def left(self) -> float:
        return _LEFT + self.column * _ADVANCE

    @property
    def top(self) -> float:
        return _TOP + self.row * _LINE

    def placed(self) -> PlacedWord:
        """The word where it stands on its page."""
        baseline = self.top + _BASELINE
        band = baseline - _ASCENT, baseline + _DESCENT
        return PlacedWord(self.text, (self.left, band[0], self.left + self.cells * _ADVANCE, band[1]), band)


class WrittenFile(PdfFile):
    """A text that is laid out: a PDF whose pages are drawn when their picture is asked for, and its words."""

    __slots__ = ("_pen", "_words")

    def __init__(self, held: Gathering, pdf: Any, pages: Sequence[Sequence[_Word]], pen: _Pen) -> None:
        super().__init__(held.name, held.limits, None, (), held, pdf)
        self._words, self._pen = pages, pen

    @property
    def raw(self) -> Any:
        """The ``pypdfium2.PdfDocument``, all of it drawn."""
        for number in range(1, len(self) + 1):
            page = self._pdf[number - 1]
            self._pen.draw(page, number)
            page.close()
        return self._pdf

    @contextmanager
    def page(self, number: int) -> Iterator[PdfPage]:
        """Page ``number``, from 1."""
        raw = self._pdf[number - 1]
        try:
            yield _WrittenPage(self.name, number, self.limits, raw, self._words[number - 1], self._pen)
        finally:
            raw.close()


class _WrittenPage(PdfPage):
    def __init__(
        self, name: str, number: int, limits: Limits, raw: Any, words: Sequence[_Word], pen: _Pen
    ) -> None:
        super().__init__(name, number, limits, raw)
        self._words, self._pen = words, pen

    def text_layer(self, rotation: int | None = None) -> TextLayer | None:
        """Its words; where somebody has turned the page, as they are drawn."""
        if rotation:
            self._pen.draw(self.raw, self.number)
            return super().text_layer(rotation)
        words = tuple(word.placed() for word in self._words)
        return TextLayer(words, (), self.width, self.height, rotation=0, agreement=1.0)

    def is_empty(self) -> bool:
        """Whether no word is on it."""
        return not self._words

    def picture_part(self) -> float:
        """None of it."""
        return 0.0

    def pixels_per_unit(self) -> float:
        """Infinite: it is drawn."""
        return math.inf

    def code_patches(self) -> tuple[Box, ...]:
        """None."""
        return ()

    def draw(self, *, width: int | None = None) -> Image.Image:
        """The page, RGB."""
        self._pen.draw(self.raw, self.number)
        return super().draw(width=width)


class _Pen:
    """Draws the words of each page once."""

    def __init__(self, pdf: Any, pages: Sequence[Sequence[_Word]]) -> None:
        self._pdf, self._pages = pdf, pages
        self._font: Any = None
        self._drawn: set[int] = set()

    def draw(self, page: Any, number: int) -> None:
        """Draw on a loaded page, unless that was done before."""
        if number in self._drawn:
            return
        self._drawn.add(number)
        if self._font is None:
            letters = "".join(word.text for words in self._pages for word in words)
            self._font = _font(self._pdf, is_western=_has_courier(letters))
        for _, row in groupby(self._pages[number - 1], key=attrgetter("row")):
            for word in _in_one(list(row)):
                _draw_word(page, self._font, word)
        page.gen_content()

    def close(self) -> None:
        """Give the font back."""
        if self._font is not None:
            pdfium.FPDFFont_Close(self._font)


@contextmanager
def open_written(held: Gathering) -> Iterator[WrittenFile]:
    """The text of a container as pages.

    Raises:
        DocumentTooLarge: when it needs more than ``limits.pages``.
    """
    pages = _pages(held)
    pdf = pypdfium2.PdfDocument.new()
    pen = _Pen(pdf, pages)
    try:
        for _ in pages:
            pdf.new_page(WIDTH, HEIGHT).close()
        yield WrittenFile(held, pdf, pages, pen)
    finally:
        pen.close()
        pdf.close()


def _pages(held: Gathering) -> list[list[_Word]]:
    most = held.limits.pages
    pages: list[list[_Word]] = []
    for number, line in enumerate(_lines(held.text)):
        page, row = divmod(number, ROWS)
        if page >= most:
            raise DocumentTooLarge(
                f"the text of {held.name} has more than {most:,} pages",
                f"print a part of it ({allow_more('pages')})",
            )
        if row == 0:
            pages.append([])
        pages[-1].extend(_words(line, row))
    return pages


def _lines(text: str) -> Iterator[str]:
    """The lines as they fit on the paper; of many empty ones, a few."""
    empty = _MOST_EMPTY
    for line in text.splitlines():
        plain = "".join(c if c.isprintable() else " " for c in line.expandtabs(_TAB)).rstrip()
        empty = 0 if plain else empty + 1
        if empty <= _MOST_EMPTY:
            yield from _broken(plain)


def _broken(line: str) -> Iterator[str]:
    """A line in pieces that fit, cut between words where it can be."""
    begin = 0
    while len(line) - begin > (fits := _fitting(line[begin : begin + COLUMNS])):
        space = line.rfind(" ", begin + 1, begin + fits + 1)
        end = space if space > begin and line[begin:space].strip() else begin + fits
        yield line[begin:end]
        begin = end + len(line[end : end + COLUMNS]) - len(line[end : end + COLUMNS].lstrip())
    yield line[begin:]


def _fitting(text: str) -> int:
    """How many of at most ``COLUMNS`` characters fit on a line."""
    if text.isascii():
        return len(text)
    cells = 0
    for index, character in enumerate(text):
        cells += _cells(character)
        if cells > COLUMNS:
            return index
    return len(text)


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _words(line: str, row: int) -> Iterator[_Word]:
    for match in _WORD.finditer(line):
        yield _Word(match[0], row, _width(line[: match.start()]), max(1, _width(match[0])))


def _width(text: str) -> int:
    """How many columns a text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _in_one(row: list[_Word]) -> list[_Word]:
    """The words of a row as one, where each letter takes one column: that is drawn sooner."""
    if any(len(word.text) != word.cells for word in row):
        return row
    text, first = "", row[0].column
    for word in row:
        text = text.ljust(word.column - first) + word.text
    return [_Word(text, row[0].row, first, len(text))]


def _draw_word(page: Any, font: Any, word: _Word) -> None:
    drawn = pdfium.FPDFPageObj_CreateTextObj(page.pdf.raw, font, ctypes.c_float(_SIZE))
    encoded = ctypes.create_string_buffer((word.text + "\0").encode("utf-16-le", errors="replace"))
    pdfium.FPDFText_SetText(drawn, ctypes.cast(encoded, pdfium.FPDF_WIDESTRING))
    pdfium.FPDFPageObj_Transform(drawn, 1, 0, 0, 1, word.left, HEIGHT - word.top - _BASELINE)
    pdfium.FPDFPage_InsertObject(page.raw, drawn)


def _font(pdf: Any, *, is_western: bool) -> Any:
    """Courier, which pdfium brings; another font of the system where the text needs its letters."""
    data = None if is_western else _system_font()
    if data is None:
        return pdfium.FPDFText_LoadStandardFont(pdf.raw, b"Courier")
    held = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
    return pdfium.FPDFText_LoadFont(pdf.raw, held, len(data), pdfium.FPDF_FONT_TRUETYPE, 1)


def _system_font() -> bytes | None:
    for name in _FONTS:
        try:
            path = ImageFont.truetype(name).path
        except OSError:
            continue
        if isinstance(path, str):
            return Path(path).read_bytes()
    return None


def _has_courier(text: str) -> bool:
    try:
        text.encode(_COURIER_LETTERS)
    except UnicodeEncodeError:
        return False
    return True

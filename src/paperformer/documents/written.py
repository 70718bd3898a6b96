"""Text as pages of paper: what a mail says, in letters of one width, each word where its column is.

The words are those of the text, whatever font there is to draw them with.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import ImageFont

from paperformer.documents.containers.gathering import Gathering
from paperformer.documents.limits import Limits, allow_more
from paperformer.documents.order import PlacedWord
from paperformer.documents.pdf import PdfFile, PdfPage
from paperformer.documents.text_layer import TextLayer
from paperformer.errors import DocumentTooLarge

WIDTH, HEIGHT = 595.0, 842.0  # A4
COLUMNS, ROWS = 88, 62
_SIZE, _ADVANCE, _LINE = 9.5, 5.7, 12.0  # a letter of Courier is 0.6 of its size wide
_LEFT, _TOP = (WIDTH - COLUMNS * _ADVANCE) / 2, (HEIGHT - ROWS * _LINE) / 2
_ASCENT, _DESCENT, _BASELINE = 8.0, 2.2, 9.2  # from the top of a row down to the line the letters stand on
_TAB = 8
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
    """A text that is laid out: a PDF that is drawn as its pages are asked for, and the words to draw."""

    __slots__ = ("_words",)

    def __init__(
        self, name: str, limits: Limits, attached: Gathering, pdf: Any, pages: Sequence[Sequence[_Word]]
    ) -> None:
        super().__init__(name, limits, None, (), attached, pdf)
        self._words = pages

    @contextmanager
    def page(self, number: int) -> Iterator[PdfPage]:
        """Page ``number``, from 1."""
        raw = self.raw[number - 1]
        try:
            yield _WrittenPage(self.name, number, self.limits, raw, self._words[number - 1])
        finally:
            raw.close()


class _WrittenPage(PdfPage):
    def __init__(self, name: str, number: int, limits: Limits, raw: Any, words: Sequence[_Word]) -> None:
        super().__init__(name, number, limits, raw)
        self._words = words

    def text_layer(self, rotation: int | None = None) -> TextLayer | None:
        """Its words; where somebody has turned the page, as they are drawn."""
        if rotation:
            return super().text_layer(rotation)
        words = tuple(word.placed() for word in self._words)
        return TextLayer(words, (), self.width, self.height, rotation=0, agreement=1.0)


@contextmanager
def open_written(held: Gathering) -> Iterator[WrittenFile]:
    """The text of a container as pages.

    Raises:
        DocumentTooLarge: when it needs more than ``limits.pages``.
    """
    pages = _pages(held)
    pdf = pypdfium2.PdfDocument.new()
    try:
        _draw(pdf, pages)
        yield WrittenFile(held.name, held.limits, held, pdf, pages)
    finally:
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
    """The lines as they fit on the paper; of several empty ones, one."""
    was_empty = True
    for line in text.splitlines():
        plain = "".join(c if c.isprintable() else " " for c in line.expandtabs(_TAB)).rstrip()
        if plain or not was_empty:
            yield from _broken(plain)
        was_empty = not plain


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
    for found in _WORD.finditer(line):
        column = sum(map(_cells, line[: found.start()]))
        yield _Word(found[0], row, column, max(1, sum(map(_cells, found[0]))))


def _draw(pdf: Any, pages: Sequence[Sequence[_Word]]) -> None:
    font = _font(pdf, all(_has_courier(word.text) for page in pages for word in page))
    try:
        for words in pages:
            page = pdf.new_page(WIDTH, HEIGHT)
            for word in words:
                _draw_word(page, font, word)
            page.gen_content()
            page.close()
    finally:
        pdfium.FPDFFont_Close(font)


def _draw_word(page: Any, font: Any, word: _Word) -> None:
    drawn = pdfium.FPDFPageObj_CreateTextObj(page.pdf.raw, font, ctypes.c_float(_SIZE))
    encoded = ctypes.create_string_buffer((word.text + "\0").encode("utf-16-le", errors="replace"))
    pdfium.FPDFText_SetText(drawn, ctypes.cast(encoded, pdfium.FPDF_WIDESTRING))
    pdfium.FPDFPageObj_Transform(drawn, 1, 0, 0, 1, word.left, HEIGHT - word.top - _BASELINE)
    pdfium.FPDFPage_InsertObject(page.raw, drawn)


def _font(pdf: Any, is_western: bool) -> Any:
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

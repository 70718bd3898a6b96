"""What text objects change on a drawn PDF page: it is drawn with them and without."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pypdfium2.raw as pdfium

from paperformer.documents.page_frame import around

if TYPE_CHECKING:
    from PIL import Image

# Parts of a word's rows of pixels that its ink must change: a sliver of it cannot be read.
ROWS_CHANGED = 0.3
# A letter's width in heights of its word's ink.
LETTER_WIDTH = 0.6
# Pixels of a stroke or a dot along the word: it goes with the letters beside it.
NARROW = 2.0
# The outermost part of a pixel of a letter may have its neighbour's ink.
EDGE = 0.25

Box = tuple[float, float, float, float]  # x0, y0, x1, y1 on the displayed page, in points


class DrawnChanges:
    """A part of a page as displayed, at a scale of its own.

    Args:
        page: A ``pypdfium2.PdfPage``.
        scale: Pixels a point.
        part: What to draw of it; None for all.
        colour: Whether colours that are equally light count as different.
        least: The least difference that is a change, of 255.
    """

    def __init__(self, page: Any, scale: float, *, part: Box | None = None, colour: bool, least: int) -> None:
        self._page = page
        self._scale = scale
        self._colour = colour
        self._changes = [255 * (difference >= least) for difference in range(256)]
        width, height = (math.ceil(side * scale) for side in (page.get_width(), page.get_height()))
        # pdfium stretches the page over whole pixels.
        self._across, self._down = width / page.get_width(), height / page.get_height()
        x0, y0, x1, y1 = (0, 0, width, height) if part is None else self._pixels(part)
        self._left, self._top = max(0, min(x0 - 1, width - 1)), max(0, min(y0 - 1, height - 1))
        self._right, self._bottom = (
            min(max(x1 + 1, self._left + 1), width),
            min(max(y1 + 1, self._top + 1), height),
        )
        self._size = width, height
        self._whole = self._draw()

    def without(self, text_objects: Iterable[Any]) -> Image.Image:
        """Where the page changes when ``text_objects`` are not drawn: a mask of 0 and 255."""
        from PIL import ImageChops

        with _left_out(text_objects):
            change = ImageChops.difference(self._whole, self._draw())
        bands = change.split()
        largest = bands[0]
        for band in bands[1:]:
            largest = ImageChops.lighter(largest, band)
        return largest.point(self._changes)

    def is_whole(self, changes: Image.Image, word: Box, *, downward: bool) -> bool:
        """Whether the changes run through a word without a gap that a letter could hide in.

        Args:
            changes: As ``without`` gives them.
            word: Its box.
            downward: Whether its letters follow one another up or down the page.
        """
        inside = self._inside(word, changes)
        if inside is None:
            return False
        along, across = _projections(changes.crop(inside), downward=downward)
        return across.count(1) >= ROWS_CHANGED * len(across) and bytes(_gap(len(across))) not in along

    def seen(self, changes: Image.Image, letters: Sequence[Box], *, downward: bool) -> list[bool]:
        """Which letters of a word the changes show.

        Args:
            changes: As ``without`` gives them.
            letters: Their boxes.
            downward: Whether they follow one another up or down the page.
        """
        inside = self._inside(around(list(letters)), changes)
        if inside is None:
            return [False] * len(letters)
        along, across = _projections(changes.crop(inside), downward=downward)
        start, stretch = (
            (self._top + inside[1], self._down) if downward else (self._left + inside[0], self._across)
        )
        spans = [((y0, y1) if downward else (x0, x1)) for x0, y0, x1, y1 in letters]
        narrow = [(last - first) * stretch < NARROW for first, last in spans]
        seen = []
        for (first, last), is_narrow in zip(spans, narrow, strict=True):
            edge = 0.0 if is_narrow else EDGE
            begin, end = math.floor(first * stretch + edge) - start, math.ceil(last * stretch - edge) - start
            seen.append(1 in along[max(begin, 0) : max(end, 0)])
        if all(narrow):
            return seen
        if across.count(1) < ROWS_CHANGED * len(across):
            return [False] * len(letters)
        broad_seen = any(is_seen and not slim for is_seen, slim in zip(seen, narrow, strict=True))
        return [broad_seen if slim else is_seen for is_seen, slim in zip(seen, narrow, strict=True)]

    def _inside(self, box: Box, changes: Image.Image) -> tuple[int, int, int, int] | None:
        """The pixels of ``changes`` in a box, None where it lies beside them."""
        left, top, right, bottom = self._pixels(box)
        left, top = max(left - self._left, 0), max(top - self._top, 0)
        right, bottom = min(right - self._left, changes.width), min(bottom - self._top, changes.height)
        return (left, top, right, bottom) if left < right and top < bottom else None

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        x0, y0, x1, y1 = box
        across, down = self._across, self._down
        return int(x0 * across), int(y0 * down), int(x1 * across) + 1, int(y1 * down) + 1

    def _draw(self) -> Image.Image:
        width, height = self._size
        cut = (self._left, height - self._bottom, width - self._right, self._top)
        # A hundredth less, because pdfium rounds up.
        crop = tuple(max(0.0, pixels - 0.01) / self._scale for pixels in cut)
        bitmap = self._page.render(scale=self._scale, crop=crop, grayscale=not self._colour)
        try:
            picture: Image.Image = bitmap.to_pil()
            return picture.copy()
        finally:
            bitmap.close()


@contextmanager
def _left_out(text_objects: Iterable[Any]) -> Iterator[None]:
    left_out = list(text_objects)
    for raw in left_out:
        pdfium.FPDFPageObj_SetIsActive(raw, False)
    try:
        yield
    finally:
        for raw in left_out:
            pdfium.FPDFPageObj_SetIsActive(raw, True)


def _projections(changes: Image.Image, *, downward: bool) -> tuple[bytes, list[int]]:
    """Where there is any change, pixel by pixel along a word and across it: 0 or 1."""
    columns, rows = changes.getprojection()
    return (bytes(rows), columns) if downward else (bytes(columns), rows)


def _gap(height: int) -> int:
    """Pixels between letters in which there is room for another one, narrow ones aside."""
    return max(3, round(LETTER_WIDTH * height))

"""Where on a PDF page a code may be drawn: its pictures, and shapes that stand close together.

A bar code of a PDF is a picture, one shape of many corners, or a shape for each bar or module. Rules of
tables and frames are shapes too, but few of them share a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium

from paperformer.documents.model import Box
from paperformer.documents.page_frame import PageFrame
from paperformer.documents.pictures import Bounds, find_paths, find_pictures

# Points: the least side of a picture with a code, what is read around a patch (its quiet zone), and the side
# of the squares in which shapes are counted.
_LEAST_SIDE, _MARGIN, _SQUARE = 12.0, 14.0, 36.0
_CROWDED = 8  # shapes whose middle is in one square
_MANY_CORNERS = 60  # of one shape
_MOST_PATCHES = 32  # pictures cut into strips are read as one


def find_code_patches(page: Any) -> tuple[Box, ...]:
    """Parts of the displayed page that may hold a code; none where it has only text and a few lines.

    Args:
        page: A ``pypdfium2.PdfPage``.
    """
    frame = PageFrame(page.get_bbox(), page.get_rotation())
    width, height = page.get_width(), page.get_height()
    if not (width > 0 and height > 0):
        return ()
    found = [*_pictures(page), *_crowds(page)]
    if len(found) > _MOST_PATCHES:
        found = [_around(found)]
    patches = []
    for x0, y0, x1, y1 in map(frame.box, found):
        box = Box(
            (x0 - _MARGIN) / width, (y0 - _MARGIN) / height, (x1 + _MARGIN) / width, (y1 + _MARGIN) / height
        )
        patches.append(box.clipped())
    return tuple(patches)


def _pictures(page: Any) -> Iterator[Bounds]:
    for picture in find_pictures(page):
        left, bottom, right, top = picture.bounds
        if min(right - left, top - bottom) >= _LEAST_SIDE:
            yield picture.bounds


def _crowds(page: Any) -> Iterator[Bounds]:
    """Shapes of many corners, and what is around all crowded squares."""
    squares: list[tuple[tuple[int, int], Bounds]] = []
    for shape in find_paths(page):
        left, bottom, right, top = shape.bounds
        if pdfium.FPDFPath_CountSegments(shape.raw) >= _MANY_CORNERS:
            yield shape.bounds
        else:
            middle = int((left + right) / 2 // _SQUARE), int((bottom + top) / 2 // _SQUARE)
            squares.append((middle, shape.bounds))
    counts = Counter(square for square, _ in squares)
    crowded = [bounds for square, bounds in squares if counts[square] >= _CROWDED]
    if crowded:
        yield _around(crowded)


def _around(bounds: list[Bounds]) -> Bounds:
    lefts, bottoms, rights, tops = zip(*bounds, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)

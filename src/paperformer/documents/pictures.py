"""The objects of a PDF page: its texts; its pictures, how much of it they cover, and how fine they are."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

# How deep pictures hide in form objects that hold form objects.
DEEPEST_FORM = 8
# More objects than this make a drawing, whatever they cover.
OBJECTS_LOOKED_AT = 5_000

Bounds = tuple[float, float, float, float]  # left, bottom, right, top in page coordinates


class PageObject(NamedTuple):
    """A picture, shape or text on a page."""

    bounds: Bounds
    raw: Any


def covered_part(page: Any) -> float:
    """Part of a ``pypdfium2.PdfPage`` that pictures cover, 0 to 1; overlaps count twice.

    Raises:
        pypdfium2.PdfiumError: when pdfium cannot tell the page's size.
    """
    frame = page.get_bbox()
    area = (frame[2] - frame[0]) * (frame[3] - frame[1])
    if not area > 0:
        return 0.0
    covered = sum(_shared_area(picture.bounds, frame) for picture in find_pictures(page))
    return float(min(1.0, covered / area))


def finest_pixels_per_point(page: Any) -> float:
    """How fine the finest picture on a ``pypdfium2.PdfPage`` is, 0.0 where there is none."""
    return max((_pixels_per_point(picture) for picture in find_pictures(page)), default=0.0)


def find_pictures(page: Any) -> Iterator[PageObject]:
    """The pictures on a ``pypdfium2.PdfPage``, also those within form objects."""
    return _find(page, pdfium.FPDF_PAGEOBJ_IMAGE)


def find_paths(page: Any) -> Iterator[PageObject]:
    """The shapes drawn on a ``pypdfium2.PdfPage``, also those within form objects."""
    return _find(page, pdfium.FPDF_PAGEOBJ_PATH)


def find_texts(page: Any) -> Iterator[Any]:
    """pdfium's handles of the text objects of a ``pypdfium2.PdfPage``, also those within form objects."""
    return (found.raw for found in _find(page, pdfium.FPDF_PAGEOBJ_TEXT))


def _find(page: Any, wanted: int) -> Iterator[PageObject]:
    stack = [(page, pypdfium2.PdfMatrix(), 0)]
    looked_at = 0
    while stack:
        holder, placed, depth = stack.pop()
        for raw in _objects(holder, depth):
            looked_at += 1
            if looked_at > OBJECTS_LOOKED_AT:
                return
            kind = pdfium.FPDFPageObj_GetType(raw)
            if kind == wanted:
                yield PageObject(placed.on_rect(*bounds_of(raw)), raw)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < DEEPEST_FORM:
                stack.append((raw, _matrix(raw).multiply(placed), depth + 1))


def _objects(holder: Any, depth: int) -> Iterator[Any]:
    count, get = (
        (pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject)
        if depth == 0
        else (pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject)
    )
    for index in range(count(holder)):
        yield get(holder, index)


def bounds_of(raw: Any) -> Bounds:
    """The bounds of an object, as whoever holds it places it; nothing where pdfium cannot tell."""
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(raw, left, bottom, right, top):
        return 0.0, 0.0, 0.0, 0.0
    return left.value, bottom.value, right.value, top.value


def _matrix(raw: Any) -> Any:
    values = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(raw, values):
        return pypdfium2.PdfMatrix()
    return pypdfium2.PdfMatrix.from_raw(values)


def _pixels_per_point(picture: PageObject) -> float:
    width, height = ctypes.c_uint(), ctypes.c_uint()
    left, bottom, right, top = picture.bounds
    longest = max(right - left, top - bottom)
    if not longest > 0 or not pdfium.FPDFImageObj_GetImagePixelSize(picture.raw, width, height):
        return 0.0
    return float(max(width.value, height.value) / longest)


def _shared_area(bounds: Bounds, other: Bounds) -> float:
    width = min(bounds[2], other[2]) - max(bounds[0], other[0])
    height = min(bounds[3], other[3]) - max(bounds[1], other[1])
    return max(width, 0.0) * max(height, 0.0)

"""Share of a page's drawn ink that its words explain.

A letterhead, a stamp or a total may be a picture or an outline: drawn like writing, yet in no text layer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperformer.documents.model import Box

if TYPE_CHECKING:
    from PIL import Image

# Pixels from left to right of a picture that is fine enough to tell writing from areas and rules.
WIDTH = 800
# Difference of neighbouring shades, of 255, that makes an edge.
EDGE = 64
# Pixels around a word that are its own.
MARGIN = 2


def unexplained_part(picture: Image.Image, boxes: Iterable[Box]) -> float:
    """Part of a page's upright edges that lies outside the words, 0 to 1; writing has many, a rule has few.

    Args:
        picture: The page, about ``WIDTH`` pixels wide.
        boxes: Of its words, in parts of the same page.
    """
    from PIL import ImageChops, ImageDraw

    grey = picture.convert("L")
    edges = ImageChops.difference(grey, ImageChops.offset(grey, 1, 0)).point(
        lambda value: value > EDGE and 255
    )
    total = _count(edges)
    draw = ImageDraw.Draw(edges)
    for box in boxes:
        left, right = box.x0 * grey.width - MARGIN, box.x1 * grey.width + MARGIN
        top, bottom = box.y0 * grey.height - MARGIN, box.y1 * grey.height + MARGIN
        draw.rectangle((left, top, right, bottom), fill=0)
    return _count(edges) / total if total else 0.0


def _count(edges: Image.Image) -> int:
    return edges.histogram()[255]

"""A picture of many first pages side by side, to see at a glance how different documents look."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from paperformer.synthesis.chance import chance, generator
from paperformer.synthesis.corpus import Order
from paperformer.synthesis.folder import worn
from paperformer.synthesis.worn import rendered

_GAP = 6
_DESK = (96, 100, 106)
_COLOURS = 96  # of the palette: enough for paper, print and a few accents


def contact_sheet(order: Order, pictures: float = 0.0, *, count: int = 40, across: int = 8) -> bytes:
    """The first pages of the first ``count`` documents of ``order`` as a PNG, worn ones worn.

    Args:
        order: What to draw.
        pictures: The share of worn pictures, as for ``folder.Paper``.
        count: How many pages at most.
        across: How many in a row.
    """
    pages = [_page(order, index, pictures) for index in range(min(count, order.count))]
    sheet = _side_by_side(pages, across)
    buffer = io.BytesIO()
    sheet.quantize(_COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _page(order: Order, index: int, pictures: float) -> Image.Image:
    document = order.draw(index)
    if chance(generator("worn", order.seed, index), pictures):
        return worn(document, order.seed, index)[0].image.convert("RGB")
    return rendered(document.sheets[:1], 72)[0]


def _side_by_side(pages: Sequence[Image.Image], across: int, width: int = 150) -> Image.Image:
    """Pages in rows, each within the same frame (of the proportions of A4)."""
    height = round(width * 2**0.5)
    rows = -(-len(pages) // across)
    size = (across * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP)
    sheet = Image.new("RGB", size if pages else (1, 1), _DESK)
    for turn, page in enumerate(pages):
        small = page.copy()
        small.thumbnail((width, height), Image.Resampling.LANCZOS)
        x = _GAP + turn % across * (width + _GAP) + (width - small.width) // 2
        sheet.paste(small, (x, _GAP + turn // across * (height + _GAP)))
    return sheet

"""Whether a picture is large enough to be read: what OCR makes of letters of few pixels is a guess."""

from __future__ import annotations

from statistics import median

from paperformer.documents.model import Page

# Pixels from top to bottom of a line's letters, at the median. An invoice on A4 has 8 at 70 dots an inch,
# which OCR reads without a fault, and 5 at 40, where it takes one digit for another.
LOWEST_LETTERS = 7.5
# Where no word is found, of the longer side.
SHORTEST_PICTURE = 500


def too_small(page: Page, pixels_per_unit: float) -> str:
    """The warning of a page whose letters are too small, "" where they are not.

    Args:
        page: As OCR read it.
        pixels_per_unit: Pixels that the picture itself has in one unit of the page's width and height.
    """
    width, height = page.width * pixels_per_unit, page.height * pixels_per_unit
    if page.words:
        is_small = median(word.box.height for word in page.words) * height < LOWEST_LETTERS
    else:
        is_small = max(width, height) < SHORTEST_PICTURE
    if not is_small:
        return ""
    return (
        f"page {page.number} is a picture of {width:.0f} x {height:.0f} pixels, too small to be read surely: "
        "scan or photograph it anew, an A4 page at least 1,000 pixels wide"
    )

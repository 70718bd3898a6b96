"""Documents as worn pictures: rendered, photographed or scanned, every word's box moved along."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PIL import Image

from paperformer.synthesis.capture import PrintedWord
from paperformer.synthesis.chance import chance
from paperformer.synthesis.draw import draw_pdf
from paperformer.synthesis.ink import Sheet
from paperformer.synthesis.wear import Turn, Warp, Wear, as_jpeg, photograph, scan

Manner = Literal["scan", "photo"]


@dataclass(frozen=True, slots=True)
class WornPage:
    """A page as a picture; the words' boxes are in its pixels, upright around each word."""

    image: Image.Image
    words: tuple[PrintedWord, ...]

    def jpeg(self, quality: int = 80) -> bytes:
        """The picture as JPEG."""
        return as_jpeg(self.image, quality)


def rendered(sheets: Sequence[Sheet], dpi: float) -> list[Image.Image]:
    """The sheets as clean RGB pictures at ``dpi``."""
    import pypdfium2

    with pypdfium2.PdfDocument(io.BytesIO(draw_pdf(sheets))) as pdf:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pdf]


def worn_pages(
    sheets: Sequence[Sheet],
    words: Sequence[PrintedWord],
    rng: random.Random,
    *,
    manner: Manner = "scan",
    wear: Wear | None = None,
    turn: Turn = 0,
    dpi: float = 150.0,
) -> list[WornPage]:
    """The pages of a document as pictures.

    Args:
        sheets: The pages.
        words: All printed words (``capture.words_on``), boxes in points.
        rng: Draws the wear (where ``wear`` is None), the grain, the light.
        manner: A flat grey scan, or a photo on a table.
        wear: How worn; None to draw it.
        turn: How far a scan is turned clockwise.
        dpi: Of the rendering that is worn; a photo keeps about as many pixels.
    """
    worn = []
    for sheet, page in zip(sheets, rendered(sheets, dpi), strict=True):
        how = wear if wear is not None else draw_wear(rng, manner)
        image, warp = _taken(page, rng, how, manner, turn)
        own = [word for word in words if word.page == sheet.number]
        worn.append(WornPage(image, _moved(own, warp, dpi / 72)))
    return worn


def draw_wear(rng: random.Random, manner: Manner) -> Wear:
    """How worn a page is: mostly a little, sometimes badly."""
    hard = 2.0 if chance(rng, 0.15) else 1.0
    common = Wear(
        fade=rng.uniform(0.0, 0.25) * hard,
        blur=rng.uniform(0.2, 0.8) * hard,
        noise=rng.uniform(2, 7) * hard,
        quality=rng.randint(45, 88),
    )
    if manner == "scan":
        return replace(common, skew=rng.gauss(0, 0.8) * hard)
    return replace(
        common,
        skew=rng.gauss(0, 3.0) * hard,
        tilt=rng.uniform(0.0, 0.08),
        bend=rng.uniform(0.0, 0.012) * hard,
        shadow=rng.uniform(0.0, 0.3) * hard,
        creases=rng.choice((0, 0, 1, 2, 3)),
    )


def _taken(
    page: Image.Image, rng: random.Random, wear: Wear, manner: Manner, turn: Turn
) -> tuple[Image.Image, Warp]:
    if manner == "scan":
        return scan(page, rng, wear, turn=turn)
    margin = rng.uniform(1.1, 1.3)
    width, height = int(page.width * margin), int(page.height * margin)
    return photograph(page, rng, wear, width=width, height=height)


def _moved(words: Sequence[PrintedWord], warp: Warp, scale: float) -> tuple[PrintedWord, ...]:
    boxes = warp.boxes(
        [(x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in (w.box for w in words)]
    )
    return tuple(replace(word, box=box) for word, box in zip(words, boxes, strict=True))

"""Pictures that OCR misreads: of few pixels, blurred, pale, grainy, or compressed too much."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from PIL import Image

from paperformer.synthesis.chance import chance, generator
from paperformer.synthesis.corpus import Order, SyntheticDocument
from paperformer.synthesis.wear import Wear, as_jpeg
from paperformer.synthesis.worn import Manner, draw_wear, worn_pages

_DOTS = (40, 45, 50, 55, 60, 65, 70, 75, 80, 90, 100, 110, 120, 150, 170, 200)  # an inch
_FINE, _LEGIBLE = 200.0, 100.0  # what thumbnails are made of; what blurred pictures have at least
_FILTERS = (Image.Resampling.BILINEAR, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS)
_PHOTO = {"receipt": 0.5}
_OTHER_PHOTO = 0.1


def low_quality_pictures(order: Order) -> Iterator[tuple[SyntheticDocument, Callable[[], bytes]]]:
    """The documents of ``order`` that have one page, each with what draws its picture as JPEG, once."""
    for index in range(order.count):
        document = order.draw(index)
        if len(document.sheets) == 1:
            rng = generator("low quality", order.seed, index)
            yield document, partial(low_quality_picture, document, rng)


def low_quality_picture(document: SyntheticDocument, rng: random.Random) -> bytes:
    """The first page as a JPEG: at a low resolution, as a thumbnail of a fine picture, or blurred."""
    photo = chance(rng, _PHOTO.get(document.kind, _OTHER_PHOTO))
    manner: Manner = "photo" if photo else "scan"
    wear, dots = draw_wear(rng, manner), float(rng.choice(_DOTS))
    way = rng.choice(("coarse", "thumbnail", "blurred"))
    if way == "thumbnail":
        fine = _taken(document, rng, manner, wear, _FINE)
        part = dots / _FINE
        size = max(1, round(fine.width * part)), max(1, round(fine.height * part))
        return as_jpeg(fine.resize(size, rng.choice(_FILTERS)), wear.quality)
    if way == "blurred":
        wear, dots = _blurred(wear, rng), max(dots, _LEGIBLE)
    return as_jpeg(_taken(document, rng, manner, wear, dots), wear.quality)


def _blurred(wear: Wear, rng: random.Random) -> Wear:
    return replace(
        wear,
        blur=rng.uniform(0.6, 2.0),
        noise=wear.noise * rng.uniform(1.0, 4.0),
        fade=min(0.8, wear.fade + rng.uniform(0.0, 0.5)),
        quality=rng.randint(8, 60),
    )


def _taken(
    document: SyntheticDocument, rng: random.Random, manner: Manner, wear: Wear, dots: float
) -> Image.Image:
    return worn_pages(document.sheets, document.words, rng, manner=manner, wear=wear, dpi=dots)[0].image

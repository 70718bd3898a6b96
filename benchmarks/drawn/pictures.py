"""What a scanner or a telephone makes of a page: the PDF gives way to a picture of its first page."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pypdfium2
from PIL import Image, ImageEnhance, ImageFilter


def photograph(path: Path, how: str, rng: Random) -> Path:
    """Replace a PDF by a ``scan`` (grey, speckled, askew) or a ``photo`` (lit from one side, on a desk)."""
    document = pypdfium2.PdfDocument(path)
    page = document[0].render(scale=2.1).to_pil().convert("L" if how == "scan" else "RGB")
    document.close()
    path.unlink()
    noise = np.random.default_rng(rng.randrange(2**32))
    turned = page.rotate(
        rng.uniform(-1.2, 1.2),
        Image.Resampling.BICUBIC,
        expand=how == "photo",
        fillcolor="white" if how == "scan" else (92, 74, 58),
    )
    dots = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.7)), dtype=np.float32)
    if how == "photo":
        light = np.linspace(1.0, 0.72, dots.shape[1], dtype=np.float32)[None, :, None]
        dots = dots * light
    dots = np.clip(dots + noise.normal(0, 7, dots.shape), 0, 255).astype(np.uint8)
    picture = ImageEnhance.Contrast(Image.fromarray(dots)).enhance(0.9)
    target = path.with_suffix(".jpg")
    picture.save(target, quality=72)
    return target

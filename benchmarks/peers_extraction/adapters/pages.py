"""Pages of a document as pictures, for engines that read pictures; needs pypdfium2 and Pillow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

DPI, MOST_PAGES = 200, 5


def pictures(path: Path) -> Iterator[Any]:
    """Each page as a Pillow picture in RGB."""
    from PIL import Image

    if path.suffix.lower() != ".pdf":
        yield Image.open(path).convert("RGB")
        return
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    for number in range(min(len(document), MOST_PAGES)):
        yield document[number].render(scale=DPI / 72).to_pil().convert("RGB")

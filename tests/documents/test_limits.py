"""Who meets a bound is told which one to raise, by a name that ``Limits`` has."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from paperformer.documents import DocumentReader, Limits
from paperformer.errors import DocumentTooLarge


def picture(width: int = 40, pages: int = 1) -> bytes:
    frames = [Image.new("L", (width, 40), 255) for _ in range(pages)]
    data = io.BytesIO()
    frames[0].save(data, "TIFF", save_all=True, append_images=frames[1:])
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "bound", "limit"),
    [
        (picture(), "file_bytes", 10),
        (picture(pages=3), "pages", 2),
        (picture(width=400), "pixels_per_page", 1000),
    ],
)
def test_the_remedy_names_the_bound_as_it_is_given(data: bytes, bound: str, limit: int) -> None:
    with pytest.raises(DocumentTooLarge) as caught:
        DocumentReader(Limits(**{bound: limit})).read(data, ocr="never")  # type: ignore[arg-type]
    named = re.search(r"Limits\((\w+)=", str(caught.value))
    assert named
    assert named[1] == bound

"""Bad pictures of generated documents: repeatable, and of many qualities."""

from __future__ import annotations

import io

from PIL import Image

from paperformer.synthesis.chance import generator
from paperformer.synthesis.corpus import place_order
from paperformer.synthesis.low_quality import low_quality_picture, low_quality_pictures

ORDER = place_order(4, 31, kinds=["receipt"], languages=["en-GB"])


def test_the_same_order_gives_the_same_pictures() -> None:
    first, second = (list(low_quality_pictures(ORDER)) for _ in range(2))
    assert [document.id for document, _ in first] == [f"31-{n:06d}" for n in range(4)]
    assert [draw() for _, draw in first] == [draw() for _, draw in second]


def test_a_document_is_drawn_in_many_sizes() -> None:
    document = ORDER.draw(0)
    pictures = (low_quality_picture(document, generator("size", n)) for n in range(8))
    widths = [Image.open(io.BytesIO(picture)).width for picture in pictures]
    assert max(widths) > 1.5 * min(widths)

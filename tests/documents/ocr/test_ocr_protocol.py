"""What an engine says of a word."""

import pytest

from paperformer.documents.ocr.protocol import OcrWord


def test_the_band_of_a_tilted_word_is_as_high_as_its_text() -> None:
    word = OcrWord("Taman", (10, 100, 60, 130), 0.9, 0, height=20)
    assert word.band == pytest.approx((105, 125))


@pytest.mark.parametrize("height", [None, 30.0, 40.0])
def test_the_band_is_never_higher_than_the_box(height: float | None) -> None:
    assert OcrWord("Taman", (10, 100, 60, 130), 0.9, 0, height=height).band == (100, 130)

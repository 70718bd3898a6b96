"""Worn pictures: the words' boxes follow the paper."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from paperformer.synthesis.chance import generator
from paperformer.synthesis.corpus import SyntheticDocument, draw_document
from paperformer.synthesis.locale import load_locale
from paperformer.synthesis.wear import Turn, Wear, as_jpeg, photograph, scan
from paperformer.synthesis.worn import Manner, WornPage, draw_wear, worn_pages


@pytest.fixture(scope="module")
def receipt() -> SyntheticDocument:
    return draw_document(4, 1, [load_locale("en-GB")], {"receipt": 1.0})


def _ink_in_boxes(page: WornPage) -> float:
    """The share of words whose box holds print clearly darker than the paper around it."""
    grey = np.asarray(page.image.convert("L"), dtype=np.float64)
    dark = 0
    words = [word for word in page.words if len(word.text) > 2]
    for word in words:
        x0, y0, x1, y1 = (round(edge) for edge in word.box)
        inside = grey[max(y0, 0) : y1, max(x0, 0) : x1]
        dark += bool(inside.size) and inside.min() < np.percentile(inside, 90) - 45
    return dark / len(words)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_boxes_lie_on_the_print_of_turned_scans(receipt: SyntheticDocument, turn: Turn) -> None:
    (page,) = worn_pages(
        receipt.sheets, receipt.words, generator("scan"), wear=Wear(skew=1.5, blur=0.4), turn=turn
    )
    assert _ink_in_boxes(page) > 0.97
    upright = page.image.height > page.image.width
    sheet = receipt.sheets[0]
    assert upright == ((sheet.height > sheet.width) == (turn in (0, 180)))


def test_boxes_lie_on_the_print_of_photos(receipt: SyntheticDocument) -> None:
    (page,) = worn_pages(receipt.sheets, receipt.words, generator("photo"), manner="photo", wear=Wear())
    assert _ink_in_boxes(page) > 0.97


def test_the_same_seed_takes_the_same_picture(receipt: SyntheticDocument) -> None:
    shots = [
        worn_pages(receipt.sheets, receipt.words, generator("again"), manner="photo", dpi=90)[0].jpeg()
        for _ in range(2)
    ]
    assert shots[0] == shots[1]


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 1000),
    x=st.floats(0, 200),
    y=st.floats(0, 300),
    manner=st.sampled_from(["scan", "photo"]),
)
def test_forward_and_backward_are_inverse(seed: int, x: float, y: float, manner: Manner) -> None:
    rng = generator(seed)
    page = Image.new("RGB", (200, 300), "white")
    wear = draw_wear(rng, manner)
    warp = (
        scan(page, rng, wear)[1] if manner == "scan" else photograph(page, rng, wear, width=60, height=80)[1]
    )
    point = np.array([[x, y]])
    assert np.allclose(warp.backward(warp.forward(point)), point, atol=1e-6)


def test_jpeg_gets_smaller_with_lower_quality() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    image = Image.fromarray(noise)
    assert len(as_jpeg(image, 30)) < len(as_jpeg(image, 90))

"""Setting pages upright."""

from __future__ import annotations

import numpy as np
import pytest
from ocr_pages import invoice_page
from PIL import Image

from paperformer.documents.ocr.orientation import Orientation, clockwise
from paperformer.documents.ocr.skew import level, measure_skew
from paperformer.documents.ocr.upright import Upright, set_upright


@pytest.fixture(scope="module")
def orientation() -> Orientation:
    return Orientation()


def upright_by(orientation: Orientation, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Upright:
    return set_upright(image, clockwise(orientation.probabilities(image)))


def tilted(angle: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The drawn invoice, turned clockwise."""
    image = Image.fromarray(invoice_page().image)
    return np.asarray(image.rotate(-angle, resample=Image.Resampling.BICUBIC, fillcolor="white"))


@pytest.mark.parametrize("angle", [-14.0, -7.3, -1.5, -0.6, 0.0, 0.7, 2.2, 5.0, 11.8])
def test_skew_is_measured_to_a_fifth_of_a_degree(angle: float) -> None:
    assert measure_skew(tilted(angle)) == pytest.approx(angle, abs=0.2)


@pytest.mark.parametrize("angle", [-8.0, 3.0])
def test_a_levelled_page_is_level_and_keeps_its_size(angle: float) -> None:
    picture = tilted(angle)
    straight = level(picture, measure_skew(picture))
    assert straight.shape == picture.shape
    assert measure_skew(straight) == pytest.approx(0, abs=0.2)


def test_skew_is_measured_under_uneven_light() -> None:
    picture = tilted(4.0)
    light = np.linspace(0.35, 1.0, picture.shape[1])[np.newaxis, :, np.newaxis]
    assert measure_skew((picture * light).astype(np.uint8)) == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize("value", [0, 128, 255])
def test_an_even_picture_has_no_skew(value: int) -> None:
    assert measure_skew(np.full((400, 300, 3), value, np.uint8)) == 0.0


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_quarter_turn_is_undone_exactly(quarters: int, orientation: Orientation) -> None:
    image = invoice_page().image
    upright = upright_by(orientation, np.rot90(image, quarters))
    assert upright.rotation == 90 * quarters
    assert upright.skew == 0.0
    assert np.array_equal(upright.picture, image)


def test_a_page_both_turned_and_tilted_is_set_upright(orientation: Orientation) -> None:
    upright = upright_by(orientation, np.rot90(tilted(-6.0), 3))
    assert upright.rotation == 270
    assert upright.skew == pytest.approx(-6.0, abs=0.2)


def test_a_tilt_that_engines_tolerate_is_left_alone(orientation: Orientation) -> None:
    picture = tilted(0.4)
    upright = upright_by(orientation, picture)
    assert upright.skew == 0.0
    assert np.array_equal(upright.picture, picture)

"""From a map of probabilities to rectangles around text lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paperformer.documents.ocr.detection import Detector, DetectorConfig, reading_corners, seen_size

CONFIG = DetectorConfig()


class DrawnProbability:
    """Stands for the network: gives back a map in which the cores of known lines are sure."""

    def __init__(self, cores: list[NDArray[np.float32]], value: float = 0.9) -> None:
        self._cores = cores
        self._value = value

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        probability = np.zeros(batch.shape[2:], np.float32)
        for core in self._cores:
            cv2.fillPoly(probability, [np.round(core).astype(np.int32)], self._value)
        return probability[np.newaxis, np.newaxis]


def rectangle(x: float, y: float, width: float, height: float, angle: float) -> NDArray[np.float32]:
    return np.asarray(cv2.boxPoints(((x, y), (width, height), angle)), np.float32)


def grown(width: float, height: float) -> tuple[float, float]:
    """A core grown on all sides by ``grow`` times its area over its perimeter."""
    distance = CONFIG.grow * width * height / (2 * (width + height))
    return width + 2 * distance, height + 2 * distance


@given(st.integers(1, 30_000), st.integers(1, 30_000))
def test_the_network_sees_multiples_of_32_and_never_too_many_pixels(width: int, height: int) -> None:
    seen = seen_size(width, height, CONFIG)
    assert seen[0] % 32 == seen[1] % 32 == 0
    assert min(seen) >= 32
    # Rounding to 32 adds at most half a step on each side.
    assert seen[0] <= max(width, 16) + 16
    assert seen[1] <= max(height, 16) + 16
    assert (seen[0] - 16) * (seen[1] - 16) <= max(CONFIG.area, CONFIG.side**2)


def test_a_long_narrow_receipt_keeps_more_pixels_than_its_longest_side_would_allow() -> None:
    assert seen_size(600, 3000, CONFIG) > seen_size(600, 3000, DetectorConfig(area=1))


@given(st.floats(150, 450), st.floats(150, 450), st.floats(60, 200), st.floats(8, 25), st.floats(-25, 25))
def test_a_core_grows_back_to_the_line_it_was_shrunk_from(
    x: float, y: float, width: float, height: float, angle: float
) -> None:
    core = rectangle(x, y, width, height, angle)
    picture = np.zeros((640, 640, 3), np.uint8)
    (line,) = Detector(DrawnProbability([core]), CONFIG).find(picture)
    # Drawing a polygon and joining neighbours make a core up to 5 pixels larger than it is.
    least, most = grown(width, height), grown(width + 5, height + 5)
    assert least[0] - 1 <= line.width <= most[0]
    assert least[1] - 1 <= line.height <= most[1]
    assert line.corners.mean(0) == pytest.approx((x, y), abs=2)


def test_lines_come_from_top_to_bottom_and_in_pixels_of_the_given_picture() -> None:
    cores = [rectangle(300, 500, 200, 12, 0), rectangle(300, 100, 200, 12, 0)]
    found = Detector(DrawnProbability(cores), CONFIG).find(np.zeros((1920, 1920, 3), np.uint8))
    assert [tuple(line.corners.mean(0).round(-1)) for line in found] == [(600, 200), (600, 1000)]


def test_a_line_with_handwriting_on_its_end_is_found_without_it() -> None:
    line, stroke = rectangle(300, 300, 300, 12, 0), rectangle(440, 275, 30, 70, 15)
    found = Detector(DrawnProbability([line, stroke]), CONFIG).find(np.zeros((640, 640, 3), np.uint8))
    (only,) = found
    assert only.height < 2 * grown(300, 12)[1]
    assert only.width == pytest.approx(grown(300, 12)[0], abs=25)
    assert only.corners.mean(0) == pytest.approx((300, 300), abs=12)


def test_two_lines_that_a_stroke_joins_are_two() -> None:
    lines = [rectangle(300, 280, 300, 12, 0), rectangle(300, 310, 300, 12, 0)]
    stroke = rectangle(400, 295, 5, 200, 10)
    found = Detector(DrawnProbability([*lines, stroke]), CONFIG).find(np.zeros((640, 640, 3), np.uint8))
    assert [round(float(line.corners.mean(0)[1]), -1) for line in found] == [280, 310]


def test_handwriting_alone_is_no_line() -> None:
    strokes = [rectangle(300, 300, 12, 150, 30), rectangle(300, 300, 12, 150, -30)]
    found = Detector(DrawnProbability(strokes), CONFIG).find(np.zeros((640, 640, 3), np.uint8))
    assert found == []


def test_unsure_and_tiny_cores_are_no_lines() -> None:
    core = rectangle(300, 300, 200, 12, 0)
    picture = np.zeros((640, 640, 3), np.uint8)
    assert Detector(DrawnProbability([core], value=0.1), CONFIG).find(picture) == []
    assert Detector(DrawnProbability([rectangle(300, 300, 200, 0.4, 0)]), CONFIG).find(picture) == []


@given(
    st.floats(-40, 40),
    st.floats(20, 300),
    st.permutations(range(4)),
)
def test_corners_come_in_reading_order_whatever_order_they_are_given_in(
    angle: float, width: float, order: list[int]
) -> None:
    corners = rectangle(500, 500, width, 10, angle)
    top_left, top_right, bottom_right, bottom_left = reading_corners(corners[order])
    right = (top_right - top_left) / np.linalg.norm(top_right - top_left)
    down = (bottom_left - top_left) / np.linalg.norm(bottom_left - top_left)
    assert right[0] > 0.7
    assert down[1] > 0.7
    assert np.allclose(top_left + bottom_right, top_right + bottom_left, atol=0.01)


def test_three_corners_are_refused() -> None:
    with pytest.raises(ValueError, match="corners of shape"):
        reading_corners(np.zeros((3, 2), np.float32))


@given(st.integers(40, 400), st.integers(40, 400), st.integers(2, 9), st.integers(3, 12))
def test_a_single_character_is_a_level_line_around_its_core(x: int, y: int, width: int, height: int) -> None:
    core = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], np.float32)
    picture = np.zeros((512, 512, 3), np.uint8)
    (line,) = Detector(DrawnProbability([core]), DetectorConfig()).find(picture)
    left, top = line.corners.min(0)
    right, bottom = line.corners.max(0)
    assert left < x <= x + width < right
    assert top < y <= y + height < bottom
    assert line.corners[0, 1] == pytest.approx(line.corners[1, 1], abs=1e-3)


def test_the_hole_of_a_letter_is_no_line_of_its_own() -> None:
    ring = np.zeros((512, 512), np.float32)
    cv2.circle(ring, (200, 200), 30, 0.9, thickness=6)

    def network(_: NDArray[np.float32]) -> NDArray[np.float32]:
        return ring[np.newaxis, np.newaxis]

    detector = Detector(network, DetectorConfig(confidence=0.1))
    assert len(detector.find(np.zeros((512, 512, 3), np.uint8))) == 1

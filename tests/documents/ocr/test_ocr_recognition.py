"""From columns of probabilities to text."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paperformer.documents.ocr.recognition import Recognizer, RecognizerConfig

CHARACTERS = ["a", "b", "c", " "]


class PaintedClasses:
    """Stands for the network: the class of each column of 8 pixels is painted into the picture's blue."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        self.shapes.append(batch.shape)
        painted = np.round((batch[:, 0, 0, 4::8] + 1) * 255 / 2).astype(int)
        # Padding is grey (0.0), painted nowhere else.
        painted[painted > len(CHARACTERS)] = 0
        probability = np.full((*painted.shape, len(CHARACTERS) + 1), 0.025, np.float32)
        np.put_along_axis(probability, painted[..., np.newaxis], 0.9, 2)
        return probability


def painted(classes: list[int]) -> NDArray[np.uint8]:
    line = np.zeros((48, 8 * len(classes), 3), np.uint8)
    line[:, :, 0] = np.repeat(classes, 8)
    return line


lines = st.lists(st.integers(0, len(CHARACTERS)), min_size=1, max_size=40)


def collapse(classes: list[int]) -> str:
    """Independent statement of the CTC rule: one of each run, nothings left out."""
    return "".join(CHARACTERS[value - 1] for value, _ in groupby(classes) if value)


@given(st.lists(lines, max_size=12), st.integers(1, 3), st.integers(64, 2000))
def test_each_line_is_collapsed_in_its_place_however_lines_are_batched(
    painted_lines: list[list[int]], threads: int, batch_width: int
) -> None:
    config = RecognizerConfig(batch_width=batch_width, threads=threads)
    read = Recognizer(PaintedClasses(), CHARACTERS, config).read([painted(line) for line in painted_lines])
    assert [line.text for line in read] == [collapse(line) for line in painted_lines]


@given(lines)
def test_characters_stand_where_their_columns_are(classes: list[int]) -> None:
    (read,) = Recognizer(PaintedClasses(), CHARACTERS, RecognizerConfig()).read([painted(classes)])
    expected = []
    start = 0
    for value, run in groupby(classes):
        length = len(list(run))
        if value:
            expected.append((start + length / 2) / len(classes))
        start += length
    assert read.centers == pytest.approx(expected)
    assert len(read.centers) == len(read.confidences) == len(read.text)
    assert all(confidence == pytest.approx(0.9) for confidence in read.confidences)


def test_batches_stay_below_the_width_unless_one_line_alone_is_wider() -> None:
    network = PaintedClasses()
    crops = [painted([1] * length) for length in (5, 10, 20, 40, 80, 120, 30, 30)]
    Recognizer(network, CHARACTERS, RecognizerConfig(batch_width=400)).read(crops)
    assert all(count * width <= 400 or count == 1 for count, _, _, width in network.shapes)
    assert sum(shape[0] for shape in network.shapes) == len(crops)


def test_no_lines_are_read_as_no_lines() -> None:
    network = PaintedClasses()
    assert Recognizer(network, CHARACTERS, RecognizerConfig()).read([]) == []
    assert network.shapes == []

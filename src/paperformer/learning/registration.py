"""Which words of a page that was read anew print what the words of its truth print.

A page that was scanned askew or photographed lies otherwise in its picture than in its truth, and a reader
sets it upright again. Words that stand once in both tell how (a homography, Hartley & Zisserman 2004,
section 4.1); the others follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from paperformer.documents.model import Word
from paperformer.extraction.compare import content

Floats = NDArray[np.float64]

_SHORTEST = 3  # letters and digits of a word that tells where it is
_FEWEST = 10  # such words, for eight unknowns
_SAMPLE, _SAMPLES, _ROUNDS = 6, 120, 3
_ASTRAY = 0.012  # of the page: how far from its place a word of a right pair may be, for paper is not flat
_MOST = 0.5  # of the pairs must agree
_COVERED = 0.5  # the part of a word's box that others must cover to be what it prints
_ALIKE = 75.0  # how alike both prints of a place must be, of 100


def register(given: Sequence[Word], read: Sequence[Word], seed: int = 0) -> Floats | None:
    """The homography that takes places of ``given`` to those of ``read``, ``(3, 3)``; None where none fits.

    Words that OCR confuses are mistaken pairs, so that the fit is the one that most pairs agree with
    (RANSAC, Fischler & Bolles 1981).

    Args:
        given: The words of one page as its truth has them.
        read: The words of the same page as they were read.
        seed: Of the samples.
    """
    pairs = _pairs(given, read)
    if len(pairs) < _FEWEST:
        return None
    source, target = (np.array([pair[side] for pair in pairs], dtype=np.float64) for side in (0, 1))
    chance = np.random.default_rng(seed)
    agreeing = np.zeros(len(pairs), dtype=np.bool_)
    for _ in range(_SAMPLES):
        sample = chance.choice(len(pairs), _SAMPLE, replace=False)
        near = _near(_fitted(source[sample], target[sample]), source, target)
        if near.sum() > agreeing.sum():
            agreeing = near
    for _ in range(_ROUNDS):
        if agreeing.sum() < max(_FEWEST, _MOST * len(pairs)):
            return None
        matrix = _fitted(source[agreeing], target[agreeing])
        agreeing = _near(matrix, source, target)
    return matrix


def moved_boxes(matrix: Floats, words: Sequence[Word]) -> Floats:
    """Their boxes elsewhere, x0, y0, x1, y1 of what holds the four moved corners, ``(words, 4)``."""
    boxes = boxes_of(words)
    corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]  # (words, 4, 2)
    moved = _moved(matrix, corners.reshape(-1, 2)).reshape(-1, 4, 2)
    return np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)


def boxes_of(words: Sequence[Word]) -> Floats:
    """x0, y0, x1, y1 of each, ``(words, 4)``."""
    boxes = [(w.box.x0, w.box.y0, w.box.x1, w.box.y1) for w in words]
    return np.array(boxes, dtype=np.float64).reshape(len(words), 4)


def covered_by(boxes: Floats, places: Floats) -> NDArray[np.bool_]:
    """Which of ``boxes`` the ``places`` together cover by half or more, ``(boxes,)``."""
    sides = np.minimum(boxes[:, None, 2:], places[None, :, 2:]) - np.maximum(
        boxes[:, None, :2], places[None, :, :2]
    )
    shared = np.prod(np.maximum(sides, 0), axis=-1).sum(axis=1)
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=-1)
    return np.asarray((areas > 0) & (shared >= _COVERED * areas))


def is_alike(given: Sequence[Word], read: Sequence[Word]) -> bool:
    """Whether both print about the same letters and digits."""
    texts = (content("".join(word.text for word in words)) for words in (given, read))
    return fuzz.ratio(*texts) >= _ALIKE


def _pairs(
    given: Sequence[Word], read: Sequence[Word]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The centres of words that stand once in both."""
    sides = []
    for words in (given, read):
        texts = [content(word.text) for word in words]
        counts = Counter(texts)
        sides.append(
            {
                text: word.box.center
                for text, word in zip(texts, words, strict=True)
                if len(text) >= _SHORTEST and counts[text] == 1
            }
        )
    return [(sides[0][text], sides[1][text]) for text in sides[0] if text in sides[1]]


def _near(matrix: Floats, source: Floats, target: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.hypot(*(_moved(matrix, source) - target).T) <= _ASTRAY)


def _fitted(source: Floats, target: Floats) -> Floats:
    """The homography of least squares, its last entry 1."""
    x, y = source.T
    zero, unit = np.zeros_like(x), np.ones_like(x)
    rows = []
    for u, first in ((target[:, 0], True), (target[:, 1], False)):
        own, other = np.stack([x, y, unit], axis=1), np.stack([zero, zero, zero], axis=1)
        halves = (own, other) if first else (other, own)
        rows.append(np.concatenate([*halves, np.stack([-u * x, -u * y], axis=1)], axis=1))
    solution = np.linalg.lstsq(np.concatenate(rows), target.T.reshape(-1), rcond=None)[0]
    return np.append(solution, 1.0).reshape(3, 3)


def _moved(matrix: Floats, points: Floats) -> Floats:
    moved = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ matrix.T
    with np.errstate(divide="ignore", invalid="ignore"):  # what goes to infinity is near nothing
        return np.asarray(moved[:, :2] / moved[:, 2:])

"""Seeded noise on training documents: pages shifted and stretched, lines lost, characters misread."""

from __future__ import annotations

import string
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Box, Word
from paperformer.learning.alignment import PRESENT
from paperformer.learning.config import Augmentation

# What OCR confuses: the printed character above what is read.
CONFUSIONS = dict(
    zip(
        "0O1Il5S8B.,GZEU",
        "O0I11S5B8,.62FV",
        strict=True,
    )
)


def augmented(
    words: tuple[Word, ...], targets: NDArray[np.int8], noise: Augmentation, generator: np.random.Generator
) -> tuple[tuple[Word, ...], NDArray[np.int8]]:
    """The same document seen another way; words that print a value are moved but never lost or misread."""
    shift = generator.uniform(-noise.shift, noise.shift, size=2)
    scale = 1 + generator.uniform(-noise.scale, noise.scale, size=2)
    valued = (targets == PRESENT).any(axis=1)
    lost = _lost_segments(words, valued, noise.drop, generator)
    kept = [i for i in range(len(words)) if not lost[i]]
    moved = tuple(
        replace(
            words[i],
            text=words[i].text if valued[i] else _misread(words[i].text, noise.character, generator),
            box=_moved(words[i].box, shift, scale),
        )
        for i in kept
    )
    return moved, targets[kept]


def _lost_segments(
    words: tuple[Word, ...], valued: NDArray[np.bool_], probability: float, generator: np.random.Generator
) -> NDArray[np.bool_]:
    segments = {(w.page, w.line) for w in words}
    safe = segments - {(w.page, w.line) for w, v in zip(words, valued, strict=True) if v}
    chosen = {s for s in sorted(safe) if generator.random() < probability}
    lost = np.asarray([(w.page, w.line) in chosen for w in words], dtype=bool)
    return lost if not lost.all() else np.zeros_like(lost)


def _moved(box: Box, shift: NDArray[np.float64], scale: NDArray[np.float64]) -> Box:
    return Box(
        0.5 + (box.x0 - 0.5) * scale[0] + shift[0],
        0.5 + (box.y0 - 0.5) * scale[1] + shift[1],
        0.5 + (box.x1 - 0.5) * scale[0] + shift[0],
        0.5 + (box.y1 - 0.5) * scale[1] + shift[1],
    ).clipped()


def _misread(text: str, probability: float, generator: np.random.Generator) -> str:
    if generator.random() >= probability * len(text):
        return text
    place = int(generator.integers(len(text)))
    other = CONFUSIONS.get(text[place]) or str(generator.choice(list(string.ascii_uppercase)))
    return text[:place] + other + text[place + 1 :]

"""A sign above the name: receipts that show what the door says, and below it who is behind it.

Few training receipts print a trade name above the legal one, and on a shop it has not seen a model then takes
both for the name. A sign that is no answer, put above names that are, teaches to leave it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Box, Word
from paperformer.extraction.flow import segments_of
from paperformer.learning.alignment import ABSENT, PRESENT, UNKNOWN
from paperformer.learning.exchange import Lines

Targets = NDArray[np.int8]

_WORDS = 3  # most words of a sign that is cut from a name
_OWN = 0.4  # part of the signs that begin as the name below them does


def with_sign(
    words: tuple[Word, ...],
    targets: Targets,
    names: Sequence[Lines],
    column: int,
    probability: float,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """The document, at ``probability`` with a sign above the first print of its name.

    The page moves down by the sign's height. A document whose name is not one whole line stays as it is.

    Args:
        words: In reading order.
        targets: Of every word and field.
        names: Names of others, the beginnings of which make signs.
        column: The name's field.
        probability: That there is a sign.
        generator: All chance comes from it.
    """
    if generator.random() >= probability:
        return words, targets
    line = _only_line(words, targets, column)
    if line is None:
        return words, targets
    name = [words[i].text for i in line]
    other = names[int(generator.integers(len(names)))][0] if names else name
    source = name if generator.random() < _OWN else other
    text = source[: int(generator.integers(1, min(_WORDS, len(source)) + 1))]
    first = words[line.start]
    height = max(words[i].box.y1 for i in line) - first.box.y0
    step = height * generator.uniform(1.1, 2.0)
    moved = [_down(word, step) if word.page == first.page else word for word in words]
    sign = _set_above(text, [words[i] for i in line], height, max(w.line for w in words) + 1)
    row = np.full((len(sign), targets.shape[1]), ABSENT, dtype=targets.dtype)
    row[:, (targets == UNKNOWN).all(axis=0)] = UNKNOWN  # of what nobody looked for nothing is known here too
    start = line.start
    return (
        (*moved[:start], *sign, *moved[start:]),
        np.concatenate([targets[:start], row, targets[start:]]),
    )


def _only_line(words: Sequence[Word], targets: Targets, column: int) -> range | None:
    mine = targets[:, column] == PRESENT
    lines = [line for line in segments_of(words) if mine[line.start : line.stop].any()]
    # A name of two lines may well begin with a sign that counts.
    whole = len(lines) == 1 and len(lines[0]) > 1 and mine[lines[0].start]
    return lines[0] if whole else None


def _down(word: Word, step: float) -> Word:
    box = word.box
    return replace(word, box=Box(box.x0, box.y0 + step, box.x1, box.y1 + step).clipped())


def _set_above(texts: Sequence[str], line: Sequence[Word], height: float, number: int) -> list[Word]:
    """``texts`` centred where ``line`` stood before the page moved down."""
    x0, x1 = line[0].box.x0, line[-1].box.x1
    letter = (x1 - x0) / max(1, len(" ".join(word.text for word in line)))
    left = (x0 + x1 - letter * len(" ".join(texts))) / 2
    words = []
    for text in texts:
        box = Box(left, line[0].box.y0, left + letter * len(text), line[0].box.y0 + height).clipped()
        words.append(replace(line[0], text=text, box=box, line=number))
        left += letter * (len(text) + 1)
    return words

"""Lines that are no answer, beside those that are: the sign above a seller's name, the branch below it.

Few training receipts print a trade name above the legal one, or a branch between the name and the address,
and on a shop it has not seen a model then takes them for parts of the answer. Put there, they teach to leave
them out.
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

_WORDS = 3  # most words of a trade name that is cut from a name
_OWN = 0.4  # part of the signs that begin as the name below them does
_PLACED = 0.6  # part of the branches that are called after a place in their address
_BRANCH = ("Outlet", "Branch", "Store", "Mall", "Shop", "Cawangan", "Plaza", "Station", "Cafe")


def with_sign(
    words: tuple[Word, ...],
    targets: Targets,
    names: Sequence[Lines],
    column: int,
    probability: float,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """The document, at ``probability`` with a sign above the first print of its name.

    The name and what is below it move down. A document whose name is not one whole line stays as it is.

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
    lines = _lines(words, targets, column)
    # A name of two lines may well begin with a sign that counts.
    if len(lines) != 1 or len(lines[0]) < 2 or targets[lines[0].start, column] != PRESENT:
        return words, targets
    text = _trade_name([words[i].text for i in lines[0]], names, generator)
    return _with_line_above(words, targets, lines[0], text, generator)


def with_branch(
    words: tuple[Word, ...],
    targets: Targets,
    names: Sequence[Lines],
    column: int,
    probability: float,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """The document, at ``probability`` with the name of a branch above the first line of its address.

    What stands below moves down. A document whose address does not begin a line stays as it is.

    Args:
        words: In reading order.
        targets: Of every word and field.
        names: Names of others, the beginnings of which make the branch's.
        column: The address's field.
        probability: That there is a branch.
        generator: All chance comes from it.
    """
    if generator.random() >= probability:
        return words, targets
    lines = _lines(words, targets, column)
    if not lines or targets[lines[0].start, column] != PRESENT or not names:
        return words, targets
    text = _trade_name([], names, generator)
    if generator.random() < _PLACED:
        text = [*text, *_place([words[i].text for i in lines[int(generator.integers(len(lines)))]])]
    if len(text) == 1 or generator.random() < 1 - _PLACED:
        text = [*text, _in_manner_of(text[0], _BRANCH[int(generator.integers(len(_BRANCH)))])]
    return _with_line_above(words, targets, lines[0], text, generator)


def _trade_name(own: Sequence[str], names: Sequence[Lines], generator: np.random.Generator) -> list[str]:
    """The first words of ``own`` or of another's name."""
    other = names[int(generator.integers(len(names)))][0] if names else own
    source = own if own and generator.random() < _OWN else other
    return list(source[: int(generator.integers(1, min(_WORDS, len(source)) + 1))])


def _place(line: Sequence[str]) -> list[str]:
    """The last two words of an address's line that could be a place's name."""
    return [text.strip(",.") for text in line if sum(map(str.isalpha, text)) > 2][-2:]


def _in_manner_of(model: str, text: str) -> str:
    return text.upper() if model.isupper() else text


def _with_line_above(
    words: tuple[Word, ...],
    targets: Targets,
    line: range,
    text: Sequence[str],
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """``text``, no answer to anything, where ``line`` stood; that and what is below it moves down."""
    first = words[line.start]
    top, bottom = min(words[i].box.y0 for i in line), max(words[i].box.y1 for i in line)
    step = (bottom - top) * generator.uniform(1.1, 2.0)
    moved = [_down(word, step) if word.page == first.page and word.box.y0 >= top else word for word in words]
    added = _set_above(text, [words[i] for i in line], bottom - top, max(w.line for w in words) + 1)
    row = np.full((len(added), targets.shape[1]), ABSENT, dtype=targets.dtype)
    row[:, (targets == UNKNOWN).all(axis=0)] = UNKNOWN  # of what nobody looked for nothing is known here too
    start = line.start
    return (
        (*moved[:start], *added, *moved[start:]),
        np.concatenate([targets[:start], row, targets[start:]]),
    )


def _lines(words: Sequence[Word], targets: Targets, column: int) -> list[range]:
    """The line segments that the field has words in."""
    mine = targets[:, column] == PRESENT
    return [line for line in segments_of(words) if mine[line.start : line.stop].any()]


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

"""Names and addresses exchanged between training documents.

A few hundred receipts come from fewer shops: a model learns their names by heart and is lost in a shop it
has not seen. In another shop's clothes the same layout teaches where a name stands, not what it says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Box, Word
from paperformer.extraction.flow import segments_of
from paperformer.learning.alignment import PRESENT

Lines = tuple[tuple[str, ...], ...]
Targets = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """Printed values by field and number of lines, in the order they were met.

    Args:
        values: (field's column, lines) -> the words of every such value, line by line.
    """

    values: Mapping[tuple[int, int], Sequence[Lines]]

    @classmethod
    def of(cls, documents: Sequence[tuple[tuple[Word, ...], Targets]], columns: Sequence[int]) -> Wardrobe:
        """All values of the fields in ``columns`` that fill whole lines."""
        values: dict[tuple[int, int], list[Lines]] = defaultdict(list)
        for words, targets in documents:
            for column in columns:
                lines = _whole_lines(words, targets, column)
                if lines:
                    value = tuple(tuple(words[i].text for i in line) for line in lines)
                    values[column, len(lines)].append(value)
        return cls({key: tuple(dict.fromkeys(examples)) for key, examples in values.items()})


def exchanged(
    words: tuple[Word, ...],
    targets: Targets,
    wardrobe: Wardrobe,
    columns: Sequence[int],
    probability: float,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """The document with each value of ``columns``, at ``probability``, replaced by another of as many lines.

    New words share the line's box by their letters. A value whose words belong to other fields too, or that
    does not fill whole lines, stays.
    """
    changes: dict[int, tuple[range, tuple[str, ...]]] = {}
    for column in columns:
        if generator.random() >= probability:
            continue
        lines = _whole_lines(words, targets, column)
        choices = wardrobe.values.get((column, len(lines)), ())
        if lines and choices:
            value = choices[int(generator.integers(len(choices)))]
            changes |= {line.start: (line, texts) for line, texts in zip(lines, value, strict=True)}
    return with_lines(words, targets, changes)


def with_lines(
    words: tuple[Word, ...], targets: Targets, changes: Mapping[int, tuple[range, tuple[str, ...]]]
) -> tuple[tuple[Word, ...], Targets]:
    """The document with other texts in some of its lines; the targets go along.

    Args:
        words: In reading order.
        targets: Of every word and field.
        changes: First word of a line -> the words of the line, and what is set in their place.
    """
    if not changes:
        return words, targets
    new: list[Word] = []
    origin: list[int] = []
    place = 0
    while place < len(words):
        line, texts = changes.get(place, (range(place, place + 1), (words[place].text,)))
        new += _set(texts, [words[i] for i in line])
        origin += [place] * len(texts)
        place = line.stop
    return tuple(new), targets[origin]


def _whole_lines(words: Sequence[Word], targets: Targets, column: int) -> list[range]:
    """The line segments that print the field; none where a line prints something else as well."""
    present = targets == PRESENT
    mine = present[:, column]
    lines = [line for line in segments_of(words) if mine[line.start : line.stop].any()]
    covered = [i for line in lines for i in line]
    pure = mine[covered].all() and (present[covered].sum(axis=1) == 1).all()
    return lines if pure else []


def _set(texts: Sequence[str], line: Sequence[Word]) -> list[Word]:
    """``texts`` set in the box of ``line``, one letter as wide as another."""
    if len(texts) == len(line) == 1 and texts[0] == line[0].text:
        return list(line)
    x0, x1 = line[0].box.x0, line[-1].box.x1
    y0, y1 = min(w.box.y0 for w in line), max(w.box.y1 for w in line)
    step = (x1 - x0) / max(1, len(" ".join(texts)))
    words, start = [], 0
    for text in texts:
        left, right = x0 + start * step, x0 + (start + len(text)) * step
        words.append(replace(line[0], text=text, box=Box(left, y0, right, y1).clipped()))
        start += len(text) + 1
    return words

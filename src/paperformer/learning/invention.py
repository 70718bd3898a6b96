"""Real layouts with invented content: names, addresses, numbers and dates of a training document drawn anew.

A hundred real pages teach where values stand, and a model that sees each of them ten times learns what they
say by heart. Invented content leaves their layout and their labels as they are.
"""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.extraction.flow import segments_of
from paperformer.learning.alignment import PRESENT
from paperformer.learning.exchange import Lines, with_lines

Targets = NDArray[np.int8]

_DATE = re.compile(r"\D*\d{1,4}([./-])\d{1,2}\1\d{1,4}\.?\D*")
_DIGITS = re.compile(r"\d+")
_LEAST_DIGITS = 3  # shorter numbers count, and rates and quantities are words like any other
_DAYS = 12  # up to here a number is a day and a month
_YEARS = (2012, 2031)


@dataclass(frozen=True, slots=True)
class InventedContent:
    """What documents can say in place of what they say.

    Args:
        values: (field's column, number of lines) -> such values.
        date_columns: Columns of the fields that are dates.
    """

    values: Mapping[tuple[int, int], Sequence[Lines]]
    date_columns: Sequence[int]

    @classmethod
    def of(
        cls,
        documents: Sequence[tuple[tuple[Word, ...], Targets]],
        free_text: Sequence[int],
        date_columns: Sequence[int],
    ) -> InventedContent:
        """All values of the ``free_text`` columns, wherever they stand in their lines."""
        values: dict[tuple[int, int], dict[Lines, None]] = defaultdict(dict)
        for words, targets in documents:
            for column in free_text:
                value = tuple(_printed(words, targets, column))
                if value:
                    values[column, len(value)][value] = None
        return cls({key: tuple(texts) for key, texts in values.items()}, tuple(date_columns))


def invented(
    words: tuple[Word, ...],
    targets: Targets,
    content: InventedContent,
    probability: float,
    generator: np.random.Generator,
) -> tuple[tuple[Word, ...], Targets]:
    """The document, at ``probability``, with other names, addresses, numbers and dates in the same places.

    The same text gives way to the same text wherever it stands.

    Args:
        words: In reading order.
        targets: Of every word and field.
        content: Names and addresses of others.
        probability: That the document is changed at all.
        generator: All chance comes from it.
    """
    if not probability or generator.random() >= probability:
        return words, targets
    words, targets = with_lines(words, targets, _chosen_names(words, targets, content, generator))
    dated = (targets[:, list(content.date_columns)] == PRESENT).any(axis=1)
    drawn: dict[tuple[str, bool], str] = {}
    new: list[Word] = []
    for word, is_labelled in zip(words, dated.tolist(), strict=True):
        is_date = is_labelled or _DATE.fullmatch(word.text) is not None
        if (word.text, is_date) not in drawn:
            drawn[word.text, is_date] = (_other_date if is_date else _other_number)(word.text, generator)
        new.append(replace(word, text=drawn[word.text, is_date]))
    return tuple(new), targets


def _printed(words: Sequence[Word], targets: Targets, column: int) -> dict[tuple[str, ...], list[range]]:
    """The lines of the field's value -> where each is printed; words of several fields are no part of it."""
    present = targets == PRESENT
    alone = present[:, column] & (present.sum(axis=1) == 1)
    found: dict[tuple[str, ...], list[range]] = defaultdict(list)
    for line in segments_of(words):
        own = [i for i in line if alone[i]]
        if own and own[-1] - own[0] + 1 == len(own):
            found[tuple(words[i].text for i in own)].append(range(own[0], own[-1] + 1))
    return found


def _chosen_names(
    words: Sequence[Word], targets: Targets, content: InventedContent, generator: np.random.Generator
) -> dict[int, tuple[range, tuple[str, ...]]]:
    """First word of a printed line -> the line, and what it says instead."""
    changes: dict[int, tuple[range, tuple[str, ...]]] = {}
    for column in sorted({column for column, _ in content.values}):
        printed = _printed(words, targets, column)
        choices = content.values.get((column, len(printed)), ())
        if choices:
            value = choices[int(generator.integers(len(choices)))]
            for places, texts in zip(printed.values(), value, strict=True):
                changes |= {line.start: (line, texts) for line in places}
    return changes


def _other_date(text: str, generator: np.random.Generator) -> str:
    """Another date printed the same way: day and month are at most 12, so that either order is one."""

    def other(match: re.Match[str]) -> str:
        width = len(match[0])
        if width == 4:
            return str(generator.integers(*_YEARS))
        if width > 2:
            return match[0]
        number = int(generator.integers(1, _DAYS + 1 if width == 2 else 10))
        return f"{number:0{width}d}"

    return _DIGITS.sub(other, text)


def _other_number(text: str, generator: np.random.Generator) -> str:
    """Other digits in the same places; the first one of a number is no zero unless it was."""
    if sum(map(str.isdigit, text)) < _LEAST_DIGITS or not text.isascii():
        return text
    digits = iter(generator.integers(0, 10, size=len(text)).tolist())

    def other(match: re.Match[str]) -> str:
        first, rest = match[0][0], match[0][1:]
        head = first if first == "0" else string.digits[1 + next(digits) % 9]
        return head + "".join(string.digits[next(digits)] for _ in rest)

    return _DIGITS.sub(other, text)

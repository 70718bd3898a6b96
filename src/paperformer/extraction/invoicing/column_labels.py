"""The label above an amount, where a row of totals is printed below a row of their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from paperformer.documents.model import Box, Word, on_row, union

_FAR: Final = 2.5  # heights of a line between an amount and its label
_NEAR: Final = 1.2  # the same between two lines of a label


def words_above(first: int, last: int, words: Sequence[Word]) -> list[str]:
    """The words above the amount that ``words[first:last + 1]`` prints, between its neighbours on the row.

    None where the row above holds a number there, or nothing: then the amount is no total of a column.
    """
    page, own = words[first].page, range(first, last + 1)
    box = union(words[index].box for index in own)
    beside = [
        word.box
        for index, word in enumerate(words)
        if index not in own and word.page == page and on_row(word.box, box)
    ]
    left = max((other.x1 for other in beside if other.x1 <= box.x0), default=0.0)
    right = min((other.x0 for other in beside if other.x0 >= box.x1), default=1.0)
    column = [
        word for word in words
        if word.page == page and left <= word.box.center[0] <= right and word.box.center[1] < box.y0
    ]  # fmt: skip
    found: list[Word] = []
    below, reach = box, _FAR
    while row := _row_above(column, below, reach):
        if any(character.isdigit() for word in row for character in word.text):
            break
        found = [*row, *found]
        below, reach = union(word.box for word in row), _NEAR
    return [word.text for word in found]


def _row_above(column: Iterable[Word], below: Box, reach: float) -> list[Word]:
    """The next row above a box, left to right, that is no further than so many of its heights."""
    above = [word for word in column if 0 <= below.y0 - word.box.y1 + below.height / 2 <= reach * below.height
             and word.box.center[1] < below.y0]  # fmt: skip
    if not above:
        return []
    nearest = max(above, key=lambda word: word.box.center[1])
    return sorted((word for word in above if on_row(word.box, nearest.box)), key=lambda word: word.box.x0)

"""Numbers of columns, in a row below the heads of a table: "0 1 2 3 4 5(3x4) 6" on Romanian invoices."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from paperformer.documents.model import Word
from paperformer.extraction.scored import Scored

_NUMBER = re.compile(r"[0-9]{1,2}\.?")
_FORMULA = re.compile(r"\(?[0-9]{1,2} ?[x×*+-] ?[0-9]{1,2}\)?|[0-9]{1,2}\([0-9x×*+-]{1,8}\)")
_ROWS = 200  # of a page: words whose middles are in one of them stand on one row
_LEAST = 4  # numbers of a row that counts
_LAST_FIRST, _STEP = 2, 2  # the first is no more than that; one may be missing between two
_AFTER_ALL = 0.02  # how often such a number is a total after all, by judgement


def column_numbers(words: Sequence[Word]) -> frozenset[int]:
    """Indices of the words that number columns.

    Args:
        words: Of the document.
    """
    rows: dict[tuple[int, int], list[int]] = {}
    for index, word in enumerate(words):
        rows.setdefault((word.page, int(word.box.center[1] * _ROWS)), []).append(index)
    return frozenset(i for row in rows.values() if _counts(row, words) for i in row)


def without_column_numbers(candidates: Sequence[Scored], numbers: Collection[int]) -> list[Scored]:
    """``candidates`` of an amount, those that number a column less probable.

    Args:
        candidates: Of one field.
        numbers: See ``column_numbers``.
    """
    return [
        one._replace(probability=one.probability * _AFTER_ALL)
        if one.words and all(word in numbers for word in one.words)
        else one
        for one in candidates
    ]


def _counts(row: Sequence[int], words: Sequence[Word]) -> bool:
    """Whether the row is numbers that count upwards, with what they are made of, and nothing else."""
    counted = [i for i in row if _NUMBER.fullmatch(words[i].text)]
    if len(counted) < _LEAST or not all(i in counted or _FORMULA.fullmatch(words[i].text) for i in row):
        return False
    numbers = [int(words[i].text.rstrip(".")) for i in sorted(counted, key=lambda i: words[i].box.x0)]
    return numbers[0] <= _LAST_FIRST and all(1 <= right - left <= _STEP for left, right in pairwise(numbers))

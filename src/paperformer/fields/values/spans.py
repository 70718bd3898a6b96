"""Values in a run of words: which neighbouring words print a value of a type."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from paperformer.fields.values.kinds import finder_of
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext


@dataclass(frozen=True, slots=True)
class ValueSpan:
    """Neighbouring words that print a value.

    Args:
        first, last: Indices of the first and the last word, both inclusive.
        parsed: The normalised value.
        text: The characters that print it: words joined by a space, a glued label left out.
        weak: True where the print alone is thin evidence (a bare integer as an amount).
    """

    first: int
    last: int
    parsed: ParsedValue
    text: str
    weak: bool = False


def find_values(type: str, words: Sequence[str], context: ValueContext = NO_CONTEXT) -> list[ValueSpan]:
    """Every run of neighbouring ``words`` that prints a value of ``type``, in reading order.

    Runs may overlap where the print can be cut in several ways: ``1 234,56`` is one amount or ends in one.
    A currency that stands as a word of its own is not part of an amount's run.

    Args:
        type: A field type with a grammar (``kinds.GRAMMAR_TYPES``); others have no runs.
        words: As printed, in reading order. A word may hold spaces (an OCR line).
        context: What the document says about its values.
    """
    finder = finder_of(type)
    if finder is None:
        return []
    printed = " ".join(words)
    starts = list(accumulate((len(word) + 1 for word in words), initial=0))
    text = plain(printed)
    spans = [_span(match, printed, starts) for match in finder(text, context)]
    if type == "amount":
        spans = [_without_currency_words(span, words) for span in spans]
    return sorted(spans, key=lambda span: (span.first, span.last))


def _span(match: TextMatch, printed: str, starts: list[int]) -> ValueSpan:
    first = bisect_right(starts, match.start) - 1
    last = bisect_right(starts, match.end - 1) - 1
    return ValueSpan(first, last, match.parsed, printed[match.start : match.end], match.weak)


def _without_currency_words(span: ValueSpan, words: Sequence[str]) -> ValueSpan:
    """``span`` cut to the words that hold its digits; a currency field claims the others."""
    first, last = span.first, span.last
    while first < last and not _has_digit(words[first]):
        first += 1
    while first < last and not _has_digit(words[last]):
        last -= 1
    if (first, last) == (span.first, span.last):
        return span
    text = span.text
    if first > span.first:
        text = text[sum(len(word) + 1 for word in words[span.first : first]) :]
    if last < span.last:
        text = " ".join(words[first : last + 1])
    return ValueSpan(first, last, span.parsed, text, span.weak)


def _has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)

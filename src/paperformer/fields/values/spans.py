"""Values in a run of words: which neighbouring words print a value of a type."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from paperformer.fields.values.kinds import finder_of
from paperformer.fields.values.match import TextMatch
from paperformer.fields.values.plain import plain
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.values.value_types import types_where

_READS_CONTEXT = types_where(lambda value_type: value_type.reads_context)
_ON_ONE_LINE = types_where(lambda value_type: value_type.on_one_line)


class ValueSpan(NamedTuple):
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


class PrintedWords(tuple[str, ...]):
    """The words of a document in reading order, in which the values of a type are looked for once.

    Context, decoding and rules ask for the same values of the same words: they share one of these. A word may
    hold spaces (an OCR line).
    """

    @classmethod
    def in_lines(cls, lines: Iterable[tuple[object, str]], aslant: Iterable[int] = ()) -> PrintedWords:
        """The words of ``lines``, each behind what tells its line from the next.

        Args:
            lines: In reading order.
            aslant: Indices of the words that do not stand upright: they print no amounts.
        """
        numbered = list(lines)
        words = cls(text for _, text in numbered)
        words._first_of_line = tuple(
            at for at in range(1, len(numbered)) if numbered[at][0] != numbered[at - 1][0]
        )
        words._aslant = tuple(aslant)
        return words

    _first_of_line: tuple[int, ...] = ()
    _aslant: tuple[int, ...] = ()

    @cached_property
    def text(self) -> str:
        """The words joined by a space, made plain."""
        return plain(self._printed)

    def matches(self, type: str, context: ValueContext = NO_CONTEXT) -> Sequence[TextMatch]:
        """Every value of ``type`` in ``text``, as its finder gives them; none for a type without grammar."""
        # What does not read the context is the same in all of them.
        key = type, context if type in _READS_CONTEXT else NO_CONTEXT
        if key not in self._matches:
            finder = finder_of(type)
            text = self._text_in_lines if type in _ON_ONE_LINE else self.text
            if type == "amount":
                text = self._without_aslant(text)
            self._matches[key] = tuple(finder(text, context)) if finder else ()
        return self._matches[key]

    def spans(self, type: str, context: ValueContext = NO_CONTEXT) -> list[ValueSpan]:
        """Every run of words that prints a value of ``type``; see ``find_values``."""
        return _spans(type, self.matches(type, context), self, self._printed, self._starts)

    @cached_property
    def _matches(self) -> dict[tuple[str, ValueContext], tuple[TextMatch, ...]]:
        return {}

    @cached_property
    def _printed(self) -> str:
        return " ".join(self)

    @cached_property
    def _text_in_lines(self) -> str:
        """``text`` with a line feed where a line ends."""
        characters = list(self.text)
        for word in self._first_of_line:
            characters[self._starts[word] - 1] = "\n"
        return "".join(characters)

    def _without_aslant(self, text: str) -> str:
        for word in self._aslant:
            start, end = self._starts[word], self._starts[word + 1] - 1
            text = text[:start] + "\N{REPLACEMENT CHARACTER}" * (end - start) + text[end:]
        return text

    @cached_property
    def _starts(self) -> list[int]:
        return _starts_of(self)


def find_values(type: str, words: Sequence[str], context: ValueContext = NO_CONTEXT) -> list[ValueSpan]:
    """Every run of neighbouring ``words`` that prints a value of ``type``, in reading order.

    Runs may overlap where the print can be cut in several ways: ``1 234,56`` is one amount or ends in one.
    A currency that stands as a word of its own is not part of an amount's run.

    Args:
        type: A field type with a grammar (``kinds.GRAMMAR_TYPES``); others have no runs.
        words: As printed, in reading order.
        context: What the document says about its values.
    """
    finder = finder_of(type)
    if finder is None:
        return []
    printed = " ".join(words)
    matches = list(finder(plain(printed), context))
    return _spans(type, matches, words, printed, _starts_of(words)) if matches else []


def _starts_of(words: Sequence[str]) -> list[int]:
    """Where each word begins in the text that joins them by a space, and where one more would."""
    return list(accumulate([len(word) + 1 for word in words], initial=0))


def _spans(
    type: str, matches: Sequence[TextMatch], words: Sequence[str], printed: str, starts: list[int]
) -> list[ValueSpan]:
    bare = type == "amount"
    spans = [_span(match, printed, starts, words if bare else None) for match in matches]
    return sorted(spans, key=lambda span: (span.first, span.last))


def _span(match: TextMatch, printed: str, starts: list[int], bare: Sequence[str] | None) -> ValueSpan:
    """The words of a match; of ``bare`` words only those that hold its digits: currency is another field."""
    start, end = match.start, match.end
    first = bisect_right(starts, start) - 1
    last = bisect_right(starts, end - 1) - 1
    if bare is not None:
        while first < last and not _has_digit(bare[first]):
            first += 1
            start = starts[first]
        while first < last and not _has_digit(bare[last]):
            end = starts[last] - 1
            last -= 1
    return ValueSpan(first, last, match.parsed, printed[start:end], match.weak)


def _has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)

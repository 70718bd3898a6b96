"""Numbers that name a document, order, customer or contract; the value is as printed, its label left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paperformer.fields.values.match import TextMatch, unreadable
from paperformer.fields.values.plain import folded, plain, squeezed
from paperformer.fields.values.reading import NO_CONTEXT, ParsedValue, ValueContext
from paperformer.fields.words.load import all_words

_MARKS = ":#№"
_EDGE = " .,;:：#*()[]<>|'\"=_°º"
_TOKEN = re.compile(
    r"(?=[A-Za-z0-9])(?<![^\s:#(№])(?:[A-Za-z]{0,6}[0-9]|[A-Za-z]+[\-/._])"
    r"(?:[A-Za-z0-9]|[\-/._](?=[A-Za-z0-9]))*"
)
# "RE 2024 / 03 / 0815", "INV - 17": parts that spaced marks join, with a digit in the last one.
_PART = r"(?:[A-Z]{1,4}|[A-Z]{0,4}[0-9][A-Z0-9]*(?:[\-/.][A-Z0-9]+)*)"
_IN_PARTS = re.compile(
    rf"(?<![^\s:#(№])(?:[A-Z]{{1,5}}[ -])?{_PART}(?: ?[/-] ?{_PART})*(?: [/-] ?| ?[/-] )"
    r"(?=[A-Z]*[0-9])[A-Z0-9]{1,10}(?![^\s,;)])"
)
_DAY = re.compile(
    r"[0-9]{1,4} ?[/-] ?[0-9]{1,2} ?[/-] ?[0-9]{1,4}|.*\b[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}\b.*"
)
_LEAST_DIGITS = 4  # of a number in parts: "1 / 3" is a page
_DATED = re.compile(r"(?<=[0-9])/[0-3]?[0-9]\.[01]?[0-9]\.(?:19|20)[0-9]{2}$")
_WORD = re.compile(r"[^\W\d_]+[º°]?")
_LONGEST = 40


def parse_number(text: str, context: ValueContext = NO_CONTEXT) -> ParsedValue:  # noqa: ARG001
    """The identifier in ``text``, a label in front and marks at its ends left out; spaces inside stay.

    Raises:
        ValueUnreadable: when there is no digit in it, or it is longer than any number.
    """
    printed = squeezed(text)
    value = without_day(_unwrapped(printed[_label_end(plain(printed)) :]))
    if not any(character.isdigit() for character in value) or len(value) > _LONGEST:
        raise unreadable("number", text)
    return ParsedValue(value)


def find_numbers(text: str, context: ValueContext) -> Iterator[TextMatch]:  # noqa: ARG001
    """All tokens of plain ``text`` that hold a digit, and those in parts ("RE 2024 / 03 / 0815").

    Every one is weak, for only its label can tell.
    """
    for match in _TOKEN.finditer(text):
        if any(character.isdigit() for character in match[0]):
            value = ParsedValue(without_day(match[0]))
            yield TextMatch(match.start(), match.end(), value, weak=True)
    for match in _IN_PARTS.finditer(text):
        if _is_one_number(match[0]):
            yield TextMatch(match.start(), match.end(), ParsedValue(match[0]), weak=True)


def _is_one_number(parts: str) -> bool:
    """Whether what spaced marks join is no day, no page and no range of numbers ("10 - 20")."""
    if sum(map(str.isdigit, parts)) < _LEAST_DIGITS or len(parts) > _LONGEST or _DAY.fullmatch(parts):
        return False
    return "/" in parts or parts[0].isalpha()


def without_day(number: str) -> str:
    """``number`` without its day behind a slash, as Romania prints both: "4471/12.08.2026"."""
    return _DATED.sub("", number)


def _unwrapped(printed: str) -> str:
    """``printed`` without marks at its ends; a bracket that closes one inside stays: 9752880 (Rev 0)."""
    value = printed.strip(_EDGE)
    closing = {"(": ")", "[": "]"}
    for opening, close in closing.items():
        if value.count(opening) > value.count(close) and f"{value}{close}" in printed:
            value += close
    return value


def _label_end(printed: str) -> int:
    """Where the label in front of the first digit ends: behind a colon or a word that means "number"."""
    first_digit = next((i for i, character in enumerate(printed) if character.isdigit()), 0)
    end = max((printed.rfind(mark, 0, first_digit) + 1 for mark in _MARKS), default=0)
    labels, ends = all_words("numbers", "labels"), all_words("numbers", "label_ends")
    for word in _WORD.finditer(printed, end, first_digit):
        name = folded(word[0])
        if word.end() < first_digit and (name in labels or name.endswith(ends)):
            end = word.end()
    return end

"""Cells: a stretch of one line, and the values of a type that it prints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperformer.documents.model import Box
from paperformer.errors import ValueUnreadable
from paperformer.fields.page.layout import Line
from paperformer.fields.values import ParsedValue, ValueContext, parse_value
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.number import without_day
from paperformer.fields.values.spans import ValueSpan, find_values
from paperformer.fields.values.value_types import types_where
from paperformer.fields.words.patterns import pattern

_PARSER_TAKES_MORE = types_where(lambda value_type: value_type.parser_takes_more)
_WITH_DIGITS = types_where(lambda value_type: value_type.has_digits)
_MOST_WORDS = 12  # of one value of those types
_NUMBER_PARTS = 5  # groups that one number may be printed in
_EDGE = " .,;:：#№*()[]|'\"=°º"
_PREFIX = re.compile(r"[^\W\d_]{1,4}(?:-[^\W\d_]{1,4})?")
_GROUP = re.compile(r"[0-9]+(?:[/.\-][0-9]+)?|(?=[A-Z]*[0-9])[0-9A-Z]{2,8}")
_DATE = re.compile(r"[0-9]{1,4}([./-])[0-9]{1,2}\1[0-9]{2,4}")
_DECIMAL = re.compile(r"[0-9]{1,3}(?:[.,' ][0-9]{3})*[.,][0-9]{2}")


@dataclass(frozen=True, slots=True)
class CellReading:
    """A value that a cell prints.

    Args:
        words: Indices into ``Document.words``, ascending.
        text: As printed.
        parsed: The normalised value.
        box: Where it stands.
        start: Offset in the line's text of its first word, or of the cell.
        weak: Whether the print alone is thin evidence.
    """

    words: tuple[int, ...]
    text: str
    parsed: ParsedValue
    box: Box
    start: int
    weak: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """The characters from ``start`` to before ``end`` of a line's text."""

    line: Line
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.line.text[self.start : self.end].strip()

    @property
    def words(self) -> tuple[int, ...]:
        """Indices of its words in ``Document.words``."""
        return self.line.words_from(self.start, self.end)

    @property
    def parts(self) -> list[tuple[int, int, str]]:
        """Word (counted in the line), offset and characters of each word, as far as it lies in the cell."""
        found = []
        for index in range(
            self.line.word_at(self.start), self.line.word_at(max(self.start, self.end - 1)) + 1
        ):
            at = self.line.starts[index]
            word = self.line.words[index].text
            begin = max(self.start - at, 0)
            text = word[begin : max(0, self.end - at)]
            if text:
                found.append((index, at + begin, text))
        return found


class CellReader:
    """Reads cells, each stretch and type once.

    Args:
        context: What the document says about its values.
    """

    def __init__(self, context: ValueContext) -> None:
        self.context = context
        self._read: dict[tuple[int, int, int, str], tuple[CellReading, ...]] = {}

    def read(self, kind: str, cell: Cell) -> tuple[CellReading, ...]:
        """The values of type ``kind`` in ``cell``, in printed order; of overlapping ones the outer."""
        key = (cell.line.index, cell.start, cell.end, kind)
        if key not in self._read:
            is_empty = cell.start >= cell.end or (not cell.line.digits and kind in _WITH_DIGITS)
            self._read[key] = () if is_empty else tuple(self._readings(kind, cell))
        return self._read[key]

    def whole(self, kind: str, cell: Cell) -> tuple[CellReading, ...]:
        """``cell`` as one value of type ``kind``; nothing where it is none."""
        parts = cell.parts[:_MOST_WORDS] if kind in _PARSER_TAKES_MORE else cell.parts
        text = " ".join(text for _, _, text in parts)
        try:
            parsed = parse_value(kind, text, self.context)
        except ValueUnreadable:
            return ()
        return (_reading(cell.line, parts, text, parsed, weak=True),)

    def _readings(self, kind: str, cell: Cell) -> Sequence[CellReading]:
        if kind == "number":
            return self._number(cell)
        if kind == "amount" and not cell.line.upright:
            return ()
        if kind not in GRAMMAR_TYPES:
            return self.whole(kind, cell)
        parts = cell.parts
        spans = _outer(find_values(kind, [text for _, _, text in parts], self.context))
        if kind == "bank_account" and _is_iban(parts):
            return ()
        if spans or kind not in _PARSER_TAKES_MORE:
            return [
                _reading(cell.line, parts[span.first : span.last + 1], span.text, span.parsed, span.weak)
                for span in spans
            ]
        digits = [i for i, (_, _, text) in enumerate(parts) if any(c.isdigit() for c in text)]
        if not digits or digits[0] > 1:
            return ()
        last = next((i for i in range(digits[0], len(parts)) if i not in digits), len(parts))
        start, end = parts[0][1], parts[last - 1][1] + len(parts[last - 1][2])
        return self.whole(kind, Cell(cell.line, start, end))

    def _number(self, cell: Cell) -> Sequence[CellReading]:
        """The number that opens the cell: "4711", "INV 0012", or groups with digits up to the cell's end.

        One that stands behind a date ("14.02.2025 / 25-4417" at "Date / No.") too.
        """
        parts = _behind_date(cell.parts)
        first = next((i for i, (_, _, text) in enumerate(parts) if text.strip(_EDGE)), len(parts))
        if first < len(parts) - 1 and _PREFIX.fullmatch(parts[first][2]) and parts[first][2].isupper():
            digit_at = first + 1
        else:
            digit_at = first
        if digit_at >= len(parts):
            return ()
        if not any(c.isdigit() for c in parts[digit_at][2]) and not _in_parts(parts, first):
            return ()
        rest = parts[digit_at : digit_at + _NUMBER_PARTS + 1]
        in_groups = len(rest) <= _NUMBER_PARTS and all(_GROUP.fullmatch(text) for _, _, text in rest)
        chosen = parts[first : digit_at + (len(rest) if in_groups else 1)]
        chosen = max(chosen, _in_parts(parts, first), key=len)
        text = without_day(_unlabelled(" ".join(text for _, _, text in chosen).strip(_EDGE)))
        if not text or text.endswith("%") or len(text) > 40 or ":" in text:
            return ()
        return (_reading(cell.line, chosen, text, ParsedValue(text), self._is_other(text)),)

    def _is_other(self, text: str) -> bool:
        """Whether a number looks like a date, a sum of money, or a mere count."""
        if len(text) < 3 or _DECIMAL.fullmatch(text):
            return True
        return any(not span.weak for span in find_values("date", text.split(), self.context))


def _reading(
    line: Line, parts: Sequence[tuple[int, int, str]], text: str, parsed: ParsedValue, weak: bool
) -> CellReading:
    start, end = parts[0][1], parts[-1][1] + len(parts[-1][2])
    words = tuple(line.first + index for index, _, _ in parts)
    return CellReading(words, text, parsed, line.cut_box(start, end), start, weak)


def _in_parts(parts: list[tuple[int, int, str]], first: int) -> list[tuple[int, int, str]]:
    """The parts of one number that marks join, from ``first`` on: "RE 2024 / 03 / 0815"; else none."""
    spans = find_values("number", [text.strip(_EDGE) or text for _, _, text in parts[first:]])
    last = max((span.last for span in spans if span.first == 0 and " " in span.text), default=-1)
    return parts[first : first + last + 1]


def _behind_date(parts: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """``parts`` without a date and the slash behind it."""
    if len(parts) > 2 and parts[1][2] == "/" and _DATE.fullmatch(parts[0][2]):
        return parts[2:]
    return parts


def _is_iban(parts: Sequence[tuple[int, int, str]]) -> bool:
    """Whether an account is given as IBAN, which has a field of its own."""
    return any(span.parsed.checked for span in find_values("iban", [text for _, _, text in parts]))


def _outer(spans: Sequence[ValueSpan]) -> list[ValueSpan]:
    """``spans`` without those that lie in a longer one; one word may print two (05/28/20-06/01/20)."""
    kept: list[ValueSpan] = []
    for span in sorted(spans, key=lambda span: (span.first, -span.last, span.weak)):
        if not kept or span.last > kept[-1].last or _is_apart(span, kept[-1]):
            kept.append(span)
    return kept


def _is_apart(span: ValueSpan, other: ValueSpan) -> bool:
    same_word = span.first == span.last == other.last
    return same_word and not span.weak and span.text not in other.text


def _unlabelled(text: str) -> str:
    """A number without what it is called close to it: "č.2400318", "Nr.17"."""
    return pattern("numbers", "close_labels", r"^(?:{})[.:](?=\d)").sub("", text)

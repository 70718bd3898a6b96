"""Differences between two answers to one document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final, Literal

from paperformer.comparison.answers import Answer, AnswerRow, Value
from paperformer.extraction.compare import same_value

Kind = Literal["changed", "only a", "only b", "confidence"]
Verdict = Literal["gained", "lost", "both right", "both wrong"]
LEAST_CHANGE: Final = 0.01
WARNING: Final = "warning"
_EPSILON: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: of a field, a cell (``purchase_lines[2].total``), a row or a warning.

    Args:
        field: Which.
        kind: ``changed``: both answer, and not the same. ``only a``, ``only b``: the other has no answer.
            ``confidence``: the same answer, but another confidence.
        a: What one side says.
        b: What the other says.
        verdict: What the labels say to it, where they name the field.
    """

    field: str
    kind: Kind
    a: Value | None
    b: Value | None
    verdict: Verdict | None = None

    @property
    def change(self) -> float | None:
        """By how much the confidence grew from one side to the other."""
        if self.a is None or self.b is None or self.a.confidence is None or self.b.confidence is None:
            return None
        return self.b.confidence - self.a.confidence


def differences(a: Answer, b: Answer, least_change: float = LEAST_CHANGE) -> list[Difference]:
    """All that differs, fields first, then rows and warnings.

    Args:
        a: What one side answered.
        b: What the other answered.
        least_change: Confidences that differ by less are the same.
    """
    names = dict.fromkeys((*a.fields, *b.fields))
    found = [
        difference
        for name in names
        for difference in _compared(name, a.fields.get(name), b.fields.get(name), least_change)
    ]
    for name in dict.fromkeys((*a.rows, *b.rows)):
        found += _rows(name, a.rows.get(name, ()), b.rows.get(name, ()), least_change)
    return [*found, *_warnings(a.warnings, b.warnings)]


def judged(difference: Difference, type_: str, accepted: Sequence[str]) -> Difference:
    """The difference with a verdict.

    Args:
        difference: Of a field.
        type_: The type of its values.
        accepted: The true values; none where the document has no such value.
    """
    right_a, right_b = (_is_right(value, type_, accepted) for value in (difference.a, difference.b))
    same: Verdict = "both right" if right_a else "both wrong"
    verdict: Verdict = same if right_a == right_b else "gained" if right_b else "lost"
    return replace(difference, verdict=verdict)


def only(fields: Mapping[str, Value], side: Literal["a", "b"]) -> Iterator[Difference]:
    """The differences of a document to which one side alone has an answer."""
    for name, value in fields.items():
        yield (
            Difference(name, "only a", value, None)
            if side == "a"
            else Difference(name, "only b", None, value)
        )


def _is_right(value: Value | None, type_: str, accepted: Sequence[str]) -> bool:
    if value is None or not accepted:
        return value is None and not accepted
    return same_value(type_, value.text, accepted)


def _compared(name: str, a: Value | None, b: Value | None, least_change: float) -> Iterator[Difference]:
    if a is None or b is None:
        if a is not b:
            yield Difference(name, "only a" if b is None else "only b", a, b)
    elif a.text != b.text:
        yield Difference(name, "changed", a, b)
    else:
        difference = Difference(name, "confidence", a, b)
        change = 0.0 if difference.change is None else abs(difference.change)
        if change > _EPSILON and change >= least_change - _EPSILON:
            yield difference


def _rows(
    name: str, a: Sequence[AnswerRow], b: Sequence[AnswerRow], least_change: float
) -> Iterator[Difference]:
    """Rows are aligned by their content; those that stand in each other's place are compared by cells."""
    matcher = SequenceMatcher(
        None, [_content(row) for row in a], [_content(row) for row in b], autojunk=False
    )
    for _, a_from, a_to, b_from, b_to in matcher.get_opcodes():
        common = min(a_to - a_from, b_to - b_from)
        for place, other in zip(range(a_from, a_to), range(b_from, b_to), strict=False):
            yield from _cells(f"{name}[{place + 1}]", a[place], b[other], least_change)
        for place in range(a_from + common, a_to):
            yield Difference(f"{name}[{place + 1}]", "only a", a[place].whole, None)
        for other in range(b_from + common, b_to):
            yield Difference(f"{name}[{other + 1}]", "only b", None, b[other].whole)


def _content(row: AnswerRow) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, cell.text) for name, cell in row.cells.items()))


def _cells(name: str, a: AnswerRow, b: AnswerRow, least_change: float) -> Iterator[Difference]:
    """The cells that differ. The confidence is the row's: one difference, not one for each cell."""
    for cell in dict.fromkeys((*a.cells, *b.cells)):
        yield from _compared(f"{name}.{cell}", a.cells.get(cell), b.cells.get(cell), float("inf"))
    yield from _compared(name, replace(a.whole, text=""), replace(b.whole, text=""), least_change)


def _warnings(a: Sequence[str], b: Sequence[str]) -> Iterator[Difference]:
    count_a, count_b = Counter(a), Counter(b)
    for text in (count_a - count_b).elements():
        yield Difference(WARNING, "only a", Value(text), None)
    for text in (count_b - count_a).elements():
        yield Difference(WARNING, "only b", None, Value(text))

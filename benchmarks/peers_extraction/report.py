"""What the readers found, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from gate.page_scores import FIELDS, f1_of_lines, field_counts, line_counts
from peers_extraction.documents import Truth
from peers_extraction.running import Reading

HEADING = (
    "| reader | version | right | real | drawn | wrong | lines F1 | seconds | MB memory | MB installed |"
)


def row(
    label: str, version: str, truths: Sequence[Truth], readings: Sequence[Reading], installed: float
) -> str:
    """One line: right values of all, of real and of drawn documents, wrong ones, lines, time and sizes."""
    parts = [right_of(truths, readings, made) for made in (None, "real", "drawn")]
    shares = " | ".join(f"{right} of {printed}" for right, printed in parts)
    return (
        f"| {label} | {version} | {shares} | {wrong(truths, readings)} | {lines_f1(truths, readings)} | "
        f"{median(reading.seconds for reading in readings):.2f} | "
        f"{max(reading.peak_mb for reading in readings):.0f} | {installed:.0f} |"
    )


def right_of(truths: Sequence[Truth], readings: Sequence[Reading], made: str | None) -> tuple[int, int]:
    """How many printed values are right, and how many there are."""
    chosen = [
        field_counts(reading.fields, truth.fields)
        for truth, reading in zip(truths, readings, strict=True)
        if made in (None, truth.made)
    ]
    return sum(right.total() for _, right in chosen), sum(printed.total() for printed, _ in chosen)


def wrong(truths: Sequence[Truth], readings: Sequence[Reading]) -> int:
    """How many values are given for a printed field and are not right."""
    count = 0
    for truth, reading in zip(truths, readings, strict=True):
        printed, right = field_counts(reading.fields, truth.fields)
        count += sum(bool(reading.fields.get(name)) for name in printed) - right.total()
    return count


def by_field(truths: Sequence[Truth], readings: Sequence[Reading]) -> Mapping[str, tuple[int, int]]:
    """By field, right and printed values."""
    printed, right = Counter[str](), Counter[str]()
    for truth, reading in zip(truths, readings, strict=True):
        own = field_counts(reading.fields, truth.fields)
        printed += own[0]
        right += own[1]
    return {name: (right[name], printed[name]) for name in FIELDS}


def lines_f1(truths: Sequence[Truth], readings: Sequence[Reading]) -> str:
    """F1 of purchase lines where they are labelled; a dash for a reader that reads none."""
    counts = [
        line_counts(reading.lines, truth.lines)
        for truth, reading in zip(truths, readings, strict=True)
        if truth.lines is not None and reading.lines is not None
    ]
    return f"{f1_of_lines(counts, lambda one: one.lax):.2f}" if counts else "-"

"""Longer and shorter readings of names and addresses: a line more or less, or up to a legal form."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.flow import Flow
from paperformer.extraction.scores import WordScores
from paperformer.extraction.text_runs import CERTAIN, MIDST, lasts_of
from paperformer.fields.blocks import form_ends

_MOST_WORDS = 80
Parts = list[range]


@dataclass(frozen=True, slots=True)
class RunScores:
    """What the model says of every run of words as a field's text; see ``text_runs.likely_runs``.

    Args:
        starts, stops: Log-weights of beginning and ending at each place, ``(words,)``.
        everything: The log-weight of all runs and "nowhere" together.
    """

    starts: NDArray[np.float64]
    stops: NDArray[np.float64]
    everything: float

    @classmethod
    def of(cls, scores: WordScores, column: int, flow: Flow) -> RunScores:
        """Those of one field."""
        logits, order = scores.logits, flow.order
        inside = np.clip(logits.inside[order, column], -CERTAIN, CERTAIN)
        sums = np.cumsum(inside, dtype=np.float64)
        starts = logits.begin[order, column] - sums + inside - MIDST * ~flow.firsts
        stops = logits.end[order, column] + sums - MIDST * ~lasts_of(flow.firsts)
        ending = np.logaddexp.accumulate(starts) + stops
        return cls(starts, stops, float(np.logaddexp(0.0, np.logaddexp.reduce(ending))))

    def of_run(self, first: int, last: int) -> float:
        """The probability that the field is just the words from place ``first`` to ``last``."""
        return float(np.exp(min(self.starts[first] + self.stops[last] - self.everything, 0.0)))


def variants(parts: Parts, flow: Flow, texts: Sequence[str], is_name: bool) -> Iterator[tuple[str, Parts]]:
    """Other cuts of a text, each called ``longer`` or ``shorter``.

    Args:
        parts: Of the text, a range of places in ``flow`` for each line.
        flow: The document's columns.
        texts: Of the words.
        is_name: Whether it is a name: these end with their legal form.
    """
    segments = flow.segments
    first, last = _segment(parts[0].start, segments), _segment(parts[-1].start, segments)
    whole = [segments[_segment(part.start, segments)] for part in parts]
    if whole != parts:
        yield "longer", whole
        yield "longer", [*parts[:-1], range(parts[-1].start, whole[-1].stop)]
        yield "longer", [range(whole[0].start, parts[0].stop), *parts[1:]]
    if first in flow.stacked and first:
        yield "longer", [segments[first - 1], *parts]
    if last + 1 in flow.stacked:
        yield "longer", [*parts, segments[last + 1]]
        if not is_name and last + 2 in flow.stacked:
            yield "longer", [*parts, segments[last + 1], segments[last + 2]]
    if len(parts) > 1:
        yield "shorter", parts[1:]
        yield "shorter", parts[:-1]
        if len(parts) > 3:
            yield "shorter", parts[1:-1]
        if is_name:
            yield "shorter", parts[:1]
    if is_name:
        yield from _cut_lines(parts, flow, texts)


def _cut_lines(parts: Parts, flow: Flow, texts: Sequence[str]) -> Iterator[tuple[str, Parts]]:
    """A name up to its legal form, before a bracket or a number, and behind a colon."""
    line = parts[-1]
    printed = [texts[i] for i in flow.order[line.start : line.stop]]
    ends = set(form_ends(" ".join(printed)))
    at = 0
    for place, text in enumerate(printed[:-1], start=1):
        at += len(text)
        following = printed[place]
        if at in ends or following[:1] in "(-–/|,*" or following[:1].isdigit():
            yield "shorter", [*parts[:-1], range(line.start, line.start + place)]
        at += 1
    first = parts[0]
    opening = [texts[i] for i in flow.order[first.start : first.stop]]
    for place, text in enumerate(opening[:-1], start=1):
        if text.endswith(":"):
            yield "shorter", [range(first.start + place, first.stop), *parts[1:]]


def _segment(place: int, segments: Sequence[range]) -> int:
    return bisect_right(segments, place, key=lambda segment: segment.start) - 1


def places_of(words: Sequence[int], flow: Flow, places: NDArray[np.intp]) -> Parts | None:
    """The parts of ``words`` in the flow, line by line; None where they do not stand together there."""
    if not words or len(words) > _MOST_WORDS:
        return None
    own = sorted(int(places[word]) for word in words)
    parts: Parts = []
    for place in own:
        segment = _segment(place, flow.segments)
        if parts and parts[-1].stop == place and _segment(parts[-1].start, flow.segments) == segment:
            parts[-1] = range(parts[-1].start, place + 1)
        else:
            parts.append(range(place, place + 1))
    return parts


def places_by_word(flow: Flow) -> NDArray[np.intp]:
    """The place in the flow of each word."""
    places = np.empty(len(flow.order), dtype=np.intp)
    places[flow.order] = np.arange(len(flow.order))
    return places

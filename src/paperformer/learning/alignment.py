"""Weak alignment: which words of a page print a value that the annotators wrote down in their own way.

Values of a grammar (dates, amounts, identifiers ...) are found by reading every span of words as a value of
the type and comparing normal forms; identifiers that break their own standard, as those of specimens do, by
their letters and digits. Free text (names, addresses) is matched fuzzily, line segment by line
segment, on letters and digits alone, because annotators join lines, drop punctuation and make spelling slips.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.flow import flow_of, segments_of
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import ValueSpan, find_values
from paperformer.fields.values.value_types import types_where
from paperformer.labelled.documents import LabelledDocument
from paperformer.labelled.truths import normal_forms

ABSENT, PRESENT, UNKNOWN = 0, 1, -1
SHORT = 3  # letters: of "12," or "JB" only an exact match says anything
SAME = 100.0  # similarity of what is the same to the letter
IDENTIFIERS = types_where(lambda value_type: value_type.is_identifier)


@dataclass(frozen=True, slots=True)
class FreeTextMatching:
    """How closely printed free text must resemble the answer, 0 to 100 as rapidfuzz counts.

    Args:
        segment: Least similarity of a line segment to the best matching part of the answer.
        whole: Least similarity of the chosen run of segments to the whole answer.
        gap: How many foreign segments may lie between two matching ones (a phone number amid an address).
    """

    segment: float = 85.0
    whole: float = 75.0
    gap: int = 2


def align(
    labelled: LabelledDocument,
    schema: Schema,
    fields: Sequence[str],
    context: ValueContext,
    matching: FreeTextMatching = FreeTextMatching(),
) -> NDArray[np.int8]:
    """Targets of shape ``(words, fields)``: PRESENT, ABSENT or UNKNOWN for each word and field.

    A field that was not looked for, or whose value cannot be found on the page, is UNKNOWN on every word:
    nothing is learned from it.
    """
    words = labelled.document.words
    targets = np.full((len(words), len(fields)), UNKNOWN, dtype=np.int8)
    for column, name in enumerate(fields):
        if name not in labelled.known:
            continue
        values = labelled.fields.get(name, ())
        if not values:
            targets[:, column] = ABSENT
            continue
        found = _words_of(name, values, labelled, schema[name], context, matching)
        if found:
            targets[:, column] = ABSENT
            targets[sorted(found), column] = PRESENT
    return targets


def _words_of(
    name: str,
    values: Sequence[str],
    labelled: LabelledDocument,
    definition: FieldDefinition,
    context: ValueContext,
    matching: FreeTextMatching,
) -> set[int]:
    if labelled.labels is not None:
        labelled_words = {i for i, printed in enumerate(labelled.labels) if name in printed}
        if labelled_words:
            return labelled_words
    words = labelled.document.words
    if definition.type in GRAMMAR_TYPES:
        return _grammar_words(definition.type, values, words, context)
    found: set[int] = set()
    for value in values:
        found |= free_text_words(value, words, matching)
    return found


def _grammar_words(
    type_: str, values: Sequence[str], words: Sequence[Word], context: ValueContext
) -> set[int]:
    spans = find_values(type_, [w.text for w in words], context)
    wanted = set(values)
    exact = _spanned(span for span in spans if span.parsed.value in wanted)
    possible = exact or _spanned(span for span in spans if wanted & set(span.parsed.alternatives))
    if possible:
        return possible
    # The answer itself may be written as it is printed: "1.234,56", "12 March 2024".
    normal = normal_forms(type_, values, context)
    found = _spanned(span for span in spans if span.parsed.value in normal)
    if not found and type_ in IDENTIFIERS:
        segments = segments_of(words)
        forms = {content(value) for value in values}
        found = {i for form in forms for segment in segments for i in _exactly_inside(form, segment, words)}
    return found


def _spanned(spans: Iterable[ValueSpan]) -> set[int]:
    return {i for span in spans for i in range(span.first, span.last + 1)}


def free_text_words(value: str, words: Sequence[Word], matching: FreeTextMatching) -> set[int]:
    """Words of every run of line segments that prints ``value``; empty where none does well enough.

    What resembles it ("CLUB FOR GROWTH ACTI", cut off below "Club For Growth Action") counts only where it
    is printed to the letter nowhere, neither along the rows nor down the columns.
    """
    wanted = content(value)
    if not wanted:
        return set()
    segments = segments_of(words)
    texts = [content("".join(words[i].text for i in segment)) for segment in segments]
    runs = _matching_runs(texts, wanted, matching)
    exact = _exact(runs, segments, texts, wanted) or _exact_down_columns(wanted, words, matching)
    exact = exact or {i for segment in segments for i in _exactly_inside(wanted, segment, words)}
    if exact:
        return exact
    found: set[int] = set()
    for run in runs:
        anchored = any(len(texts[i]) > SHORT for i in run)
        if _likeness(run, texts, wanted) >= (matching.whole if anchored else SAME):
            found.update(k for i in run for k in segments[i])
    return found or _words_inside(wanted, words, segments, texts, matching)


def _exact_down_columns(wanted: str, words: Sequence[Word], matching: FreeTextMatching) -> set[int]:
    """The words of what is printed to the letter over lines of one column, others standing beside it."""
    flow = flow_of(words)
    segments = [flow.order[segment.start : segment.stop].tolist() for segment in flow.segments]
    texts = [content("".join(words[i].text for i in segment)) for segment in segments]
    return _exact(_matching_runs(texts, wanted, matching), segments, texts, wanted)


def _matching_runs(texts: Sequence[str], wanted: str, matching: FreeTextMatching) -> list[list[int]]:
    scores = [_contained(text, wanted) for text in texts]
    return [_pruned(run, texts, wanted) for run in _runs(scores, matching)]


def _exact(
    runs: Iterable[Sequence[int]], segments: Sequence[Sequence[int]], texts: Sequence[str], wanted: str
) -> set[int]:
    """The words of the runs that are ``wanted`` to the letter."""
    return {k for run in runs if _likeness(run, texts, wanted) == SAME for i in run for k in segments[i]}


def _exactly_inside(wanted: str, segment: Sequence[int], words: Sequence[Word]) -> set[int]:
    """The words of a longer segment that together are ``wanted`` to the letter; none of a short one."""
    texts = [content(words[i].text) for i in segment]
    ends = list(accumulate(map(len, texts)))
    whole = "".join(texts)
    found: set[int] = set()
    for first, (text, end) in enumerate(zip(texts, ends, strict=True)):
        start = end - len(text)
        if len(wanted) > SHORT and text and whole.startswith(wanted, start) and start + len(wanted) in ends:
            found.update(segment[first : ends.index(start + len(wanted)) + 1])
    return found


def _contained(text: str, wanted: str) -> float:
    """How well the best part of ``wanted`` matches ``text``; nothing for what is longer than ``wanted``."""
    if not text or len(text) > len(wanted) * 1.2 + 1:
        return 0.0
    if len(text) <= SHORT:
        return 100.0 if text in wanted else 0.0
    return float(fuzz.partial_ratio(text, wanted))


def _runs(scores: Sequence[float], matching: FreeTextMatching) -> list[list[int]]:
    """Runs of matching segments, with no more than ``matching.gap`` foreign ones between two of them."""
    runs: list[list[int]] = []
    for i, score in enumerate(scores):
        if score >= matching.segment:
            if not runs or i - runs[-1][-1] > matching.gap + 1:
                runs.append([])
            runs[-1].append(i)
    return runs


def _pruned(run: list[int], texts: Sequence[str], wanted: str) -> list[int]:
    """The run without the segments that make it less like the answer (a trade name above the legal one)."""
    best = _likeness(run, texts, wanted)
    while len(run) > 1:
        shorter = max(
            ([i for i in run if i != k] for k in run), key=lambda part: _likeness(part, texts, wanted)
        )
        likeness = _likeness(shorter, texts, wanted)
        if likeness <= best:
            break
        best, run = likeness, shorter
    return run


def _likeness(run: Sequence[int], texts: Sequence[str], wanted: str) -> float:
    return float(fuzz.ratio("".join(texts[i] for i in run), wanted))


def _words_inside(
    wanted: str,
    words: Sequence[Word],
    segments: Sequence[Sequence[int]],
    texts: Sequence[str],
    matching: FreeTextMatching,
) -> set[int]:
    """The answer stands inside longer segments ("Sold by ACME Ltd, London"): the words it covers."""
    found: set[int] = set()
    for segment, text in zip(segments, texts, strict=True):
        if SHORT < len(wanted) <= len(text):
            hit = fuzz.partial_ratio_alignment(wanted, text, score_cutoff=matching.segment)
            if hit is not None:
                found |= _covered(segment, words, hit.dest_start, hit.dest_end)
    return found


def _covered(segment: Sequence[int], words: Sequence[Word], start: int, end: int) -> set[int]:
    """The words of a segment at least half of whose letters lie between two places of its content."""
    covered: set[int] = set()
    position = 0
    for index in segment:
        length = len(content(words[index].text))
        overlap = min(position + length, end) - max(position, start)
        if length and overlap * 2 >= length:
            covered.add(index)
        position += length
    return covered

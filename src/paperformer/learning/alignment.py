"""Weak alignment: which words of a page print a value that the annotators wrote down in their own way.

Values of a grammar (dates, amounts, identifiers ...) are found by reading every span of words as a value of the
type and comparing normal forms. Free text (names, addresses) is matched fuzzily, line segment by line segment, on
letters and digits alone, because annotators join lines, drop punctuation and make spelling slips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from paperformer.documents.model import Word
from paperformer.extraction.compare import content
from paperformer.extraction.labelled import LabelledDocument
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import find_values

ABSENT, PRESENT, UNKNOWN = 0, 1, -1


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

    A field that was not looked for, or whose value cannot be found on the page, is UNKNOWN on every word: nothing
    is learned from it.
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
    if labelled.labels is not None and name in labelled.labels:
        return {i for i, label in enumerate(labelled.labels) if label == name}
    words = labelled.document.words
    if definition.type in GRAMMAR_TYPES:
        return _grammar_words(definition.type, set(values), words, context)
    found: set[int] = set()
    for value in values:
        found |= free_text_words(value, words, matching)
    return found


def _grammar_words(type_: str, values: set[str], words: Sequence[Word], context: ValueContext) -> set[int]:
    exact: set[int] = set()
    possible: set[int] = set()
    for span in find_values(type_, [w.text for w in words], context):
        indices = range(span.first, span.last + 1)
        if span.parsed.value in values:
            exact.update(indices)
        elif values & set(span.parsed.alternatives):
            possible.update(indices)
    return exact or possible


def free_text_words(value: str, words: Sequence[Word], matching: FreeTextMatching) -> set[int]:
    """Words of the best run of line segments that print ``value``; empty where none does well enough."""
    wanted = content(value)
    if not wanted:
        return set()
    segments = _segments(words)
    texts = [content("".join(words[i].text for i in segment)) for segment in segments]
    scores = [_contained(text, wanted) for text in texts]
    found: set[int] = set()
    for first, last in _runs(scores, texts, matching):
        run = _pruned([i for i in range(first, last + 1) if scores[i] >= matching.segment], texts, wanted)
        if fuzz.ratio("".join(texts[i] for i in run), wanted) >= matching.whole:
            found.update(k for i in run for k in segments[i])
    return found or _words_inside(wanted, words, segments, texts, matching)


def _segments(words: Sequence[Word]) -> list[list[int]]:
    segments: list[list[int]] = []
    previous: tuple[int, int] | None = None
    for index, word in enumerate(words):
        if (word.page, word.line) != previous:
            segments.append([])
            previous = (word.page, word.line)
        segments[-1].append(index)
    return segments


def _contained(text: str, wanted: str) -> float:
    """How well the best part of ``wanted`` matches ``text``; nothing for what is longer than ``wanted``."""
    if not text or len(text) > len(wanted) * 1.2 + 1:
        return 0.0
    if len(text) <= 3:  # "12," or "JB": only an exact part says anything
        return 100.0 if text in wanted else 0.0
    return float(fuzz.partial_ratio(text, wanted))


def _runs(scores: Sequence[float], texts: Sequence[str], matching: FreeTextMatching) -> list[tuple[int, int]]:
    """Runs of matching segments, each anchored by a segment of more than three characters."""
    runs: list[tuple[int, int]] = []
    start = last = None
    for i, score in enumerate(scores):
        if score < matching.segment:
            continue
        if last is None or i - last > matching.gap + 1:
            if start is not None and last is not None:
                runs.append((start, last))
            start = i
        last = i
    if start is not None and last is not None:
        runs.append((start, last))
    return [(a, b) for a, b in runs if any(len(texts[i]) > 3 and scores[i] > 0 for i in range(a, b + 1))]


def _pruned(run: list[int], texts: Sequence[str], wanted: str) -> list[int]:
    """The run without the segments that make it less like the answer (a trade name above the legal one)."""
    best = fuzz.ratio("".join(texts[i] for i in run), wanted)
    while len(run) > 1:
        ratio, without = max((fuzz.ratio("".join(texts[i] for i in run if i != k), wanted), -k) for k in run)
        if ratio <= best:
            break
        best, run = ratio, [i for i in run if i != -without]
    return run


def _words_inside(
    wanted: str,
    words: Sequence[Word],
    segments: Sequence[Sequence[int]],
    texts: Sequence[str],
    matching: FreeTextMatching,
) -> set[int]:
    """The answer stands inside longer segments ("Sold by ACME Ltd, London"): keep the words it covers."""
    found: set[int] = set()
    for segment, text in zip(segments, texts, strict=True):
        if len(text) < len(wanted) or len(wanted) < 4:
            continue
        hit = fuzz.partial_ratio_alignment(wanted, text, score_cutoff=matching.segment)
        if hit is None:
            continue
        position = 0
        for index in segment:
            length = len(content(words[index].text))
            overlap = min(position + length, hit.dest_end) - max(position, hit.dest_start)
            if length and overlap * 2 >= length:
                found.add(index)
            position += length
    return found

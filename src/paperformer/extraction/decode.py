"""Scores of words to candidates of fields.

A value with a grammar (date, amount, identifier ...) is decided over values, not words: every span that
prints a value of the type is a candidate, and occurrences of one value add up. Free text (name, address) is
decided over line segments: whole segments beat single words, because neighbours leak in word by word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.errors import ValueUnreadable
from paperformer.extraction.line_blocks import Gains, block_around, kept, lines_around
from paperformer.extraction.scored import Scored
from paperformer.extraction.scores import Array, WordScores
from paperformer.fields.context import printed_of
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.fields.values import parse_value
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan

# A place of less probability is none.
_NEGLIGIBLE = 1e-4


@dataclass(frozen=True, slots=True)
class DecodeConfig:
    """How candidates are formed.

    Args:
        per_field: Most candidates of a field.
        least: Candidates of less probability are dropped.
        certain: Logits beyond this count as this when a block of lines is weighed.
    """

    per_field: int = 6
    least: float = 0.01
    certain: float = 4.0


def decode(
    words: Sequence[Word],
    scores: WordScores,
    schema: Schema,
    context: ValueContext,
    config: DecodeConfig = DecodeConfig(),
    printed: PrintedWords | None = None,
) -> dict[str, list[Scored]]:
    """Candidates of every field the model scores, best first; fields without any are left out.

    Args:
        words: Of the document, in reading order.
        scores: What the model says of each.
        schema: The types of the fields.
        context: What the document says about its values.
        config: How candidates are formed.
        printed: The words' texts, where the caller shares them with others that look for values.
    """
    if not words:
        return {}
    texts = printed_of(words) if printed is None else printed
    segments = segments_of(words)
    spans: dict[str, Spans] = {}
    found: dict[str, list[Scored]] = {}
    for column, name in enumerate(scores.fields):
        inside, pick = scores.inside[:, column], scores.pick[:, column]
        if name not in schema or float(pick.sum()) < config.least:
            continue
        definition = schema[name]
        if definition.type in GRAMMAR_TYPES:
            if definition.type not in spans:
                spans[definition.type] = Spans.of(texts.spans(definition.type, context))
            candidates = by_value(definition, spans[definition.type], inside, pick, config)
        else:
            candidates = by_block(definition, texts, segments, inside, pick, context, config)
        if candidates:
            found[name] = candidates
    return found


@dataclass(frozen=True, slots=True)
class Spans:
    """Spans of one type, their first words, and the words after their last ones."""

    spans: Sequence[ValueSpan]
    firsts: NDArray[np.intp]
    ends: NDArray[np.intp]

    @classmethod
    def of(cls, spans: Sequence[ValueSpan]) -> Spans:
        """``spans`` with their ends as arrays."""
        firsts = np.asarray([span.first for span in spans], dtype=np.intp)
        return cls(spans, firsts, np.asarray([span.last + 1 for span in spans], dtype=np.intp))


def by_value(
    definition: FieldDefinition,
    spans: Spans,
    inside: Array,
    pick: Array,
    config: DecodeConfig,
) -> list[Scored]:
    """Candidates of a grammar field: probability added up over all places that print the same value."""
    # Running sums: a span's mass and mean are two look-ups.
    mass = np.concatenate([[0.0], np.cumsum(pick, dtype=np.float64)])
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.clip(inside, 1e-6, 1.0)), dtype=np.float64)])
    firsts, ends = spans.firsts, spans.ends
    weights = (mass[ends] - mass[firsts]) * np.exp((logs[ends] - logs[firsts]) / (ends - firsts))
    places: dict[str, list[_Place]] = {}
    for index in np.flatnonzero(weights > _NEGLIGIBLE):
        span = spans.spans[int(index)]
        places.setdefault(span.parsed.value, []).append(_Place(span, float(weights[index])))
    candidates = [_value_candidate(definition, those) for those in places.values()]
    likely = [candidate for candidate in candidates if candidate.probability >= config.least]
    return sorted(likely, key=lambda c: -c.probability)[: config.per_field]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value is printed, and the probability that the field stands there."""

    span: ValueSpan
    weight: float


def _value_candidate(definition: FieldDefinition, places: Sequence[_Place]) -> Scored:
    best = _barest(places)
    return Scored(
        field=definition.name,
        value=best.parsed.value,
        text=best.text,
        words=tuple(range(best.first, best.last + 1)),
        probability=min(1.0, _total(places)),
        source="model",
        scheme=best.parsed.scheme,
        ambiguous=best.parsed.ambiguous,
        checked=best.parsed.checked,
    )


def _total(places: Sequence[_Place]) -> float:
    """The weights added up; of spans that overlap (two ways to cut one print) only the heaviest counts."""
    total = heaviest = 0.0
    end = -1
    for place in places:  # in reading order
        if place.span.first > end:
            total, heaviest = total + heaviest, 0.0
        heaviest = max(heaviest, place.weight)
        end = max(end, place.span.last)
    return total + heaviest


def _barest(places: Sequence[_Place]) -> ValueSpan:
    """The likely place that prints the value with the least around it ("12.00" before "RM12.00")."""
    top = max(place.weight for place in places)
    likely = [place for place in places if place.weight >= 0.05 * top]
    return min(likely, key=lambda place: (len(place.span.text), -place.weight)).span


def by_block(
    definition: FieldDefinition,
    texts: Sequence[str],
    segments: Sequence[range],
    inside: Array,
    pick: Array,
    context: ValueContext,
    config: DecodeConfig,
) -> list[Scored]:
    """Candidates of a free-text field: blocks of neighbouring line segments, the likeliest place first."""
    gains = Gains(segments, _logits(inside, config.certain).tolist())
    places = np.add.reduceat(pick, [segment.start for segment in segments], dtype=np.float64)
    free = np.ones(len(segments), dtype=bool)
    candidates: list[Scored] = []
    while len(candidates) < config.per_field and free.any():
        peak = int(np.argmax(np.where(free, places, -1.0)))
        if places[peak] < config.least:
            break
        first, last = (
            block_around(gains, free, peak) if definition.multiline else lines_around(gains, free, peak)
        )
        free[first : last + 1] = False
        probability = min(1.0, float(places[first : last + 1].sum()))
        chosen = [segments[i] for i in range(first, last + 1) if gains[i] > 0 or i == peak]
        if not definition.multiline:
            chosen = [kept(segment, gains.logits) for segment in chosen]
        candidate = _text_candidate(definition, texts, chosen, probability, context)
        if candidate is not None:
            candidates.append(candidate)
    return sorted(candidates, key=lambda c: -c.probability)


def _logits(probabilities: Array, most: float) -> NDArray[np.float64]:
    p = np.clip(probabilities.astype(np.float64), 1e-6, 1 - 1e-6)
    logits: NDArray[np.float64] = np.clip(np.log(p / (1 - p)), -most, most)
    return logits


def _text_candidate(
    definition: FieldDefinition,
    texts: Sequence[str],
    parts: Sequence[range],
    probability: float,
    context: ValueContext,
) -> Scored | None:
    indices = tuple(i for part in parts for i in part)
    text = "\n".join(" ".join(texts[i] for i in part) for part in parts)
    try:
        parsed = parse_value(definition.type, text, context)
    except ValueUnreadable:
        return None
    return Scored(
        field=definition.name,
        value=parsed.value,
        text=text.replace("\n", " "),
        words=indices,
        probability=probability,
        source="model",
        scheme=parsed.scheme,
        ambiguous=parsed.ambiguous,
        checked=parsed.checked,
    )


def segments_of(words: Sequence[Word]) -> list[range]:
    """Runs of words on one line segment of one page."""
    starts = [
        i for i, w in enumerate(words) if i == 0 or (w.page, w.line) != (words[i - 1].page, words[i - 1].line)
    ]
    return [range(a, b) for a, b in pairwise([*starts, len(words)])]

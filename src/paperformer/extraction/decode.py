"""Scores of words to candidates of fields.

A value with a grammar (date, amount, identifier ...) is decided over values, not words: every span that prints a
value of the type is a candidate, and occurrences of one value add up. Free text (name, address) is decided over
line segments: whole segments beat single words, because a value's neighbours leak in word by word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperformer.documents.model import Word
from paperformer.errors import ValueUnreadable
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.fields.values import parse_value
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import ValueSpan, find_values

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordScores:
    """The model's answer: probabilities of every word for every field, ``(words, fields)`` each.

    Args:
        fields: Names of the columns.
        inside: That the word is part of the field's value.
        pick: That the field stands at this word; a column sums to at most 1, the rest is "nowhere".
    """

    fields: tuple[str, ...]
    inside: Array
    pick: Array


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
) -> dict[str, list[Scored]]:
    """Candidates of every field the model scores, best first; fields without any are left out."""
    if not words:
        return {}
    texts = [word.text for word in words]
    segments = segments_of(words)
    spans: dict[str, list[ValueSpan]] = {}
    found: dict[str, list[Scored]] = {}
    for column, name in enumerate(scores.fields):
        if name not in schema.names:
            continue
        definition = schema[name]
        inside, pick = scores.inside[:, column], scores.pick[:, column]
        if float(pick.sum()) < config.least:
            continue
        if definition.type in GRAMMAR_TYPES:
            if definition.type not in spans:
                spans[definition.type] = list(find_values(definition.type, texts, context))
            candidates = by_value(definition, texts, spans[definition.type], inside, pick, config)
        else:
            candidates = by_block(definition, texts, segments, inside, pick, context, config)
        if candidates:
            found[name] = candidates
    return found


def by_value(
    definition: FieldDefinition,
    texts: Sequence[str],
    spans: Sequence[ValueSpan],
    inside: Array,
    pick: Array,
    config: DecodeConfig,
) -> list[Scored]:
    """Candidates of a grammar field: probability added up over all spans that print the same value."""
    logs = np.log(np.clip(inside, 1e-6, 1.0))
    # Running sums: a span's mass and mean are two look-ups.
    mass, total = np.concatenate([[0.0], np.cumsum(pick)]), np.concatenate([[0.0], np.cumsum(logs)])
    occurrences: dict[str, list[tuple[float, ValueSpan]]] = {}
    for span in spans:
        length = span.last + 1 - span.first
        weight = (mass[span.last + 1] - mass[span.first]) * np.exp(
            (total[span.last + 1] - total[span.first]) / length
        )
        if weight > 1e-4:
            occurrences.setdefault(span.parsed.value, []).append((float(weight), span))
    candidates = []
    for value, places in occurrences.items():
        probability = min(1.0, sum(weight for weight, _ in places))
        if probability < config.least:
            continue
        best = _barest(places)
        candidates.append(
            Scored(
                field=definition.name,
                value=value,
                text=best.text,
                words=tuple(range(best.first, best.last + 1)),
                probability=probability,
                source="model",
                scheme=best.parsed.scheme,
                ambiguous=best.parsed.ambiguous,
                checked=best.parsed.checked,
            )
        )
    return sorted(candidates, key=lambda c: -c.probability)[: config.per_field]


def _barest(places: Sequence[tuple[float, ValueSpan]]) -> ValueSpan:
    """The likely place that prints the value with the least around it ("12.00" before "RM12.00")."""
    top = max(weight for weight, _ in places)
    likely = [(span, weight) for weight, span in places if weight >= 0.05 * top]
    return min(likely, key=lambda p: (len(p[0].text), -p[1]))[0]


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
    logits = np.clip(
        np.log(np.clip(inside, 1e-6, 1 - 1e-6) / np.clip(1 - inside, 1e-6, 1.0)),
        -config.certain,
        config.certain,
    )
    gains = np.asarray([_gain(logits[s.start : s.stop]) for s in segments])
    free = np.ones(len(segments), dtype=bool)
    places = np.asarray([float(pick[s.start : s.stop].sum()) for s in segments])
    candidates: list[Scored] = []
    while len(candidates) < config.per_field and free.any():
        peak = int(np.argmax(np.where(free, places, -1.0)))
        if places[peak] < config.least:
            break
        first, last = _block(gains, free, peak) if definition.multiline else _line_block(gains, free, peak)
        free[first : last + 1] = False
        probability = min(1.0, float(places[first : last + 1].sum()))
        chosen = [_kept(segments[i], logits) for i in range(first, last + 1) if gains[i] > 0 or i == peak]
        candidate = _text_candidate(definition, texts, chosen, probability, context)
        if candidate is not None:
            candidates.append(candidate)
    return sorted(candidates, key=lambda c: -c.probability)


def _gain(logits: Array) -> float:
    """What a segment adds to a block: its best run of words, so that a label before the value does no harm."""
    run = best = 0.0
    for value in logits:
        run = max(0.0, run + float(value))
        best = max(best, run)
    return best if best > 0 else float(logits.mean())


def _kept(segment: range, logits: Array) -> range:
    """The words of a segment that belong to the value: all of it, unless some are clearly outside at an end."""
    first, last = segment.start, segment.stop
    while first < last - 1 and logits[first] < -1.0:
        first += 1
    while last > first + 1 and logits[last - 1] < -1.0:
        last -= 1
    return range(first, last)


def _block(gains: NDArray[np.float64], free: NDArray[np.bool_], peak: int) -> tuple[int, int]:
    """The run of segments around ``peak`` with the largest sum of gains."""
    first = last = peak
    best = total = 0.0
    for i in range(peak + 1, len(gains)):
        total += gains[i]
        if not free[i] or total < -6.0:
            break
        if total > best:
            best, last = total, i
    best = total = 0.0
    for i in range(peak - 1, -1, -1):
        total += gains[i]
        if not free[i] or total < -6.0:
            break
        if total > best:
            best, first = total, i
    return first, last


def _line_block(gains: NDArray[np.float64], free: NDArray[np.bool_], peak: int) -> tuple[int, int]:
    """Neighbours of ``peak`` that are part of the value themselves: a name broken over lines."""
    first = last = peak
    while last + 1 < len(gains) and free[last + 1] and gains[last + 1] > 0:
        last += 1
    while first > 0 and free[first - 1] and gains[first - 1] > 0:
        first -= 1
    return first, last


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
    return [range(a, b) for a, b in zip(starts, [*starts[1:], len(words)], strict=True)]


def combine(parts: Sequence[tuple[int, Array, Array]], words: int, fields: Sequence[str]) -> WordScores:
    """Logits of one or more windows to probabilities over the whole document.

    Args:
        parts: (first word, inside logits, pick logits) of each window; where windows overlap, the larger counts.
        words: Words of the document.
        fields: Names of the columns.
    """
    inside = np.full((words, len(fields)), -np.inf, dtype=np.float32)
    pick = np.full((words, len(fields)), -np.inf, dtype=np.float32)
    for first, window_inside, window_pick in parts:
        rows = slice(first, first + len(window_inside))
        np.maximum(inside[rows], window_inside, out=inside[rows])
        np.maximum(pick[rows], window_pick, out=pick[rows])
    # "Nowhere" has the logit 0.
    top = np.maximum(pick.max(axis=0, initial=0.0), 0.0)
    weights = np.exp(pick - top)
    pick_probability = weights / (weights.sum(axis=0) + np.exp(-top))
    return WordScores(tuple(fields), _sigmoid(inside), pick_probability)


def _sigmoid(x: Array) -> Array:
    return (0.5 * (1.0 + np.tanh(0.5 * x))).astype(np.float32)

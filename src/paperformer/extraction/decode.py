"""Scores of words to candidates of fields.

A value with a grammar (date, amount, identifier ...) is decided over values, not words: every span that
prints a value of the type is a candidate, and occurrences of one value add up. Free text (name, address) is
decided over runs of words: each is weighed against all others, so that neighbours do not leak in one by one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from paperformer.documents.model import Word
from paperformer.errors import ValueUnreadable
from paperformer.extraction.compare import content
from paperformer.extraction.flow import Flow, flow_of
from paperformer.extraction.scores import WordScores
from paperformer.extraction.text_runs import Run, likely_runs
from paperformer.extraction.weighed_spans import RunningSums, WeighedSpans
from paperformer.fields.context import printed_of
from paperformer.fields.schema import FieldDefinition, Schema
from paperformer.fields.scored import Scored
from paperformer.fields.values import parse_value
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords, ValueSpan

# A place of less probability is none.
_NEGLIGIBLE = 1e-3
_LIKELY_PLACE = 0.05  # part of the likeliest place's probability from which another one may be shown


@dataclass(frozen=True, slots=True)
class DecodeConfig:
    """How candidates are formed.

    Args:
        per_field: Most candidates of a field.
        least: Candidates of less probability are dropped.
        edges: Most first words, and last words, of free text that are tried.
        longest: Most words of a free text.
    """

    per_field: int = 6
    least: float = 0.01
    edges: int = 12
    longest: int = 80


def decode(
    words: Sequence[Word],
    scores: WordScores,
    schema: Schema,
    context: ValueContext,
    config: DecodeConfig = DecodeConfig(),
    printed: PrintedWords | None = None,
    flow: Flow | None = None,
    named: Mapping[str, Sequence[ValueSpan]] = MappingProxyType({}),
) -> dict[str, list[Scored]]:
    """Candidates of every field the model scores, best first; fields without any are left out.

    Args:
        words: Of the document, in reading order.
        scores: What the model says of each.
        schema: The types of the fields.
        context: What the document says about its values.
        config: How candidates are formed.
        printed: The words' texts, where the caller shares them with others that look for values.
        flow: The document's columns, where the caller shares them too.
        named: By field, further spans to weigh: what rules found there, though it may break the standard of
            its type (a tax number of a specimen whose check digit fails).
    """
    if not words:
        return {}
    texts = printed_of(words) if printed is None else printed
    flow = flow_of(words) if flow is None else flow
    sums = RunningSums.of(scores)
    spans: dict[str, WeighedSpans] = {}
    found: dict[str, list[Scored]] = {}
    for column, name in enumerate(scores.fields):
        if name not in schema:
            continue
        definition = schema[name]
        if definition.type not in GRAMMAR_TYPES:
            candidates = by_run(definition, texts, flow, scores, column, context, config)
        elif sums.mass[-1, column] < config.least:
            continue
        else:
            if definition.type not in spans:
                spans[definition.type] = WeighedSpans.of(texts.spans(definition.type, context), sums)
            further = _further(named.get(name, ()), spans[definition.type].spans)
            own = spans[definition.type].with_further(further, sums) if further else spans[definition.type]
            candidates = by_value(definition, own, column, config)
        if candidates:
            found[name] = candidates
    return found


def _further(named: Sequence[ValueSpan], spans: Sequence[ValueSpan]) -> list[ValueSpan]:
    """Those of ``named`` whose words print no value among ``spans``."""
    printed = {(span.first, span.last) for span in spans}
    return [span for span in named if (span.first, span.last) not in printed]


def by_value(
    definition: FieldDefinition, spans: WeighedSpans, column: int, config: DecodeConfig
) -> list[Scored]:
    """Candidates of a grammar field: probability added up over all places that print the same value."""
    weights = spans.weights[:, column]
    places: dict[str, list[_Place]] = {}
    for index in np.flatnonzero(weights > _NEGLIGIBLE):
        span = spans.spans[int(index)]
        places.setdefault(span.parsed.value, []).append(_Place(span, float(weights[index])))
    candidates = [_value_candidate(definition, runs) for runs in places.values()]
    likely = [candidate for candidate in candidates if candidate.probability >= config.least]
    return sorted(likely, key=lambda c: -c.probability)[: config.per_field]


class _Place(NamedTuple):
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
        alternatives=best.parsed.alternatives,
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
    likely = [place for place in places if place.weight >= _LIKELY_PLACE * top]
    return min(likely, key=lambda place: (len(place.span.text), -place.weight)).span


def by_run(
    definition: FieldDefinition,
    texts: Sequence[str],
    flow: Flow,
    scores: WordScores,
    column: int,
    context: ValueContext,
    config: DecodeConfig,
) -> list[Scored]:
    """Candidates of a free-text field: runs of words down a column, those that print the same added up."""
    logits, order, segments = scores.logits, flow.order, flow.segments
    inside = logits.inside[order, column]
    runs = likely_runs(
        inside,
        logits.begin[order, column],
        logits.end[order, column],
        flow.firsts,
        count=config.edges,
        longest=config.longest,
        least=_NEGLIGIBLE,
    )
    belongs: list[bool] = np.logical_or.reduceat(inside > 0, [segment.start for segment in segments]).tolist()
    found: dict[str, Scored] = {}
    for run in runs:
        parts = _parts(run, segments, belongs)
        candidate = text_candidate(definition, texts, flow, parts, run.probability, context)
        if candidate is not None:
            printed = content(candidate.text)
            known = found.get(printed)
            if known is not None:
                place = _earlier(known, candidate)
                candidate = place._replace(probability=min(1.0, known.probability + run.probability))
            found[printed] = candidate
    likely = [candidate for candidate in found.values() if candidate.probability >= config.least]
    return sorted(likely, key=lambda c: -c.probability)[: config.per_field]


def _earlier(known: Scored, candidate: Scored) -> Scored:
    """Of two places that print the same, the one that is read first, if it is likely at all.

    The head of every page names the parties; where they stand is shown on the first.
    """
    is_likely = candidate.probability >= _LIKELY_PLACE * known.probability
    return (
        candidate if candidate.text == known.text and candidate.words < known.words and is_likely else known
    )


def _parts(run: Run, segments: Sequence[range], belongs: Sequence[bool]) -> list[range]:
    """The run, line segment by line segment, without those in its midst no word of which belongs to it.

    Args:
        run: Of words.
        segments: Of the document.
        belongs: Whether any word of each segment belongs to the field.
    """
    first = bisect_right(segments, run.first, key=lambda segment: segment.start) - 1
    parts: list[range] = []
    for segment, any_belongs in islice(zip(segments, belongs, strict=True), first, None):
        if segment.start > run.last:
            break
        part = range(max(segment.start, run.first), min(segment.stop, run.last + 1))
        at_edge = part.start == run.first or part.stop == run.last + 1
        if at_edge or any_belongs:
            parts.append(part)
    return parts


def text_candidate(
    definition: FieldDefinition,
    texts: Sequence[str],
    flow: Flow,
    parts: Sequence[range],
    probability: float,
    context: ValueContext,
) -> Scored | None:
    lines = [flow.order[part.start : part.stop].tolist() for part in parts]
    text = "\n".join(" ".join(texts[i] for i in line) for line in lines)
    try:
        parsed = parse_value(definition.type, text, context)
    except ValueUnreadable:
        return None
    return Scored(
        field=definition.name,
        value=parsed.value,
        text=text.replace("\n", " "),
        words=tuple(sorted(i for line in lines for i in line)),
        probability=probability,
        source="model",
        scheme=parsed.scheme,
        alternatives=parsed.alternatives,
        checked=parsed.checked,
    )

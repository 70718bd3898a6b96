"""The candidates of every field, made once: of the model, of rules, implied ones, and their variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from paperformer.documents.model import Word
from paperformer.evidence.candidate import Candidate
from paperformer.evidence.page import PageView
from paperformer.evidence.remembered import Remembered
from paperformer.extraction.by_rules import RulesReading
from paperformer.extraction.decode import DecodeConfig, decode, text_candidate
from paperformer.extraction.flow import Flow, flow_of
from paperformer.extraction.implied import add_implied
from paperformer.extraction.relations.relation import same_value
from paperformer.extraction.resolve import candidates_of
from paperformer.extraction.scored import Scored
from paperformer.extraction.scores import WordScores
from paperformer.extraction.sums.deductions import deductions_in
from paperformer.extraction.text_variants import RunScores, places_by_word, places_of, variants
from paperformer.fields.finding import Finding
from paperformer.fields.schema import Schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.fields.values.spans import ValueSpan

_CONFIG = DecodeConfig(per_field=8, least=0.002)
_SUM = "sum"  # the rule whose values no words print
_VARIED = 3  # texts of a field of which variants are made
_LEAST_VARIED = 0.05  # probability of a text of which they are made


class Reading(NamedTuple):
    """What evidence is observed of.

    Args:
        page: The document with its candidates.
        scored: The same candidates as model and rules proposed them, in the same order.
    """

    page: PageView
    scored: Mapping[str, Sequence[Scored]]


def read_candidates(
    words: Sequence[Word],
    scores: WordScores,
    rules: RulesReading,
    schema: Schema,
    remembered: Remembered | None = None,
) -> Reading:
    """All candidates of a document, one for each value of a field.

    Args:
        words: Of the document.
        scores: What the model says of each of them.
        rules: What rules read.
        schema: The fields that there are.
        remembered: Confirmed pages of the supplier.
    """
    printed, context = rules.printed, rules.context
    flow = flow_of(words)
    named = _spans_of(rules.findings)
    proposed = decode(words, scores, schema, context, _CONFIG, printed=printed, flow=flow, named=named)
    for name, found in candidates_of(rules.findings).items():
        proposed.setdefault(name, []).extend(found)
    _without_parts(proposed)
    add_implied(proposed, words, printed, context, schema)
    _vary(proposed, scores, rules, schema, flow)
    made = {
        name: _merged(found, schema[name].type, name in scores.fields)
        for name, found in proposed.items()
        if found and name in schema
    }
    page = PageView(
        words,
        rules.labelled,
        {name: [candidate for candidate, _ in those] for name, those in made.items()},
        context,
        rules.around,
        _amounts(rules),
        deductions_in(words, printed, context),
        remembered,
    )
    return Reading(page, {name: [one for _, one in those] for name, those in made.items()})


def _spans_of(findings: Sequence[Finding]) -> dict[str, list[ValueSpan]]:
    """By field what rules found in neighbouring words, each print once: the model weighs it too."""
    found: dict[str, dict[tuple[int, int], ValueSpan]] = {}
    for one in findings:
        is_run = one.words and one.words[-1] - one.words[0] == len(one.words) - 1
        if is_run and one.rule != _SUM:
            span = ValueSpan(one.words[0], one.words[-1], one.parsed, one.text)
            found.setdefault(one.field, {}).setdefault((span.first, span.last), span)
    return {name: list(spans.values()) for name, spans in found.items()}


def _without_parts(proposed: dict[str, list[Scored]]) -> None:
    """Leave out what single rates of VAT sum up to: the document's totals are the sums of all (BR-CO-14)."""
    for name, found in proposed.items():
        sums = [set(one.words) for one in found if one.rule == _SUM]
        if sums:
            proposed[name] = [one for one in found if not any(set(one.words) < whole for whole in sums)]


def _amounts(rules: RulesReading) -> dict[Decimal, int]:
    counts: dict[Decimal, int] = {}
    for match in rules.printed.matches("amount", rules.context):
        if not match.weak:
            amount = Decimal(match.parsed.value)
            counts[amount] = counts.get(amount, 0) + 1
    return counts


def _vary(
    proposed: dict[str, list[Scored]],
    scores: WordScores,
    rules: RulesReading,
    schema: Schema,
    flow: Flow,
) -> None:
    places = places_by_word(flow)
    for column, name in enumerate(scores.fields):
        if name not in schema or schema[name].type in GRAMMAR_TYPES or name not in proposed:
            continue
        runs = RunScores.of(scores, column, flow)
        seen = {one.words for one in proposed[name] if one.source == "model"}
        made: list[Scored] = []
        likely = sorted(proposed[name], key=lambda one: -one.probability)[:_VARIED]
        for one in proposed[name]:
            if one.source != "model" and one.words not in seen:
                parts = places_of(one.words, flow, places)
                if parts is not None:
                    chance = runs.of_run(parts[0].start, parts[-1].stop - 1)
                    made.append(one._replace(source="model", probability=chance, rule=None))
        for one in likely:
            parts = places_of(one.words, flow, places) if one.probability >= _LEAST_VARIED else None
            if parts is None:
                continue
            for kind, cut in variants(parts, flow, rules.printed, schema[name].type == "name"):
                chance = runs.of_run(cut[0].start, cut[-1].stop - 1)
                found = text_candidate(schema[name], rules.printed, flow, cut, chance, rules.context)
                if found is not None and found.words not in seen:
                    seen.add(found.words)
                    made.append(found._replace(variant=kind))
        proposed[name] = [*proposed[name], *made]


def _merged(found: Sequence[Scored], type_: str, is_modelled: bool) -> list[tuple[Candidate, Scored]]:
    """One candidate for each value, with the print of its strongest source."""
    by_value: dict[str, list[Scored]] = {}
    for one in found:
        by_value.setdefault(same_value(one), []).append(one)
    merged = []
    for same in by_value.values():
        best = min(
            same,
            key=lambda c: (c.variant is not None, not c.words, -c.probability, c.source, c.words, c.value),
        )
        model = max((one.probability for one in same if one.source == "model"), default=0.0)
        rules: dict[str, float] = {}
        for one in same:
            if one.source != "model":
                name = one.rule or "implied"
                rules[name] = max(rules.get(name, 0.0), one.probability)
        scheme = best.scheme or next((one.scheme for one in same if one.scheme), None)
        source: Literal["model", "rule"] = "model" if model >= max(rules.values(), default=0.0) else "rule"
        best = best._replace(scheme=scheme, source=source)
        merged.append((best, model, rules))
    merged.sort(key=lambda one: -one[1])
    return [
        (
            Candidate(
                best.field, type_, best.value, best.text, best.words,
                model if is_modelled else None, rank, rules, 1, best.variant, best.scheme, best.checked,
                best.alternatives,
            ),
            best,
        )
        for rank, (best, model, rules) in enumerate(merged)
    ]  # fmt: skip

"""Candidates of the page itself: of the model, of rules, of installed proposers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from paperformer.extraction.decode import DecodeConfig, decode
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.resolve import candidates_of
from paperformer.fields.finding import Finding
from paperformer.fields.scored import Candidates, Scored
from paperformer.fields.values.iban import LENGTHS
from paperformer.fields.values.spans import ValueSpan

_CONFIG = DecodeConfig(per_field=8, least=0.002)
_SUM = "sum"  # the rule whose values no words print


def model_candidates(document: ReadDocument, _earlier: Candidates) -> Iterator[Scored]:
    """What the model scores: values of the field's type, those that rules found among them, and texts."""
    words, rules = document.page.words, document.rules
    found = decode(
        words, document.scores, document.page.schema, rules.page.context, _CONFIG,
        printed=rules.page.printed, flow=document.flow, named=_spans_of(rules.findings),
    )  # fmt: skip
    return chain.from_iterable(found.values())


def rule_candidates(document: ReadDocument, _earlier: Candidates) -> Iterator[Scored]:
    """What rules found, the best of each field first."""
    return chain.from_iterable(candidates_of(document.rules.findings).values())


def further_candidates(document: ReadDocument, _earlier: Candidates) -> Sequence[Scored]:
    """What installed proposers returned."""
    return document.further


def without_parts(proposed: Candidates) -> Candidates:
    """Leave out parts of other candidates: what a sum adds up, and the first line of an IBAN of two.

    The document's totals are the sums of what single rates of VAT have (BR-CO-14). Who proposed the first
    line of an IBAN proposed the whole.
    """
    sums = {
        name: [set(candidate.words) for candidate in candidates if candidate.rule == _SUM]
        for name, candidates in proposed.items()
    }
    ibans = {
        candidate.words[:1]: candidate
        for candidate in proposed.get("iban", ())
        if candidate.words and LENGTHS.get(candidate.value[:2]) == len(candidate.value)
    }
    return {
        name: [
            _whole(candidate, ibans) if name == "iban" else candidate
            for candidate in candidates
            if not any(set(candidate.words) < whole for whole in sums[name])
        ]
        for name, candidates in proposed.items()
    }


def _whole(iban: Scored, wholes: Mapping[tuple[int, ...], Scored]) -> Scored:
    """The IBAN of two lines that begins with ``iban``, proposed as that was; itself where there is none."""
    whole = wholes.get(iban.words[:1])
    if whole is None or not whole.value.startswith(iban.value) or len(whole.value) == len(iban.value):
        return iban
    return whole._replace(probability=iban.probability, source=iban.source, rule=iban.rule)


def _spans_of(findings: Sequence[Finding]) -> dict[str, list[ValueSpan]]:
    """By field what rules found in neighbouring words, each print once: the model weighs it too."""
    found: dict[str, dict[tuple[int, int], ValueSpan]] = {}
    for finding in findings:
        is_run = finding.words and finding.words[-1] - finding.words[0] == len(finding.words) - 1
        if is_run and finding.rule != _SUM:
            span = ValueSpan(finding.words[0], finding.words[-1], finding.parsed, finding.text)
            found.setdefault(finding.field, {}).setdefault((span.first, span.last), span)
    return {name: list(spans.values()) for name, spans in found.items()}

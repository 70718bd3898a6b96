"""The candidates of every field, made once: proposed in stages, and merged where they have one value."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from paperformer.evidence.candidate import Candidate
from paperformer.evidence.page import ObservedPage
from paperformer.evidence.remembered import Remembered
from paperformer.evidence.scorer import Weighed
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.proposers.stages import proposed_in
from paperformer.extraction.relations.relation import same_value
from paperformer.extraction.sums.deductions import deductions_in
from paperformer.fields.page.view import PageView
from paperformer.fields.scored import Candidates, Scored


class DocumentCandidates(NamedTuple):
    """What evidence is observed of.

    Args:
        page: The document with its candidates.
        scored: The same candidates as model and rules proposed them, in the same order.
    """

    page: ObservedPage
    scored: Mapping[str, Sequence[Scored]]


def read_candidates(
    document: ReadDocument, remembered: Remembered | None = None, without: Collection[str] = ()
) -> DocumentCandidates:
    """All candidates of a document, one for each value of a field.

    Args:
        document: As model and rules read it.
        remembered: Confirmed pages of the supplier.
        without: Names of proposers that are switched off.
    """
    proposed = proposed_in(document, without)
    return merged_candidates(document.page, proposed, document.scores.fields, remembered)


def merged_candidates(
    view: PageView,
    proposed: Candidates,
    modelled: Collection[str],
    remembered: Remembered | None = None,
) -> DocumentCandidates:
    """One candidate for each value of a field.

    Args:
        view: The document.
        proposed: All that was proposed.
        modelled: Fields that the model scores.
        remembered: Confirmed pages of the supplier.
    """
    made = {
        name: _merged(found, view.schema[name].type, name in modelled)
        for name, found in proposed.items()
        if found and name in view.schema
    }
    candidates = {name: [candidate for candidate, _ in pairs] for name, pairs in made.items()}
    deductions = deductions_in(view.words, view.printed, view.context)
    page = ObservedPage(view, candidates, deductions, remembered)
    return DocumentCandidates(
        page, {name: [candidate for _, candidate in pairs] for name, pairs in made.items()}
    )


def weighed_candidates(
    reading: DocumentCandidates, weighed: Mapping[str, Sequence[Weighed]]
) -> dict[str, list[Scored]]:
    """The candidates of every field with the probabilities that the evidence gives them, and that evidence.

    Args:
        reading: The candidates.
        weighed: By field what was made of each, in their order.
    """
    return {
        name: [
            candidate._replace(probability=own.probability, evidence=tuple(own.counts.items()))
            for candidate, own in zip(candidates, weighed[name], strict=True)
        ]
        for name, candidates in reading.scored.items()
    }


def _merged(candidates: Sequence[Scored], type_: str, is_modelled: bool) -> list[tuple[Candidate, Scored]]:
    """One candidate for each value, with the print of its strongest source."""
    by_value: dict[str, list[Scored]] = {}
    for candidate in candidates:
        by_value.setdefault(same_value(candidate), []).append(candidate)
    merged = []
    for same in by_value.values():
        known = next((candidate for candidate in same if candidate.source == "known"), None)
        best = known or min(
            same,
            key=lambda c: (c.variant is not None, not c.words, -c.probability, c.source, c.words, c.value),
        )
        model = max((candidate.probability for candidate in same if candidate.source == "model"), default=0.0)
        rules: dict[str, float] = {}
        for candidate in same:
            if candidate.source == "rule":
                name = candidate.rule or "implied"
                rules[name] = max(rules.get(name, 0.0), candidate.probability)
        scheme = best.scheme or next((candidate.scheme for candidate in same if candidate.scheme), None)
        if known is None:
            is_of_model = model >= max(rules.values(), default=0.0)
            best = best._replace(source="model" if is_of_model else "rule")
        best = best._replace(scheme=scheme)
        merged.append((best, model, rules))
    merged.sort(key=lambda entry: -entry[1])
    return [
        (
            Candidate(
                best.field, type_, best.value, best.text, best.words,
                model if is_modelled else None, rank, rules, 1, best.variant, best.scheme, best.checked,
                best.alternatives, best.known,
            ),
            best,
        )
        for rank, (best, model, rules) in enumerate(merged)
    ]  # fmt: skip

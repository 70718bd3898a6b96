"""Names and addresses once more: with the model's probability, and cut otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from paperformer.extraction.decode import text_candidate
from paperformer.extraction.proposers.read_document import ReadDocument
from paperformer.extraction.text_variants import variants
from paperformer.fields.scored import Candidates, Scored
from paperformer.fields.values.kinds import GRAMMAR_TYPES

_VARIED = 3  # texts of a field of which variants are made
_LEAST_VARIED = 0.05  # probability of a text of which they are made


def rule_texts(document: ReadDocument, earlier: Candidates) -> Iterator[Scored]:
    """Texts that rules found and the model did not propose, with the model's probability of them."""
    for column, name in _texts(document, earlier):
        seen = {candidate.words for candidate in earlier[name] if candidate.source == "model"}
        for candidate in earlier[name]:
            parts = (
                document.parts(candidate.words)
                if candidate.source != "model" and candidate.words not in seen
                else None
            )
            if parts is not None:
                chance = document.run_scores(column).of_run(parts[0].start, parts[-1].stop - 1)
                yield candidate._replace(source="model", probability=chance, rule=None)


def text_variants(document: ReadDocument, earlier: Candidates) -> Iterator[Scored]:
    """Longer and shorter readings of the likeliest texts of a field."""
    printed, context = document.page.printed, document.page.context
    for column, name in _texts(document, earlier):
        definition = document.page.schema[name]
        seen = {candidate.words for candidate in earlier[name] if candidate.source == "model"}
        found = (candidate for candidate in earlier[name] if candidate.source != "known")
        for candidate in sorted(found, key=lambda candidate: -candidate.probability)[:_VARIED]:
            parts = document.parts(candidate.words) if candidate.probability >= _LEAST_VARIED else None
            if parts is None:
                continue
            for kind, cut in variants(parts, document.flow, printed, definition.type == "name"):
                chance = document.run_scores(column).of_run(cut[0].start, cut[-1].stop - 1)
                varied = text_candidate(definition, printed, document.flow, cut, chance, context)
                if varied is not None and varied.words not in seen:
                    seen.add(varied.words)
                    yield varied._replace(variant=kind)


def _texts(document: ReadDocument, earlier: Candidates) -> Iterator[tuple[int, str]]:
    """The fields of free text that the model scores and that have candidates, with their column."""
    for column, name in enumerate(document.scores.fields):
        if (
            name in document.page.schema
            and name in earlier
            and document.page.schema[name].type not in GRAMMAR_TYPES
        ):
            yield column, name

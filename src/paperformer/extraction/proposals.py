"""Candidates of model and rules together, each as probable as all that is observed of it makes it."""

from __future__ import annotations

from collections.abc import Sequence

from paperformer.documents.model import Word
from paperformer.evidence.scorer import Scorer
from paperformer.extraction.candidates import Reading
from paperformer.extraction.known_parties.recognise import KnownParties
from paperformer.extraction.scored import Scored
from paperformer.fields.schema import Schema


def weigh(
    reading: Reading, words: Sequence[Word], schema: Schema, known: KnownParties, scorer: Scorer
) -> dict[str, list[Scored]]:
    """Candidates by field, with the probabilities that the evidence gives them.

    Args:
        reading: The candidates, and the page they stand on.
        words: Of the document.
        schema: The fields that there are.
        known: Suppliers and customers that are known already.
        scorer: Weighs the evidence.
    """
    proposed = {}
    for name, found in reading.page.candidates.items():
        weighed = scorer.weigh(found, reading.page)
        proposed[name] = [
            one._replace(probability=own.probability)
            for one, own in zip(reading.scored[name], weighed, strict=True)
        ]
    known.propose(proposed, words, schema.names)
    return proposed

"""The weights that ship are of evidence and relations that exist."""

from __future__ import annotations

from paperformer.evidence.weights import load_weights
from paperformer.extraction.model_folder import EVIDENCE
from paperformer.extraction.model_path import default_model_path
from paperformer.learning.evidence_fit import names_of_evidence


def test_every_weight_of_the_default_model_is_of_evidence_that_exists() -> None:
    weights = load_weights(default_model_path() / EVIDENCE)
    named = set(weights.shared)
    for group in (weights.types, weights.fields):
        named |= {name for own in group.values() for name in own}
    assert named <= set(names_of_evidence())

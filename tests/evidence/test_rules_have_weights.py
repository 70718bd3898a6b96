"""Every rule that proposes a candidate has evidence of its own, so that the fit can trust or distrust it."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperformer.evidence.observers.sources import WEIGHED_RULES
from paperformer.extraction.by_rules import read_by_rules
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import load_jsonl
from paperformer.synthesis.corpus import write_corpus

# Of these the confidence of the rule says all.
TRUSTED = {
    "slip", "firm", "window", "context", "stay", "announced", "near iban", "print", "language", "kind",
    "letterhead",
}  # fmt: skip


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The rules that find something in 40 generated documents."""
    path = write_corpus(tmp_path_factory.mktemp("drawn") / "drawn.jsonl", 40, 3)
    schema = load_schema()
    readings = (read_by_rules(one.document, schema, schema.names, {}) for one in load_jsonl(Path(path)))
    return frozenset(finding.rule for reading in readings for finding in reading.findings)


def test_every_rule_that_finds_something_is_named_among_the_evidence(found: frozenset[str]) -> None:
    assert found <= {*WEIGHED_RULES, *TRUSTED}
    assert len(found) > 8

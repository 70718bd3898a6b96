"""How often the findings of rules are right, by rule and trait, and the weights that say so.

    PAPERFORMER_DATA=... python benchmarks/findings.py [--write] [--pages FILE]

The documents are those on which ``evidence.py`` fits: the development sets with their open labels, and
generated ones; with ``--pages`` those of a file too (``world.py --split train --write``). ``--write`` fits
the weights anew into ``fields/findings.json``; fit the evidence after it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from gate.sets import sources_at

from evidence import MEASURED_ONLY, documents_by_set
from paperformer.extraction.compare import same_value
from paperformer.fields import finding
from paperformer.fields.page.view import view_of
from paperformer.fields.rules import all_findings
from paperformer.fields.schema import Schema, load_schema
from paperformer.labelled.documents import LabelledDocument, load_jsonl
from paperformer.labelled.truths import Truths
from paperformer.learning.calibrate import GENERATED
from paperformer.learning.finding_fit import Judged, fit_findings

WEIGHTS = Path(finding.__file__).with_name(finding.FITTED)


def main() -> None:
    """Read, judge, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--write", action="store_true", help="fit the weights anew")
    parser.add_argument("--pages", type=Path, action="append", default=[], help="further labelled documents")
    options = parser.parse_args()
    schema = load_schema()
    truths = Truths(schema)
    judged: list[Judged] = []
    for name, documents in documents_by_set(sources_at(options.cache)).items():
        if name not in MEASURED_ONLY:
            for one in documents:
                judged += judged_of(truths.read(one), schema, GENERATED if name == "generated" else 1.0)
    for file in options.pages:
        for one in load_jsonl(file):
            judged += judged_of(truths.read(one), schema, 1.0)
    weights = fit_findings(judged)
    counts, right = Counter[str](), Counter[str]()
    for one in judged:
        for feature in finding.features(one.finding.rule, one.finding.traits):
            counts[feature] += 1
            right[feature] += one.right
    for feature, count in sorted(counts.items()):
        print(f"{feature:45} {count:6}  right {right[feature] / count:.3f}  weight {weights[feature]:+.2f}")
    if options.write:
        # Labelled words have no codes: what no document shows keeps the weight that it had.
        unseen = {name: weight for name, weight in finding.fitted().items() if rule_of(name) not in counts}
        weights = dict(sorted({**unseen, **weights}.items()))
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


def rule_of(feature: str) -> str:
    """The rule of a feature that ``finding.features`` names."""
    return feature.partition(":")[0]


def judged_of(labelled: LabelledDocument, schema: Schema, weight: float) -> Iterator[Judged]:
    """The findings of a document of fields whose truth is known, each value of a rule once."""
    document = labelled.document
    if not document.words:
        return
    seen = set()
    for one in all_findings(view_of(document, schema)):
        key = one.field, one.parsed.value, one.rule, one.traits
        if one.field in schema and one.field in labelled.known and key not in seen:
            seen.add(key)
            truth = [value for value in labelled.fields.get(one.field, ()) if value]
            type_ = schema[one.field].type
            right = same_value(type_, one.parsed.value, truth) or same_value(type_, one.text, truth)
            yield Judged(one, right, weight)


if __name__ == "__main__":
    main()

"""How often the country of a document is told, and the weights of what tells it.

    PAPERFORMER_DATA=... python benchmarks/countries.py [--write]

The documents are those on which ``evidence.py`` fits, as far as the seller's country is known, ``train`` of
invoices-world, and generated ones. A country is told with weights that saw neither the document nor one with
the same head of the page. ``--write`` fits on all, into ``fields/countries/inference.json``; fit
findings and evidence after it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from gate.labelled_pages import labelled_documents
from gate.sets import Sources, sources_at

from evidence import MEASURED_ONLY, SEED, documents_by_set
from paperformer.fields.context import printed_of
from paperformer.fields.values import country_inference
from paperformer.fields.values.date import date_order_votes
from paperformer.fields.values.language import detect_language
from paperformer.labelled.documents import LabelledDocument
from paperformer.learning.country_fit import Origin, fit_countries
from paperformer.learning.evidence import folds_of

FIELD, FOLDS, HEAD = "supplier_country", 5, 6
WEIGHTS = Path(country_inference.__file__).with_name(country_inference.FITTED)


def main() -> None:
    """Read, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, default=Path("build/development"))
    parser.add_argument("--write", action="store_true", help="fit the weights anew")
    options = parser.parse_args()
    sources = sources_at(options.cache)
    shown: dict[str, list[tuple[str, Origin]]] = {}
    sets = {**documents_by_set(sources), "pages-train": pages_of(sources)}
    for name, documents in sets.items():
        known = [one for one in documents if one.fields.get(FIELD) and one.document.words]
        shown[name] = [(head_of(one), origin_of(one)) for one in known]
    fitted_on = [pair for name, those in shown.items() if name not in MEASURED_ONLY for pair in those]
    fold = folds_of([head for those in shown.values() for head, _ in those], FOLDS, SEED)
    weights = [fit_countries([o for head, o in fitted_on if fold[head] != own]) for own in range(FOLDS)]
    for name, those in shown.items():
        if those:
            report(name, [judged(one, weights[fold[head]]) for head, one in those])
    if options.write:
        found = fit_countries([one for _, one in fitted_on])
        WEIGHTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def pages_of(sources: Sources) -> list[LabelledDocument]:
    """The pages of many countries that training sees too; none where they are not there."""
    labels = sources.data / "invoices-world" / "labels-train.jsonl"
    return labelled_documents(labels, sources.cache) if labels.is_file() else []


def head_of(labelled: LabelledDocument) -> str:
    """The first words of a document: those of one issuer stay together."""
    return " ".join(word.text for word in labelled.document.words[:HEAD])


def origin_of(labelled: LabelledDocument) -> Origin:
    """What speaks for countries on a document, and its own."""
    printed = printed_of(labelled.document.words)
    days, months = date_order_votes(printed.text)
    evidence = country_inference.country_evidence(printed, detect_language(printed), months > 3 * days)
    return Origin(evidence, labelled.fields[FIELD][0])


def judged(one: Origin, weights: Mapping[str, float]) -> tuple[float, bool]:
    """The probability of the document's own country, and whether it is the likeliest."""
    chances = country_inference.chances_of(one.evidence, weights)
    own = chances.get(one.country, 0.0)
    return own, own >= max([1.0 - sum(chances.values()), *chances.values()]) > 0.0


def report(name: str, found: list[tuple[float, bool]]) -> None:
    """One line: documents, how many have the right country first, how surprising it is."""
    surprise = np.mean([-np.log(max(own, 1e-6)) for own, _ in found])
    right = sum(first for _, first in found)
    print(f"{name:15} {len(found):5} documents  {right:5} right  {surprise:.3f} nats")


if __name__ == "__main__":
    main()

"""What the rules alone find, per field, on labelled documents: precision and recall of the best finding.

    PAPERFORMER_DATA=folder python benchmarks/rules.py [--errors FIELD]

Compares after normalisation: dates, amounts and identifiers in normal form, names and addresses by their
letters and digits. A field that a document's truth leaves open is not counted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperformer.documents.model import Document, Page
from paperformer.documents.order import PlacedWord, order_words
from paperformer.evidence.weights import load_weights
from paperformer.extraction.model_path import default_model_path, evidence_of
from paperformer.extraction.relations.relation import Facts
from paperformer.extraction.resolve import candidates_of, resolve
from paperformer.fields.context import infer_context
from paperformer.fields.page.view import view_of
from paperformer.fields.rules import find_by_rules
from paperformer.fields.schema import load_schema

SETS = ("invoices-zugferd/train.jsonl", "orders-deepform/train.jsonl.gz", "receipts-sroie/train.jsonl")


def records(path: Path) -> Iterator[dict[str, Any]]:
    with (gzip.open if path.suffix == ".gz" else Path.open)(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def document_of(record: Mapping[str, Any]) -> Document:
    """The record's words in reading order, as the readers of documents give them."""
    pages = []
    for page in record["pages"]:
        number, width, height = page["number"], page["width"], page["height"]
        placed = [
            PlacedWord(word["text"], tuple(word["box"]), (word["box"][1], word["box"][3]))
            for word in record["words"]
            if word["page"] == number
        ]
        pages.append(
            Page(number, width, height, order_words(placed, page=number, width=width, height=height))
        )
    return Document(record["id"], tuple(pages))


def squeezed(value: str) -> str:
    return "".join(c for c in value.casefold() if c.isalnum())


def is_right(field: str, value: str, truth: list[str]) -> bool:
    if field.startswith("total") or field == "amount_due":
        return any(float(value) == float(wanted) for wanted in truth)
    if field.endswith(("_phone",)):
        return any(squeezed(value)[-8:] == squeezed(wanted)[-8:] for wanted in truth)
    if field.endswith("_address"):  # the truth composes it in an order of its own
        return any(same_parts(value, wanted) for wanted in truth)
    return squeezed(value) in {squeezed(wanted) for wanted in truth}


def same_parts(value: str, wanted: str) -> bool:
    """Whether all words of an address are there, with no more than three others (country, district)."""
    parts, needed = Counter(map(squeezed, value.split())), Counter(map(squeezed, wanted.split()))
    return not needed - parts and (parts - needed).total() <= 3


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--errors", help="print the documents where this field is wrong")
    parser.add_argument("--alone", action="store_true", help="without the joint choice")
    arguments = parser.parse_args()
    folder = os.environ.get("PAPERFORMER_DATA")
    if not folder:
        print("set PAPERFORMER_DATA to the folder of the labelled documents", file=sys.stderr)
        return 2
    schema = load_schema()
    weights = load_weights(evidence_of(default_model_path())).relations
    for name in SETS:
        counts: dict[str, Counter[str]] = {}
        spent, words = 0.0, 0
        for record in records(Path(folder) / name):
            document = document_of(record)
            context = infer_context(document.words)
            begin = time.process_time()
            findings = find_by_rules(view_of(document, schema, context))
            spent += time.process_time() - begin
            words += len(document.words)
            found = candidates_of(findings)
            if not arguments.alone:
                found = resolve(found, weights, Facts(context))
            for field, truth in record["fields"].items():
                count = counts.setdefault(field, Counter())
                values = [candidate.value for candidate in found.get(field, [])]
                right = [is_right(field, value, truth) for value in values]
                count["truth"] += 1
                count["found"] += bool(values)
                count["right"] += bool(right[:1] and right[0])
                count["among"] += any(right)
                if arguments.errors == field and not (right and right[0]):
                    shown = [(c.value, round(c.probability, 2)) for c in found.get(field, [])[:4]]
                    print(f"  {record['id']}: {truth} <- {shown}")
        print(f"{name}: {spent / words * 1e6:.1f} ms CPU per 1,000 words")
        print(f"  {'field':24} {'truth':>5} {'found':>5} {'precision':>9} {'recall':>6} {'among':>6}")
        for field, count in counts.items():
            precision = count["right"] / max(count["found"], 1)
            recall, among = count["right"] / count["truth"], count["among"] / count["truth"]
            sizes = f"{count['truth']:5} {count['found']:5}"
            print(f"  {field:24} {sizes} {precision:9.2f} {recall:6.2f} {among:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

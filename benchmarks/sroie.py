"""SROIE task 3: the official protocol and the one by content, on the held-out receipts and on the test set.

    PAPERFORMER_DATA=... python benchmarks/sroie.py [--model DIR] [--test] [--from-image] [--known-parties]

With ``--known-parties`` once more, the sellers of the training part being known (docs/known-parties.md): to
the test set all of them, to each tenth of the held-out receipts those of the others. Without ``--test`` only
receipts that no training saw are read: those of the training part that the model's ``held_out.json`` names.
The test set is for finished models, once each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from paperformer.evaluation.evaluate import evaluate
from paperformer.evaluation.sroie import Score
from paperformer.extraction.known_parties.learn import learn_parties
from paperformer.extraction.model_path import default_model_path
from paperformer.labelled.record import read_records
from paperformer.labelled.values import answers_of

Protocols = Mapping[str, Mapping[str, Mapping[str, Score]]]
TENTHS = 10


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--test", action="store_true", help="the official test set as well")
    parser.add_argument("--from-image", action="store_true", help="the held-out pictures by OCR as well")
    parser.add_argument(
        "--known-parties", action="store_true", help="also with the training part's sellers known"
    )
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    folder = Path(data or "") / "receipts-sroie"
    if not data or not folder.is_dir():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-sroie")
    keys = json.loads((options.model / "held_out.json").read_text())["receipts-sroie"]
    train, model = folder / "train.jsonl", options.model
    show("held out, text given", evaluate(train, model=model, keys=keys).sroie)
    if options.known_parties:
        show("held out, text given, others' sellers known", held_out_with_known(train, model, keys))
    for engine in ("accurate", "fast") if options.from_image else ():
        read = evaluate(train, model=model, keys=keys, from_image=True, ocr_engine=engine)
        show(f"held out, from the picture, {engine}", read.sroie)
    if options.test:
        test = folder / "test.jsonl"
        show("test, text given", evaluate(test, model=model).sroie)
        if options.known_parties:
            known = learn_parties(answers_of(train))
            show(
                "test, text given, train's sellers known",
                evaluate(test, model=model, known_parties=known).sroie,
            )


def held_out_with_known(train: Path, model: Path, keys: Sequence[str]) -> Protocols:
    """The scores of the documents ``keys``, a tenth at a time, the sellers of all others being known."""
    answers = {str(record.id): record.fields for record, _ in read_records(train)}
    total: dict[str, dict[str, dict[str, Score]]] = {}
    for tenth in range(TENTHS):
        mine = keys[tenth::TENTHS]
        known = learn_parties(answer for key, answer in answers.items() if key not in set(mine))
        for protocol, parts in evaluate(train, model=model, keys=mine, known_parties=known).sroie.items():
            for part, scores in parts.items():
                sums = total.setdefault(protocol, {}).setdefault(part, {})
                sums.update({name: sums.get(name, Score()) + score for name, score in scores.items()})
    return total


def show(title: str, protocols: Protocols) -> None:
    """One line a protocol and group."""
    for protocol, parts in protocols.items():
        for part, scores in parts.items():
            figures = "  ".join(f"{name} {score.f1:.3f}" for name, score in scores.items())
            print(f"{title:43} {protocol:8} {part:17} {figures}", flush=True)


if __name__ == "__main__":
    main()

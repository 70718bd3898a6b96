"""SROIE task 3: the official protocol and the one by content, on the held-out receipts and on the test set.

    PAPERFORMER_DATA=... python benchmarks/sroie.py [--model DIR] [--test] [--from-image]

Without ``--test`` only receipts that no training saw are read: those of the training part that the model's
``held_out.json`` names. The test set is for finished models, once each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from paperformer.extraction.evaluate import evaluate
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.sroie import Score


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--test", action="store_true", help="the official test set as well")
    parser.add_argument("--from-image", action="store_true", help="the held-out pictures by OCR as well")
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    folder = Path(data or "") / "receipts-sroie"
    if not data or not folder.is_dir():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-sroie")
    keys = json.loads((options.model / "held_out.json").read_text())["receipts-sroie"]
    train, model = folder / "train.jsonl", options.model
    show("held out, text given", evaluate(train, model=model, keys=keys).sroie)
    for engine in ("rapidocr", "fast") if options.from_image else ():
        read = evaluate(train, model=model, keys=keys, from_image=True, ocr_engine=engine)
        show(f"held out, from the picture, {engine}", read.sroie)
    if options.test:
        show("test, text given", evaluate(folder / "test.jsonl", model=model).sroie)


def show(title: str, protocols: Mapping[str, Mapping[str, Mapping[str, Score]]]) -> None:
    """One line a protocol and group."""
    for protocol, parts in protocols.items():
        for part, scores in parts.items():
            figures = "  ".join(f"{name} {score.f1:.3f}" for name, score in scores.items())
            print(f"{title:40} {protocol:8} {part:17} {figures}", flush=True)


if __name__ == "__main__":
    main()

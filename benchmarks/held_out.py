"""F1 on the held-out orders and documents of receipts-world, words given: development, to choose models by.

    PAPERFORMER_DATA=... python benchmarks/held_out.py [--model DIR]

The documents are those that the default model's ``held_out.json`` names, which no training saw (its receipts
of SROIE are ``sroie.py``'s). All answers count. Labels of receipts-world are ours
(recipes/labels/receipts-world.jsonl); the scans that ``receipts_world.py`` reads are other documents.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from paperformer.evaluation.evaluate import Answer, field_scores
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.labelled.documents import load_corpus

SETS = ("orders-deepform", "receipts-world")
LABELS = {"receipts-world": Path(__file__).parents[1] / "recipes" / "labels" / "receipts-world.jsonl"}


def main() -> None:
    """Read and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    files = {name: data / name / "train.jsonl.gz" for name in SETS}
    if not all(file.is_file() for file in files.values()):
        sys.exit(f"Skipped: set PAPERFORMER_DATA to a folder that holds {' and '.join(SETS)}")
    keys = json.loads((default_model_path() / "held_out.json").read_text(encoding="utf-8"))
    with Extractor(options.model, einvoice="ignore", min_confidence=0.0) as extractor:
        for name, file in files.items():
            every = load_corpus(file, standoff=LABELS.get(name))
            documents = [one for one in every if one.key in set(keys[name])]
            answers = [
                Answer(d, extractor.extract_document(d.document).fields, d.document) for d in documents
            ]
            print(f"{len(documents)} held-out documents of {name}")
            for field, score in field_scores(answers, extractor.schema, 0.0).items():
                counts = f"{score.matched} right of {score.expected}, {score.given} given"
                print(f"  {field:30} F1 {score.f1:.3f}  ({counts})")


if __name__ == "__main__":
    main()

"""Invoices of issuers that no training saw: those of invoices-zugferd whose licence kept them out of it.

    PAPERFORMER_DATA=... python benchmarks/issuers.py [--model DIR]

Left out are invoices of issuers that the trained part (ZUGFeRD/corpus, mustangproject, horstoeko) has too, by
the letters and digits of their names. The embedded XML is not read: these are the words of the text layer.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from paperformer.evaluation.evaluate import evaluate
from paperformer.extraction.compare import content
from paperformer.extraction.model_path import default_model_path
from paperformer.labelled.documents import LabelledDocument, load_corpus

TRAINED = ("ZUGFeRD+", "horstoeko+")
FIELDS = (
    "document_number", "document_date", "total_incl_vat", "total_excl_vat", "total_vat", "iban",
    "supplier_vat_number",
)  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    dataset = Path(data or "") / "invoices-zugferd" / "train.jsonl"
    if not data or not dataset.is_file():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds invoices-zugferd")
    keys = unseen(load_corpus(dataset))
    scores = evaluate(dataset, model=options.model, keys=keys, threshold=0.0).fields
    print(f"{len(keys)} invoices of issuers unseen in training")
    for name in FIELDS:
        score = scores[name]
        print(
            f"{name:22} F1 {score.f1:.3f}  ({score.matched} right of {score.expected}, {score.given} given)"
        )


def unseen(documents: Sequence[LabelledDocument]) -> list[str]:
    """Keys of the documents of issuers that the trained ones do not have."""

    def issuer(labelled: LabelledDocument) -> str:
        return content(" ".join(labelled.fields.get("supplier_name", ())))

    def trained(labelled: LabelledDocument) -> bool:
        return str(labelled.flags.get("source", "")).startswith(TRAINED)

    known = {issuer(labelled) for labelled in documents if trained(labelled)}
    return [d.key for d in documents if not trained(d) and issuer(d) not in known]


if __name__ == "__main__":
    main()

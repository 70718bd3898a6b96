"""Files of several documents: how many of those joined are told apart, and how many single ones are cut.

    PAPERFORMER_DATA=... python benchmarks/document_boundaries.py [--joined N]

Cut wrongly: documents of several pages that are one, in which another seems to begin (orders-deepform may
hold two orders in a file, and counts all the same). Joined: three documents drawn from a set make one file,
again and again; what is found is where the second and the third begin. Of receipts-sroie and of
receipts-world those of one page are joined, the text being what an OCR program read.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from paperformer.documents.model import Document
from paperformer.fields.schema import load_schema
from paperformer.labelled.documents import load_corpus
from paperformer.splitting.boundaries import documents_in

SETS = {
    "orders-deepform": ("train.jsonl.gz", "valid.jsonl.gz"),
    "invoices-zugferd": ("train.jsonl",),
    "receipts-sroie": ("train.jsonl", "test.jsonl"),
    "receipts-world": ("train.jsonl.gz",),
}
JOINED = 3


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--joined", type=int, default=100, help="files to make of each set")
    options = parser.parse_args()
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    files = [data / name / file for name, parts in SETS.items() for file in parts]
    missing = [str(file) for file in files if not file.is_file()]
    if missing:
        sys.exit(f"Skipped: set PAPERFORMER_DATA to a folder that holds {', '.join(missing)}")
    schema = load_schema()
    print(f"{'':36}{'one document, cut':>20}{'beginnings found':>20}{'wrong':>8}")
    for file in files:
        documents = [labelled.document for labelled in load_corpus(file)]
        several = [document for document in documents if len(document.pages) > 1]
        cut = sum(len(documents_in(document, schema)) > 1 for document in several)
        singles = documents if file.parent.name in {"orders-deepform", "invoices-zugferd"} else [
            document for document in documents if len(document.pages) == 1
        ]  # fmt: skip
        found, wrong = 0, 0
        chance = random.Random(7)
        for _ in range(options.joined):
            pile, begins = joined(chance.sample(singles, JOINED))
            told = set(documents_in(pile, schema))
            found += len(told & begins)
            wrong += len(told - begins - {1})
        name, of = f"{file.parent.name}/{file.name}", (JOINED - 1) * options.joined
        print(f"{name:36}{f'{cut} of {len(several)}':>20}{f'{found} of {of}':>20}{wrong:8}")


def joined(documents: Sequence[Document]) -> tuple[Document, set[int]]:
    """One file of all ``documents``, and the pages on which those after the first begin."""
    pages, begins = [], set()
    for document in documents:
        begins.add(len(pages) + 1)
        for page in document.pages:
            number = len(pages) + 1
            words = tuple(replace(word, page=number) for word in page.words)
            pages.append(replace(page, number=number, words=words))
    return Document("pile", tuple(pages)), begins - {1}


if __name__ == "__main__":
    main()

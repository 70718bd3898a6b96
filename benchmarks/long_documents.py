"""What reading a long document in one pass is worth: F1 by how much is read, and where the fields stand.

    PAPERFORMER_DATA=... python benchmarks/long_documents.py [--model DIR] [--out build/long-documents]

Two sets: orders-deepform valid (templates that no training saw), and generated documents of 1,024 tokens or
more (``--generated N``, seed 40). Of each document only the first 512, 1,024, 1,496 and 4,096 tokens are
shown to the model, as one whose positions end there would have it. Writes ``results.json`` and, where
matplotlib is, ``long-documents.png``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paperformer.documents.model import Document
from paperformer.evaluation.evaluate import Answer, field_scores
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.fields.context import infer_context
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.alignment import PRESENT, align
from paperformer.synthesis.corpus import draw_corpus, record
from paperformer.text.wordpiece import WordPiece

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LIMITS = (512, 1024, 1496, 4096)
SEED, LONG = 40, 1024
BINS = list(range(0, 4097, 256))


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--out", type=Path, default=Path("build/long-documents"))
    parser.add_argument("--generated", type=int, default=100, help="generated documents")
    options = parser.parse_args()
    data = os.environ.get("PAPERFORMER_DATA")
    orders = Path(data or "") / "orders-deepform" / "valid.jsonl.gz"
    if not data or not orders.is_file():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds orders-deepform")
    tokenizer = WordPiece.load(options.model / "tokenizer.json")
    with Extractor(options.model, einvoice="ignore", min_confidence=0.0) as extractor:
        sets = {"orders": load_corpus(orders), "generated": long_ones(options.generated, tokenizer)}
        results = {name: measured(documents, extractor, tokenizer) for name, documents in sets.items()}
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for name, result in results.items():
        print(f"{name}: {result['documents']} documents, median {result['median_tokens']} tokens")
        for limit, f1 in result["f1"].items():
            print(f"  first {limit:>5} tokens  micro F1 {f1:.3f}")
    if importlib.util.find_spec("matplotlib") is not None:
        draw(results, options.out / "long-documents.png")


def long_ones(count: int, tokenizer: WordPiece) -> list[LabelledDocument]:
    """The first ``count`` generated documents of ``LONG`` tokens or more."""
    lines: list[str] = []
    for document in draw_corpus(100 * count, SEED):
        if len(lines) == count:
            break
        if sum(lengths([word.text for word in document.words], tokenizer)) >= LONG:
            lines.append(json.dumps(record(document, "test")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return load_corpus(path)


def lengths(texts: Sequence[str], tokenizer: WordPiece) -> list[int]:
    """Tokens of each word."""
    counts: list[int] = np.bincount(tokenizer.encode(list(texts)).words, minlength=len(texts)).tolist()
    return counts


def measured(
    documents: Sequence[LabelledDocument], extractor: Extractor, tokenizer: WordPiece
) -> dict[str, Any]:
    """F1 at every limit, and the token at which each field's first print begins."""
    f1, known = {}, sorted({name for d in documents for name in d.known if name in extractor.schema})
    for limit in LIMITS:
        answers = [answer(d, extractor, tokenizer, limit) for d in documents]
        f1[str(limit)] = round(field_scores(answers, extractor.schema, 0.5)["all"].f1, 4)
    counts = [sum(lengths([w.text for w in d.document.words], tokenizer)) for d in documents]
    return {
        "documents": len(documents),
        "median_tokens": int(np.median(counts)),
        "f1": f1,
        "positions": positions(documents, extractor, tokenizer, known),
    }


def answer(labelled: LabelledDocument, extractor: Extractor, tokenizer: WordPiece, limit: int) -> Answer:
    """What the model says of the document's first ``limit`` tokens."""
    counts = lengths([w.text for w in labelled.document.words], tokenizer)
    words = int(np.searchsorted(np.cumsum(counts), limit - 2, side="right"))
    document = first_words(labelled.document, words)
    return Answer(labelled, extractor.extract_document(document).fields, document)


def first_words(document: Document, count: int) -> Document:
    """The document without what comes after its first ``count`` words."""
    pages = []
    for page in document.pages:
        pages.append(replace(page, words=page.words[: max(0, count)]))
        count -= len(page.words)
    return replace(document, pages=tuple(pages))


def positions(
    documents: Iterable[LabelledDocument], extractor: Extractor, tokenizer: WordPiece, fields: Sequence[str]
) -> dict[str, list[int]]:
    """By field, at which token of each document it is printed first."""
    found: dict[str, list[int]] = {name: [] for name in fields}
    for labelled in documents:
        words = labelled.document.words
        starts = np.cumsum([0, *lengths([w.text for w in words], tokenizer)])
        present = align(labelled, extractor.schema, fields, infer_context(words)) == PRESENT
        for column, name in enumerate(fields):
            if present[:, column].any():
                found[name].append(int(starts[int(present[:, column].argmax())]))
    return {name: those for name, those in found.items() if those}


def draw(results: dict[str, Any], path: Path) -> None:
    """Two rows: the histogram of positions, the curve of F1."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(len(results), 2, figsize=(10, 3.2 * len(results)), squeeze=False)
    for row, (name, result) in zip(axes, results.items(), strict=True):
        histogram(row[0], name, result)
        row[1].plot([int(limit) for limit in result["f1"]], list(result["f1"].values()), marker="o")
        row[1].set(title=f"{name}: what is read of it", xlabel="first tokens read", ylabel="micro F1")
        row[1].set_xscale("log", base=2)
        row[1].set_xticks(LIMITS, [f"{limit:,}" for limit in LIMITS])
        row[1].grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def histogram(axes: Axes, name: str, result: dict[str, Any]) -> None:
    """Where the first print of each field begins; the commonest ten fields."""
    those = sorted(result["positions"].items(), key=lambda item: -len(item[1]))[:10]
    axes.hist([places for _, places in those], BINS, stacked=True, label=[field for field, _ in those])
    axes.set(title=f"{name}: where the fields stand", xlabel="token", ylabel="fields")
    axes.legend(fontsize=6)


if __name__ == "__main__":
    main()

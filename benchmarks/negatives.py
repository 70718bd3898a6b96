"""Fields invented on pages that are none of ours: generated ones, and real contracts and articles.

    python benchmarks/negatives.py [--model DIR] [--count N]

A field counts as invented where its best candidate's level is above ``mid`` (a confidence of 0.95 or more).
The language of a page is no invention, every other field is, a letter's date and a contract's currency
included. Generated pages are letters, CVs, contracts, tables, newspapers, forms and blank pages
(``synthesis.negatives``), of a seed that no training uses. With PAPERFORMER_DATA set, also contracts
(contracts-kleister) and articles (wikitext-2): running text without boxes, set here in lines on A4 pages, the
first page of each.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from paperformer.documents.model import Box, Document, Page, Word
from paperformer.extraction.model_path import default_model_path
from paperformer.extraction.pipeline import Extractor
from paperformer.labelled.documents import load_jsonl
from paperformer.synthesis.negatives import write_negatives

SEED = 2024
ABOVE_MID = 0.95
SIGNS_A_LINE, LINES_A_PAGE = 92, 54  # of running text in 11 points on A4 with usual margins
_WIDTH, _HEIGHT, _MARGIN, _STEP = 595.0, 842.0, 60.0, 13.4


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--count", type=int, default=300, help="generated documents, and real ones a set")
    options = parser.parse_args()
    with Extractor(options.model, einvoice="ignore", min_confidence=0.0) as extractor:
        show("generated", extractor, generated(options.count))
        data = os.environ.get("PAPERFORMER_DATA")
        if not data:
            print("Skipped the real ones: set PAPERFORMER_DATA to a folder of labelled documents")
            return
        show("contracts-kleister", extractor, contracts(Path(data), options.count))
        show("wikitext-2", extractor, articles(Path(data), options.count))


def show(title: str, extractor: Extractor, documents: Iterable[tuple[str, Document]]) -> None:
    """The share of documents with an invented field, by kind, and how often each field was."""
    kinds: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    fields: Counter[str] = Counter()
    for kind, document in documents:
        names = invented(extractor, document)
        kinds[kind] += 1
        wrong[kind] += bool(names)
        fields.update(names)
    count, of = sum(wrong.values()), sum(kinds.values())
    print(f"{title}: {count} of {of} documents with a field above mid ({count / max(of, 1):.1%})")
    print("  by kind:  " + ", ".join(f"{kind} {wrong[kind]}/{kinds[kind]}" for kind in sorted(kinds)))
    print(
        "  by field: " + (", ".join(f"{name} {n}" for name, n in fields.most_common()) or "none"), flush=True
    )


def invented(extractor: Extractor, document: Document) -> list[str]:
    """The fields that claim to be above ``mid``, but the language."""
    fields = extractor.extract_document(document).fields
    return [name for name, best in fields.items() if name != "language" and best[0].confidence >= ABOVE_MID]


def generated(count: int, seed: int = SEED) -> Iterator[tuple[str, Document]]:
    """Pages of our own making, with their kind."""
    with TemporaryDirectory() as folder:
        for labelled in load_jsonl(write_negatives(Path(folder) / "negatives.jsonl", count, seed)):
            yield str(labelled.flags["kind"]), labelled.document


def contracts(data: Path, count: int) -> Iterator[tuple[str, Document]]:
    """The first pages of real non-disclosure agreements."""
    with gzip.open(data / "contracts-kleister" / "train.jsonl.gz", "rt", encoding="utf-8") as lines:
        for _, line in zip(range(count), lines, strict=False):
            entry = json.loads(line)
            yield "contract", page_of(entry["id"], entry["text"])


def articles(data: Path, count: int) -> Iterator[tuple[str, Document]]:
    """The beginnings of articles of an encyclopaedia; their tokens put together as they are printed."""
    text = (data / "wikitext-2" / "valid.txt").read_text(encoding="utf-8")
    for number, body in enumerate(re.split(r"\n = (?=[^=])", text)[1 : count + 1]):
        printed = re.sub(r" @(.)@ ", r"\1", body).replace("<unk>", "")
        printed = re.sub(r" ([.,;:!?)])", r"\1", re.sub(r"\( ", "(", printed)).replace(" = ", "\n")
        yield "article", page_of(f"article {number}", printed)


def page_of(name: str, text: str) -> Document:
    """Running text as one page: lines broken at a fixed number of signs, all signs of one width."""
    lines = [part for line in text.split("\n") for part in textwrap.wrap(line, SIGNS_A_LINE)]
    sign = (_WIDTH - 2 * _MARGIN) / SIGNS_A_LINE
    words = []
    for row, line in enumerate(lines[:LINES_A_PAGE]):
        top = _MARGIN + row * _STEP
        for match in re.finditer(r"\S+", line):
            left, right = _MARGIN + match.start() * sign, _MARGIN + match.end() * sign
            box = Box(left / _WIDTH, top / _HEIGHT, right / _WIDTH, (top + 10) / _HEIGHT)
            words.append(Word(match.group(), box, 1, row))
    return Document(name=name, pages=(Page(1, _WIDTH, _HEIGHT, tuple(words)),))


if __name__ == "__main__":
    main()

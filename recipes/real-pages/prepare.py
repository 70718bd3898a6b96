"""Writes what stage 13 of the default model learns from: real pages with their words, and older documents.

    PAPERFORMER_DATA=... PAPERFORMER_RUNS=... python recipes/real-pages/prepare.py [--folds 3]

Into ``$PAPERFORMER_RUNS/real-pages``: ``world.jsonl`` (invoices-world, ``train``), ``receipts.jsonl``
(receipts-softmatic, and the SROIE receipts whose fields are all labelled), ``older.jsonl`` (a sample of what
the stages before learned from, without what ``held_out.json`` names), ``generated.jsonl.gz`` and
``negatives.jsonl.gz``. With ``--folds N``, ``world-without-K.jsonl`` leaves a part of the documents out, and
``world-K.jsonl`` has that part: a model that has not seen a document proposes its candidates for the fit of
evidence. A fold keeps all documents of a repository together.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from gate.labelled_pages import open_pages, read_labels  # noqa: E402
from world import record_of  # noqa: E402

from paperformer.extraction.label_record import printed_record  # noqa: E402
from paperformer.extraction.model_path import default_model_path  # noqa: E402
from paperformer.labelled.documents import LabelledDocument, load_corpus  # noqa: E402
from paperformer.learning.corpus import renamed  # noqa: E402
from paperformer.synthesis.corpus import write_corpus  # noqa: E402
from paperformer.synthesis.negatives import write_negatives  # noqa: E402

PLACES = ROOT / "recipes" / "labels"
CLEAR = ("ZUGFeRD+", "horstoeko+")  # repositories of e-invoices under permissive licences
SHARES = {"receipts-sroie": 0.35, "receipts-world": 0.5, "orders-deepform": 0.4, "invoices-zugferd": 1.0}
GENERATED, NEGATIVES, SEED = 1200, 150, 70701


def main() -> None:
    """Write all files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--cache", type=Path, default=ROOT / "build" / "development")
    options = parser.parse_args()
    data, runs = (Path(os.environ[name]) for name in ("PAPERFORMER_DATA", "PAPERFORMER_RUNS"))
    folder = runs / "real-pages"
    folder.mkdir(parents=True, exist_ok=True)
    world = list(real_pages(data / "invoices-world" / "labels-train.jsonl", options.cache))
    write(folder / "world.jsonl", world)
    receipts = [data / "receipts-softmatic" / "labels.jsonl", data / "receipts-sroie" / "lines-train.jsonl"]
    held_out = held_out_of("receipts-sroie")
    every = (one for path in receipts for one in real_pages(path, options.cache))
    write(folder / "receipts.jsonl", [one for one in every if one["id"] not in held_out])
    write(folder / "older.jsonl", older(data))
    write_corpus(folder / "generated.jsonl.gz", GENERATED, SEED)
    write_negatives(folder / "negatives.jsonl.gz", NEGATIVES, SEED)
    fold = folds(world, sources_of(data / "invoices-world" / "sources.tsv"), options.folds)
    for own in range(options.folds):
        write(folder / f"world-{own}.jsonl", [one for one in world if fold[one["id"]] == own])
        write(folder / f"world-without-{own}.jsonl", [one for one in world if fold[one["id"]] != own])


def real_pages(labels: Path, cache: Path) -> Iterator[dict[str, Any]]:
    """The documents of a file of labels, with the words that our reader finds in them."""
    return (record_of(page, document) for page, document in open_pages(read_labels(labels), cache))


def held_out_of(name: str) -> frozenset[str]:
    """The documents of a set that no training may see."""
    return frozenset(json.loads((default_model_path() / "held_out.json").read_text("utf-8"))[name])


def older(data: Path) -> Iterator[dict[str, Any]]:
    """A share of the documents that the stages before learned from."""
    generator = np.random.default_rng(SEED)
    for name, share in SHARES.items():
        held_out = held_out_of(name) if name != "invoices-zugferd" else frozenset[str]()
        for one in older_set(data / name):
            if one.key not in held_out and generator.random() < share:
                yield {
                    "id": f"{name}/{one.key}",
                    "fields": {field: list(values) for field, values in one.fields.items()},
                    "known": sorted(one.known),
                    **labelled_words(one),
                }


def labelled_words(one: LabelledDocument) -> dict[str, Any]:
    """Pages and words, with the labels of words where the set has them."""
    record = printed_record(one.document)
    if one.labels is not None:
        for word, labels in zip(record["words"], one.labels, strict=True):
            word["labels"] = list(labels)
    return record


def older_set(folder: Path) -> Iterator[LabelledDocument]:
    """The documents of a set whose licence allows to learn from them."""
    path = next(p for p in (folder / "train.jsonl", folder / "train.jsonl.gz") if p.is_file())
    if folder.name == "receipts-world":
        for labels in ("receipts-world.jsonl", "receipts-world-2.jsonl"):
            yield from load_corpus(path, standoff=PLACES / labels)
    elif folder.name == "invoices-zugferd":
        found = [one for one in load_corpus(path) if str(one.flags.get("source", "")).startswith(CLEAR)]
        yield from (renamed(one, {"order_number": "receiver_order_number"}) for one in found)
    else:
        yield from load_corpus(path)


def sources_of(path: Path) -> dict[str, str]:
    """By file the repository that it comes from."""
    head, *rows = (line.split("\t") for line in path.read_text("utf-8").split("\n") if line)
    return {row[head.index("file")]: row[head.index("repository")] for row in rows}


def folds(world: Iterable[Mapping[str, Any]], sources: Mapping[str, str], count: int) -> dict[str, int]:
    """The fold of each document; those of a repository stay together."""
    repositories = {one["id"]: sources[Path(one["file"]).name] for one in world}
    names = sorted(set(repositories.values()))
    order = np.random.default_rng(SEED).permutation(len(names))
    place = {names[index]: int(rank) % max(count, 1) for rank, index in enumerate(order)}
    return {key: place[name] for key, name in repositories.items()}


def write(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """JSON lines."""
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in records]
    path.write_text("".join(lines), encoding="utf-8")
    print(f"{path}: {len(lines)} documents")


if __name__ == "__main__":
    main()

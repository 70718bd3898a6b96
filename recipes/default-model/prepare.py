"""prepare.py OUT: what can be done before the GPU is there: real documents aligned, the start packed.

What is held out is what models/default/held_out.json names: no training ever saw it. Pictures are read by OCR
where the cache in $PAPERFORMER_RUNS/read lacks them (a second or two a page).
"""

from __future__ import annotations

import json
import lzma
import os
import pickle
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from safetensors.torch import save_file
from sources import PREPARED, ROOT, TOKENIZER
from start import START, pretrained

from paperformer.documents.model import Box, Word
from paperformer.fields.context import infer_context
from paperformer.fields.schema import load_schema
from paperformer.fields.values.kinds import GRAMMAR_TYPES
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.config import DataSource
from paperformer.learning.corpus import read_corpus
from paperformer.learning.finetune import word_fields
from paperformer.learning.weights import packed
from paperformer.synthesis.corpus import place_order, record, write_corpus
from paperformer.synthesis.corpus_file import write_records

GRID = 16384  # coordinates of few bits, far finer than the thousandths that the model sees
HELD_OUT = {"sroie": "receipts-sroie", "world": "receipts-world", "orders": "orders-deepform"}
DEVELOPMENT_SEED, KNOWN_SEED = 771_001, 772_001  # of generated documents; training draws from 1,000,000 on


def real_sources(data: Path, runs: Path) -> dict[str, DataSource]:
    """The labelled documents, as recipes name them."""
    receipts, world = str(data / "receipts-sroie/train.jsonl"), str(data / "receipts-world/train.jsonl.gz")
    labels = ROOT / "recipes/labels"
    return {
        "sroie": DataSource(path=receipts, hold_out=100),
        "sroie-ocr": DataSource(path=receipts, hold_out=100, from_image=True),
        "world": DataSource(path=world, labels=str(labels / "receipts-world.jsonl"), hold_out=60),
        "world-2": DataSource(path=world, labels=str(labels / "receipts-world-2.jsonl"), hold_out=0),
        "orders": DataSource(
            path=str(data / "orders-deepform/train.jsonl.gz"), hold_out=20, group_by="receiver_name"
        ),
        "zugferd": DataSource(
            path=str(data / "invoices-zugferd/train.jsonl"),
            only=("ZUGFeRD+", "horstoeko+"),
            rename={"order_number": "receiver_order_number"},
            hold_out=0,
        ),
        "worn": DataSource(path=str(runs / "worn3/documents.jsonl"), from_image=True, hold_out=0),
    }


def coarse(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words with boxes that pack well."""

    def near(edge: float) -> float:
        return round(edge * GRID) / GRID

    return tuple(
        replace(w, box=Box(near(w.box.x0), near(w.box.y0), near(w.box.x1), near(w.box.y1))) for w in words
    )


def known_fields(runs: Path) -> dict[str, frozenset[str]]:
    """What each kind of generated document may say, so that its silence counts as absence."""
    orders: dict[str, dict[str, Any]] = {
        "general": {},
        "thirds": {"kinds": ["invoice", "credit_note"], "layouts": ["thirds", "letter"]},
        "my": {"languages": ["en-MY"], "kinds": ["receipt"]},
    }
    known = {}
    for name, order in orders.items():
        path = write_orders(runs / f"known-{name}.jsonl", order)
        known[name] = frozenset(n for line in path.open(encoding="utf-8") for n in json.loads(line)["fields"])
    return known


def write_orders(path: Path, order: dict[str, Any]) -> Path:
    """A thousand documents of an order: enough that each field is met."""
    placed = place_order(1000, KNOWN_SEED, **order)
    write_records(path, (record(placed.draw(i), "train") for i in range(placed.count)))
    return path


def main() -> None:
    """Write the documents and the start to ``OUT``."""
    out, data, runs = (
        Path(sys.argv[1]),
        Path(os.environ["PAPERFORMER_DATA"]),
        Path(os.environ["PAPERFORMER_RUNS"]),
    )
    schema = load_schema(None)
    fields = word_fields(schema)
    out.mkdir(parents=True, exist_ok=True)
    begun = pretrained(fields)
    save_file(packed(begun.model.state_dict()), out / START)
    begun.tokenizer.save(out / TOKENIZER)
    train, development = {}, {}
    for name, source in real_sources(data, runs).items():
        corpus = read_corpus([source], schema, fields, runs / "read")
        train[name] = [(coarse(d.labelled.document.words), d.targets) for d in corpus.train]
        if name in HELD_OUT:
            development[name] = list(corpus.held_out)
        print(name, dict(corpus.figures()), flush=True)
    held = json.loads((ROOT / "models/default/held_out.json").read_text(encoding="utf-8"))
    for name, documents in development.items():
        if {d.key for d in documents} != set(held[HELD_OUT[name]]):
            sys.exit(f"{name}: other documents are held out than models/default/held_out.json names")
    development["generated"] = load_corpus(
        write_corpus(runs / "development-generated.jsonl", 150, DEVELOPMENT_SEED, split="dev")
    )
    prepared = {
        "fields": fields,
        "free": [i for i, name in enumerate(fields) if schema[name].type not in GRAMMAR_TYPES],
        "train": train,
        "development": {
            name: [(lean(d), infer_context(d.document.words)) for d in documents]
            for name, documents in development.items()
        },
        "known": known_fields(runs),
    }
    written = lzma.compress(pickle.dumps(prepared, protocol=5), preset=9)
    (out / PREPARED).write_bytes(written)
    print(f"{PREPARED}: {len(written) / 1e6:.1f} MB", flush=True)


def lean(labelled: LabelledDocument) -> LabelledDocument:
    """What judging needs."""
    return replace(labelled, raw={}, flags={}, labels=None, file=None)


if __name__ == "__main__":
    main()

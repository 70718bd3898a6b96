"""What a few labelled documents of one's own teach: F1 by how many the default model goes on to learn from.

    PAPERFORMER_DATA=... python benchmarks/learning_curve.py [--model DIR] [--counts 10 50 200] [--seeds 3]

The documents are those of invoices-templates: French invoices of nine templates as OCR reads them, a kind
that the default model has not learned from. Each training sees N documents of the first six templates; it is
measured on other invoices in these templates (``seen``) and in the other three (``unseen``). ``order_number``
goes by a name that no model knows, ``bon_de_commande``, an entry of a schema of one's own. Values that the
OCR garbled are left out of both. The settings were fixed beforehand, the same for all: passes over the
documents so that 1,600 are shown, 40 at most. Weights trained on this set are not to be handed on.

Prints a line for each training; writes ``results.jsonl`` and, where matplotlib is, ``learning-curve.png``.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.util
import json
import os
import random
import shutil
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from paperformer.evaluation.evaluate import evaluate
from paperformer.evaluation.sroie import Score
from paperformer.extraction.model_path import default_model_path
from paperformer.learning import finetune

Line: TypeAlias = dict[str, Any]

NEW_FIELD = "bon_de_commande"
ENTRY = {"name": NEW_FIELD, "type": "number", "description": "Numéro du bon de commande", "multiline": False}
SEEN = ("t1", "t2", "t3", "t4", "t5", "t6")
TESTED = 100  # documents of each part


def main() -> None:
    """Train, measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, default=default_model_path())
    parser.add_argument("--counts", type=int, nargs="+", default=[10, 50, 200])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path("build/learning-curve"))
    options = parser.parse_args()
    source = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere") / "invoices-templates" / "train.jsonl.gz"
    if not source.is_file():
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds invoices-templates")
    options.out.mkdir(parents=True, exist_ok=True)
    pool = parts(source)
    for name in ("seen", "unseen"):
        write(options.out / f"{name}.jsonl", pool[name])
    results = options.out / "results.jsonl"
    results.write_text("", encoding="utf-8")
    runs = [(0, 0), *((count, seed) for count in options.counts for seed in range(options.seeds))]
    for count, seed in runs:
        began = time.monotonic()
        model = trained(options.model, pool["train"], count, seed, options.out) if count else options.model
        row = {"documents": count, "seed": seed, "seconds": round(time.monotonic() - began)}
        row |= {part: measured(options.out / f"{part}.jsonl", model) for part in ("seen", "unseen")}
        with results.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
    rows = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    print(table(rows))
    if importlib.util.find_spec("matplotlib"):
        draw(rows, options.out / "learning-curve.png")


def parts(source: Path) -> Mapping[str, Sequence[Line]]:
    """The documents to learn from and those to measure on; no invoice is in two of them."""
    found: dict[str, list[Line]] = defaultdict(list)
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            template, _, invoice = record["id"].partition("-")
            tested = hashlib.sha256(invoice.encode()).digest()[0] < 96
            if template in SEEN:
                found["seen" if tested else "train"].append(relabelled(record))
            elif tested:
                found["unseen"].append(relabelled(record))
    chance = random.Random(0)
    return {
        name: chance.sample(some, len(some) if name == "train" else TESTED) for name, some in found.items()
    }


def relabelled(record: Line) -> Line:
    """The record with the new field's name, and without what the OCR garbled and labels of words."""
    visible = record["visible"]
    garbled = [name for name in record["fields"] if not visible.get(name, True)]
    fields = {name: values for name, values in record["fields"].items() if name not in garbled}
    renamed = {NEW_FIELD if name == "order_number" else name: values for name, values in fields.items()}
    words = [{k: v for k, v in word.items() if k != "label"} for word in record["words"]]
    return {
        "id": record["id"],
        "pages": record["pages"],
        "words": words,
        "fields": renamed,
        "not_printed": [NEW_FIELD if name == "order_number" else name for name in garbled],
    }


def write(path: Path, records: Iterable[Line]) -> Path:
    """``records`` as JSONL."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def trained(start: Path, pool: Sequence[Line], count: int, seed: int, out: Path) -> Path:
    """The model that has gone on from ``start`` with ``count`` of the documents."""
    folder = out / f"{count}-{seed}"
    shutil.rmtree(folder, ignore_errors=True)  # else it would be resumed, and take no time
    folder.mkdir()
    write(folder / "train.jsonl", random.Random(seed).sample(pool, count))
    schema = yaml.safe_load((start / "schema.yaml").read_text(encoding="utf-8"))
    schema["fields"].append(ENTRY)
    (folder / "schema.yaml").write_text(yaml.safe_dump(schema), encoding="utf-8")
    config = {
        "output": str(folder / "run"),
        "schema_path": str(folder / "schema.yaml"),
        "data": [{"path": str(folder / "train.jsonl")}],
        "encoder": {"pretrained": str(start)},
        "training": {"seed": seed},
    }
    (folder / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    return finetune.run(folder / "config.yaml")


def measured(dataset: Path, model: Path) -> dict[str, float]:
    """F1 of the fields that the model knew, together, and of the new one; every answer counts."""
    scores = evaluate(dataset, model=model, threshold=0.0).fields
    known = sum((score for name, score in scores.items() if name not in ("all", NEW_FIELD)), Score())
    return {"known": round(known.f1, 4), NEW_FIELD: round(scores.get(NEW_FIELD, Score()).f1, 4)}


def table(rows: Sequence[Line]) -> str:
    """A Markdown table: the mean of the seeds, and how far apart they are."""
    names = [f"{part}: {name}" for name in ("known fields", NEW_FIELD) for part in ("seen", "unseen")]
    lines = ["| documents | " + " | ".join(names) + " | seconds |", "|---" * 6 + "|"]
    for count in sorted({row["documents"] for row in rows}):
        those = [row for row in rows if row["documents"] == count]
        cells = [
            spread([row[part][name] for row in those])
            for name in ("known", NEW_FIELD)
            for part in ("seen", "unseen")
        ]
        seconds = statistics.mean(row["seconds"] for row in those)
        lines.append(f"| {count} | " + " | ".join(cells) + f" | {seconds:.0f} |")
    return "\n".join(lines)


def spread(values: Sequence[float]) -> str:
    """The mean, with half the range of several values."""
    mean = statistics.mean(values)
    return f"{mean:.3f}" + (f" ± {(max(values) - min(values)) / 2:.3f}" if len(values) > 1 else "")


def draw(rows: Sequence[Line], path: Path) -> None:
    """F1 over the number of documents, a point for each training."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    counts = sorted({row["documents"] for row in rows})
    figure, axes = plt.subplots(figsize=(6.4, 3.8))
    curves = [(part, name) for name in ("known", NEW_FIELD) for part in ("seen", "unseen")]
    for (part, name), style in zip(curves, ("o-", "s-", "o--", "s--"), strict=True):
        points = [[row[part][name] for row in rows if row["documents"] == count] for count in counts]
        (curve,) = axes.plot(
            range(len(counts)), [statistics.mean(p) for p in points], style, label=f"{part} templates, {name}"
        )
        for place, values in enumerate(points):
            axes.plot([place] * len(values), values, ".", color=curve.get_color(), markersize=4)
    axes.set_xticks(range(len(counts)), [str(count) for count in counts])
    axes.set_xlabel("documents learned from")
    axes.set_ylabel("F1")
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    main()

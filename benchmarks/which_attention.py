"""One recipe with several attention mechanisms: F1, time and memory at 512, 1,496 and 4,096 tokens.

    PAPERFORMER_DATA=... python benchmarks/which_attention.py NAME=MODEL [NAME=MODEL ...] [--limits 1496]

Models are those that ``recipes/which-attention.yaml`` trains, one for each mechanism. F1 (micro, all answers)
is of the held-out receipts and orders and of generated documents of 1,024 tokens or more, of each of which
only the first so many tokens are read (``long_documents.py``). Time is the fastest of several runs of the
graph on exactly so many tokens, in a process of its own; memory is what that process holds at most, less what
it held before the first run.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from long_documents import answer, lengths, long_ones

from paperformer.documents.model import Word
from paperformer.evaluation.evaluate import field_scores
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.session import ModelSession
from paperformer.extraction.tokens import encode_words
from paperformer.labelled.documents import LabelledDocument, load_corpus
from paperformer.learning.export.probe import probe_documents
from paperformer.text.wordpiece import WordPiece

LIMITS = (512, 1496, 4096)
REAL = {"receipts-sroie": "train.jsonl", "orders-deepform": "train.jsonl.gz"}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="NAME=MODEL")
    parser.add_argument("--generated", type=int, default=60, help="generated documents")
    parser.add_argument("--limits", type=int, nargs="+", default=LIMITS, help="how many tokens are read")
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--cost-of", type=int, help=argparse.SUPPRESS)  # in the process that is measured
    options = parser.parse_args()
    models = {name: Path(folder) for name, _, folder in (model.partition("=") for model in options.models)}
    if options.cost_of:
        (folder,) = models.values()
        print(json.dumps(cost(folder, options.cost_of, options.repeat)))
        return
    if not models:
        sys.exit("Skipped: name the models that recipes/which-attention.yaml has trained")
    data = Path(os.environ.get("PAPERFORMER_DATA") or "/nowhere")
    if not all((data / name / file).is_file() for name, file in REAL.items()):
        sys.exit("Skipped: set PAPERFORMER_DATA to a folder that holds receipts-sroie and orders-deepform")
    limits = tuple(options.limits)
    print(f"{'':14}" + "".join(f"{f'{limit:,} tokens':>42}" for limit in limits))
    print(f"{'':14}" + f"{'real':>10}{'generated':>12}{'s':>10}{'MB':>10}" * len(limits))
    for name, folder in models.items():
        f1 = accuracies(folder, data, options.generated, limits)
        costs = (measured_apart(name, folder, limit, options.repeat) for limit in limits)
        cells = (
            f"{real:10.3f}{made:12.3f}{seconds:10.3f}{megabytes:10.0f}"
            for (real, made), (seconds, megabytes) in zip(f1, costs, strict=True)
        )
        print(f"{name:14}" + "".join(cells), flush=True)


def accuracies(folder: Path, data: Path, generated: int, limits: Sequence[int]) -> list[tuple[float, float]]:
    """Micro F1 of the real and of the generated documents, at each limit."""
    tokenizer = WordPiece.load(folder / "tokenizer.json")
    keys = json.loads((folder / "held_out.json").read_text(encoding="utf-8"))
    real = [
        document
        for name, file in REAL.items()
        for document in load_corpus(data / name / file)
        if document.key in keys[name]
    ]
    made = long_ones(generated, tokenizer)
    with Extractor(folder, einvoice="ignore", min_confidence=0.0) as extractor:
        return [
            (f1(real, extractor, tokenizer, limit), f1(made, extractor, tokenizer, limit)) for limit in limits
        ]


def f1(
    documents: Iterable[LabelledDocument], extractor: Extractor, tokenizer: WordPiece, limit: int
) -> float:
    """Micro F1 of the best answers when only the first ``limit`` tokens are read."""
    answers = [answer(document, extractor, tokenizer, limit) for document in documents]
    return field_scores(answers, extractor.schema, 0.0)["all"].f1


def measured_apart(name: str, folder: Path, tokens: int, repeat: int) -> tuple[float, float]:
    """``cost`` in a process that has done nothing else."""
    command = [
        sys.executable,
        __file__,
        f"{name}={folder}",
        "--cost-of",
        str(tokens),
        "--repeat",
        str(repeat),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, megabytes = json.loads(done.stdout)
    return seconds, megabytes


def cost(folder: Path, tokens: int, repeat: int) -> tuple[float, float]:
    """Seconds of the fastest run over ``tokens`` tokens or a few less, and the megabytes that it took."""
    session = ModelSession(folder)
    (window, *_) = encode_words(some_words(session.tokenizer, tokens), session.tokenizer, tokens)
    Path("/proc/self/clear_refs").write_text("5")  # forget what loading the model held
    before = resident_megabytes("VmRSS")
    fastest = math.inf
    for _ in range(repeat):
        begun = time.perf_counter()
        session.run(window)
        fastest = min(fastest, time.perf_counter() - begun)
    return fastest, resident_megabytes("VmHWM") - before


def resident_megabytes(which: str) -> float:
    """What this process holds now (``VmRSS``) or has held at most (``VmHWM``); Linux only."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(which)) / 1024


def some_words(tokenizer: WordPiece, tokens: int) -> Sequence[Word]:
    """Words that fill ``tokens`` tokens, those of both ends included."""
    words = probe_documents(count=2, longest=tokens)[-1]  # a word has a token or more
    ends = np.cumsum(lengths([word.text for word in words], tokenizer))
    return words[: int(np.searchsorted(ends, tokens - 2, side="right"))]


if __name__ == "__main__":
    main()

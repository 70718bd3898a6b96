"""Documents through the extractor, in several processes: the best candidate of each field, and the time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path

from gate.remembered import remember
from paperformer.documents.model import Document
from paperformer.errors import PaperformerError
from paperformer.extraction.pipeline import Extractor
from paperformer.extraction.result import Candidate
from paperformer.extraction.workers import processor_shares, usable_processors


@dataclass(frozen=True, slots=True)
class Answered:
    """The best candidate of each field, and the milliseconds after the model and the rules beside it."""

    best: Mapping[str, Candidate]
    milliseconds: float


_extractor: Extractor


def read(documents: Sequence[Document], model: Path, cache: Path, jobs: int) -> Iterator[Answered]:
    """The answers to ``documents``, in order; each is read by one of ``jobs`` processes.

    The model's logits are kept below ``cache``: what comes before and after them is always done anew.
    """
    context = get_context("spawn")
    shares: Queue[frozenset[int]] = context.Queue()
    for share in processor_shares(jobs, usable_processors()):
        shares.put(share)
    pool = ProcessPoolExecutor(jobs, context, _start, (model, cache, shares))
    try:
        for done, answered in enumerate(pool.map(_answer, documents, chunksize=2), start=1):
            if sys.stderr.isatty():
                print(f"\r{done} of {len(documents)} documents", end="", file=sys.stderr)
            yield answered
    finally:
        pool.shutdown(cancel_futures=True)  # whoever interrupts does not wait for all the others
    if sys.stderr.isatty():
        print(file=sys.stderr)


def _start(model: Path, cache: Path, shares: Queue[frozenset[int]]) -> None:
    global _extractor
    remember(model, cache)
    share = shares.get()
    if share and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, share)
    _extractor = Extractor(model, einvoice="ignore")


def _answer(document: Document) -> Answered:
    try:
        extraction = _extractor.extract_document(document)
    except PaperformerError as error:  # counts as a document without answers
        print(error, file=sys.stderr)
        return Answered({}, 0.0)
    best = {name: candidates[0] for name, candidates in extraction.fields.items() if candidates}
    timing = extraction.timing_ms
    beside = max(timing.get("model", 0.0), timing.get("rules", 0.0) + timing.get("tables", 0.0))
    return Answered(best, timing["total_after_open"] - beside)

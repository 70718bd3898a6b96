"""Scores weights on the development documents while training goes on: the decoding is in other processes."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import torch
from pool import Pool, up
from sources import Shard, load_prepared, tokenizer_of_start
from torch import Tensor

from paperformer.evaluation.sroie import Score
from paperformer.extraction.decode import decode
from paperformer.extraction.flow import rows_of
from paperformer.extraction.scores import WordLogits, combine
from paperformer.extraction.tokens import _quantised, encode_words
from paperformer.fields.schema import load_schema
from paperformer.learning.alignment import UNKNOWN
from paperformer.learning.batches import Batch
from paperformer.learning.scoring import _judged

Scorer = Callable[[Batch, Tensor], Sequence[Tensor]]
Parts = list[tuple[int, list[np.ndarray]]]
SHOWN = ("supplier_name", "supplier_address", "document_date", "total_incl_vat")
_HELD: dict[str, Any] = {}  # in each process


def _begin() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    prepared = load_prepared()
    _HELD.update(
        documents=prepared["development"], fields=tuple(prepared["fields"]), schema=load_schema(None)
    )


def _ready() -> int:
    return len(_HELD)


def _judge_some(name: str, jobs: Sequence[tuple[int, Parts]]) -> tuple[str, dict[str, np.ndarray]]:
    """As ``learning.scoring.validation_scores``, for some documents of one set."""
    total: dict[str, Score] = defaultdict(Score)
    schema = _HELD["schema"]
    for number, parts in jobs:
        labelled, context = _HELD["documents"][name][number]
        words = labelled.document.words
        logits = [(first, WordLogits(*(a.astype(np.float32) for a in arrays))) for first, arrays in parts]
        candidates = decode(words, combine(logits, len(words), _HELD["fields"]), schema, context)
        for field in labelled.known & set(_HELD["fields"]):
            best = next(iter(candidates.get(field, ())), None)
            total[field] += _judged(best, schema[field].type, labelled.fields.get(field, ()))
    return name, {f: np.array([s.matched, s.given, s.expected]) for f, s in total.items()}


class Judge:
    """The development documents on the GPU, and processes that decode."""

    def __init__(
        self, prepared: Mapping[str, Any], processes: int, tokens: int, device: torch.device
    ) -> None:
        self.executor = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin)
        self.warm = [self.executor.submit(_ready) for _ in range(processes)]
        self.tokens = tokens
        self.pool = Pool(device, prepared["free"], room=2**12)
        tokenizer = tokenizer_of_start()
        shard, self.where = Shard(), list[tuple[str, int, int, int]]()
        most = int(os.environ.get("DEVELOPMENT") or 1000)
        for name, documents in prepared["development"].items():
            for number, (labelled, _) in enumerate(documents[:most]):
                words = labelled.document.words
                for window in encode_words(words, tokenizer, 4096):
                    these = words[window.first : window.first + window.words]
                    unknown = np.full((window.words, len(prepared["fields"])), UNKNOWN, np.int8)
                    shard.add(0, window, these, unknown, rows_of(window.words), _quantised(these))
                    self.where.append((name, number, window.first, window.words))
        self.pool.add([shard.arrays()])

    @torch.no_grad()
    def ask(self, scorer: Scorer) -> list[Future[Any]]:
        """Begin to score; ``answer`` waits for it."""
        found: dict[tuple[str, int], Parts] = defaultdict(list)
        order = np.argsort(self.pool.tokens, kind="stable")
        begin = 0
        while begin < len(order):
            end = begin + 1
            while end < len(order) and up(self.pool.tokens[order[end]]) * (end - begin + 1) <= self.tokens:
                end += 1
            chosen = order[begin:end]
            batch, lengths = self.pool.batch(chosen, None)
            scores = torch.stack(list(scorer(batch, lengths))).float().cpu().numpy().astype(np.float16)
            for row, index in enumerate(chosen):
                name, number, first, words = self.where[index]
                found[name, number].append((first, [s[row, :words] for s in scores]))
            begin = end
        jobs: dict[str, list[tuple[int, Parts]]] = defaultdict(list)
        for (name, number), parts in found.items():
            jobs[name].append((number, parts))
        return [
            self.executor.submit(_judge_some, name, those[i : i + 10])
            for name, those in jobs.items()
            for i in range(0, len(those), 10)
        ]

    @staticmethod
    def answer(futures: Sequence[Future[Any]]) -> dict[str, float]:
        """F1 of each set, their mean, and of some fields of the receipts."""
        sums: dict[str, dict[str, np.ndarray]] = defaultdict(lambda: defaultdict(lambda: np.zeros(3)))
        for future in futures:
            name, fields = future.result(timeout=120)
            for field, three in fields.items():
                sums[name][field] += three
        result = {name: f1(sum(fields.values(), np.zeros(3))) for name, fields in sums.items()}
        result["mean"] = sum(result.values()) / len(result)
        result |= {f"sroie.{field}": f1(sums["sroie"][field]) for field in SHOWN if field in sums["sroie"]}
        return {name: round(float(value), 4) for name, value in result.items()}


def f1(three: np.ndarray) -> float:
    matched, given, expected = three
    return float(2 * matched / max(1, given + expected))

"""One variant trained by the clock: rate, mixture of documents and moving average follow the time."""

from __future__ import annotations

import json
import math
import os
import time
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import lean
import numpy as np
import torch
from feeding import Feeder, Log
from judge import Judge
from pool import Pool, plan
from torch import Tensor

from paperformer.learning.alignment import UNKNOWN
from paperformer.learning.batches import Batch
from paperformer.learning.layout_model import inside_loss, pick_loss
from paperformer.learning.span_loss import span_loss
from paperformer.transformer.config import EncoderConfig

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
KIND = torch.bfloat16 if DEVICE.type == "cuda" else torch.float32
TOKENS = int(os.environ.get("TOKENS") or 65536)  # of a batch, padding included
ROUND = int(os.environ.get("ROUND") or 12000)  # examples planned at a time
FIRST, LAST = 14.0, 4.0  # how much stronger generated documents are than their shares, at first and at last
BY = 0.8  # of the time until it has fallen
WARM = 0.05  # of the time
LOOK = float(os.environ.get("LOOK") or 25)  # seconds between two looks at the development documents


@dataclass(frozen=True, slots=True)
class Rates:
    """Highest learning rates: of what is pretrained, and of what starts from nothing."""

    known: float
    fresh: float


@dataclass(slots=True)
class Best:
    """The weights that did best so far."""

    score: float = -1.0
    step: int = 0
    result: dict[str, float] = field(default_factory=dict)
    weights: dict[str, Tensor] = field(default_factory=dict)


def loss_of(scores: list[Tensor], batch: Batch, free: Tensor) -> Tensor:
    """``layout_model.FieldLoss``, as a mean over documents."""
    inside, pick, begin, end = (s.float() for s in scores)
    known = (batch.targets != UNKNOWN).any(dim=1)
    each = inside_loss(inside, batch.targets) + pick_loss(pick, batch)
    each = each.index_add(
        1, free, span_loss(inside[..., free], begin[..., free], end[..., free], batch, free)
    )
    return (each.masked_fill(~known, 0.0).sum(dim=1) / known.sum(dim=1).clamp(min=1)).mean()


class Training:
    """One variant."""

    def __init__(
        self,
        name: str,
        config: EncoderConfig,
        state: dict[str, Tensor],
        rates: Rates,
        fresh: tuple[str, ...],
        log: Log,
    ) -> None:
        self.name, self.config, self.log = name, config, log
        self.fixed = {n: t.to(DEVICE) for n, t in state.items() if n.endswith("directions")}
        self.master = {
            n: t.detach().to(DEVICE, torch.float32, copy=True).requires_grad_()
            for n, t in state.items()
            if n not in self.fixed
        }
        self.leaves = {n: t.detach().to(KIND).requires_grad_() for n, t in self.master.items()}
        self.mean = {n: t.detach().clone() for n, t in self.master.items()}
        groups: dict[tuple[bool, bool], list[Tensor]] = defaultdict(list)
        for n, t in self.master.items():
            groups[n.startswith(fresh), t.ndim >= 2 and not n.startswith(lean.EMBEDDING)].append(t)
            t.grad = torch.zeros_like(t)
        self.optimizer = torch.optim.AdamW(
            [
                {
                    "params": tensors,
                    "lr": 0.0,
                    "peak": rates.fresh if is_fresh else rates.known,
                    "weight_decay": 0.01 if decays else 0.0,
                }
                for (is_fresh, decays), tensors in groups.items()
            ],
            betas=(0.9, 0.98),
            eps=1e-6,
            fused=DEVICE.type == "cuda",
        )
        self.best = Best()
        self.asked: list[tuple[int, float, list[Future[Any]], dict[str, Tensor]]] = []
        self.step = self.seen = self.documents = 0
        self.size = sum(t.numel() for t in self.master.values())

    def scores(
        self, weights: Mapping[str, Tensor], batch: Batch, lengths: Tensor, dropout: float
    ) -> list[Tensor]:
        return lean.forward({**weights, **self.fixed}, self.config, batch, dropout, lengths)

    def run(self, seconds: float, pool: Pool, feeder: Feeder, judge: Judge) -> dict[str, Any]:
        """Train for so long; what came of it."""
        self.log(f"== {self.name}: {self.size / 1e6:.1f} M parameters, {seconds:.0f} s")
        rng, generator = np.random.default_rng(7), torch.Generator(DEVICE).manual_seed(7)
        torch.manual_seed(7)
        began = look = time.time()
        total, counted = torch.zeros((), device=DEVICE), 0
        while True:
            feeder.into(pool)
            progress = (time.time() - began) / seconds
            if progress >= 1:
                break
            generated = max(LAST, FIRST + (LAST - FIRST) * progress / BY)
            for indices in plan(pool, ROUND, generated, TOKENS, rng):
                progress = (time.time() - began) / seconds
                if progress >= 1:
                    break
                total += self._step(indices, progress, pool, generator)
                counted += 1
                if self.step in (20, 100) or self.step % 500 == 0 or DEVICE.type == "cpu":
                    mean = float(total) / counted
                    self.log(
                        f"{self.name} step {self.step} loss {mean:.4f} "
                        f"{self.seen / (time.time() - began) / 1e3:.0f} k tokens/s pool {len(pool.tokens)} "
                        f"generated x{generated:.1f}"
                    )
                    if not math.isfinite(mean):
                        raise FloatingPointError(f"the loss of {self.name} is not finite")
                    total.zero_()
                    counted = 0
                if time.time() - look > LOOK and (1 - progress) * seconds > 0.6 * LOOK:
                    look = time.time()
                    self._ask(judge, look - began)
                self._collect(wait=False)
        spent = time.time() - began
        self._ask(judge, spent)
        self._collect(wait=True)
        summary = {
            "variant": self.name,
            "parameters": self.size,
            "steps": self.step,
            "seconds": round(spent, 1),
            "documents": self.documents,
            "tokens": self.seen,
            "tokens_per_second": round(self.seen / spent),
            "best_step": self.best.step,
            "best": self.best.result,
            "gigabytes": round(torch.cuda.max_memory_allocated() / 1e9, 1) if DEVICE.type == "cuda" else 0,
        }
        self.log("RESULT", json.dumps(summary))
        return summary

    def _step(self, indices: np.ndarray, progress: float, pool: Pool, generator: torch.Generator) -> Tensor:
        rate = min(1.0, progress / WARM + 0.01) * min(1.0, (1 - progress) / (1 - WARM))
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * rate
        batch, lengths = pool.batch(indices, generator)
        loss = loss_of(self.scores(self.leaves, batch, lengths, self.config.dropout), batch, pool.free)
        loss.backward()
        masters = list(self.master.values())
        grads = [torch.zeros_like(leaf) if leaf.grad is None else leaf.grad for leaf in self.leaves.values()]
        torch._foreach_copy_([t.grad for t in masters], grads)
        torch.nn.utils.clip_grad_norm_(masters, 1.0, foreach=True)
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_copy_(list(self.leaves.values()), masters)
            decay = min(0.999, (1 + self.step) / (10 + self.step))
            torch._foreach_lerp_(list(self.mean.values()), masters, 1 - decay)
        for leaf in self.leaves.values():
            leaf.grad = None
        self.step += 1
        self.seen += int(pool.tokens[indices].sum())
        self.documents += len(indices)
        return loss.detach()

    def _ask(self, judge: Judge, when: float) -> None:
        weights = {n: t.clone() for n, t in self.mean.items()}
        halves = {n: t.to(KIND) for n, t in weights.items()}
        futures = judge.ask(lambda batch, lengths: self.scores(halves, batch, lengths, 0.0))
        self.asked.append((self.step, when, futures, weights))

    def _collect(self, *, wait: bool) -> None:
        while self.asked and (wait or all(f.done() for f in self.asked[0][2])):
            step, when, futures, weights = self.asked.pop(0)
            result = Judge.answer(futures)
            self.log(f"{self.name} step {step} at {when:.0f} s:", json.dumps(result))
            if result["mean"] > self.best.score:
                self.best = Best(result["mean"], step, result, weights)

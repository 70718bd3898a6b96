"""Training to guess hidden tokens, step by step the same however often it is stopped."""

from __future__ import annotations

import sys
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Generator, Tensor, nn

from masked_words.text import Masked, Vocabulary, hide
from paperformer.learning.checkpoint import load_checkpoint, save_checkpoint
from paperformer.transformer.headed import EncoderWithHead


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How one training goes.

    Args:
        seed: Where its chance begins; trainings of one seed see the same batches, masks and dropout.
        batch: Windows of a step.
        rate: Adam's, constant after ``warmup`` steps, so that no figure depends on where the training ends.
        warmup: Steps in which the rate rises.
        save_every: Steps from checkpoint to checkpoint.
    """

    seed: int
    batch: int
    rate: float
    warmup: int
    save_every: int


class Training:
    """Adam on the parameters that require a gradient, resumed where ``folder`` holds a checkpoint.

    Args:
        model: What is trained. Where a part of it is frozen, dropout is off.
        windows: The text, (windows, length).
        vocabulary: How to hide.
        schedule: How it goes.
        folder: Where its checkpoint is.
    """

    def __init__(
        self,
        model: EncoderWithHead,
        windows: Tensor,
        vocabulary: Vocabulary,
        schedule: Schedule,
        folder: Path,
    ) -> None:
        self.model, self.windows, self.vocabulary = model, windows, vocabulary
        self.schedule, self.folder, self.step = schedule, folder, 0
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.whole = len(self.parameters) == len(list(model.parameters()))
        self.optimiser = torch.optim.Adam(self.parameters, betas=(0.9, 0.98), fused=True)
        saved = load_checkpoint(folder)
        if saved:
            self.step = saved["step"]
            model.load_state_dict(saved["model"])
            self.optimiser.load_state_dict(saved["optimiser"])

    def take_over(self, other: Training) -> None:
        """Where nothing is trained yet, go on from the steps of ``other``, whose weights the model has."""
        if not self.step:
            self.step = other.step
            self.optimiser.load_state_dict(deepcopy(other.optimiser.state_dict()))

    def upto(self, last: int) -> None:
        """Train until ``last`` steps are done, with a checkpoint at the end and on the way."""
        begun, total = self.step, 0.0
        while self.step < last:
            total += self._one()
            self.step += 1
            if self.step == last or self.step % self.schedule.save_every == 0:
                self._save()
                mean = total / (self.step - begun)
                print(f"{self.folder.name} {self.step}: loss {mean:.3f}", file=sys.stderr, flush=True)
                begun, total = self.step, 0.0

    def _one(self) -> float:
        """One step, whose chance depends on the seed and its number alone."""
        seed = self.schedule.seed * 1_000_000 + self.step
        generator = Generator().manual_seed(seed)
        rows = torch.randint(len(self.windows), (self.schedule.batch,), generator=generator)
        part = hide(self.windows[rows], self.vocabulary, generator)
        self.model.train(self.whole)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)  # dropout draws from the global generator
            loss = nn.functional.cross_entropy(guesses(self.model, part), part.targets)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.parameters, 1.0)
        for group in self.optimiser.param_groups:
            group["lr"] = self.schedule.rate * min(1.0, (self.step + 1) / self.schedule.warmup)
        self.optimiser.step()
        return float(loss.detach())

    def _save(self) -> None:
        model, optimiser = self.model.state_dict(), self.optimiser.state_dict()
        save_checkpoint(self.folder, {"step": self.step, "model": model, "optimiser": optimiser})


def guesses(model: EncoderWithHead, part: Masked) -> Tensor:
    """Scores of the hidden tokens, (chosen, vocabulary), and of no others: the head is dear."""
    scores: Tensor = model.head(model.encoder(part.ids)[part.chosen])
    return scores


@torch.no_grad()
def score(model: EncoderWithHead, held_out: Masked) -> dict[str, float]:
    """The part of the hidden tokens that the model names first, and the mean of -log p."""
    model.eval()
    right, loss = 0, 0.0
    for part in held_out.batches(8):
        scores = guesses(model, part)
        right += int((scores.argmax(dim=-1) == part.targets).sum())
        loss += float(nn.functional.cross_entropy(scores, part.targets, reduction="sum"))
    count = len(held_out.targets)
    return {"accuracy": right / count, "loss": loss / count, "hidden": count}

"""Copying or reversing random letters: a task that needs no data and every part of a translator."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Generator, Tensor, nn
from torch.nn.functional import cross_entropy, pad

from paperformer.inspection.ablation_config import TinyTaskConfig
from paperformer.inspection.variants import Variant, build_variant
from paperformer.learning.trainer import Trainer, TrainerConfig
from paperformer.transformer.config import Seq2SeqConfig
from paperformer.transformer.generation.greedy import greedy
from paperformer.transformer.generation.protocol import Decodable, Limits, Prompt
from paperformer.transformer.recurrent import RecurrentSeq2Seq
from paperformer.transformer.seq2seq import Seq2Seq

PADDING, BEGIN, END = 0, 1, 2
FIRST_LETTER = 3
TESTED = 10**9  # added to the seed of the texts to measure on


@dataclass(frozen=True, slots=True)
class Letters:
    """Texts and what shall be written: ids ``(batch, longest)``, their mask, ids ``(batch, longest + 1)``."""

    source: Tensor
    mask: Tensor
    target: Tensor

    def to(self, device: torch.device) -> Letters:
        """The same on ``device``."""
        return Letters(self.source.to(device), self.mask.to(device), self.target.to(device))


@dataclass(frozen=True, slots=True)
class TinyTask:
    """A function of variant and seed, as ``ablate`` asks for.

    Args:
        config: The task.
        whole: The whole model.
        threads: Torch threads, 0 for torch's own choice.
        watch: Told of every record of a training, while it lasts.
        figures: What the table shows.
    """

    config: TinyTaskConfig
    whole: Seq2SeqConfig
    threads: int = 0
    watch: Callable[[Mapping[str, float]], None] | None = None
    figures: tuple[str, ...] = ("exact",)

    @property
    def identity(self) -> str:
        """Task and whole model."""
        return json.dumps([self.config.model_dump(), self.whole.to_dict()], sort_keys=True)

    def __call__(self, variant: Variant, seed: int) -> Mapping[str, float]:
        """Train a variant and measure it.

        Returns:
            ``exact``, the part of other texts that are written without a mistake; ``loss`` in nats a letter;
            ``parameters``; ``seconds`` of training.

        Raises:
            InvalidConfig: the variant cannot be built.
            TrainingDiverged: the loss is not finite any more.
        """
        model = build_variant(self.whole, variant, torch.Generator().manual_seed(seed))
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            self._trainer(model, seed, Path(folder)).run()
        seconds = time.monotonic() - begun
        parameters = sum(parameter.numel() for parameter in model.parameters())
        tested = texts(self.config, self.config.tested, torch.Generator().manual_seed(TESTED + seed))
        figures = measured(model.eval(), tested, self.config.longest)
        return {**figures, "parameters": parameters, "seconds": round(seconds, 2)}

    def _trainer(self, model: nn.Module, seed: int, folder: Path) -> Trainer[Letters]:
        config, chance = self.config, torch.Generator().manual_seed(seed + 1)
        batches = [texts(config, config.batch, chance) for _ in range(config.steps)]
        settings = TrainerConfig(
            epochs=1,
            learning_rate=config.learning_rate,
            warmup=0.1,
            weight_decay=0.0,
            average=0.0,
            threads=self.threads,
            seed=seed,
        )
        return Trainer(model, LetterLoss(), lambda _: batches, folder, settings, report=self.watch)


class LetterLoss:
    """Cross entropy of the letters that shall be written, and of the end."""

    def loss(self, model: nn.Module, batch: Letters) -> tuple[Tensor, int]:
        """Summed over letters, and their number."""
        batch = batch.to(next(model.parameters()).device)
        given = pad(batch.target[:, :-1], (1, 0), value=BEGIN)
        logits = model(batch.source, given, batch.mask)
        wanted = batch.target.flatten()
        total = cross_entropy(logits.flatten(0, 1).float(), wanted, ignore_index=PADDING, reduction="sum")
        return total, int((wanted != PADDING).sum())


def texts(config: TinyTaskConfig, count: int, chance: Generator) -> Letters:
    """Random letters, one to ``longest`` a text, and what shall be written of them."""
    lengths = torch.randint(1, config.longest + 1, (count, 1), generator=chance)
    places = torch.arange(config.longest)
    mask = places < lengths
    last = FIRST_LETTER + config.letters
    source = torch.randint(FIRST_LETTER, last, (count, config.longest), generator=chance)
    source = source.masked_fill(~mask, PADDING)
    written = source
    if config.kind == "reverse":
        written = source.gather(1, (lengths - 1 - places).clamp(min=0)).masked_fill(~mask, PADDING)
    target = pad(written, (0, 1), value=PADDING).scatter(1, lengths, END)
    return Letters(source, mask, target)


def vocabulary_size(config: TinyTaskConfig) -> int:
    """Special tokens and letters."""
    return FIRST_LETTER + config.letters


@torch.no_grad()
def measured(model: Seq2Seq | RecurrentSeq2Seq, tested: Letters, longest: int) -> dict[str, float]:
    """``exact`` and ``loss`` of a model in evaluation."""
    tested = tested.to(next(model.parameters()).device)
    total, count = LetterLoss().loss(model, tested)
    begin = torch.full((len(tested.source), 1), BEGIN, device=tested.source.device)
    prompt = Prompt(begin, source=tested.source, source_mask=tested.mask)
    writer: Decodable[Any] = model  # each of the two has a state of its own type
    found = greedy(writer, prompt, Limits(max_tokens=longest + 2, end_id=END))
    wanted = [tuple(row[row >= FIRST_LETTER].tolist()) for row in tested.target]
    right = sum(hypothesis.tokens == text for hypothesis, text in zip(found, wanted, strict=True))
    return {"exact": right / len(wanted), "loss": float(total) / count}

"""Beam search: several texts of a row at a time, the most probable kept (Sutskever et al. 2014).

A text that ends leaves the beam and takes its place along, so that a beam of one is greedy decoding.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from paperformer.errors import InvalidConfig
from paperformer.transformer.generation.protocol import Decodable, Hypothesis, Limits, Prompt, State

CROWDED = 0.7  # of a batch's rows must be at work, or the others leave it


@dataclass(frozen=True, slots=True)
class Beams:
    """How widely to search, and how to rank.

    Args:
        width: How many texts of a row are followed.
        n_best: How many are returned.
        length_penalty: alpha of ``penalty``: 0 ranks by probability alone, which favours short texts.
        early_stopping: Stop at the first ``n_best`` finished texts, even if another could still be better.
    """

    width: int = 4
    n_best: int = 1
    length_penalty: float = 0.6
    early_stopping: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.n_best <= self.width:
            raise InvalidConfig(
                f"n_best {self.n_best} of a beam of {self.width}", "Give 1 or more, at most the width"
            )
        if self.length_penalty < 0.0:
            raise InvalidConfig(f"length_penalty is {self.length_penalty}", "Give 0 or more")


def penalty(length: int, alpha: float) -> float:
    """((5 + length) / 6)^alpha, by which a log probability is divided (Wu et al. 2016, equation 14)."""
    return float(((5 + length) / 6) ** alpha)


def beam_search(
    model: Decodable[State], prompt: Prompt, limits: Limits, beams: Beams
) -> list[list[Hypothesis]]:
    """For each row of the prompt its ``n_best`` texts, best first; fewer where there are no more.

    Args:
        model: What scores the next token, in evaluation mode.
        prompt: What the texts begin with.
        limits: When they end. Texts that reach ``max_tokens`` unfinished are ranked with the others.
        beams: How widely to search.
    """
    with torch.no_grad():
        return _Search(model, prompt, limits, beams).run()


class _Search:
    """The beams of a batch: ``width`` slots a row; a slot without a text has the score -inf.

    Rows that can find nothing better leave the batch when enough of them have come together.
    """

    def __init__(self, model: Decodable[State], prompt: Prompt, limits: Limits, beams: Beams) -> None:
        self.model, self.prompt, self.limits, self.beams = model, prompt, limits, beams
        self.tokens, self.lengths = prompt.tokens, prompt.counted()
        self.begin = self.place = int(self.lengths.min())
        batch, device = len(self.lengths), prompt.tokens.device
        self.scores = torch.full((batch, beams.width), -torch.inf, device=device)
        self.scores[:, 0] = 0.0
        self.texts = prompt.tokens.new_zeros(batch, beams.width, 0)
        self.places = torch.full((batch,), beams.width, device=device)
        self.found: list[list[Hypothesis]] = [[] for _ in range(batch)]
        self.owners = list(range(batch))  # whose texts each row of the batch holds

    def run(self) -> list[list[Hypothesis]]:
        # The shared beginning is read once a row, then every row becomes ``width`` slots.
        state = self.model.start(self.prompt)
        logits, state = self.model.step(self.tokens[:, : self.place], state)
        slots = self._rows().expand(-1, self.beams.width).flatten()
        logits, state = logits[slots], state.reorder(slots)
        while True:
            origin, tokens = self._extend(logits)
            live = self.scores.isfinite().any(dim=1)
            if not bool(live.any()):
                return [self._ranked(row)[: self.beams.n_best] for row in range(len(self.found))]
            few = int(live.sum()) <= CROWDED * len(live)
            if few:
                origin, tokens = origin[live], tokens[live]
                slots = (live.nonzero() * self.beams.width + origin).flatten()
                self._leave(live)
            else:
                slots = (self._rows() * self.beams.width + origin).flatten()
            state = state.reorder(slots, same_source=not few)
            logits, state = self.model.step(tokens.reshape(-1, 1), state)

    def _rows(self) -> Int[Tensor, "batch 1"]:
        return torch.arange(len(self.scores), device=self.scores.device)[:, None]

    def _leave(self, live: Bool[Tensor, " batch"]) -> None:
        """Go on with the rows that are ``live`` alone."""
        self.tokens, self.lengths = self.tokens[live], self.lengths[live]
        self.scores, self.texts, self.places = self.scores[live], self.texts[live], self.places[live]
        self.owners = [owner for owner, stays in zip(self.owners, live.tolist(), strict=True) if stays]

    def _extend(
        self, logits: Float[Tensor, "slots vocabulary"]
    ) -> tuple[Int[Tensor, "batch width"], Int[Tensor, "batch width"]]:
        """One token more for every text: where each slot's text comes from, and its new token."""
        width = self.beams.width
        gains, candidates = self._best_of_each(logits)
        totals = (self.scores[:, :, None] + gains.view(len(self.scores), width, -1)).flatten(1)
        scores, index = totals.topk(width)  # (batch, width), best first
        origin = index // width
        tokens = candidates.view(totals.shape).gather(1, index)
        rank = torch.arange(width, device=scores.device)
        scores = scores.masked_fill(rank >= self.places[:, None], -torch.inf)

        led = self.place < self.lengths[:, None]  # (batch, 1): rows whose prompt goes on
        column = min(self.place, self.tokens.shape[1] - 1)
        origin = torch.where(led, rank, origin)
        tokens = torch.where(led, self.tokens[:, column, None], tokens)
        self.scores = torch.where(led, self.scores, scores)
        self.texts = torch.cat([self.texts[self._rows(), origin], tokens[:, :, None]], dim=2)
        self.place += 1
        self._collect(tokens, led)
        return origin, tokens

    def _best_of_each(
        self, logits: Float[Tensor, "slots vocabulary"]
    ) -> tuple[Float[Tensor, "slots width"], Int[Tensor, "slots width"]]:
        """Log probabilities and tokens of the ``width`` continuations of a slot that its row could take.

        The logits are overwritten: a second buffer of their size would cost more than the sums.
        """
        logits = logits.float()
        best, tokens = logits.topk(min(self.beams.width, logits.shape[1]), dim=1)
        largest = best[:, :1]
        best = best - largest - logits.sub_(largest).exp_().sum(dim=1, keepdim=True).log()
        lacking = self.beams.width - best.shape[1]
        if lacking > 0:  # a vocabulary smaller than the beam
            best = torch.nn.functional.pad(best, (0, lacking), value=-torch.inf)
            tokens = torch.nn.functional.pad(tokens, (0, lacking))
        return best, tokens

    def _collect(self, tokens: Tensor, led: Tensor) -> None:
        """Take the texts that have ended out of the beam, and close rows that can find nothing better."""
        full = (self.place - self.lengths >= self.limits.max_tokens)[:, None]
        ended = torch.zeros_like(full) if self.limits.end_id is None else tokens == self.limits.end_id
        leaving = self.scores.isfinite() & ~led & (ended | full)
        for row, slot in leaving.nonzero().tolist():
            self._add(row, slot, finished=bool(ended[row, slot]) if self.limits.end_id is not None else False)
        self.places = self.places - leaving.sum(dim=1)
        self.scores = self.scores.masked_fill(leaving, -torch.inf)
        best = self.scores.amax(dim=1).tolist()
        for row, live in enumerate(best):
            if len(self.found[self.owners[row]]) >= self.beams.n_best and self._is_settled(row, live):
                self.scores[row] = -torch.inf

    def _add(self, row: int, slot: int, *, finished: bool) -> None:
        begin = int(self.lengths[row]) - self.begin  # the rest of the prompt stands before it
        text = self.texts[row, slot, begin:].tolist()
        total = float(self.scores[row, slot])
        score = total / penalty(len(text), self.beams.length_penalty)
        hypothesis = Hypothesis(tuple(text[:-1] if finished else text), total, score, finished)
        self.found[self.owners[row]].append(hypothesis)

    def _is_settled(self, row: int, live: float) -> bool:
        """Whether no text that is still in the beam can come among the best."""
        if self.beams.early_stopping:
            return True
        # A log probability only falls, and the longest text is divided by the most.
        bound = live / penalty(self.limits.max_tokens, self.beams.length_penalty)
        return self._ranked(self.owners[row])[self.beams.n_best - 1].score >= bound

    def _ranked(self, owner: int) -> list[Hypothesis]:
        return sorted(self.found[owner], key=lambda hypothesis: -hypothesis.score)

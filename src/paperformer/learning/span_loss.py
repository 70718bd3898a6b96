"""The loss of the distribution over runs of words: which run is the value, of all that could be."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor

from paperformer.extraction.text_runs import MIDST
from paperformer.learning.batches import Batch


def span_loss(
    inside: Float[Tensor, "batch words some"],
    begin: Float[Tensor, "batch words some"],
    end: Float[Tensor, "batch words some"],
    batch: Batch,
    columns: Int[Tensor, " some"],
) -> Float[Tensor, "batch some"]:
    """Minus log of the probability of all true runs together, or of "nowhere" (score 0) where there is none.

    The score of the run from word i to word j is ``begin[i] + sum(inside[i..j]) + end[j]``, and its
    probability the softmax over all runs with i <= j: a semi-Markov model of one segment (Sarawagi & Cohen
    2004). An edge amid a line segment costs ``MIDST``. The normaliser takes time linear in the words: with
    running sums S of ``inside`` a score is ``(begin[i] - S[i-1]) + (end[j] + S[j])``.

    Args:
        inside: Logits of the fields in ``columns`` that a word is part of the value,
        begin: that the value begins with it, and
        end: that it ends with it.
        batch: Words that exist, their order down the columns, where line segments begin, and the true runs.
        columns: Which of the batch's fields these are.
    """
    place = batch.order[..., None].expand_as(inside)
    inside, begin, end = (scores.gather(1, place) for scores in (inside, begin, end))
    absent = ~batch.word_mask[..., None]  # padding stays at the end
    sums = inside.masked_fill(absent, 0.0).cumsum(dim=1)
    first = batch.firsts[..., None]
    last = torch.cat([first[:, 1:] | absent[:, 1:], torch.ones_like(first[:, :1])], dim=1)
    starts = (begin - sums + inside - MIDST * ~first).masked_fill(absent, float("-inf"))
    stops = (end + sums - MIDST * ~last).masked_fill(absent, float("-inf"))
    through = torch.logcumsumexp(starts, dim=1) + stops  # all runs that end at a word
    nowhere = inside.new_zeros(inside.shape[0], 1, inside.shape[2])
    everything = torch.logsumexp(torch.cat([nowhere, through], dim=1), dim=1)
    return everything - _true_score(starts, stops, batch, columns)


def _true_score(
    starts: Float[Tensor, "batch words some"],
    stops: Float[Tensor, "batch words some"],
    batch: Batch,
    columns: Int[Tensor, " some"],
) -> Float[Tensor, "batch some"]:
    """Log of the summed weights of the true runs; 0, the score of "nowhere", where there is none."""
    place = torch.full((batch.targets.shape[2],), -1, device=columns.device)
    place[columns] = torch.arange(len(columns), device=columns.device)
    row, first, last, field = batch.runs.unbind(dim=1)
    chosen = place[field] >= 0
    row, first, last, column = row[chosen], first[chosen], last[chosen], place[field[chosen]]
    scores = starts[row, first, column] + stops[row, last, column]
    cell, shape = row * len(columns) + column, (starts.shape[0], len(columns))
    top = scores.new_full((shape[0] * shape[1],), float("-inf"))
    top = top.scatter_reduce(0, cell, scores.detach(), "amax")
    some = torch.isfinite(top)
    top = top.masked_fill(~some, 0.0)
    weights = scores.new_zeros(len(top)).index_add(0, cell, torch.exp(scores - top[cell]))
    return (top + torch.where(some, weights, 1.0).log()).view(shape)

"""Attention of a recurrent decoder: one query at a time, scored by a small network or a product."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn


class AdditiveScorer(nn.Module):
    """v . tanh(W s + k), where k = U h is the key already (Bahdanau et al. 2015, appendix A.1.2)."""

    def __init__(self, *, size: int) -> None:
        super().__init__()
        self.query = nn.Linear(size, size)
        self.score = nn.Linear(size, 1, bias=False)

    def forward(
        self, query: Float[Tensor, "rows size"], keys: Float[Tensor, "rows source size"]
    ) -> Float[Tensor, "rows source"]:
        compared = (self.query(query)[:, None] + keys).tanh()  # (rows, source, size)
        scores: Tensor = self.score(compared)
        return scores.squeeze(-1)


class DotScorer(nn.Module):
    """s . k, where k = W h is the key already (Luong et al. 2015, equation 8, general)."""

    def forward(
        self, query: Float[Tensor, "rows size"], keys: Float[Tensor, "rows source size"]
    ) -> Float[Tensor, "rows source"]:
        return (keys @ query[:, :, None]).squeeze(-1)


class ScoredAttention(nn.Module):
    """The mean of annotations, weighted by the softmax of their scores.

    Args:
        key: From an annotation to what the scorer compares; the caller applies it once.
        scorer: The comparison.
    """

    def __init__(self, *, key: nn.Linear, scorer: AdditiveScorer | DotScorer) -> None:
        super().__init__()
        self.key = key
        self.scorer = scorer

    def forward(
        self,
        query: Float[Tensor, "rows size"],
        keys: Float[Tensor, "rows source size"],
        annotations: Float[Tensor, "rows source width"],
        mask: Bool[Tensor, "rows source"] | None = None,
    ) -> Float[Tensor, "rows width"]:
        """What the query asks for."""
        weights = self.weights(query, keys, mask)
        return (weights[:, None] @ annotations).squeeze(1)

    def weights(
        self,
        query: Float[Tensor, "rows size"],
        keys: Float[Tensor, "rows source size"],
        mask: Bool[Tensor, "rows source"] | None = None,
    ) -> Float[Tensor, "rows source"]:
        """How much each annotation counts: 1 in sum, exactly 0 where ``mask`` is False."""
        scores: Tensor = self.scorer(query, keys)
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        return scores.softmax(dim=-1)

"""What turns hidden states into scores."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn


class WordHead(nn.Module):
    """Scores every state for every field in one pass; the scores of a state are independent of another's.

    Args:
        scores: Projection from the hidden width to the number of fields.
        dropout: On the states, while training.
    """

    def __init__(self, *, scores: nn.Linear, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.scores = scores

    def forward(self, hidden: Float[Tensor, "*batch size"]) -> Float[Tensor, "*batch fields"]:
        return self.scores(self.dropout(hidden))  # type: ignore[no-any-return]

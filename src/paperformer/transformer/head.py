"""What turns hidden states into scores: one answer a token, or one for the whole input."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn

from paperformer.transformer.dropout import Dropout


class TaggingHead(nn.Module):
    """Scores every state for every tag in one pass; the scores of a state are independent of another's.

    Args:
        scores: Projection from the hidden width to the number of tags.
        dropout: On the states, while training.
    """

    def __init__(self, *, scores: nn.Linear, dropout: float = 0.0) -> None:
        super().__init__()
        self.dropout = Dropout(dropout)
        self.scores = scores

    def forward(self, hidden: Float[Tensor, "*batch size"]) -> Float[Tensor, "*batch tags"]:
        return self.scores(self.dropout(hidden))  # type: ignore[no-any-return]


WordHead = TaggingHead  # what a document's words are tagged with; the states are then those of words


class Pooler(nn.Module):
    """tanh(W h_1 + b): the first token's state stands for the whole input (Devlin et al. 2019, section 3.1).

    Args:
        dense: Projection from the hidden width to itself.
    """

    def __init__(self, *, dense: nn.Linear) -> None:
        super().__init__()
        self.dense = dense

    def forward(self, hidden: Float[Tensor, "batch length size"]) -> Float[Tensor, "batch size"]:
        return self.dense(hidden[:, 0]).tanh()  # type: ignore[no-any-return]


class ClassificationHead(nn.Module):
    """Scores the whole input for every class (Devlin et al. 2019, section 4.1).

    Args:
        pooler: From all states to one.
        scores: Projection from the hidden width to the number of classes.
        dropout: On the pooled state, while training.
    """

    def __init__(self, *, pooler: Pooler, scores: nn.Linear, dropout: float = 0.0) -> None:
        super().__init__()
        self.pooler = pooler
        self.dropout = Dropout(dropout)
        self.scores = scores

    def forward(self, hidden: Float[Tensor, "batch length size"]) -> Float[Tensor, "batch classes"]:
        return self.scores(self.dropout(self.pooler(hidden)))  # type: ignore[no-any-return]

"""An encoder and what reads its states, as one model."""

from __future__ import annotations

from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.transformer.encoder import Encoder
from paperformer.transformer.mask import AnyMask

Scores = Float[Tensor, "..."]  # of every token, (batch, length, labels), or of the whole, (batch, labels)


class EncoderWithHead(nn.Module):
    """head(encoder(ids)).

    Args:
        encoder: From ids to hidden states.
        head: From hidden states to scores.
    """

    def __init__(self, *, encoder: Encoder, head: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = head

    def forward(
        self,
        ids: Int[Tensor, "batch length"],
        mask: AnyMask | None = None,
        *,
        segments: Int[Tensor, "batch length"] | None = None,
        boxes: Int[Tensor, "batch length 4"] | None = None,
        pages: Int[Tensor, "batch length"] | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Scores:
        """The head's scores; the arguments are those of ``Encoder``."""
        states = self.encoder(ids, mask, segments=segments, boxes=boxes, pages=pages, places=places)
        return self.head(states)  # type: ignore[no-any-return]

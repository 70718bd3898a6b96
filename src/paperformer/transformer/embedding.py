"""From ids and places to the first hidden states: all tables are summed element-wise."""

from __future__ import annotations

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.dropout import Dropout
from paperformer.transformer.position import Positions
from paperformer.transformer.size import Size


class BoxEmbedding(nn.Module):
    """Where a token's box stands on its page: x0, y0, x1, y1, width, height and page (after LayoutLM).

    Args:
        buckets: Rows of every coordinate table: coordinates are whole numbers below it.
        pages: Rows of the page table; pages count from 0 and the last row stands for all that follow.
        size: Width of a vector.
    """

    def __init__(self, *, buckets: int, pages: int, size: int) -> None:
        super().__init__()
        self.buckets = buckets
        self.pages = pages
        self.x0 = nn.Embedding(buckets, size)
        self.y0 = nn.Embedding(buckets, size)
        self.x1 = nn.Embedding(buckets, size)
        self.y1 = nn.Embedding(buckets, size)
        self.width = nn.Embedding(buckets, size)
        self.height = nn.Embedding(buckets, size)
        self.page = nn.Embedding(pages, size)

    def forward(
        self, boxes: Int[Tensor, "batch length 4"], pages: Int[Tensor, "batch length"]
    ) -> Float[Tensor, "batch length size"]:
        x0, y0, x1, y1 = boxes.clamp(0, self.buckets - 1).unbind(-1)
        width = (x1 - x0).clamp(min=0)
        height = (y1 - y0).clamp(min=0)
        corners = self.x0(x0) + self.y0(y0) + self.x1(x1) + self.y1(y1)
        extent = self.width(width) + self.height(height)
        return corners + extent + self.page(pages.clamp(0, self.pages - 1))  # type: ignore[no-any-return]


class InputEmbedding(nn.Module):
    """norm(token + position + segment + layout), then dropout.

    Args:
        token: Table of token vectors.
        position: What gives the vectors of places; None gives none.
        segment: Table of segments, or None.
        layout: Tables of boxes and pages, or None.
        norm: Over the sum.
        dropout: Probability, while training.
    """

    def __init__(
        self,
        *,
        token: nn.Embedding,
        position: Positions | None,
        segment: nn.Embedding | None,
        layout: BoxEmbedding | None,
        norm: nn.Module,
        dropout: float,
    ) -> None:
        super().__init__()
        self.token = token
        self.position = position
        self.segment = segment
        self.layout = layout
        self.norm = norm
        self.dropout = Dropout(dropout)

    def forward(
        self,
        ids: Int[Tensor, "batch length"],
        *,
        segments: Int[Tensor, "batch length"] | None = None,
        boxes: Int[Tensor, "batch length 4"] | None = None,
        pages: Int[Tensor, "batch length"] | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        """Hidden states of the tokens.

        Args:
            ids: Token ids.
            segments: Segment of each token; None is segment 0 throughout.
            boxes: x0, y0, x1, y1 of each token, whole numbers from 0; None where there is no layout.
            pages: Page of each token, from 0; None is page 0 throughout.
            places: Position of each token where several texts share a row; None counts along the row.

        Raises:
            InvalidConfig: when there are more tokens than positions, or boxes without layout tables.
        """
        hidden = self.token(ids)
        if self.position is not None:
            position = self.position(ids.shape[1]) if places is None else self.position.at(places)
            hidden = hidden + position.to(hidden.dtype)
        if self.segment is not None:
            hidden = hidden + (self.segment.weight[0] if segments is None else self.segment(segments))
        if boxes is not None:
            if self.layout is None:
                raise InvalidConfig("boxes were given, but the encoder has no layout tables", "Set layout")
            hidden = hidden + self.layout(boxes, torch.zeros_like(ids) if pages is None else pages)
        return self.dropout(self.norm(hidden))  # type: ignore[no-any-return]


class TokenEmbedding(nn.Module):
    """dropout(scale * token + position): how the original embeds (Vaswani et al. 2017, sections 3.4, 5.4).

    Args:
        token: Table of token vectors.
        position: What gives the vectors of places; None gives none, so that order is nothing to see.
        scale: Factor of the token vectors; the original takes the root of their width.
        dropout: Probability, while training, of each number.
        token_dropout: And of whole token vectors, each by itself, of which their place is left (after Gal &
            Ghahramani 2016, who drop all occurrences of a word together).
    """

    def __init__(
        self,
        *,
        token: nn.Embedding,
        position: Positions | None,
        scale: float,
        dropout: float,
        token_dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.token = token
        self.position = position
        self.scale = scale
        self.dropout = Dropout(dropout)
        self.token_dropout = Dropout(token_dropout)

    def forward(
        self,
        ids: Int[Tensor, "batch length"],
        start: Size = 0,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        """First states of the tokens.

        Args:
            ids: Token ids.
            start: The place of the first token; the others follow.
            places: Instead, the place of each token, where several texts share a row.

        Raises:
            InvalidConfig: when a learned table of positions is too short.
        """
        token = self.token(ids) * self.scale  # (batch, length, size)
        if self.training and self.token_dropout.p:
            token = token * self.token_dropout(torch.ones_like(token[..., :1]))
        if self.position is None:
            return self.dropout(token)  # type: ignore[no-any-return]
        position = self.position(ids.shape[1], start) if places is None else self.position.at(places)
        return self.dropout(token + position.to(token.dtype))  # type: ignore[no-any-return]

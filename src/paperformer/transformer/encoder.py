"""A stack of identical layers (Vaswani et al. 2017, section 3.1), and the model around it."""

from __future__ import annotations

from collections.abc import Sequence

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.embedding import InputEmbedding
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.mask import AnyMask, as_attention_mask, block_mask
from paperformer.transformer.narrowing import pool_words
from paperformer.transformer.residual import Residual


class EncoderLayer(nn.Module):
    """Self-attention, then a feed-forward network where there is one, each in a residual wrapper."""

    def __init__(
        self,
        *,
        attention: MultiHeadAttention,
        attention_residual: Residual,
        feedforward: FeedForward | None,
        feedforward_residual: Residual | None,
    ) -> None:
        super().__init__()
        self.attention = attention
        self.attention_residual = attention_residual
        self.feedforward = feedforward
        self.feedforward_residual = feedforward_residual

    def forward(
        self, x: Float[Tensor, "batch length size"], mask: AnyMask | None = None
    ) -> Float[Tensor, "batch length size"]:
        x = self.attention_residual(x, lambda h: self.attention(h, h, h, mask))
        if self.feedforward is None or self.feedforward_residual is None:
            return x
        return self.feedforward_residual(x, self.feedforward)  # type: ignore[no-any-return]


class Encoder(nn.Module):
    """N layers, on tokens below ``narrow_after`` and, where words are given, on words above.

    Args:
        layers: The layers, from the input up.
        norm: A last layer norm, which a pre-norm stack needs and a post-norm stack has not.
        narrow_after: After how many layers a word's pieces are averaged; None is after the last.
        block: How many tokens make a block, of which the layers over tokens see three; None sees everything.
    """

    def __init__(
        self,
        *,
        layers: Sequence[EncoderLayer],
        norm: nn.LayerNorm | None,
        narrow_after: int | None,
        block: int | None = None,
    ) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.narrow_after = len(layers) if narrow_after is None else narrow_after
        self.block = block

    def forward(
        self,
        hidden: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        *,
        word_index: Int[Tensor, "batch length"] | None = None,
        word_mask: Bool[Tensor, "batch words"] | None = None,
    ) -> Float[Tensor, "batch states size"]:
        """States of the tokens or, where ``word_index`` and ``word_mask`` are given, of the words.

        Args:
            hidden: States from the embedding.
            mask: True for the tokens that exist; None when all do.
            word_index: The number of each token's word, -1 for tokens that belong to none.
            word_mask: True for the words that exist; its width is the number of states returned.

        Raises:
            InvalidConfig: when only one of ``word_index`` and ``word_mask`` is given.
        """
        if (word_index is None) != (word_mask is None):
            raise InvalidConfig("word_index and word_mask belong together", "Give both or neither")
        hidden = self.over_tokens(hidden, mask)
        if word_index is not None and word_mask is not None:
            hidden = pool_words(hidden, word_index, word_mask.shape[1])
            mask = word_mask
        return self.over_words(hidden, mask)

    def over_tokens(
        self, hidden: Float[Tensor, "batch length size"], mask: AnyMask | None = None
    ) -> Float[Tensor, "batch length size"]:
        """The states after the layers below ``narrow_after``."""
        near = self._near(hidden, mask)
        for layer in self.layers[: self.narrow_after]:
            hidden = layer(hidden, near)
        return hidden

    def over_words(
        self, hidden: Float[Tensor, "batch states size"], mask: AnyMask | None = None
    ) -> Float[Tensor, "batch states size"]:
        """The states after the layers above ``narrow_after``, and the last norm where there is one."""
        for layer in self.layers[self.narrow_after :]:
            hidden = layer(hidden, mask)
        return hidden if self.norm is None else self.norm(hidden)

    def _near(self, hidden: Tensor, mask: AnyMask | None) -> AnyMask | None:
        """What the layers over tokens may see."""
        length = hidden.shape[1]
        if self.block is None or length <= 2 * self.block:
            return mask
        near = block_mask(length, self.block, hidden.device)
        return near if mask is None else near & as_attention_mask(mask)


class EncoderOnly(nn.Module):
    """Embedding and encoder: from ids (and boxes) to hidden states."""

    def __init__(self, *, embedding: InputEmbedding, encoder: Encoder) -> None:
        super().__init__()
        self.embedding = embedding
        self.encoder = encoder

    def forward(
        self,
        ids: Int[Tensor, "batch length"],
        mask: AnyMask | None = None,
        *,
        segments: Int[Tensor, "batch length"] | None = None,
        boxes: Int[Tensor, "batch length 4"] | None = None,
        pages: Int[Tensor, "batch length"] | None = None,
        places: Int[Tensor, "batch length"] | None = None,
        word_index: Int[Tensor, "batch length"] | None = None,
        word_mask: Bool[Tensor, "batch words"] | None = None,
    ) -> Float[Tensor, "batch states size"]:
        """States of the tokens, or of the words where ``word_index`` and ``word_mask`` are given.

        The arguments are those of ``InputEmbedding`` and ``Encoder``.
        """
        hidden = self.embedding(ids, segments=segments, boxes=boxes, pages=pages, places=places)
        return self.encoder(hidden, mask, word_index=word_index, word_mask=word_mask)  # type: ignore[no-any-return]

"""An encoder that tells hidden tokens, run as it will be run when it reads documents."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float, Int
from torch import Generator, Tensor, nn

from paperformer.transformer.build import build_encoder
from paperformer.transformer.build_head import build_masked_language_head
from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.mask import AnyMask
from paperformer.transformer.narrowing import pool_words


class MaskedModel(nn.Module):
    """Encoder and BERT's head; parameters have the names of ``EncoderWithHead`` and of ``LayoutModel``.

    Where the encoder narrows, its upper layers see words here too, so that they learn what they will be used
    for. A token is then told from the sum of its own state below and of its word's state above.

    Args:
        config: The encoder's shape.
        generator: Draws all weights.
        encoder: Another encoder of that shape, to keep instead of a new one.
    """

    def __init__(
        self, config: EncoderConfig, generator: Generator, *, encoder: Encoder | None = None
    ) -> None:
        super().__init__()
        self.config = config
        self.encoder = encoder or build_encoder(config, generator)
        self.head = build_masked_language_head(config, self.encoder.embedding.token, generator)

    def forward(
        self,
        ids: Int[Tensor, "batch length"],
        mask: AnyMask | None = None,
        *,
        asked: Bool[Tensor, "batch length"] | None = None,
        places: Int[Tensor, "batch length"] | None = None,
        boxes: Int[Tensor, "batch length 4"] | None = None,
        pages: Int[Tensor, "batch length"] | None = None,
        word_index: Int[Tensor, "batch length"] | None = None,
        word_mask: Bool[Tensor, "batch words"] | None = None,
    ) -> Float[Tensor, "*tokens vocabulary"]:
        """The logits of what stands at each token, or at those ``asked`` for, in order.

        Args:
            ids: Token ids, some of them hidden.
            mask: True for the tokens that exist, or who may see whom.
            asked: True where an answer is wanted; the head, half of the work, is spared elsewhere.
            places: Position of each token where several texts share a row.
            boxes: As in ``Encoder``.
            pages: The same.
            word_index: As in ``Encoder``; given where the encoder narrows.
            word_mask: The same.
        """
        hidden = self.encoder.embedding(ids, boxes=boxes, pages=pages, places=places)
        turned = places if self.config.positions == "rotary" else None
        states = self._states(hidden, mask, word_index, word_mask, turned)
        return self.head(states if asked is None else states[asked])  # type: ignore[no-any-return]

    def _states(
        self,
        hidden: Tensor,
        mask: AnyMask | None,
        word_index: Tensor | None,
        word_mask: Tensor | None,
        places: Tensor | None,
    ) -> Tensor:
        stack = self.encoder.encoder
        if word_index is None or word_mask is None:
            return stack(hidden, mask, places=places)  # type: ignore[no-any-return]
        tokens = stack.over_tokens(hidden, mask, places)
        words = stack.over_words(pool_words(tokens, word_index, word_mask.shape[1]), word_mask)
        return tokens + _spread(words, word_index)


def narrows(config: EncoderConfig) -> bool:
    """Whether the upper layers see words."""
    return config.narrow_after is not None and config.narrow_after < config.layers


def _spread(
    words: Float[Tensor, "batch words size"], word_index: Int[Tensor, "batch length"]
) -> Float[Tensor, "batch length size"]:
    """Each token's word; zeros for a token that belongs to none."""
    index = word_index.clamp(min=0).unsqueeze(-1).expand(-1, -1, words.shape[-1])
    return torch.where(word_index.unsqueeze(-1) >= 0, words.gather(1, index), 0.0)

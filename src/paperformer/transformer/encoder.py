"""A stack of identical layers (Vaswani et al. 2017, section 3.1), and the model around it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.config import AttentionConfig, EncoderConfig
from paperformer.transformer.config.saved import attention_named
from paperformer.transformer.embedding import InputEmbedding
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.inputs import (
    check_beside,
    check_boxes,
    check_mask,
    check_segments,
    check_vocabulary,
    check_words,
    checked_ids,
    named_inputs,
)
from paperformer.transformer.mask import AnyMask, as_attention_mask, block_mask
from paperformer.transformer.narrowing import pool_words
from paperformer.transformer.recompute import run_layer
from paperformer.transformer.recurrent_layer import RecurrentLayer
from paperformer.transformer.residual import Residual
from paperformer.transformer.transfer import copy_weights

if TYPE_CHECKING:
    from paperformer.transformer.pretrained.load import Pretrained


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
        self,
        x: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        x = self.attention_residual(x, lambda h: self.attention(h, h, h, mask, places=places))
        if self.feedforward is None or self.feedforward_residual is None:
            return x
        return self.feedforward_residual(x, self.feedforward)  # type: ignore[no-any-return]


class EncoderStack(nn.Module):
    """N layers, on tokens below ``narrow_after`` and, where words are given, on words above.

    Args:
        layers: The layers, from the input up.
        norm: A last norm, which a pre-norm stack needs and a post-norm stack has not.
        narrow_after: After how many layers a word's pieces are averaged; None is after the last.
        block: How many tokens make a block, of which the layers over tokens see three; None sees everything.
    """

    def __init__(
        self,
        *,
        layers: Sequence[EncoderLayer | RecurrentLayer],
        norm: nn.Module | None,
        narrow_after: int | None,
        block: int | None = None,
    ) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norm = norm
        self.narrow_after = len(layers) if narrow_after is None else narrow_after
        self.block = block
        self.recompute = False  # see ``recompute_activations``

    def forward(
        self,
        hidden: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        *,
        word_index: Int[Tensor, "batch length"] | None = None,
        word_mask: Bool[Tensor, "batch words"] | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch states size"]:
        """States of the tokens or, where ``word_index`` and ``word_mask`` are given, of the words.

        Args:
            hidden: States from the embedding.
            mask: True for the tokens that exist; None when all do.
            word_index: The number of each token's word, -1 for tokens that belong to none.
            word_mask: True for the words that exist; its width is the number of states returned.
            places: Position of each token where several texts share a row; None counts along the row.

        Raises:
            InvalidConfig: when only one of ``word_index`` and ``word_mask`` is given.
        """
        if (word_index is None) != (word_mask is None):
            raise InvalidConfig("word_index and word_mask belong together", "Give both or neither")
        hidden = self.over_tokens(hidden, mask, places)
        if word_index is not None and word_mask is not None:
            hidden = pool_words(hidden, word_index, word_mask.shape[1])
            mask = word_mask
        return self.over_words(hidden, mask)

    def over_tokens(
        self,
        hidden: Float[Tensor, "batch length size"],
        mask: AnyMask | None = None,
        places: Int[Tensor, "batch length"] | None = None,
    ) -> Float[Tensor, "batch length size"]:
        """The states after the layers below ``narrow_after``."""
        near = self._near(hidden, mask)
        for layer in self.layers[: self.narrow_after]:
            hidden = run_layer(layer, hidden, near, places, recompute=self.recompute)
        return hidden

    def over_words(
        self, hidden: Float[Tensor, "batch states size"], mask: AnyMask | None = None
    ) -> Float[Tensor, "batch states size"]:
        """The states after the layers above ``narrow_after``, and the last norm where there is one."""
        for layer in self.layers[self.narrow_after :]:
            hidden = run_layer(layer, hidden, mask, recompute=self.recompute)
        return hidden if self.norm is None else self.norm(hidden)

    def _near(self, hidden: Tensor, mask: AnyMask | None) -> AnyMask | None:
        """What the layers over tokens may see."""
        length = hidden.shape[1]
        if self.block is None or length <= 2 * self.block:
            return mask
        near = block_mask(length, self.block, hidden.device)
        return near if mask is None else near & as_attention_mask(mask)


class Encoder(nn.Module):
    """Embedding and layers: from ids (and boxes) to hidden states.

    Args:
        embedding: From ids to first states.
        encoder: The layers.
        config: Its shape.
    """

    def __init__(self, *, embedding: InputEmbedding, encoder: EncoderStack, config: EncoderConfig) -> None:
        super().__init__()
        self.embedding = embedding
        self.encoder = encoder
        self.config = config
        self._origin: Pretrained | None = None

    @classmethod
    def from_config(cls, config: EncoderConfig, *, seed: int = 0) -> Encoder:
        """A new encoder with random weights."""
        from paperformer.transformer.build import build_encoder

        return build_encoder(config, torch.Generator().manual_seed(seed))

    @classmethod
    def from_pretrained(
        cls,
        where: str | Path,
        *,
        attention: str | AttentionConfig | Sequence[str | AttentionConfig] | None = None,
        seed: int = 0,
        **changes: Any,
    ) -> Encoder:
        """What ``save_pretrained`` wrote, or a checkpoint of others, in evaluation mode.

        Of others: BERT, RoBERTa, DistilBERT, Longformer and what has their shape (MiniLM, E5).

        Args:
            where: A folder, a file of weights beside its ``config.json``, or a hub id.
            attention: Another mechanism under the same weights, by name or with its settings; or one for each
                layer.
            seed: Of what the checkpoint does not hold, such as Performer's directions.
            **changes: Other settings of ``EncoderConfig``: ``max_positions``, fewer ``layers`` ...

        Raises:
            ModelMismatch: it is unreadable, or does not fit parameter by parameter.
            InvalidConfig: a setting that cannot be.
        """
        from paperformer.transformer.build import build_encoder
        from paperformer.transformer.pretrained.load import load_pretrained
        from paperformer.transformer.pretrained.own import is_own, load_model
        from paperformer.transformer.pretrained.source import find_source, read_config

        generator = torch.Generator().manual_seed(seed)
        if attention is not None:
            changes["attention"] = attention_named(attention)
        if is_own(read_config(find_source(where).config)):
            return load_model(
                where, EncoderConfig, lambda config: build_encoder(config, generator), changes
            ).eval()
        loaded = load_pretrained(where, generator, **changes)
        loaded.encoder._origin = loaded
        return loaded.encoder.eval()

    def save_pretrained(self, folder: str | Path) -> Path:
        """Write ``config.json`` and ``model.safetensors``; ``from_pretrained`` reads them back exactly.

        An encoder from a checkpoint of others is written under the names of its family where that can say
        all of it. Every other encoder, as one with another attention, is written with our whole config.

        Raises:
            ModelMismatch: the encoder was changed so that its config does not describe it, or the folder
                cannot be written.
        """
        from paperformer.transformer.pretrained.own import save_own
        from paperformer.transformer.pretrained.save import family_can_say, save_pretrained

        if self._origin is not None and family_can_say(self._origin):
            return save_pretrained(self._origin, Path(folder))
        return save_own(self, self.config, Path(folder))

    def with_attention(
        self, attention: str | AttentionConfig | Sequence[str | AttentionConfig], *, seed: int = 0
    ) -> Encoder:
        """A copy with another mechanism, or one for each layer, under the same weights, in the same mode.

        Raises:
            ModelMismatch: the mechanism has parameters of its own (Linformer, Longformer).
            InvalidConfig: there is no such mechanism.
        """
        other = self.from_config(self.config.changed(attention=attention_named(attention)), seed=seed)
        copy_weights(self, other)
        return other.train(self.training)

    def forward(
        self,
        ids: Tensor | None = None,
        mask: Tensor | None = None,
        *,
        segments: Tensor | None = None,
        boxes: Tensor | None = None,
        pages: Tensor | None = None,
        places: Tensor | None = None,
        word_index: Tensor | None = None,
        word_mask: Bool[Tensor, "batch words"] | None = None,
        **batch: Tensor,
    ) -> Float[Tensor, "batch states size"]:
        """States of the tokens, or of the words where ``word_index`` and ``word_mask`` are given.

        The arguments are those of ``InputEmbedding`` and ``EncoderStack``: ``ids`` is ``(batch, length)``.
        A Hugging Face tokenizer fits too: ``encoder(**tokenizer(texts, return_tensors="pt"))``.

        Raises:
            InvalidConfig: ids without a batch axis, empty ones, or such as are not in the vocabulary; a mask
                that is not boolean or of another shape; boxes that are fractions; segments, pages, places or
                words of another shape or beyond their tables; an unknown argument.
        """
        if batch:
            ours = {"ids": ids, "mask": mask, "segments": segments, "boxes": boxes, "pages": pages}
            ours |= {"places": places, "word_index": word_index, "word_mask": word_mask}
            return self.forward(**named_inputs(batch, ours))
        ids = checked_ids(ids)
        check_mask(mask, ids)
        check_boxes(boxes, ids)
        check_beside(ids, segments=segments, pages=pages, places=places, word_index=word_index)
        check_segments(segments, self.config.segment_types)
        check_words(word_index, word_mask)
        check_vocabulary(ids, self.embedding.token.num_embeddings)
        hidden = self.embedding(ids, segments=segments, boxes=boxes, pages=pages, places=places)
        rotary = self.config.positions == "rotary"
        return self.encoder(  # type: ignore[no-any-return]
            hidden,
            mask,
            word_index=word_index,
            word_mask=word_mask,
            places=places if rotary else None,
        )

    if TYPE_CHECKING:  # what calls it gets states, where torch's own ``__call__`` promises nothing
        __call__ = forward

"""Heads from a config, alone or on a new encoder."""

from __future__ import annotations

from typing import Literal

import torch
from torch import Generator, nn

from paperformer.errors import InvalidConfig
from paperformer.transformer.build import ACTIVATIONS, build_encoder
from paperformer.transformer.config import EncoderConfig
from paperformer.transformer.encoder import Encoder
from paperformer.transformer.head import ClassificationHead, Pooler, TaggingHead
from paperformer.transformer.headed import EncoderWithHead
from paperformer.transformer.initialise import initialise
from paperformer.transformer.language_head import CausalLanguageHead, MaskedLanguageHead
from paperformer.transformer.tying import tie_weights

HeadName = Literal["masked_language", "tagging", "classification"]


def build_with_head(
    config: EncoderConfig, head: HeadName, generator: Generator, *, labels: int | None = None
) -> EncoderWithHead:
    """A new encoder with a head on it, all weights drawn from ``generator``.

    Args:
        config: The encoder's shape.
        head: What the states shall become.
        generator: The source of chance.
        labels: How many tags or classes; a masked-language head has the vocabulary instead.

    Raises:
        InvalidConfig: when ``labels`` are lacking, or given where the vocabulary decides.
    """
    return add_head(build_encoder(config, generator), config, head, generator, labels=labels)


def add_head(
    encoder: Encoder,
    config: EncoderConfig,
    head: HeadName,
    generator: Generator,
    *,
    labels: int | None = None,
) -> EncoderWithHead:
    """A new head on an encoder, which stays as it is.

    Args:
        encoder: Built from ``config``.
        config: The encoder's shape.
        head: What the states shall become.
        generator: The source of chance.
        labels: How many tags or classes; a masked-language head has the vocabulary instead.

    Raises:
        InvalidConfig: as ``build_with_head``.
    """
    if (labels is None) != (head == "masked_language"):
        raise InvalidConfig(f"a {head} head with labels {labels}", "Give labels to all but masked_language")
    if head == "masked_language":
        new: nn.Module = build_masked_language_head(config, encoder.embedding.token, generator)
    elif head == "tagging":
        new = build_tagging_head(config, labels or 0, generator)
    else:
        new = build_classification_head(config, labels or 0, generator)
    return EncoderWithHead(encoder=encoder, head=new)


def build_masked_language_head(
    config: EncoderConfig, token: nn.Embedding, generator: Generator
) -> MaskedLanguageHead:
    """A new head whose decoder is the table ``token``, which keeps its weights."""
    size = config.hidden_size
    with torch.random.fork_rng(devices=[]):
        head = MaskedLanguageHead(
            dense=nn.Linear(size, size),
            activation=ACTIVATIONS[config.activation](),
            norm=nn.LayerNorm(size, eps=config.layer_norm_epsilon),
            decoder=nn.Linear(size, config.vocabulary_size),
        )
    initialise(head, generator)
    tie_weights(token, head.decoder)
    return head


def build_causal_language_head(token: nn.Embedding) -> CausalLanguageHead:
    """A head that is the table ``token`` and has no weights of its own."""
    decoder = nn.Linear(token.embedding_dim, token.num_embeddings, bias=False, device="meta")
    tie_weights(token, decoder)
    return CausalLanguageHead(decoder=decoder)


def build_tagging_head(config: EncoderConfig, tags: int, generator: Generator) -> TaggingHead:
    """A new head that scores every state for ``tags`` tags."""
    with torch.random.fork_rng(devices=[]):
        head = TaggingHead(scores=nn.Linear(config.hidden_size, tags), dropout=config.dropout)
    initialise(head, generator)
    return head


def build_classification_head(
    config: EncoderConfig, classes: int, generator: Generator
) -> ClassificationHead:
    """A new head that scores the whole input for ``classes`` classes."""
    size = config.hidden_size
    with torch.random.fork_rng(devices=[]):
        head = ClassificationHead(
            pooler=Pooler(dense=nn.Linear(size, size)),
            scores=nn.Linear(size, classes),
            dropout=config.dropout,
        )
    initialise(head, generator)
    return head

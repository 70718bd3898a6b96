"""Wires modules from a config: the only place where both meet."""

from __future__ import annotations

import torch
from torch import Generator, nn

from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.performer import PerformerAttention
from paperformer.transformer.attention.protocol import Attention
from paperformer.transformer.attention.softmax import SoftmaxAttention
from paperformer.transformer.config import AttentionConfig, EncoderConfig, PerformerConfig
from paperformer.transformer.embedding import BoxEmbedding, InputEmbedding, PositionEmbedding
from paperformer.transformer.encoder import Encoder, EncoderLayer, EncoderOnly
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.head import WordHead
from paperformer.transformer.initialise import initialise
from paperformer.transformer.residual import PostNorm, PreNorm, Residual

ACTIVATIONS: dict[str, type[nn.Module]] = {"gelu": nn.GELU, "relu": nn.ReLU}


def build_encoder(config: EncoderConfig, generator: Generator) -> EncoderOnly:
    """A new encoder with random weights, all drawn from ``generator``; torch's own stays untouched."""
    with torch.random.fork_rng(devices=[]):  # modules draw from the global generator when they are made
        model = EncoderOnly(embedding=_embedding(config), encoder=_encoder(config, generator))
    initialise(model, generator)
    return model


def build_word_head(config: EncoderConfig, fields: int, generator: Generator) -> WordHead:
    """A new head that scores ``fields`` fields on the states of an encoder of this config."""
    with torch.random.fork_rng(devices=[]):
        head = WordHead(scores=nn.Linear(config.hidden_size, fields), dropout=config.dropout)
    initialise(head, generator)
    return head


def build_attention(config: AttentionConfig, head_dim: int, generator: Generator) -> Attention:
    """The mechanism of a config for heads of width ``head_dim``."""
    if isinstance(config, PerformerConfig):
        return PerformerAttention(
            head_dim=head_dim,
            generator=generator,
            features=config.features,
            feature_map=config.feature_map,
            orthogonal=config.projection == "orthogonal",
            regularised=config.regularised,
        )
    return SoftmaxAttention(dropout=config.dropout)


def _embedding(config: EncoderConfig) -> InputEmbedding:
    size, layout = config.hidden_size, config.layout
    return InputEmbedding(
        token=nn.Embedding(config.vocabulary_size, size, padding_idx=config.padding_id),
        position=PositionEmbedding(positions=config.max_positions, size=size),
        segment=nn.Embedding(config.segment_types, size) if config.segment_types else None,
        layout=BoxEmbedding(buckets=layout.buckets, pages=layout.pages, size=size) if layout else None,
        norm=_norm(config),
        dropout=config.dropout,
    )


def _encoder(config: EncoderConfig, generator: Generator) -> Encoder:
    return Encoder(
        layers=[_layer(config, generator) for _ in range(config.layers)],
        norm=_norm(config) if config.norm == "pre" else None,
        narrow_after=config.narrow_after,
        block=config.block,
    )


def _layer(config: EncoderConfig, generator: Generator) -> EncoderLayer:
    size, inner = config.hidden_size, config.feedforward_size
    attention = MultiHeadAttention(
        query=nn.Linear(size, size),
        key=nn.Linear(size, size),
        value=nn.Linear(size, size),
        output=nn.Linear(size, size),
        heads=config.heads,
        mechanism=build_attention(config.attention, config.head_dim, generator),
    )
    feedforward = FeedForward(
        inner=nn.Linear(size, inner),
        activation=ACTIVATIONS[config.activation](),
        outer=nn.Linear(inner, size),
    )
    return EncoderLayer(
        attention=attention,
        attention_residual=_residual(config),
        feedforward=feedforward,
        feedforward_residual=_residual(config),
    )


def _residual(config: EncoderConfig) -> Residual:
    kind = PreNorm if config.norm == "pre" else PostNorm
    return kind(norm=_norm(config), dropout=config.dropout)


def _norm(config: EncoderConfig) -> nn.LayerNorm:
    return nn.LayerNorm(config.hidden_size, eps=config.layer_norm_epsilon)

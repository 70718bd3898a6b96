"""Wires models from a config; with the other ``build_...`` modules the only place where both meet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import Generator, nn

from paperformer.transformer.attention.linformer import share_projections
from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.attention.position_bias import PositionBias
from paperformer.transformer.attention.rotary import RotaryPositions
from paperformer.transformer.build_attention import build_attention
from paperformer.transformer.build_positions import build_bias, build_positions, build_rotary
from paperformer.transformer.config import (
    AttentionConfig,
    CellName,
    DecoderConfig,
    EncoderConfig,
    RecurrentConfig,
    Seq2SeqConfig,
    StackConfig,
)
from paperformer.transformer.config.attention import attention_of_each
from paperformer.transformer.decoder import DecoderLayer, DecoderStack
from paperformer.transformer.decoder_only import Decoder
from paperformer.transformer.embedding import BoxEmbedding, InputEmbedding, TokenEmbedding
from paperformer.transformer.encoder import Encoder, EncoderLayer, EncoderStack
from paperformer.transformer.feedforward import FeedForward, GatedFeedForward
from paperformer.transformer.head import WordHead
from paperformer.transformer.initialise import initialise, initialise_evenly
from paperformer.transformer.recurrent import CELLS, RecurrentDecoder, RecurrentEncoder, RecurrentSeq2Seq
from paperformer.transformer.recurrent_layer import RecurrentLayer
from paperformer.transformer.residual import PostNorm, PreNorm, Residual
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.transformer.tying import tie_weights

ACTIVATIONS: dict[str, Callable[[], nn.Module]] = {
    "gelu": nn.GELU,
    "gelu-tanh": partial(nn.GELU, approximate="tanh"),
    "relu": nn.ReLU,
    "silu": nn.SiLU,
}


def build_encoder(config: EncoderConfig, generator: Generator) -> Encoder:
    """A new encoder with random weights, all drawn from ``generator``; torch's own stays untouched."""
    with torch.random.fork_rng(devices=[]):  # modules draw from the global generator when they are made
        model = Encoder(embedding=_embedding(config), encoder=_encoder(config, generator), config=config)
    share_projections(model)
    initialise(model, generator)
    return model


def build_decoder(config: DecoderConfig, generator: Generator) -> Decoder:
    """A new language model with random weights, all drawn from ``generator``."""
    with torch.random.fork_rng(devices=[]):
        model = Decoder(
            embedding=_token_embedding(config, config.vocabulary_size),
            decoder=_decoder(config, generator),
            head=_head(config),
            config=config,
        )
    initialise_evenly(model, generator)
    if config.tied and isinstance(model.head, nn.Linear):
        tie_weights(model.embedding.token, model.head)
    return model


def build_seq2seq(config: Seq2SeqConfig, generator: Generator) -> Seq2Seq:
    """A new encoder-decoder with random weights, all drawn from ``generator``."""
    with torch.random.fork_rng(devices=[]):
        model = Seq2Seq(
            source_embedding=_token_embedding(
                config, config.source_vocabulary_size or config.vocabulary_size
            ),
            encoder=EncoderStack(
                layers=_encoder_layers(config, generator),
                norm=_norm(config) if config.ends_in_norm else None,
                narrow_after=None,
            ),
            target_embedding=_token_embedding(config, config.vocabulary_size),
            decoder=_decoder(config, generator),
            head=_head(config),
            config=config,
        )
    share_projections(model)
    initialise_evenly(model, generator)
    _tie_three(model, config)
    return model


def build_recurrent(config: RecurrentConfig, generator: Generator) -> RecurrentSeq2Seq:
    """A new recurrent encoder-decoder with random weights, all drawn from ``generator``."""
    size, layers, cell, dropout = config.hidden_size, config.layers, config.cell, config.dropout
    padding, source = config.padding_id, config.source_vocabulary_size
    with torch.random.fork_rng(devices=[]):
        model = RecurrentSeq2Seq(
            source_embedding=nn.Embedding(source or config.vocabulary_size, size, padding_idx=padding),
            encoder=RecurrentEncoder(size=size, layers=layers, cell=cell, dropout=dropout),
            target_embedding=nn.Embedding(config.vocabulary_size, size, padding_idx=padding),
            decoder=RecurrentDecoder(
                size=size, layers=layers, cell=cell, scorer=config.scorer, dropout=dropout
            ),
            head=nn.Linear(size, config.vocabulary_size, bias=False),
            dropout=dropout,
            config=config,
        )
    initialise_evenly(model, generator)
    if source is None:
        tie_weights(model.target_embedding, model.source_embedding)
    if config.tied:
        tie_weights(model.target_embedding, model.head)
    return model


def build_word_head(config: EncoderConfig, fields: int, generator: Generator) -> WordHead:
    """A new head that scores ``fields`` fields on the states of an encoder of this config."""
    with torch.random.fork_rng(devices=[]):
        head = WordHead(scores=nn.Linear(config.hidden_size, fields), dropout=config.dropout)
    initialise(head, generator)
    return head


def _embedding(config: EncoderConfig) -> InputEmbedding:
    size, layout = config.hidden_size, config.layout
    return InputEmbedding(
        token=nn.Embedding(config.vocabulary_size, size, padding_idx=config.padding_id),
        position=build_positions(config),
        segment=nn.Embedding(config.segment_types, size) if config.segment_types else None,
        layout=BoxEmbedding(buckets=layout.buckets, pages=layout.pages, size=size) if layout else None,
        norm=nn.Identity() if config.norm == "none" else _norm(config),
        dropout=config.dropout,
    )


def _token_embedding(config: DecoderConfig, vocabulary_size: int) -> TokenEmbedding:
    size = config.hidden_size
    return TokenEmbedding(
        token=nn.Embedding(vocabulary_size, size, padding_idx=config.padding_id),
        position=build_positions(config),
        scale=size**0.5 if config.scaled else 1.0,
        dropout=config.dropout,
        token_dropout=config.token_dropout,
    )


def _head(config: DecoderConfig) -> nn.Linear:
    return nn.Linear(config.hidden_size, config.vocabulary_size, bias=config.head_bias)


def _tie_three(model: Seq2Seq, config: Seq2SeqConfig) -> None:
    """One matrix for both embeddings and the head, as far as the config shares them."""
    table = model.target_embedding.token
    if config.source_vocabulary_size is None:
        tie_weights(table, model.source_embedding.token)
    if config.tied and isinstance(model.head, nn.Linear):
        tie_weights(table, model.head)


def _encoder(config: EncoderConfig, generator: Generator) -> EncoderStack:
    layers: list[EncoderLayer | RecurrentLayer]
    if config.recurrent is None:
        layers = [*_encoder_layers(config, generator)]
    else:
        layers = [_recurrent_layer(config, config.recurrent) for _ in range(config.layers)]
    return EncoderStack(
        layers=layers,
        norm=_norm(config) if config.norm == "pre" and config.recurrent is None else None,
        narrow_after=config.narrow_after,
        block=config.block,
    )


def _recurrent_layer(config: EncoderConfig, cell: CellName) -> RecurrentLayer:
    size = config.hidden_size
    rnn = CELLS[cell](size, size // 2, batch_first=True, bidirectional=True)
    return RecurrentLayer(rnn=rnn, dropout=config.dropout)


def _encoder_layers(config: StackConfig, generator: Generator) -> list[EncoderLayer]:
    bias = build_bias(config, bidirectional=True)
    return [_encoder_layer(config, attention, generator, bias) for attention in config.attentions]


def _encoder_layer(
    config: StackConfig, mechanism: AttentionConfig, generator: Generator, bias: PositionBias | None
) -> EncoderLayer:
    return EncoderLayer(
        attention=_multihead(config, mechanism, generator, rotary=build_rotary(config), position_bias=bias),
        attention_residual=_residual(config),
        feedforward=_feedforward(config),
        feedforward_residual=_residual(config) if config.feedforward_size else None,
    )


def _decoder(config: DecoderConfig, generator: Generator) -> DecoderStack:
    layers = config.layers_of_decoder if isinstance(config, Seq2SeqConfig) else config.layers
    mechanisms = attention_of_each(config.causal_attention, layers)
    bias = build_bias(config, bidirectional=False)
    return DecoderStack(
        layers=[_decoder_layer(config, mechanism, generator, bias) for mechanism in mechanisms],
        norm=_norm(config) if config.ends_in_norm else None,
    )


def _decoder_layer(
    config: DecoderConfig, mechanism: AttentionConfig, generator: Generator, bias: PositionBias | None
) -> DecoderLayer:
    cross = config.memory_attention if isinstance(config, Seq2SeqConfig) else None
    return DecoderLayer(
        attention=_multihead(config, mechanism, generator, rotary=build_rotary(config), position_bias=bias),
        attention_residual=_residual(config),
        cross_attention=_multihead(config, cross, generator) if cross else None,
        cross_attention_residual=_residual(config) if cross else None,
        feedforward=_feedforward(config),
        feedforward_residual=_residual(config) if config.feedforward_size else None,
    )


def _multihead(
    config: StackConfig,
    mechanism: AttentionConfig,
    generator: Generator,
    *,
    rotary: RotaryPositions | None = None,
    position_bias: PositionBias | None = None,
) -> MultiHeadAttention:
    size, shared, values = config.hidden_size, config.shared_heads, config.heads * config.value_dim
    bias, others = config.biases != "none", config.biases == "all"
    return MultiHeadAttention(
        query=nn.Linear(size, config.heads * config.head_dim, bias=bias),
        key=nn.Linear(size, shared * config.head_dim, bias=bias),
        value=nn.Linear(size, shared * config.value_dim, bias=bias),
        output=nn.Linear(values, size, bias=others),
        heads=config.heads,
        mechanism=build_attention(
            mechanism,
            config.head_dim,
            generator,
            heads=config.heads,
            hidden_size=size,
            value_dim=config.value_dim,
        ),
        key_value_heads=shared,
        rotary=rotary,
        bias=position_bias,
    )


def _feedforward(config: StackConfig) -> FeedForward | None:
    size, inner = config.hidden_size, config.feedforward_size
    if not inner:
        return None
    bias = config.biases == "all"
    wide, narrow = nn.Linear(size, inner, bias=bias), nn.Linear(inner, size, bias=bias)
    activation = ACTIVATIONS[config.activation]()
    dropout = config.activation_dropout if isinstance(config, DecoderConfig) else 0.0
    if not config.gated:
        return FeedForward(inner=wide, activation=activation, outer=narrow, dropout=dropout)
    gate = nn.Linear(size, inner, bias=bias)
    return GatedFeedForward(gate=gate, inner=wide, activation=activation, outer=narrow, dropout=dropout)


def _residual(config: StackConfig) -> Residual:
    kind = PreNorm if config.norm == "pre" else PostNorm
    norm = nn.Identity() if config.norm == "none" else _norm(config)
    return kind(norm=norm, dropout=config.dropout, residual=_adds_input(config))


def _adds_input(config: StackConfig) -> bool:
    return config.residual if isinstance(config, DecoderConfig) else True


def _norm(config: StackConfig) -> nn.LayerNorm | nn.RMSNorm:
    kind = nn.RMSNorm if config.norm_kind == "rms" else nn.LayerNorm
    return kind(config.hidden_size, eps=config.layer_norm_epsilon)

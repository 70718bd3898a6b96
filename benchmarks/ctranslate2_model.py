"""A translator of ours as CTranslate2 wants it: the same weights under its names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from ctranslate2.specs import common_spec, transformer_spec
from torch import nn

from paperformer.transformer.attention.multihead import MultiHeadAttention
from paperformer.transformer.config import Seq2SeqConfig
from paperformer.transformer.feedforward import FeedForward
from paperformer.transformer.position import SinusoidalPositions
from paperformer.transformer.seq2seq import Seq2Seq
from paperformer.translation.model_folder import TranslationParts

LONGEST = 512  # places that are written out
ACTIVATIONS = {"relu": common_spec.Activation.RELU, "gelu": common_spec.Activation.GELU}


def converted(parts: TranslationParts, folder: Path) -> None:
    """Write the model, a Transformer with softmax attention, to ``folder``."""
    model = parts.model
    if not isinstance(model, Seq2Seq):
        raise TypeError("CTranslate2 has no recurrent model")
    config = Seq2SeqConfig.from_dict(parts.manifest.shape)
    spec = transformer_spec.TransformerSpec.from_config(
        (len(model.encoder.layers), len(model.decoder.layers)),
        config.heads,
        pre_norm=config.norm == "pre",
        activation=ACTIVATIONS[config.activation],
    )
    for side, embedding in ((spec.encoder, model.source_embedding), (spec.decoder, model.target_embedding)):
        table = side.embeddings[0] if isinstance(side.embeddings, list) else side.embeddings
        table.weight = array(embedding.token.weight)
        side.scale_embeddings = config.scaled
        side.position_encodings.encodings = places(embedding.position, config.hidden_size)
    spec.decoder.projection.weight = array(model.head.weight)
    if config.ends_in_norm:
        norm(spec.encoder.layer_norm, model.encoder.norm)
        norm(spec.decoder.layer_norm, model.decoder.norm)
    for theirs, ours in zip(spec.encoder.layer, model.encoder.layers, strict=True):
        layer(theirs, ours)
    for theirs, ours in zip(spec.decoder.layer, model.decoder.layers, strict=True):
        layer(theirs, ours)
        cross_attention(theirs.attention, ours.cross_attention, ours.cross_attention_residual.norm)
    reading, writing = parts.subwords
    spec.register_source_vocabulary(list(reading.vocabulary))
    spec.register_target_vocabulary(list(writing.vocabulary))
    spec.config.bos_token = spec.config.decoder_start_token = writing.vocabulary[writing.begin_id]
    spec.config.eos_token = writing.vocabulary[writing.end_id]
    spec.config.unk_token = writing.vocabulary[writing.unknown_id]
    spec.validate()
    spec.optimize()
    spec.save(str(folder))


def layer(theirs: Any, ours: Any) -> None:
    """Self-attention and the feed-forward network."""
    attention: MultiHeadAttention = ours.attention
    linear(theirs.self_attention.linear[0], attention.query, attention.key, attention.value)
    linear(theirs.self_attention.linear[1], attention.output)
    norm(theirs.self_attention.layer_norm, ours.attention_residual.norm)
    network: FeedForward = ours.feedforward
    linear(theirs.ffn.linear_0, network.inner)
    linear(theirs.ffn.linear_1, network.outer)
    norm(theirs.ffn.layer_norm, ours.feedforward_residual.norm)


def cross_attention(theirs: Any, ours: MultiHeadAttention, around: nn.LayerNorm) -> None:
    """A decoder layer's attention to the source."""
    linear(theirs.linear[0], ours.query)
    linear(theirs.linear[1], ours.key, ours.value)
    linear(theirs.linear[2], ours.output)
    norm(theirs.layer_norm, around)


def linear(theirs: Any, *ours: nn.Linear) -> None:
    """One projection, or several in one."""
    theirs.weight = np.concatenate([array(one.weight) for one in ours])
    theirs.bias = np.concatenate([array(one.bias) for one in ours])


def norm(theirs: Any, ours: nn.LayerNorm) -> None:
    """A layer norm."""
    theirs.gamma, theirs.beta = array(ours.weight), array(ours.bias)


def places(ours: Any, size: int) -> np.ndarray[Any, Any]:
    """Vectors of places: those of a table, or sinusoids as we interleave them."""
    if isinstance(ours, SinusoidalPositions):
        return array(ours(LONGEST))
    return array(ours.table.weight).reshape(-1, size)


def array(tensor: torch.Tensor) -> np.ndarray[Any, Any]:
    """In float32, of its own memory."""
    return tensor.detach().float().cpu().numpy().copy()

"""T5 (Raffel et al. 2020, arXiv 1910.10683) and what has its shape: T5 1.1, Flan-T5, ByT5, mT5.

RMS norms stand before the sub-layers, no projection has a bias, and places are told by numbers that the first
layer of each stack learns for distances and lends to the others. The products of queries and keys are not
divided by the root of their width: T5 learned smaller queries instead. Ours are divided, so the root is
multiplied into the query matrices when they are read, and taken out when they are written. Where the width is
64, as in all of them but the largest, the root is 8, and nothing is lost.

T5 1.0 divides the last states by the root of their width before it compares them with the token table, which
is drawn so large; the later ones have a matrix of their own there, and do not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.config import Seq2SeqConfig, SoftmaxConfig
from paperformer.transformer.pretrained.families import Family
from paperformer.transformer.pretrained.names import NameTable

ACTIVATIONS = {"relu": "relu", "gelu": "gelu", "gelu_new": "gelu-tanh", "silu": "silu", "swish": "silu"}
GATED = "gated-"
REMEDY = "Give a checkpoint of T5's shape"
TABLE, HEAD = "shared.weight", "lm_head.weight"
_QUERY = re.compile(r".*Attention\.q\.weight")
_PROJECTIONS = {"q": "query", "k": "key", "v": "value", "o": "output"}
_SELF = {
    **{f"layer.0.SelfAttention.{their}": f"attention.{our}" for their, our in _PROJECTIONS.items()},
    "layer.0.SelfAttention.relative_attention_bias": "attention.bias.table",
    "layer.0.layer_norm": "attention_residual.norm",
}
_CROSS = {
    **{f"layer.1.EncDecAttention.{their}": f"cross_attention.{our}" for their, our in _PROJECTIONS.items()},
    "layer.1.layer_norm": "cross_attention_residual.norm",
}


def _feedforward(place: int, *, gated: bool) -> dict[str, str]:
    """The network behind the attentions; in a gated one the projection that is bent comes first."""
    parts = {"wi_0": "gate", "wi_1": "inner"} if gated else {"wi": "inner"}
    return {
        **{f"layer.{place}.DenseReluDense.{their}": f"feedforward.{our}" for their, our in parts.items()},
        f"layer.{place}.DenseReluDense.wo": "feedforward.outer",
        f"layer.{place}.layer_norm": "feedforward_residual.norm",
    }


def _pairs(*, gated: bool) -> dict[str, str]:
    stacks = {
        "encoder": _SELF | _feedforward(1, gated=gated),
        "decoder": _SELF | _CROSS | _feedforward(2, gated=gated),
    }
    layers = {
        f"{stack}.block.{{n}}.{their}": f"{stack}.layers.{{n}}.{our}"
        for stack, pairs in stacks.items()
        for their, our in pairs.items()
    }
    return {
        "shared": "source_embedding.token",
        "encoder.embed_tokens": "source_embedding.token",
        "decoder.embed_tokens": "target_embedding.token",
        **layers,
        "encoder.final_layer_norm": "encoder.norm",
        "decoder.final_layer_norm": "decoder.norm",
        "lm_head": "head",
    }


T5 = Family(
    names=NameTable(
        prefix="",
        pairs=_pairs(gated=False),
        # A table that old files hold and no model uses.
        unused=(r"decoder\.block\.0\.layer\.1\.EncDecAttention\.relative_attention_bias\.weight",),
    ),
    settings={
        "vocab_size": "vocabulary_size",
        "d_model": "hidden_size",
        "d_kv": "key_size",
        "num_heads": "heads",
        "d_ff": "feedforward_size",
        "num_layers": "layers",
        "num_decoder_layers": "decoder_layers",
        "relative_attention_num_buckets": "relative_buckets",
        "relative_attention_max_distance": "relative_distance",
        "dropout_rate": "dropout",
        "layer_norm_epsilon": "layer_norm_epsilon",
        "pad_token_id": "padding_id",
    },
    fixed={
        "positions": "relative",
        "norm": "pre",
        "norm_kind": "rms",
        "layer_norm_epsilon": 1e-6,
        "biases": "none",
        "scaled": False,
        "padding_id": 0,
    },
)


def t5_family(config: Seq2SeqConfig) -> Family:
    """The names of a checkpoint of this shape, and the way from its queries to ours."""
    root = math.sqrt(config.head_dim)
    names = replace(T5.names, pairs=_pairs(gated=config.gated))
    return replace(
        T5, names=names, unpack=partial(_scaled, factor=root), pack=partial(_scaled, factor=1 / root)
    )


def has_own_head(weights: Mapping[str, Tensor]) -> bool:
    """Whether the scores come from a matrix of their own; what a config says of it differs by its age."""
    head, table = weights.get(HEAD), weights.get(TABLE)
    return head is not None and table is not None and not torch.equal(head, table)


def t5_config(theirs: Mapping[str, Any], source: str, *, tied: bool | None = None) -> Seq2SeqConfig:
    """The shape that a ``config.json`` states.

    Args:
        theirs: What it says.
        source: Its path, named in errors.
        tied: Whether the head is the token table; None is what the config says.

    Raises:
        ModelMismatch: when it states what our encoder-decoder cannot be.
    """
    settings = {**T5.fixed}
    settings |= {our: theirs[their] for their, our in T5.settings.items() if theirs.get(their) is not None}
    stated = theirs.get("tie_word_embeddings", True) is not False
    scales = theirs.get("scale_decoder_outputs", stated) is not False  # newer configs have both
    try:
        network = theirs.get("feed_forward_proj") or "relu"
        kind = network.removeprefix(GATED) if isinstance(network, str) else ""
        if kind not in ACTIVATIONS:
            raise InvalidConfig(f"feed_forward_proj is {str(network)[:40]!r}", REMEDY)
        # Checkpoints that say "gated-gelu" were trained with the approximation by tanh.
        settings["activation"] = "gelu-tanh" if network == "gated-gelu" else ACTIVATIONS[kind]
        dropout = settings.setdefault("dropout", 0.1)
        settings |= {
            "gated": network.startswith(GATED),
            "value_size": settings.get("key_size"),
            "activation_dropout": dropout,
            "attention": SoftmaxConfig(dropout=dropout),
            "tied": stated if tied is None else tied,
            "head_scaled": scales and theirs.get("model_type") == "t5",  # mT5 never does
        }
        return Seq2SeqConfig.from_dict(settings)
    except (InvalidConfig, TypeError) as error:
        said = error.message if isinstance(error, InvalidConfig) else f"{error}"
        raise ModelMismatch(f"{source}: {said}", REMEDY) from error


def _scaled(weights: Mapping[str, Tensor], factor: float) -> dict[str, Tensor]:
    """The weights with all query matrices multiplied."""
    return {name: tensor * factor if _QUERY.fullmatch(name) else tensor for name, tensor in weights.items()}

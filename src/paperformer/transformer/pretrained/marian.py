"""Marian's translators (Junczys-Dowmunt et al. 2018), as Opus-MT has them: the Transformer of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.config import Seq2SeqConfig, SoftmaxConfig
from paperformer.transformer.pretrained.families import Family
from paperformer.transformer.pretrained.names import NameTable

ACTIVATIONS = {"swish": "silu", "silu": "silu", "gelu": "gelu", "relu": "relu"}
TWICE = ("attention_heads", "ffn_dim")  # settings that a checkpoint states for each stack
REMEDY = "Give a checkpoint of Marian's shape"
_BIAS, _OUR_BIAS = "final_logits_bias", "final_logits.bias"
_ATTENTION = {"q_proj": "query", "k_proj": "key", "v_proj": "value", "out_proj": "output"}
_LAYER = {
    **{f"self_attn.{their}": f"attention.{our}" for their, our in _ATTENTION.items()},
    "self_attn_layer_norm": "attention_residual.norm",
    "fc1": "feedforward.inner",
    "fc2": "feedforward.outer",
    "final_layer_norm": "feedforward_residual.norm",
}
_CROSS = {
    **{f"encoder_attn.{their}": f"cross_attention.{our}" for their, our in _ATTENTION.items()},
    "encoder_attn_layer_norm": "cross_attention_residual.norm",
}


def unpack(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The bias of the scores as a vector, under a name like those of all other biases."""
    renamed = {name.replace(_BIAS, _OUR_BIAS): tensor for name, tensor in weights.items()}
    if _OUR_BIAS in renamed:
        renamed[_OUR_BIAS] = renamed[_OUR_BIAS].flatten()
    return renamed


def pack(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The inverse of ``unpack``."""
    return {
        name.replace(_OUR_BIAS, _BIAS): tensor[None] if name == _OUR_BIAS else tensor
        for name, tensor in weights.items()
    }


MARIAN = Family(
    names=NameTable(
        prefix="model.",
        pairs={
            "shared": "source_embedding.token",
            "encoder.embed_tokens": "source_embedding.token",
            "decoder.embed_tokens": "target_embedding.token",
            **{
                f"encoder.layers.{{n}}.{their}": f"encoder.layers.{{n}}.{our}"
                for their, our in _LAYER.items()
            },
            **{
                f"decoder.layers.{{n}}.{their}": f"decoder.layers.{{n}}.{our}"
                for their, our in (_LAYER | _CROSS).items()
            },
            "lm_head": "head",
            "final_logits": "head",
        },
        unused=(r"(encoder|decoder)\.embed_positions\.weight",),  # the waves, computed here
    ),
    settings={
        "vocab_size": "vocabulary_size",
        "d_model": "hidden_size",
        "encoder_layers": "layers",
        "decoder_layers": "decoder_layers",
        "encoder_attention_heads": "heads",
        "encoder_ffn_dim": "feedforward_size",
        "max_position_embeddings": "max_positions",
        "scale_embedding": "scaled",
        "dropout": "dropout",
        "activation_dropout": "activation_dropout",
        "pad_token_id": "padding_id",
    },
    fixed={"positions": "sinusoidal-halves", "head_bias": True, "scaled": False},
    unpack=unpack,
    pack=pack,
)


def marian_config(theirs: Mapping[str, Any], source: str) -> Seq2SeqConfig:
    """The shape that a ``config.json`` states; ``source`` is named in errors.

    Raises:
        ModelMismatch: when it states what our encoder-decoder cannot be.
    """
    settings = {**MARIAN.fixed}
    settings |= {
        our: theirs[their] for their, our in MARIAN.settings.items() if theirs.get(their) is not None
    }
    try:
        for name in TWICE:
            if theirs.get(f"decoder_{name}") != theirs.get(f"encoder_{name}"):
                raise InvalidConfig(f"encoder and decoder differ in {name}", REMEDY)
        if not theirs.get("share_encoder_decoder_embeddings", True):
            raise InvalidConfig("encoder and decoder have tables of their own", REMEDY)
        activation = theirs.get("activation_function", "gelu")
        if not isinstance(activation, str) or activation not in ACTIVATIONS:
            raise InvalidConfig(f"activation_function is {activation!r}", REMEDY)
        settings["activation"] = ACTIVATIONS[activation]
        settings["attention"] = SoftmaxConfig(dropout=theirs.get("attention_dropout") or 0.0)
        return Seq2SeqConfig.from_dict(settings)
    except (InvalidConfig, TypeError) as error:
        said = error.message if isinstance(error, InvalidConfig) else f"{error}"
        raise ModelMismatch(f"{source}: {said}", REMEDY) from error

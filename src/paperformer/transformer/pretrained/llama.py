"""Decoders that others trained: Llama (Touvron et al. 2023, arXiv 2302.13971) and what has its shape.

Mistral (Jiang et al. 2023, arXiv 2310.06825) looks back over a window; Qwen2 (Yang et al. 2024,
arXiv 2407.10671) has biases on queries, keys and values. Otherwise the three differ in size alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.config import (
    AttentionConfig,
    DecoderConfig,
    LongformerConfig,
    RotaryConfig,
    SoftmaxConfig,
)
from paperformer.transformer.pretrained.families import Family
from paperformer.transformer.pretrained.names import NameTable

_LAYER = {
    "self_attn.q_proj": "attention.query",
    "self_attn.k_proj": "attention.key",
    "self_attn.v_proj": "attention.value",
    "self_attn.o_proj": "attention.output",
    "input_layernorm": "attention_residual.norm",
    "mlp.gate_proj": "feedforward.gate",
    "mlp.up_proj": "feedforward.inner",
    "mlp.down_proj": "feedforward.outer",
    "post_attention_layernorm": "feedforward_residual.norm",
}
LLAMA = Family(
    names=NameTable(
        prefix="model.",
        pairs={
            "embed_tokens": "embedding.token",
            **{f"layers.{{n}}.{their}": f"decoder.layers.{{n}}.{our}" for their, our in _LAYER.items()},
            "norm": "decoder.norm",
            "lm_head": "head",
        },
        unused=(r"layers\.\d+\.self_attn\.rotary_emb\.inv_freq",),  # a buffer in old files
    ),
    settings={
        "vocab_size": "vocabulary_size",
        "hidden_size": "hidden_size",
        "num_hidden_layers": "layers",
        "num_attention_heads": "heads",
        "num_key_value_heads": "key_value_heads",
        "intermediate_size": "feedforward_size",
        "max_position_embeddings": "max_positions",
        "rms_norm_eps": "layer_norm_epsilon",
        "hidden_act": "activation",
        "pad_token_id": "padding_id",
        "tie_word_embeddings": "tied",
    },
    fixed={
        "positions": "rotary",
        "norm": "pre",
        "norm_kind": "rms",
        "layer_norm_epsilon": 1e-6,
        "activation": "silu",
        "gated": True,
        "biases": "none",
        "tied": False,
        "scaled": False,
        "dropout": 0.0,
        "padding_id": None,
    },
)
QWEN2 = replace(LLAMA, fixed={**LLAMA.fixed, "biases": "query-key-value"})
SCALINGS = {"default": "none", "linear": "linear", "llama3": "llama3"}


def llama_config(theirs: Mapping[str, Any], family: Family, source: str) -> DecoderConfig:
    """The shape that a ``config.json`` states; ``source`` is named in errors.

    Raises:
        ModelMismatch: when it states what our decoder cannot be.
    """
    settings = dict(family.fixed)
    for their, our in family.settings.items():
        if theirs.get(their) is not None:
            settings[our] = theirs[their]
    try:
        if theirs.get("head_dim") is not None:
            settings["key_size"] = settings["value_size"] = theirs["head_dim"]
        if theirs.get("mlp_bias") or (theirs.get("attention_bias") and family is LLAMA):
            raise InvalidConfig("attention_bias or mlp_bias is true", "Give a checkpoint without")
        settings["rotary"] = _rotary(theirs)
        settings["attention"] = _attention(theirs, settings["layers"])
        return DecoderConfig.from_dict(settings)
    except (InvalidConfig, TypeError, KeyError) as error:
        said = error.message if isinstance(error, InvalidConfig) else f"{error} is lacking or no number"
        raise ModelMismatch(f"{source}: {said}", "Give a checkpoint of Llama's shape") from error


def _rotary(theirs: Mapping[str, Any]) -> RotaryConfig:
    """From ``rope_parameters``, or what older files write in two places."""
    stated = theirs.get("rope_parameters") or theirs.get("rope_scaling") or {}
    kind = stated.get("rope_type", stated.get("type", "default"))
    if kind not in SCALINGS:
        raise InvalidConfig(f"rotary positions are scaled by {kind!r}", f"Use {', '.join(SCALINGS)}")
    settings = {
        "theta": stated.get("rope_theta", theirs.get("rope_theta")),
        "factor": stated.get("factor"),
        "low_frequency": stated.get("low_freq_factor"),
        "high_frequency": stated.get("high_freq_factor"),
        "trained_length": stated.get("original_max_position_embeddings"),
    }
    given = {name: value for name, value in settings.items() if value is not None}
    return RotaryConfig(scaling=SCALINGS[kind], **given)  # type: ignore[arg-type]


def _attention(theirs: Mapping[str, Any], layers: int) -> Any:
    """Exact, or over a window of so many tokens, the own one included; layer by layer where they differ."""
    dropout = theirs.get("attention_dropout") or 0.0
    exact, window = SoftmaxConfig(dropout=dropout), theirs.get("sliding_window")
    if window is None or not theirs.get("use_sliding_window", True):
        return exact
    sliding = LongformerConfig(window=window - 1, global_tokens=0, dropout=dropout)
    kinds: dict[str, AttentionConfig] = {"full_attention": exact, "sliding_attention": sliding}
    named = theirs.get("layer_types") or ["sliding_attention"] * layers
    if set(named) == {"sliding_attention"}:
        return sliding
    return tuple(kinds[name] for name in named)

"""GPT-2 (Radford et al. 2019): learned positions, norms before the sub-layers, one matrix for q, k and v."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from paperformer.errors import InvalidConfig, ModelMismatch
from paperformer.transformer.config import DecoderConfig, SoftmaxConfig
from paperformer.transformer.pretrained.families import Family
from paperformer.transformer.pretrained.names import NameTable

ACTIVATIONS = {"gelu_new": "gelu-tanh", "gelu_pytorch_tanh": "gelu-tanh", "gelu": "gelu", "relu": "relu"}
USUAL = {"scale_attn_weights": True, "scale_attn_by_inverse_layer_idx": False, "add_cross_attention": False}
JOINED = ".attn.c_attn."
PARTS = (".attn.q.", ".attn.k.", ".attn.v.")
_INPUTS_FIRST = re.compile(r".*\.(attn\.c_proj|mlp\.c_fc|mlp\.c_proj)\.weight")
_LAYER = {
    "ln_1": "attention_residual.norm",
    "attn.q": "attention.query",
    "attn.k": "attention.key",
    "attn.v": "attention.value",
    "attn.c_proj": "attention.output",
    "ln_2": "feedforward_residual.norm",
    "mlp.c_fc": "feedforward.inner",
    "mlp.c_proj": "feedforward.outer",
}


def unpack(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Queries, keys and values apart, and every matrix with a row for each output."""
    found: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        if JOINED in name:
            parts = tensor.chunk(3, dim=-1)  # (size, 3 size) or (3 size)
            for part, matrix in zip(PARTS, parts, strict=False):  # of another number no layer is complete
                found[name.replace(JOINED, part)] = matrix.t() if matrix.ndim == 2 else matrix
        else:
            found[name] = tensor.t() if _INPUTS_FIRST.fullmatch(name) and tensor.ndim == 2 else tensor
    return found


def pack(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The inverse of ``unpack``."""
    found: dict[str, Tensor] = {}
    for name, tensor in weights.items():
        if PARTS[0] in name:
            parts = [weights[name.replace(PARTS[0], part)] for part in PARTS]
            joined = torch.cat([matrix.t() if matrix.ndim == 2 else matrix for matrix in parts], dim=-1)
            found[name.replace(PARTS[0], JOINED)] = joined
        elif not any(part in name for part in PARTS):
            found[name] = tensor.t() if _INPUTS_FIRST.fullmatch(name) else tensor
    return found


GPT2 = Family(
    names=NameTable(
        prefix="transformer.",
        pairs={
            "wte": "embedding.token",
            "wpe": "embedding.position.table",
            **{f"h.{{n}}.{their}": f"decoder.layers.{{n}}.{our}" for their, our in _LAYER.items()},
            "ln_f": "decoder.norm",
            "lm_head": "head",
        },
        unused=(r"h\.\d+\.attn\.(bias|masked_bias)",),  # causal masks in old files
    ),
    settings={
        "vocab_size": "vocabulary_size",
        "n_embd": "hidden_size",
        "n_layer": "layers",
        "n_head": "heads",
        "n_inner": "feedforward_size",
        "n_positions": "max_positions",
        "layer_norm_epsilon": "layer_norm_epsilon",
        "resid_pdrop": "dropout",
        "pad_token_id": "padding_id",
        "tie_word_embeddings": "tied",
    },
    fixed={"positions": "learned", "norm": "pre", "scaled": False, "padding_id": None, "dropout": 0.1},
    unpack=unpack,
    pack=pack,
)


def gpt2_config(theirs: Mapping[str, Any], source: str) -> DecoderConfig:
    """The shape that a ``config.json`` states; ``source`` is named in errors.

    Raises:
        ModelMismatch: when it states what our decoder cannot be.
    """
    settings = dict(GPT2.fixed)
    for their, our in GPT2.settings.items():
        if theirs.get(their) is not None:
            settings[our] = theirs[their]
    try:
        for name, usual in USUAL.items():
            if theirs.get(name, usual) is not usual:
                raise InvalidConfig(f"{name} is {theirs[name]!r}, not {usual}", "Leave it out")
        activation = theirs.get("activation_function", "gelu_new")
        if not isinstance(activation, str) or activation not in ACTIVATIONS:
            raise InvalidConfig(f"activation_function is {activation!r}", f"Use {', '.join(ACTIVATIONS)}")
        settings["activation"] = ACTIVATIONS[activation]
        settings.setdefault("feedforward_size", 4 * settings["hidden_size"])
        settings["attention"] = SoftmaxConfig(dropout=theirs.get("attn_pdrop") or 0.0)
        return DecoderConfig.from_dict(settings)
    except (InvalidConfig, TypeError, KeyError) as error:
        said = error.message if isinstance(error, InvalidConfig) else f"{error} is lacking or no number"
        raise ModelMismatch(f"{source}: {said}", "Give a checkpoint of GPT-2's shape") from error

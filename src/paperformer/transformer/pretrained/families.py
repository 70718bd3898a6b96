"""The families of checkpoints: what each calls its settings and parameters, and where it starts to count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from paperformer.errors import ModelMismatch
from paperformer.transformer.pretrained.names import BERT as BERT_NAMES
from paperformer.transformer.pretrained.names import NameTable

Packing = Callable[[Mapping[str, Tensor]], dict[str, Tensor]]


@dataclass(frozen=True, slots=True)
class Family:
    """Checkpoints of one kind.

    Args:
        names: Of their parameters.
        settings: Of their ``config.json``, and the setting of ``EncoderConfig`` that each is.
        fixed: Settings that the family does not write down.
        counts_after_padding: Whether the first token stands at position ``padding_id + 1``, so that the
            table has so many rows more than an input may have tokens (as fairseq counts).
        unpack, pack: To tensors as we cut them and back, where the family joins or transposes some.
    """

    names: NameTable
    settings: Mapping[str, str]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    counts_after_padding: bool = False
    unpack: Packing | None = None
    pack: Packing | None = None


BERT_SETTINGS = {
    "vocab_size": "vocabulary_size",
    "hidden_size": "hidden_size",
    "num_hidden_layers": "layers",
    "num_attention_heads": "heads",
    "intermediate_size": "feedforward_size",
    "max_position_embeddings": "max_positions",
    "type_vocab_size": "segment_types",
    "hidden_dropout_prob": "dropout",
    "layer_norm_eps": "layer_norm_epsilon",
    "hidden_act": "activation",
    "pad_token_id": "padding_id",
}

BERT = Family(names=BERT_NAMES, settings=BERT_SETTINGS)

_LM_HEAD = {
    "lm_head.dense": "head.dense",
    "lm_head.layer_norm": "head.norm",
    "lm_head": "head.decoder",  # its bias; the weight is the token table
    "lm_head.decoder": "head.decoder",
}
_ROBERTA_HEADS = {
    "masked_language": _LM_HEAD,
    "tagging": {"classifier": "head.scores"},
    "classification": {"classifier.dense": "head.pooler.dense", "classifier.out_proj": "head.scores"},
}
_ROBERTA_UNUSED = (r"pooler\..*", r"qa_outputs\..*", r"embeddings\.position_ids")

ROBERTA = Family(
    names=NameTable(
        prefix="roberta.",
        pairs=BERT_NAMES.pairs,
        unused=_ROBERTA_UNUSED,
        aliases=BERT_NAMES.aliases,
        heads=_ROBERTA_HEADS,
    ),
    settings=BERT_SETTINGS,
    fixed={"padding_id": 1},
    counts_after_padding=True,
)

LONGFORMER = Family(
    names=NameTable(
        prefix="longformer.",
        pairs={
            **BERT_NAMES.pairs,
            **{
                f"encoder.layer.{{n}}.attention.self.{part}_global": (
                    f"encoder.layers.{{n}}.attention.mechanism.projections.{part}"
                )
                for part in ("query", "key", "value")
            },
        },
        # A target of another mechanism has no use for the global projections.
        unused=(*_ROBERTA_UNUSED, r"encoder\.layer\.\d+\.attention\.self\.(query|key|value)_global\..*"),
        aliases=BERT_NAMES.aliases,
        heads=_ROBERTA_HEADS,
    ),
    settings=BERT_SETTINGS,
    fixed={"padding_id": 1},
    counts_after_padding=True,
)

DISTILBERT = Family(
    names=NameTable(
        prefix="distilbert.",
        pairs={
            "embeddings.word_embeddings": "embedding.token",
            "embeddings.position_embeddings": "embedding.position.table",
            "embeddings.LayerNorm": "embedding.norm",
            "transformer.layer.{n}.attention.q_lin": "encoder.layers.{n}.attention.query",
            "transformer.layer.{n}.attention.k_lin": "encoder.layers.{n}.attention.key",
            "transformer.layer.{n}.attention.v_lin": "encoder.layers.{n}.attention.value",
            "transformer.layer.{n}.attention.out_lin": "encoder.layers.{n}.attention.output",
            "transformer.layer.{n}.sa_layer_norm": "encoder.layers.{n}.attention_residual.norm",
            "transformer.layer.{n}.ffn.lin1": "encoder.layers.{n}.feedforward.inner",
            "transformer.layer.{n}.ffn.lin2": "encoder.layers.{n}.feedforward.outer",
            "transformer.layer.{n}.output_layer_norm": "encoder.layers.{n}.feedforward_residual.norm",
        },
        # Its classifier goes through a ReLU instead of BERT's pooler, which is no head of ours.
        unused=(r"pre_classifier\..*", r"qa_outputs\..*", r"embeddings\.position_ids"),
        heads={
            "masked_language": {
                "vocab_transform": "head.dense",
                "vocab_layer_norm": "head.norm",
                "vocab_projector": "head.decoder",
            },
            "tagging": {"classifier": "head.scores"},
        },
    ),
    settings={
        "vocab_size": "vocabulary_size",
        "dim": "hidden_size",
        "n_layers": "layers",
        "n_heads": "heads",
        "hidden_dim": "feedforward_size",
        "max_position_embeddings": "max_positions",
        "dropout": "dropout",
        "activation": "activation",
        "pad_token_id": "padding_id",
    },
    fixed={"segment_types": 0, "layer_norm_epsilon": 1e-12},
)

# By what config.json calls the kind; those after the first line have another vocabulary, not another shape.
FAMILIES: dict[str, Family] = {
    "bert": BERT, "roberta": ROBERTA, "distilbert": DISTILBERT, "longformer": LONGFORMER,
    "xlm-roberta": ROBERTA, "camembert": ROBERTA,
}  # fmt: skip


def family_of(theirs: Mapping[str, Any]) -> Family:
    """The family of a ``config.json``; old files that do not say are BERT's.

    Raises:
        ModelMismatch: when it is none that we know.
    """
    kind = theirs.get("model_type", "bert")
    if not isinstance(kind, str) or kind not in FAMILIES:
        raise ModelMismatch(f"model_type is {kind!r}", f"Give one of {', '.join(FAMILIES)}")
    return FAMILIES[kind]

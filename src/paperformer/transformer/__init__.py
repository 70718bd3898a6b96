"""The Transformer: encoder, decoder and both; the attention mechanism can be swapped under the same weights.

Checkpoints of others and shapes of one's own::

    encoder = Encoder.from_pretrained("bert-base-uncased", attention="performer")
    encoder = Encoder.from_config(small(vocabulary_size=30522))
    states = encoder(ids, mask)  # (batch, tokens, hidden size)

Importing the package loads nothing: each name is fetched on first use, so that a config can be read where
torch is not installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paperformer.transformer.attention.multihead import MultiHeadAttention
    from paperformer.transformer.config import (
        DecoderConfig,
        EncoderConfig,
        HybridConfig,
        LayoutConfig,
        LinformerConfig,
        LongformerConfig,
        PerformerConfig,
        RecurrentConfig,
        RotaryConfig,
        Seq2SeqConfig,
        SoftmaxConfig,
    )
    from paperformer.transformer.config.lora import LoraConfig
    from paperformer.transformer.config.presets import base, big, lstm_tagger, small, smartscan, tiny
    from paperformer.transformer.decoder_only import Decoder
    from paperformer.transformer.encoder import Encoder
    from paperformer.transformer.generation.generate import generate
    from paperformer.transformer.lora import (
        add_lora,
        load_lora,
        lora_state,
        merge_lora,
        remove_lora,
        save_lora,
        unmerge_lora,
    )
    from paperformer.transformer.pretrained.load import load_pretrained
    from paperformer.transformer.pretrained.save import save_pretrained
    from paperformer.transformer.recompute import recompute_activations
    from paperformer.transformer.recurrent import RecurrentSeq2Seq
    from paperformer.transformer.seq2seq import Seq2Seq
    from paperformer.transformer.tracing import trace

_CONFIGS = (
    "DecoderConfig", "EncoderConfig", "HybridConfig", "LayoutConfig", "LinformerConfig", "LongformerConfig",
    "PerformerConfig", "RecurrentConfig", "RotaryConfig", "Seq2SeqConfig", "SoftmaxConfig",
)  # fmt: skip
_LORA = (
    "add_lora", "load_lora", "lora_state", "merge_lora", "remove_lora", "save_lora", "unmerge_lora",
)  # fmt: skip
_PRESETS = ("base", "big", "lstm_tagger", "small", "smartscan", "tiny")
_HOMES = {
    "Decoder": "decoder_only",
    "Encoder": "encoder",
    "LoraConfig": "config.lora",
    "MultiHeadAttention": "attention.multihead",
    "RecurrentSeq2Seq": "recurrent",
    "Seq2Seq": "seq2seq",
    "generate": "generation.generate",
    "load_pretrained": "pretrained.load",
    "recompute_activations": "recompute",
    "save_pretrained": "pretrained.save",
    "trace": "tracing",
    **dict.fromkeys(_CONFIGS, "config"),
    **dict.fromkeys(_LORA, "lora"),
    **dict.fromkeys(_PRESETS, "config.presets"),
}

__all__ = [
    "Decoder",
    "DecoderConfig",
    "Encoder",
    "EncoderConfig",
    "HybridConfig",
    "LayoutConfig",
    "LinformerConfig",
    "LongformerConfig",
    "LoraConfig",
    "MultiHeadAttention",
    "PerformerConfig",
    "RecurrentConfig",
    "RecurrentSeq2Seq",
    "RotaryConfig",
    "Seq2Seq",
    "Seq2SeqConfig",
    "SoftmaxConfig",
    "add_lora",
    "base",
    "big",
    "generate",
    "load_lora",
    "load_pretrained",
    "lora_state",
    "lstm_tagger",
    "merge_lora",
    "recompute_activations",
    "remove_lora",
    "save_lora",
    "save_pretrained",
    "small",
    "smartscan",
    "tiny",
    "trace",
    "unmerge_lora",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)

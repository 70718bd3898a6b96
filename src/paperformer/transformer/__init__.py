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
        LinformerConfig,
        LongformerConfig,
        PerformerConfig,
        Seq2SeqConfig,
        SoftmaxConfig,
    )
    from paperformer.transformer.config.presets import base, big, small, smartscan, tiny
    from paperformer.transformer.decoder_only import Decoder
    from paperformer.transformer.encoder import Encoder
    from paperformer.transformer.generation.generate import generate
    from paperformer.transformer.pretrained.load import load_pretrained
    from paperformer.transformer.pretrained.save import save_pretrained
    from paperformer.transformer.seq2seq import Seq2Seq
    from paperformer.transformer.tracing import trace

_CONFIGS = (
    "DecoderConfig", "EncoderConfig", "HybridConfig", "LinformerConfig", "LongformerConfig",
    "PerformerConfig", "Seq2SeqConfig", "SoftmaxConfig",
)  # fmt: skip
_HOMES = {
    "Decoder": "decoder_only",
    "Encoder": "encoder",
    "MultiHeadAttention": "attention.multihead",
    "Seq2Seq": "seq2seq",
    "generate": "generation.generate",
    "load_pretrained": "pretrained.load",
    "save_pretrained": "pretrained.save",
    "trace": "tracing",
    **dict.fromkeys(_CONFIGS, "config"),
    **dict.fromkeys(("base", "big", "small", "smartscan", "tiny"), "config.presets"),
}

__all__ = [
    "Decoder",
    "DecoderConfig",
    "Encoder",
    "EncoderConfig",
    "HybridConfig",
    "LinformerConfig",
    "LongformerConfig",
    "MultiHeadAttention",
    "PerformerConfig",
    "Seq2Seq",
    "Seq2SeqConfig",
    "SoftmaxConfig",
    "base",
    "big",
    "generate",
    "load_pretrained",
    "save_pretrained",
    "small",
    "smartscan",
    "tiny",
    "trace",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)

"""Tiny configs that differ in everything that changes which tensors a model has."""

from typing import Any

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

SIZE: dict[str, Any] = {
    "vocabulary_size": 23, "hidden_size": 16, "layers": 2, "heads": 4, "feedforward_size": 24,
    "max_positions": 12,
}  # fmt: skip
ATTENTIONS = {
    "softmax": SoftmaxConfig(dropout=0.1),
    "performer": PerformerConfig(features=8),
    "performer-exp": PerformerConfig(feature_map="exp", projection="iid", regularised=False, redraw_every=7),
    "performer-relu": PerformerConfig(feature_map="relu", features=5),
    "hybrid": HybridConfig(window=4, global_tokens=1),
    "longformer": LongformerConfig(window=2, dilation=(1, 1, 2, 3)),
    "longformer-plain": LongformerConfig(window=2, global_projections=False),
    "linformer": LinformerConfig(max_length=12, projected_length=3),
    "linformer-none": LinformerConfig(max_length=12, projected_length=3, sharing="none"),
    "linformer-keys-values": LinformerConfig(max_length=12, projected_length=3, sharing="keys-values"),
    "linformer-layers": LinformerConfig(max_length=12, projected_length=3, sharing="layers"),
}
ENCODERS = {f"encoder-{name}": EncoderConfig(**SIZE, attention=one) for name, one in ATTENTIONS.items()} | {
    "encoder-mixed": EncoderConfig(**SIZE, attention=(SoftmaxConfig(), LinformerConfig(max_length=12))),
    "encoder-layout": EncoderConfig(**SIZE, layout=LayoutConfig(buckets=9, pages=3), narrow_after=1, block=4),
    "encoder-pre-norm": EncoderConfig(**SIZE, norm="pre", segment_types=0, positions="sinusoidal"),
    "encoder-no-norm": EncoderConfig(**SIZE, norm="none", positions="none"),
    "encoder-llama": EncoderConfig(
        **SIZE, norm="pre", norm_kind="rms", gated=True, activation="silu", biases="none",
        positions="rotary", rotary=RotaryConfig(theta=500.0), key_value_heads=2, key_size=6, value_size=5,
    ),
    "encoder-alibi": EncoderConfig(**SIZE, positions="alibi"),
    "encoder-relative": EncoderConfig(**SIZE, positions="relative", relative_buckets=8),
    "encoder-lstm": EncoderConfig(**SIZE, recurrent="lstm"),
    "encoder-gru": EncoderConfig(**SIZE, recurrent="gru", layout=LayoutConfig(buckets=9, pages=3)),
}  # fmt: skip
CAUSAL = (
    "softmax",
    "performer",
    "performer-exp",
    "performer-relu",
    "hybrid",
    "longformer",
    "longformer-plain",
)
DECODERS = {f"decoder-{name}": DecoderConfig(**SIZE, attention=ATTENTIONS[name]) for name in CAUSAL} | {
    "decoder-untied": DecoderConfig(**SIZE, tied=False, norm="pre", positions="learned", key_value_heads=1),
    "decoder-bare": DecoderConfig(**(SIZE | {"feedforward_size": 0}), residual=False, final_norm=True),
    "decoder-qwen": DecoderConfig(**SIZE, biases="query-key-value", positions="rotary", scaled=False),
}
SEQ2SEQ = {
    "seq2seq": Seq2SeqConfig(**SIZE),
    "seq2seq-relative": Seq2SeqConfig(**SIZE, positions="relative"),
    "seq2seq-t5": Seq2SeqConfig(
        **SIZE, positions="relative", norm="pre", norm_kind="rms", biases="none", gated=True, scaled=False,
        head_scaled=True, key_size=6, value_size=6,
    ),
    "seq2seq-performer": Seq2SeqConfig(**SIZE, attention=PerformerConfig(), cross_attention=SoftmaxConfig()),
    "seq2seq-two-tables": Seq2SeqConfig(**SIZE, source_vocabulary_size=19, decoder_layers=1, tied=False),
    "seq2seq-linformer": Seq2SeqConfig(
        **SIZE, attention=ATTENTIONS["linformer-layers"], decoder_attention=SoftmaxConfig(), norm="pre"
    ),
    "seq2seq-mixed": Seq2SeqConfig(
        **SIZE, attention=(ATTENTIONS["longformer"], SoftmaxConfig()), decoder_attention=ATTENTIONS["hybrid"]
    ),
}  # fmt: skip
_RECURRENT: dict[str, Any] = {"vocabulary_size": 23, "hidden_size": 8}
RECURRENT = {
    "recurrent-gru": RecurrentConfig(**_RECURRENT),
    "recurrent-lstm": RecurrentConfig(
        **_RECURRENT, source_vocabulary_size=19, layers=2, cell="lstm", scorer="dot", tied=False
    ),
}
CONFIGS = {**ENCODERS, **DECODERS, **SEQ2SEQ, **RECURRENT}

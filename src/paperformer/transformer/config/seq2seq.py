"""The shape of an encoder-decoder."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import (
    SELF_ONLY,
    AttentionConfig,
    SoftmaxConfig,
    check_attention,
)
from paperformer.transformer.config.checks import check_whole
from paperformer.transformer.config.decoder import DecoderConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Seq2SeqConfig(DecoderConfig):
    """The shape of an encoder-decoder; what it inherits holds for both stacks.

    Args:
        source_vocabulary_size: Rows of the source's own token table; None lets both sides share one
            table, as the original does.
        decoder_layers: Layers of the decoder; None is as many as the encoder's ``layers``.
        decoder_attention: The mechanism of the decoder's self-attention; None is ``attention``.
        cross_attention: The mechanism of its attention to the memory; None is ``attention`` where that can
            attend to other tokens than its own, else softmax.
    """

    source_vocabulary_size: int | None = None
    decoder_layers: int | None = None
    decoder_attention: AttentionConfig | None = None
    cross_attention: AttentionConfig | None = None

    def __post_init__(self) -> None:
        for name in ("decoder_attention", "cross_attention"):
            if getattr(self, name) is not None:
                check_attention(name, getattr(self, name))
        DecoderConfig.__post_init__(self)
        for name in ("source_vocabulary_size", "decoder_layers"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1)
        if self.source_vocabulary_size is not None:
            check_whole("padding_id", self.padding_id, 0, self.source_vocabulary_size - 1)
        if isinstance(self.cross_attention, SELF_ONLY):
            raise InvalidConfig(
                f"{self.cross_attention.mechanism} attention slides over its own tokens, not over a memory",
                "Use softmax, performer or linformer as cross_attention",
            )

    @property
    def causal_attention(self) -> AttentionConfig:
        """The mechanism of the decoder's self-attention."""
        return self.attention if self.decoder_attention is None else self.decoder_attention

    @property
    def memory_attention(self) -> AttentionConfig:
        """The mechanism of the decoder's attention to the memory."""
        if self.cross_attention is not None:
            return self.cross_attention
        return SoftmaxConfig() if isinstance(self.attention, SELF_ONLY) else self.attention

"""The shape of an encoder-decoder."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import (
    SELF_ONLY,
    AttentionConfig,
    Attentions,
    SoftmaxConfig,
    check_attention,
    check_attentions,
    distinct,
)
from paperformer.transformer.config.checks import check_whole
from paperformer.transformer.config.decoder import DecoderConfig
from paperformer.transformer.config.stack import check_bias_fits


@dataclass(frozen=True, slots=True, kw_only=True)
class Seq2SeqConfig(DecoderConfig):
    """The shape of an encoder-decoder; what it inherits holds for both stacks.

    Args:
        source_vocabulary_size: Rows of the source's own token table; None lets both sides share one
            table, as the original does.
        decoder_layers: Layers of the decoder; None is as many as the encoder's ``layers``.
        decoder_attention: The mechanism of the decoder's self-attention, or one for each layer; None is
            ``attention``.
        cross_attention: The mechanism of its attention to the memory; None is ``attention`` where that is one
            that can attend to other tokens than its own, else softmax.
        head_scaled: Whether the head is given states divided by the root of ``hidden_size``, as in T5
            (Raffel et al. 2020, arXiv 1910.10683), whose token vectors are that much longer.
    """

    source_vocabulary_size: int | None = None
    decoder_layers: int | None = None
    decoder_attention: Attentions | None = None
    cross_attention: AttentionConfig | None = None
    head_scaled: bool = False

    def __post_init__(self) -> None:
        if self.cross_attention is not None:
            check_attention("cross_attention", self.cross_attention)
        for name in ("source_vocabulary_size", "decoder_layers"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1)
        DecoderConfig.__post_init__(self)
        check_attentions("decoder_attention", self.causal_attention, self.layers_of_decoder)
        check_bias_fits(self.positions, distinct(self.causal_attention))
        if self.source_vocabulary_size is not None and self.padding_id is not None:
            check_whole("padding_id", self.padding_id, 0, self.source_vocabulary_size - 1)
        if isinstance(self.cross_attention, SELF_ONLY):
            raise InvalidConfig(
                f"{self.cross_attention.mechanism} attention slides over its own tokens, not over a memory",
                "Use softmax, performer or linformer as cross_attention",
            )

    @property
    def layers_of_decoder(self) -> int:
        """Layers of the decoder."""
        return self.layers if self.decoder_layers is None else self.decoder_layers

    @property
    def causal_attention(self) -> Attentions:
        """The mechanism of the decoder's self-attention, or that of each of its layers."""
        return self.attention if self.decoder_attention is None else self.decoder_attention

    @property
    def memory_attention(self) -> AttentionConfig:
        """The mechanism of the decoder's attention to the memory."""
        if self.cross_attention is not None:
            return self.cross_attention
        attention = self.attention
        return SoftmaxConfig() if isinstance(attention, (tuple, *SELF_ONLY)) else attention

"""The shape of a decoder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import Attentions, LinformerConfig, distinct
from paperformer.transformer.config.checks import check_probability
from paperformer.transformer.config.stack import StackConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderConfig(StackConfig):
    """The shape of a decoder that stands alone, a language model; what it inherits is in ``StackConfig``.

    Args:
        feedforward_size: 0 leaves the feed-forward networks out.
        token_dropout: Probability that a token is read without its vector, its place alone.
        activation_dropout: On the widened states of the feed-forward networks.
        residual: Whether a sub-layer's input is added to its output, as it should be.
        final_norm: Whether a stack ends in a norm; None is where ``norm`` is ``pre``.
        tied: Whether the head uses the weights of the token table.
        head_bias: Whether the head adds a bias to the scores.
        scaled: Whether token vectors are multiplied by the root of ``hidden_size``.
    """

    _may_be_0: ClassVar[frozenset[str]] = frozenset({"feedforward_size"})

    token_dropout: float = 0.0
    activation_dropout: float = 0.0
    residual: bool = True
    final_norm: bool | None = None
    tied: bool = True
    head_bias: bool = False
    scaled: bool = True

    def __post_init__(self) -> None:
        StackConfig.__post_init__(self)
        for name in ("token_dropout", "activation_dropout"):
            check_probability(name, getattr(self, name))
        if any(isinstance(config, LinformerConfig) for config in distinct(self.causal_attention)):
            raise InvalidConfig(
                "linformer attention cannot be causal: every mixed key holds something of all places",
                "Use another mechanism in decoders",
            )

    @property
    def causal_attention(self) -> Attentions:
        """The mechanism of the decoder's self-attention, or that of each of its layers."""
        return self.attention

    @property
    def ends_in_norm(self) -> bool:
        """Whether a stack ends in a norm."""
        return self.norm == "pre" if self.final_norm is None else self.final_norm

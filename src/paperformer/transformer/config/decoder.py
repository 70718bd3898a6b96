"""The shape of a decoder."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import EXACT, AttentionConfig, LinformerConfig, check_attention
from paperformer.transformer.config.checks import POSITIVE, check_choice, check_probability, check_whole
from paperformer.transformer.config.names import ActivationName, OptionalNormName, PositionsName
from paperformer.transformer.config.saved import SavedConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderConfig(SavedConfig):
    """The shape of a decoder that stands alone: a language model.

    Args:
        vocabulary_size: Rows of the token table, and scores of the head.
        hidden_size: Width of every token's state.
        layers: How many identical layers stand on one another.
        heads: Attention heads of a layer.
        feedforward_size: Inner width of the feed-forward networks; 0 leaves them out.
        key_size: Width of one head's queries and keys; None is ``hidden_size`` shared among the heads.
        value_size: Width of one head's values; None likewise.
        positions: ``sinusoidal``, which have no end, ``learned``, or ``none``.
        max_positions: Rows of a learned table.
        padding_id: The token that fills a batch up; its row is not trained.
        dropout: On embeddings with positions, and on the output of every sub-layer.
        token_dropout: Probability that a token is read without its vector, its place alone.
        activation_dropout: On the widened states of the feed-forward networks.
        layer_norm_epsilon: Added to the variance in layer norms.
        activation: Of the feed-forward networks; ``gelu`` is the exact (erf) one.
        norm: ``post`` as in the original, ``pre``, or ``none``.
        residual: Whether a sub-layer's input is added to its output, as it should be.
        final_norm: Whether a stack ends in a layer norm; None is where ``norm`` is ``pre``.
        attention: The mechanism of self-attention.
        tied: Whether the head uses the weights of the token table.
        scaled: Whether token vectors are multiplied by the root of ``hidden_size``.
    """

    vocabulary_size: int
    hidden_size: int = 512
    layers: int = 6
    heads: int = 8
    feedforward_size: int = 2048
    key_size: int | None = None
    value_size: int | None = None
    positions: PositionsName = "sinusoidal"
    max_positions: int = 512
    padding_id: int = 0
    dropout: float = 0.1
    token_dropout: float = 0.0
    activation_dropout: float = 0.0
    layer_norm_epsilon: float = 1e-5
    activation: ActivationName = "relu"
    norm: OptionalNormName = "post"
    residual: bool = True
    final_norm: bool | None = None
    attention: AttentionConfig = EXACT
    tied: bool = True
    scaled: bool = True

    def __post_init__(self) -> None:
        for name in POSITIVE:
            check_whole(name, getattr(self, name), 0 if name == "feedforward_size" else 1)
        for name in ("key_size", "value_size"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1)
        if self.hidden_size % self.heads and None in (self.key_size, self.value_size):
            raise InvalidConfig(
                f"hidden_size {self.hidden_size} does not divide into {self.heads} heads",
                "Choose heads that divide hidden_size, or give key_size and value_size",
            )
        check_whole("padding_id", self.padding_id, 0, self.vocabulary_size - 1)
        for name in ("dropout", "token_dropout", "activation_dropout"):
            check_probability(name, getattr(self, name))
        check_probability("layer_norm_epsilon", self.layer_norm_epsilon)
        check_choice("norm", self.norm, OptionalNormName)
        check_choice("activation", self.activation, ActivationName)
        check_choice("positions", self.positions, PositionsName)
        check_attention("attention", self.attention)
        if isinstance(self.causal_attention, LinformerConfig):
            raise InvalidConfig(
                "linformer attention cannot be causal: every mixed key holds something of all places",
                "Use another mechanism in decoders",
            )

    @property
    def causal_attention(self) -> AttentionConfig:
        """The mechanism of the decoder's self-attention."""
        return self.attention

    @property
    def head_dim(self) -> int:
        """Width of one head's queries and keys."""
        return self.key_size or self.hidden_size // self.heads

    @property
    def value_dim(self) -> int:
        """Width of one head's values."""
        return self.value_size or self.hidden_size // self.heads

    @property
    def ends_in_norm(self) -> bool:
        """Whether a stack ends in a layer norm."""
        return self.norm == "pre" if self.final_norm is None else self.final_norm

"""The shape of an encoder."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import EXACT, AttentionConfig, SoftmaxConfig
from paperformer.transformer.config.checks import POSITIVE, check_choice, check_probability, check_whole
from paperformer.transformer.config.layout import LayoutConfig
from paperformer.transformer.config.names import ActivationName, NormName
from paperformer.transformer.config.saved import SavedConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderConfig(SavedConfig):
    """The shape of an encoder.

    Args:
        vocabulary_size: Rows of the token table.
        hidden_size: Width of every token's state.
        layers: How many identical layers stand on one another.
        heads: Attention heads of a layer; they share ``hidden_size`` evenly.
        feedforward_size: Inner width of the feed-forward networks.
        max_positions: Longest input, in tokens.
        segment_types: Rows of the segment table; 0 leaves it out.
        padding_id: The token that fills a batch up; its row is not trained.
        dropout: On embeddings and on the output of every sub-layer.
        layer_norm_epsilon: Added to the variance in layer norms.
        activation: Of the feed-forward networks; ``gelu`` is the exact (erf) one.
        norm: ``post`` as in the original Transformer and BERT, or ``pre``.
        attention: The mechanism, the one axis on which encoders of the same weights differ.
        layout: Tables for boxes and pages; None for plain text.
        narrow_after: After so many layers a word's pieces are averaged into one state, and the layers
            above run on words; None, or ``layers``, averages at the end.
        block: The layers over tokens see their own block of so many tokens and the one on either side, at a
            cost that grows linearly with length; None sees everything. Layers over words see everything.
    """

    vocabulary_size: int
    hidden_size: int = 384
    layers: int = 6
    heads: int = 12
    feedforward_size: int = 1536
    max_positions: int = 512
    segment_types: int = 2
    padding_id: int = 0
    dropout: float = 0.1
    layer_norm_epsilon: float = 1e-12
    activation: ActivationName = "gelu"
    norm: NormName = "post"
    attention: AttentionConfig = EXACT
    layout: LayoutConfig | None = None
    narrow_after: int | None = None
    block: int | None = None

    def __post_init__(self) -> None:
        for name in POSITIVE:
            check_whole(name, getattr(self, name), 1)
        if self.hidden_size % self.heads:
            raise InvalidConfig(
                f"hidden_size {self.hidden_size} does not divide into {self.heads} heads",
                "Choose heads that divide hidden_size",
            )
        check_whole("segment_types", self.segment_types, 0)
        check_whole("padding_id", self.padding_id, 0, self.vocabulary_size - 1)
        if self.narrow_after is not None:
            check_whole("narrow_after", self.narrow_after, 0, self.layers)
        if self.block is not None:
            check_whole("block", self.block, 1)
            if not isinstance(self.attention, SoftmaxConfig):
                raise InvalidConfig("only softmax attention is cut into blocks", "Leave block out")
        if not isinstance(self.attention, AttentionConfig) or not isinstance(
            self.layout, LayoutConfig | None
        ):
            raise InvalidConfig("attention or layout is no group of settings", "Give the settings by name")
        check_probability("dropout", self.dropout)
        check_probability("layer_norm_epsilon", self.layer_norm_epsilon)
        check_choice("norm", self.norm, NormName)
        check_choice("activation", self.activation, ActivationName)

    @property
    def head_dim(self) -> int:
        """Width of one head."""
        return self.hidden_size // self.heads

    @property
    def value_dim(self) -> int:
        """Width of one head's values."""
        return self.head_dim

"""What encoders and decoders have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import (
    EXACT,
    AttentionConfig,
    Attentions,
    LongformerConfig,
    SoftmaxConfig,
    attention_of_each,
    check_attentions,
    distinct,
)
from paperformer.transformer.config.checks import (
    POSITIVE,
    check_choice,
    check_flags,
    check_probability,
    check_whole,
)
from paperformer.transformer.config.names import (
    ActivationName,
    BiasesName,
    NormKind,
    NormName,
    PositionsName,
)
from paperformer.transformer.config.rotary import RotaryConfig
from paperformer.transformer.config.saved import SavedConfig

BIASED = ("alibi", "relative")  # positions that are added to logits


def check_bias_fits(positions: PositionsName, attentions: tuple[AttentionConfig, ...]) -> None:
    """Refuses biases of positions for mechanisms that have no logits to add them to."""
    for attention in attentions:
        if positions in BIASED and not isinstance(attention, SoftmaxConfig):
            raise InvalidConfig(
                f"{attention.mechanism} attention cannot add the bias of {positions} positions to its logits",
                "Use softmax attention, or rotary, sinusoidal or learned positions",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class StackConfig(SavedConfig):
    """The settings of any stack of layers.

    Args:
        vocabulary_size: Rows of the token table.
        hidden_size: Width of every token's state.
        layers: How many layers stand on one another.
        heads: Attention heads of a layer.
        key_value_heads: Heads of keys and values, each shared by as many heads of queries; None is ``heads``,
            1 is multi-query attention (Ainslie et al. 2023, arXiv 2305.13245).
        key_size: Width of one head's queries and keys; None is ``hidden_size`` shared among the heads.
        value_size: Width of one head's values; None likewise.
        feedforward_size: Inner width of the feed-forward networks.
        gated: Multiply the widened states with a second projection (Shazeer 2020, arXiv 2002.05202): with
            ``silu`` that is SwiGLU, with ``gelu`` GEGLU.
        biases: Which linear layers of attention and feed-forward networks have one: ``all``,
            ``query-key-value`` or ``none``.
        activation: Of the feed-forward networks; ``gelu`` is the exact (erf) one, ``gelu-tanh`` GPT-2's.
        positions: ``learned``, a table; ``sinusoidal``, or with all sines before the cosines
            ``sinusoidal-halves``; ``rotary``, queries and keys turned;
            ``alibi``, a fixed slope for each head (Press et al. 2021, arXiv 2108.12409); ``relative``, T5's
            learned bias by distance, shared by all layers of a stack (Raffel et al. 2020, arXiv 1910.10683);
            or ``none``. The two biases are added to logits, which only softmax attention has.
        relative_buckets: Of ``relative``: the numbers that a head learns.
        relative_distance: Of ``relative``: from this distance on, all keys share the last bucket.
        rotary: Settings of ``rotary``; None takes the usual ones.
        max_positions: Rows of a learned table.
        padding_id: The token that fills a batch up; its row is not trained. None where there is none.
        dropout: On embeddings and on the output of every sub-layer.
        norm: Where: ``post`` as in the original, ``pre``, or ``none``.
        norm_kind: ``layer``, or ``rms`` without mean and bias (Zhang & Sennrich 2019, arXiv 1910.07467).
        layer_norm_epsilon: Added to the variance in norms of either kind.
        attention: The mechanism of self-attention, or one for each layer.
    """

    _may_be_0: ClassVar[frozenset[str]] = frozenset()

    vocabulary_size: int
    hidden_size: int = 512
    layers: int = 6
    heads: int = 8
    key_value_heads: int | None = None
    key_size: int | None = None
    value_size: int | None = None
    feedforward_size: int = 2048
    gated: bool = False
    biases: BiasesName = "all"
    activation: ActivationName = "relu"
    positions: PositionsName = "sinusoidal"
    rotary: RotaryConfig | None = None
    relative_buckets: int = 32
    relative_distance: int = 128
    max_positions: int = 512
    padding_id: int | None = 0
    dropout: float = 0.1
    norm: NormName = "post"
    norm_kind: NormKind = "layer"
    layer_norm_epsilon: float = 1e-5
    attention: Attentions = EXACT

    def __post_init__(self) -> None:
        for name in POSITIVE:
            check_whole(name, getattr(self, name), 0 if name in self._may_be_0 else 1)
        for name in ("key_size", "value_size", "key_value_heads"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name), 1)
        if self.padding_id is not None:
            check_whole("padding_id", self.padding_id, 0, self.vocabulary_size - 1)
        for name in ("dropout", "layer_norm_epsilon"):
            check_probability(name, getattr(self, name))
        check_flags(self)
        check_choice("activation", self.activation, ActivationName)
        check_choice("biases", self.biases, BiasesName)
        check_choice("norm", self.norm, NormName)
        check_choice("norm_kind", self.norm_kind, NormKind)
        check_choice("positions", self.positions, PositionsName)
        if isinstance(self.attention, list):  # as JSON has it
            object.__setattr__(self, "attention", tuple(self.attention))
        check_attentions("attention", self.attention, self.layers)
        self._check_heads()
        self._check_rotary()
        self._check_bias()

    def _check_heads(self) -> None:
        if self.hidden_size % self.heads and None in (self.key_size, self.value_size):
            raise InvalidConfig(
                f"hidden_size {self.hidden_size} does not divide into {self.heads} heads",
                "Choose heads that divide hidden_size, or give key_size and value_size",
            )
        if self.heads % self.shared_heads:
            raise InvalidConfig(
                f"{self.heads} heads do not share {self.shared_heads} key_value_heads evenly",
                "Choose key_value_heads that divide heads",
            )

    def _check_rotary(self) -> None:
        if not isinstance(self.rotary, RotaryConfig | None):
            raise InvalidConfig("rotary is no group of settings", "Give the settings by name")
        if self.positions != "rotary":
            if self.rotary is not None:
                raise InvalidConfig(
                    f"rotary is given, but positions are {self.positions}", "Use rotary positions"
                )
            return
        if self.head_dim % 2:
            raise InvalidConfig(
                f"a head of width {self.head_dim} has no pairs to turn", "Choose an even key_size"
            )
        if any(
            isinstance(config, LongformerConfig) and config.own_projections
            for config in distinct(self.attention)
        ):
            raise InvalidConfig(
                "global tokens with projections of their own have no rotary positions",
                "Set attention.global_projections to false, or attention.global_tokens to 0",
            )

    def _check_bias(self) -> None:
        check_whole("relative_buckets", self.relative_buckets, 4)
        check_whole("relative_distance", self.relative_distance, self.relative_buckets)
        if self.relative_buckets % 4:
            raise InvalidConfig(
                f"relative_buckets is {self.relative_buckets}", "Give a multiple of 4: both sides are halved"
            )
        check_bias_fits(self.positions, distinct(self.attention))

    @property
    def attentions(self) -> tuple[AttentionConfig, ...]:
        """The mechanism of each layer."""
        return attention_of_each(self.attention, self.layers)

    @property
    def head_dim(self) -> int:
        """Width of one head's queries and keys."""
        return self.key_size or self.hidden_size // self.heads

    @property
    def value_dim(self) -> int:
        """Width of one head's values."""
        return self.value_size or self.hidden_size // self.heads

    @property
    def shared_heads(self) -> int:
        """Heads of keys and values."""
        return self.key_value_heads or self.heads

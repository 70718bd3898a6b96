"""The attention mechanisms and their settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.checks import check_choice, check_flags, check_probability, check_whole
from paperformer.transformer.config.names import (
    FeatureMapName,
    LinformerSharing,
    ProjectionName,
    SoftmaxFeatureMapName,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftmaxConfig:
    """Exact attention.

    Args:
        dropout: Probability of dropping an attention weight while training.
    """

    mechanism: ClassVar[str] = "softmax"
    dropout: float = 0.0

    def __post_init__(self) -> None:
        check_probability("attention.dropout", self.dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformerConfig:
    """FAVOR+: attention by random features, at a cost that grows linearly with length.

    Args:
        features: Width of the feature vectors; None takes ``d log d`` of the head width d.
        feature_map: ``exp``, or ``hyperbolic`` (exp and exp of minus: half the features are mirrored), both
            of which estimate softmax; or ``relu``, which is an attention of its own.
        projection: ``orthogonal`` or ``iid`` Gaussian directions.
        regularised: Give every direction the length sqrt(d) instead of a random one (SMREG). The estimate
            varies less, but comes to another kernel than softmax with ever more features: the greater
            |q + k| is beside sqrt(d), the further off (``attention/kernel_limit.py``). Of the attention in
            the first layer of MiniLM, 19 % stay astray (`paperformer look performer`); with fewer than a
            thousand features, the variance outweighs this.
        redraw_every: Draw new directions after so many training steps; None keeps the first ones.
    """

    mechanism: ClassVar[str] = "performer"
    features: int | None = None
    feature_map: FeatureMapName = "hyperbolic"
    projection: ProjectionName = "orthogonal"
    regularised: bool = True
    redraw_every: int | None = None

    def __post_init__(self) -> None:
        check_choice("attention.feature_map", self.feature_map, FeatureMapName)
        _check_features(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridConfig:
    """Softmax where tokens are near, FAVOR+ for all others, under one normaliser; for self-attention.

    Args:
        window: Tokens of a block. A query's own block and both beside it are exact, so that at least
            ``window`` tokens to each side are.
        global_tokens: The first so many tokens see all and are seen by all exactly.
        features, feature_map, projection, regularised, redraw_every: See ``PerformerConfig``; the feature
            map must estimate softmax.
    """

    mechanism: ClassVar[str] = "hybrid"
    window: int = 128
    global_tokens: int = 0
    features: int | None = None
    feature_map: SoftmaxFeatureMapName = "hyperbolic"
    projection: ProjectionName = "orthogonal"
    regularised: bool = True
    redraw_every: int | None = None

    def __post_init__(self) -> None:
        check_whole("attention.window", self.window, 1)
        check_whole("attention.global_tokens", self.global_tokens, 0)
        check_choice("attention.feature_map", self.feature_map, SoftmaxFeatureMapName)
        _check_features(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class LongformerConfig:
    """A sliding window and a few global tokens; for self-attention.

    Args:
        window: How many keys a query sees to each side; with its own, 2 window + 1.
        dilation: Distance between these keys; one number, or one for each head.
        global_tokens: How many tokens can be global. Without further word these are the first ones.
        global_projections: Give global tokens projections of their own. Without, the parameters are those
            of softmax attention.
        dropout: Probability of dropping an attention weight while training.
    """

    mechanism: ClassVar[str] = "longformer"
    window: int = 256
    dilation: int | tuple[int, ...] = 1
    global_tokens: int = 1
    global_projections: bool = True
    dropout: float = 0.0

    def __post_init__(self) -> None:
        check_whole("attention.window", self.window, 1)
        check_whole("attention.global_tokens", self.global_tokens, 0)
        check_probability("attention.dropout", self.dropout)
        check_flags(self, "attention.")
        if isinstance(self.dilation, list):  # as JSON has it
            object.__setattr__(self, "dilation", tuple(self.dilation))
        if not self.dilations:
            raise InvalidConfig("attention.dilation is empty", "Give one number, or one for each head")
        for dilation in self.dilations:
            check_whole("attention.dilation", dilation, 1)

    @property
    def dilations(self) -> tuple[int, ...]:
        """One dilation for all heads, or one for each."""
        return self.dilation if isinstance(self.dilation, tuple) else (self.dilation,)

    @property
    def own_projections(self) -> bool:
        """Whether there are global tokens with projections of their own."""
        return self.global_projections and self.global_tokens > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LinformerConfig:
    """Keys and values mixed into a fixed number; bound to a longest input, and never causal.

    Args:
        max_length: Most keys.
        projected_length: How many mixtures they become (k in the paper).
        sharing: Who shares the two matrices that mix: ``none``, each head has its own; ``heads``, one pair
            for all heads of a layer; ``keys-values``, one matrix for keys, values and heads of a layer;
            ``layers``, one for all layers.
        dropout: Probability of dropping an attention weight while training.
    """

    mechanism: ClassVar[str] = "linformer"
    max_length: int = 512
    projected_length: int = 128
    sharing: LinformerSharing = "heads"
    dropout: float = 0.0

    def __post_init__(self) -> None:
        check_whole("attention.max_length", self.max_length, 1)
        check_whole("attention.projected_length", self.projected_length, 1)
        check_choice("attention.sharing", self.sharing, LinformerSharing)
        check_probability("attention.dropout", self.dropout)


AttentionConfig = SoftmaxConfig | PerformerConfig | HybridConfig | LongformerConfig | LinformerConfig
Attentions = AttentionConfig | tuple[AttentionConfig, ...]  # one for all layers, or one for each
SELF_ONLY = (HybridConfig, LongformerConfig)  # a window has no place in another sequence
MECHANISMS: dict[str, type[AttentionConfig]] = {
    "softmax": SoftmaxConfig,
    "performer": PerformerConfig,
    "hybrid": HybridConfig,
    "longformer": LongformerConfig,
    "linformer": LinformerConfig,
}
EXACT = SoftmaxConfig()  # where no mechanism is named


def check_attention(name: str, value: object) -> None:
    """Refuses what is not the settings of a mechanism."""
    if not isinstance(value, AttentionConfig):
        raise InvalidConfig(f"{name} is no group of settings", "Give the settings by name")


def check_attentions(name: str, value: object, layers: int) -> None:
    """Refuses what is neither a mechanism nor a tuple of one for each of ``layers`` layers."""
    if not isinstance(value, tuple):
        return check_attention(name, value)
    if len(value) != layers:
        raise InvalidConfig(
            f"{name} has {len(value)} mechanisms for {layers} layers", "Give one, or one each"
        )
    for number, item in enumerate(value):
        check_attention(f"{name}[{number}]", item)
    return None


def attention_of_each(attention: Attentions, layers: int) -> tuple[AttentionConfig, ...]:
    """The mechanism of each of ``layers`` layers."""
    return attention if isinstance(attention, tuple) else (attention,) * layers


def distinct(attention: Attentions) -> tuple[AttentionConfig, ...]:
    """The mechanisms that occur, however many layers there are."""
    return attention if isinstance(attention, tuple) else (attention,)


def _check_features(config: PerformerConfig | HybridConfig) -> None:
    check_choice("attention.projection", config.projection, ProjectionName)
    check_flags(config, "attention.")
    if config.features is not None:
        check_whole("attention.features", config.features, 1)
    if config.redraw_every is not None:
        check_whole("attention.redraw_every", config.redraw_every, 1)
    if config.feature_map == "hyperbolic" and config.features is not None and config.features % 2:
        raise InvalidConfig(
            f"attention.features is {config.features}, but hyperbolic features come in pairs",
            "Give an even number",
        )

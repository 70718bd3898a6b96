"""What a model is made of: plain frozen values that save as JSON, read once by ``build``."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args

from paperformer.errors import InvalidConfig

FeatureMapName = Literal["exp", "hyperbolic", "relu"]
SoftmaxFeatureMapName = Literal["exp", "hyperbolic"]
LinformerSharing = Literal["none", "heads", "keys-values", "layers"]
ProjectionName = Literal["orthogonal", "iid"]
NormName = Literal["post", "pre"]
ActivationName = Literal["gelu", "relu"]
PositionsName = Literal["sinusoidal", "learned"]
CellName = Literal["gru", "lstm"]
ScorerName = Literal["additive", "dot"]
Config = TypeVar("Config")


def _check_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    if isinstance(value, int) and value >= least and (most is None or value <= most):
        return
    remedy = f"Give a whole number, {least} or more" if most is None else f"Give {least} to {most}"
    raise InvalidConfig(f"{name} is {value!r}", remedy)


def _check_probability(name: str, value: object) -> None:
    if not (isinstance(value, int | float) and 0.0 <= value < 1.0):
        raise InvalidConfig(f"{name} is {value!r}", "Give a probability from 0 up to 1")


def _check_choice(name: str, value: object, choices: Any) -> None:
    known = get_args(choices)
    if value not in known:
        raise InvalidConfig(f"{name} {value!r} is neither {' nor '.join(known)}", "Use one of them")


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftmaxConfig:
    """Exact attention.

    Args:
        dropout: Probability of dropping an attention weight while training.
    """

    mechanism: ClassVar[str] = "softmax"
    dropout: float = 0.0

    def __post_init__(self) -> None:
        _check_probability("attention.dropout", self.dropout)


@dataclass(frozen=True, slots=True, kw_only=True)
class PerformerConfig:
    """FAVOR+: attention by random features, at a cost that grows linearly with length.

    Args:
        features: Width of the feature vectors; None takes ``d log d`` of the head width d.
        feature_map: ``exp``, or ``hyperbolic`` (exp and exp of minus: half the features are mirrored), both
            of which estimate softmax; or ``relu``, which is an attention of its own.
        projection: ``orthogonal`` or ``iid`` Gaussian directions.
        regularised: Give every direction the length sqrt(d) instead of a random one (SMREG): a small
            bias for less variance.
        redraw_every: Draw new directions after so many training steps; None keeps the first ones.
    """

    mechanism: ClassVar[str] = "performer"
    features: int | None = None
    feature_map: FeatureMapName = "hyperbolic"
    projection: ProjectionName = "orthogonal"
    regularised: bool = True
    redraw_every: int | None = None

    def __post_init__(self) -> None:
        _check_choice("attention.feature_map", self.feature_map, FeatureMapName)
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
        _check_whole("attention.window", self.window, 1)
        _check_whole("attention.global_tokens", self.global_tokens, 0)
        _check_choice("attention.feature_map", self.feature_map, SoftmaxFeatureMapName)
        _check_features(self)


def _check_features(config: PerformerConfig | HybridConfig) -> None:
    _check_choice("attention.projection", config.projection, ProjectionName)
    if config.features is not None:
        _check_whole("attention.features", config.features, 1)
    if config.redraw_every is not None:
        _check_whole("attention.redraw_every", config.redraw_every, 1)
    if config.feature_map == "hyperbolic" and config.features is not None and config.features % 2:
        raise InvalidConfig(
            f"attention.features is {config.features}, but hyperbolic features come in pairs",
            "Give an even number",
        )


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
        _check_whole("attention.window", self.window, 1)
        _check_whole("attention.global_tokens", self.global_tokens, 0)
        _check_probability("attention.dropout", self.dropout)
        if isinstance(self.dilation, list):  # as JSON has it
            object.__setattr__(self, "dilation", tuple(self.dilation))
        if not self.dilations:
            raise InvalidConfig("attention.dilation is empty", "Give one number, or one for each head")
        for dilation in self.dilations:
            _check_whole("attention.dilation", dilation, 1)

    @property
    def dilations(self) -> tuple[int, ...]:
        """One dilation for all heads, or one for each."""
        return self.dilation if isinstance(self.dilation, tuple) else (self.dilation,)


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
        _check_whole("attention.max_length", self.max_length, 1)
        _check_whole("attention.projected_length", self.projected_length, 1)
        _check_choice("attention.sharing", self.sharing, LinformerSharing)
        _check_probability("attention.dropout", self.dropout)


AttentionConfig = SoftmaxConfig | PerformerConfig | HybridConfig | LongformerConfig | LinformerConfig
SELF_ONLY = (HybridConfig, LongformerConfig)  # a window has no place in another sequence
ATTENTIONS = {"attention", "decoder_attention", "cross_attention"}
POSITIVE = ("vocabulary_size", "hidden_size", "layers", "heads", "feedforward_size", "max_positions")
MECHANISMS: dict[str, type[AttentionConfig]] = {
    "softmax": SoftmaxConfig,
    "performer": PerformerConfig,
    "hybrid": HybridConfig,
    "longformer": LongformerConfig,
    "linformer": LinformerConfig,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutConfig:
    """Tables that tell the encoder where on the page a token stands.

    Args:
        buckets: Rows of each coordinate table; boxes are whole numbers from 0 to ``buckets - 1``.
        pages: Rows of the page table; later pages share the last row.
    """

    buckets: int = 1001
    pages: int = 64

    def __post_init__(self) -> None:
        _check_whole("layout.buckets", self.buckets, 1)
        _check_whole("layout.pages", self.pages, 1)


class SavedConfig:
    """A config that saves as plain values and can be changed."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON. ``from_dict`` reads them back."""
        values = asdict(self)  # type: ignore[call-overload]
        for name in values:
            group = getattr(self, name)
            if isinstance(group, AttentionConfig):
                values[name] = {"mechanism": group.mechanism, **values[name]}
        return dict(values)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The config that ``to_dict`` wrote.

        Raises:
            InvalidConfig: on a setting that is unknown, missing or out of range.
        """
        values = dict(values)
        for name in ATTENTIONS & values.keys():
            if isinstance(values[name], dict):
                values[name] = _attention_from_dict(values[name])
        if isinstance(values.get("layout"), dict):
            values["layout"] = _from_dict(LayoutConfig, values["layout"])
        return _from_dict(cls, values)

    def changed(self, **changes: Any) -> Self:
        """The same but for ``changes``.

        Raises:
            InvalidConfig: on a setting that is unknown or out of range.
        """
        settings = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return self.from_dict(settings | changes)


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
    attention: AttentionConfig = SoftmaxConfig()
    layout: LayoutConfig | None = None
    narrow_after: int | None = None
    block: int | None = None

    def __post_init__(self) -> None:
        for name in POSITIVE:
            _check_whole(name, getattr(self, name), 1)
        if self.hidden_size % self.heads:
            raise InvalidConfig(
                f"hidden_size {self.hidden_size} does not divide into {self.heads} heads",
                "Choose heads that divide hidden_size",
            )
        _check_whole("segment_types", self.segment_types, 0)
        _check_whole("padding_id", self.padding_id, 0, self.vocabulary_size - 1)
        if self.narrow_after is not None:
            _check_whole("narrow_after", self.narrow_after, 0, self.layers)
        if self.block is not None:
            _check_whole("block", self.block, 1)
            if not isinstance(self.attention, SoftmaxConfig):
                raise InvalidConfig("only softmax attention is cut into blocks", "Leave block out")
        if not isinstance(self.attention, AttentionConfig) or not isinstance(
            self.layout, LayoutConfig | None
        ):
            raise InvalidConfig("attention or layout is no group of settings", "Give the settings by name")
        _check_probability("dropout", self.dropout)
        _check_probability("layer_norm_epsilon", self.layer_norm_epsilon)
        _check_choice("norm", self.norm, NormName)
        _check_choice("activation", self.activation, ActivationName)

    @property
    def head_dim(self) -> int:
        """Width of one head."""
        return self.hidden_size // self.heads

    @property
    def value_dim(self) -> int:
        """Width of one head's values."""
        return self.head_dim


def small(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """6 layers of 384: the shape of MiniLM-L6, for one CPU core."""
    return EncoderConfig(vocabulary_size=vocabulary_size).changed(**changes)


def smartscan(vocabulary_size: int, **changes: Any) -> EncoderConfig:
    """12 layers of 768 and 1,496 positions: the shape of BERT-base, for whole documents."""
    base = EncoderConfig(
        vocabulary_size=vocabulary_size,
        hidden_size=768,
        layers=12,
        heads=12,
        feedforward_size=3072,
        max_positions=1496,
    )
    return base.changed(**changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecoderConfig(SavedConfig):
    """The shape of a decoder that stands alone: a language model.

    Args:
        vocabulary_size: Rows of the token table, and scores of the head.
        hidden_size: Width of every token's state.
        layers: How many identical layers stand on one another.
        heads: Attention heads of a layer.
        feedforward_size: Inner width of the feed-forward networks.
        key_size: Width of one head's queries and keys; None is ``hidden_size`` shared among the heads.
        value_size: Width of one head's values; None likewise.
        positions: ``sinusoidal``, which have no end, or ``learned``.
        max_positions: Rows of a learned table.
        padding_id: The token that fills a batch up; its row is not trained.
        dropout: On embeddings with positions, and on the output of every sub-layer.
        layer_norm_epsilon: Added to the variance in layer norms.
        activation: Of the feed-forward networks; ``gelu`` is the exact (erf) one.
        norm: ``post`` as in the original, or ``pre``.
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
    layer_norm_epsilon: float = 1e-5
    activation: ActivationName = "relu"
    norm: NormName = "post"
    final_norm: bool | None = None
    attention: AttentionConfig = SoftmaxConfig()
    tied: bool = True
    scaled: bool = True

    def __post_init__(self) -> None:
        for name in POSITIVE:
            _check_whole(name, getattr(self, name), 1)
        for name in ("key_size", "value_size"):
            if getattr(self, name) is not None:
                _check_whole(name, getattr(self, name), 1)
        if self.hidden_size % self.heads and None in (self.key_size, self.value_size):
            raise InvalidConfig(
                f"hidden_size {self.hidden_size} does not divide into {self.heads} heads",
                "Choose heads that divide hidden_size, or give key_size and value_size",
            )
        _check_whole("padding_id", self.padding_id, 0, self.vocabulary_size - 1)
        _check_probability("dropout", self.dropout)
        _check_probability("layer_norm_epsilon", self.layer_norm_epsilon)
        _check_choice("norm", self.norm, NormName)
        _check_choice("activation", self.activation, ActivationName)
        _check_choice("positions", self.positions, PositionsName)
        _check_attention("attention", self.attention)
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
                _check_attention(name, getattr(self, name))
        DecoderConfig.__post_init__(self)
        for name in ("source_vocabulary_size", "decoder_layers"):
            if getattr(self, name) is not None:
                _check_whole(name, getattr(self, name), 1)
        if self.source_vocabulary_size is not None:
            _check_whole("padding_id", self.padding_id, 0, self.source_vocabulary_size - 1)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurrentConfig(SavedConfig):
    """The shape of a recurrent encoder-decoder with attention.

    Args:
        vocabulary_size: Rows of the target's token table, and scores of the head.
        source_vocabulary_size: Rows of the source's own token table; None lets both sides share one.
        hidden_size: Width of token vectors and of each direction's and the decoder's state.
        layers: Recurrent layers on one another, in encoder and decoder.
        cell: ``gru`` or ``lstm``.
        scorer: ``additive`` (Bahdanau et al. 2015) or ``dot`` (Luong et al. 2015) attention.
        padding_id: The token that fills a batch up; its row is not trained.
        dropout: On token vectors, between recurrent layers and before the head.
        tied: Whether the head uses the weights of the target's token table.
    """

    vocabulary_size: int
    source_vocabulary_size: int | None = None
    hidden_size: int = 512
    layers: int = 1
    cell: CellName = "gru"
    scorer: ScorerName = "additive"
    padding_id: int = 0
    dropout: float = 0.1
    tied: bool = True

    def __post_init__(self) -> None:
        for name in ("vocabulary_size", "hidden_size", "layers"):
            _check_whole(name, getattr(self, name), 1)
        if self.source_vocabulary_size is not None:
            _check_whole("source_vocabulary_size", self.source_vocabulary_size, 1)
        rows = min(self.vocabulary_size, self.source_vocabulary_size or self.vocabulary_size)
        _check_whole("padding_id", self.padding_id, 0, rows - 1)
        _check_probability("dropout", self.dropout)
        _check_choice("cell", self.cell, CellName)
        _check_choice("scorer", self.scorer, ScorerName)


def base(vocabulary_size: int, **changes: Any) -> Seq2SeqConfig:
    """The original's base model: 6 and 6 layers of 512 (Vaswani et al. 2017, table 3)."""
    return Seq2SeqConfig(vocabulary_size=vocabulary_size).changed(**changes)


def big(vocabulary_size: int, **changes: Any) -> Seq2SeqConfig:
    """The original's big model: 6 and 6 layers of 1024, dropout 0.3 (Vaswani et al. 2017, table 3)."""
    shape = Seq2SeqConfig(
        vocabulary_size=vocabulary_size, hidden_size=1024, heads=16, feedforward_size=4096, dropout=0.3
    )
    return shape.changed(**changes)


PRESETS = {"small": small, "smartscan": smartscan}
SEQ2SEQ_PRESETS = {"base": base, "big": big}


def _check_attention(name: str, value: object) -> None:
    if not isinstance(value, AttentionConfig):
        raise InvalidConfig(f"{name} is no group of settings", "Give the settings by name")


def _attention_from_dict(values: dict[str, Any]) -> AttentionConfig:
    values = dict(values)
    mechanism = values.pop("mechanism", "softmax")
    if mechanism not in MECHANISMS:
        raise InvalidConfig(f"no attention mechanism {mechanism!r}", f"Use one of {', '.join(MECHANISMS)}")
    return _from_dict(MECHANISMS[mechanism], values)


def _from_dict(kind: type[Config], values: dict[str, Any]) -> Config:
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    unknown = sorted(values.keys() - known)
    if unknown:
        raise InvalidConfig(
            f"{kind.__name__} has no {', '.join(unknown)}", f"It has {', '.join(sorted(known))}"
        )
    try:
        return kind(**values)
    except TypeError as error:
        raise InvalidConfig(f"{kind.__name__}: {error}", "Give every setting that has no default") from error

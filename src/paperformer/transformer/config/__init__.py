"""What a model is made of: plain frozen values that save as JSON, read once by ``build``."""

from paperformer.transformer.config.attention import (
    MECHANISMS,
    SELF_ONLY,
    AttentionConfig,
    HybridConfig,
    LinformerConfig,
    LongformerConfig,
    PerformerConfig,
    SoftmaxConfig,
)
from paperformer.transformer.config.decoder import DecoderConfig
from paperformer.transformer.config.encoder import EncoderConfig
from paperformer.transformer.config.layout import LayoutConfig
from paperformer.transformer.config.names import (
    ActivationName,
    CellName,
    FeatureMapName,
    LinformerSharing,
    NormName,
    OptionalNormName,
    PositionsName,
    ProjectionName,
    ScorerName,
    SoftmaxFeatureMapName,
)
from paperformer.transformer.config.presets import (
    PRESETS,
    SEQ2SEQ_PRESETS,
    base,
    big,
    small,
    smartscan,
)
from paperformer.transformer.config.recurrent import RecurrentConfig
from paperformer.transformer.config.saved import SavedConfig
from paperformer.transformer.config.seq2seq import Seq2SeqConfig

__all__ = [
    "MECHANISMS",
    "PRESETS",
    "SELF_ONLY",
    "SEQ2SEQ_PRESETS",
    "ActivationName",
    "AttentionConfig",
    "CellName",
    "DecoderConfig",
    "EncoderConfig",
    "FeatureMapName",
    "HybridConfig",
    "LayoutConfig",
    "LinformerConfig",
    "LinformerSharing",
    "LongformerConfig",
    "NormName",
    "OptionalNormName",
    "PerformerConfig",
    "PositionsName",
    "ProjectionName",
    "RecurrentConfig",
    "SavedConfig",
    "ScorerName",
    "Seq2SeqConfig",
    "SoftmaxConfig",
    "SoftmaxFeatureMapName",
    "base",
    "big",
    "small",
    "smartscan",
]

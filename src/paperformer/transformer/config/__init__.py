"""What a model is made of: plain frozen values that save as JSON, read once by ``build``."""

from paperformer.transformer.config.attention import (
    MECHANISMS,
    SELF_ONLY,
    AttentionConfig,
    Attentions,
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
    BiasesName,
    CellName,
    FeatureMapName,
    LinformerSharing,
    NormKind,
    NormName,
    PositionsName,
    ProjectionName,
    RotaryScaling,
    ScorerName,
    SoftmaxFeatureMapName,
)
from paperformer.transformer.config.presets import (
    PRESETS,
    SEQ2SEQ_PRESETS,
    base,
    big,
    lstm_tagger,
    small,
    smartscan,
)
from paperformer.transformer.config.recurrent import RecurrentConfig
from paperformer.transformer.config.rotary import RotaryConfig
from paperformer.transformer.config.saved import SavedConfig
from paperformer.transformer.config.seq2seq import Seq2SeqConfig
from paperformer.transformer.config.stack import StackConfig

__all__ = [
    "MECHANISMS",
    "PRESETS",
    "SELF_ONLY",
    "SEQ2SEQ_PRESETS",
    "ActivationName",
    "AttentionConfig",
    "Attentions",
    "BiasesName",
    "CellName",
    "DecoderConfig",
    "EncoderConfig",
    "FeatureMapName",
    "HybridConfig",
    "LayoutConfig",
    "LinformerConfig",
    "LinformerSharing",
    "LongformerConfig",
    "NormKind",
    "NormName",
    "PerformerConfig",
    "PositionsName",
    "ProjectionName",
    "RecurrentConfig",
    "RotaryConfig",
    "RotaryScaling",
    "SavedConfig",
    "ScorerName",
    "Seq2SeqConfig",
    "SoftmaxConfig",
    "SoftmaxFeatureMapName",
    "StackConfig",
    "base",
    "big",
    "lstm_tagger",
    "small",
    "smartscan",
]

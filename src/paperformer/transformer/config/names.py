"""The settings that are a choice of names."""

from typing import Literal

FeatureMapName = Literal["exp", "hyperbolic", "relu"]
SoftmaxFeatureMapName = Literal["exp", "hyperbolic"]
LinformerSharing = Literal["none", "heads", "keys-values", "layers"]
ProjectionName = Literal["orthogonal", "iid"]
NormName = Literal["post", "pre", "none"]
NormKind = Literal["layer", "rms"]
ActivationName = Literal["gelu", "gelu-tanh", "relu", "silu"]
BiasesName = Literal["all", "query-key-value", "none"]
PositionsName = Literal["sinusoidal", "sinusoidal-halves", "learned", "rotary", "alibi", "relative", "none"]
RotaryScaling = Literal["none", "linear", "llama3"]
CellName = Literal["gru", "lstm"]
ScorerName = Literal["additive", "dot"]

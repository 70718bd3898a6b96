"""The settings that are a choice of names."""

from typing import Literal

FeatureMapName = Literal["exp", "hyperbolic", "relu"]
SoftmaxFeatureMapName = Literal["exp", "hyperbolic"]
LinformerSharing = Literal["none", "heads", "keys-values", "layers"]
ProjectionName = Literal["orthogonal", "iid"]
NormName = Literal["post", "pre"]
OptionalNormName = Literal["post", "pre", "none"]
ActivationName = Literal["gelu", "relu"]
PositionsName = Literal["sinusoidal", "learned", "none"]
CellName = Literal["gru", "lstm"]
ScorerName = Literal["additive", "dot"]

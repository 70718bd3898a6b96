"""Positions as rotations of queries and keys."""

from __future__ import annotations

import math
from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.checks import check_choice, check_whole
from paperformer.transformer.config.names import RotaryScaling


@dataclass(frozen=True, slots=True, kw_only=True)
class RotaryConfig:
    """How fast the pairs of a head turn from place to place (Su et al. 2021, arXiv 2104.09864).

    Args:
        theta: The base: pair i of a head of width d turns by theta^(-2i / d) at each place.
        scaling: How a model is stretched beyond the length that it was trained on: ``none``; ``linear``, all
            angles over ``factor`` (Chen et al. 2023, arXiv 2306.15595); ``llama3``, only the slow ones
            (Grattafiori et al. 2024, arXiv 2407.21783).
        factor: How many times longer.
        low_frequency, high_frequency: For ``llama3``: pairs with fewer than ``low_frequency`` turns in
            ``trained_length`` are stretched whole, those with more than ``high_frequency`` not at all.
        trained_length: For ``llama3``: the places before stretching.
    """

    theta: float = 10_000.0
    scaling: RotaryScaling = "none"
    factor: float = 1.0
    low_frequency: float = 1.0
    high_frequency: float = 4.0
    trained_length: int = 8192

    def __post_init__(self) -> None:
        check_choice("rotary.scaling", self.scaling, RotaryScaling)
        check_whole("rotary.trained_length", self.trained_length, 1)
        for name in ("theta", "factor", "low_frequency", "high_frequency"):
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not (number and 0 < value < math.inf):
                raise InvalidConfig(f"rotary.{name} is {value!r}", "Give a number above 0")
        if self.scaling == "llama3" and self.low_frequency >= self.high_frequency:
            raise InvalidConfig("rotary.low_frequency is not below high_frequency", "Give a smaller one")

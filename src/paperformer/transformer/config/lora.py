"""Adapters beside projections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.checks import check_probability, check_whole

Projection = Literal["query", "key", "value", "output", "inner", "gate", "outer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoraConfig:
    """Which layers learn by an adapter, and how (Hu et al. 2021, arXiv 2106.09685).

    Args:
        rank: Width of the adapters.
        alpha: An adapter counts ``alpha / rank``.
        projections: Of attention ``query``, ``key``, ``value`` and ``output``; of feed-forward networks
            ``inner``, ``gate`` and ``outer``. The paper adapts queries and values.
        dropout: On what an adapter is given, while training.
    """

    rank: int = 8
    alpha: float = 16.0
    projections: tuple[Projection, ...] = ("query", "value")
    dropout: float = 0.0

    def __post_init__(self) -> None:
        check_whole("lora.rank", self.rank, 1)
        check_probability("lora.dropout", self.dropout)
        if not (isinstance(self.alpha, int | float) and self.alpha > 0):
            raise InvalidConfig(f"lora.alpha is {self.alpha!r}", "Give a number above 0")
        unknown = set(self.projections) - set(get_args(Projection))
        if unknown or not self.projections:
            raise InvalidConfig(
                f"lora.projections: {', '.join(sorted(unknown)) or 'none'} cannot be adapted",
                f"Choose among {', '.join(get_args(Projection))}",
            )

"""The shape of an encoder."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.errors import InvalidConfig
from paperformer.transformer.config.attention import SoftmaxConfig, distinct
from paperformer.transformer.config.checks import check_choice, check_whole
from paperformer.transformer.config.layout import LayoutConfig
from paperformer.transformer.config.names import ActivationName, CellName, PositionsName
from paperformer.transformer.config.stack import BIASED, StackConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderConfig(StackConfig):
    """The shape of an encoder; what it inherits is explained in ``StackConfig``.

    Args:
        max_positions: Longest input, in tokens.
        segment_types: Rows of the segment table; 0 leaves it out.
        layout: Tables for boxes and pages; None for plain text.
        narrow_after: After so many layers a word's pieces are averaged into one state, and the layers
            above run on words; None, or ``layers``, averages at the end.
        block: The layers over tokens see their own block of so many tokens and the one on either side, at a
            cost that grows linearly with length; None sees everything. Layers over words see everything.
        recurrent: Each layer is a cell that reads forwards and backwards (Graves & Schmidhuber 2005; as a
            tagger Huang et al. 2015, arXiv 1508.01991) in place of attention and feed-forward network, whose
            settings then mean nothing.
    """

    hidden_size: int = 384
    heads: int = 12
    feedforward_size: int = 1536
    segment_types: int = 2
    positions: PositionsName = "learned"
    layer_norm_epsilon: float = 1e-12
    activation: ActivationName = "gelu"
    layout: LayoutConfig | None = None
    narrow_after: int | None = None
    block: int | None = None
    recurrent: CellName | None = None

    def __post_init__(self) -> None:
        StackConfig.__post_init__(self)
        check_whole("segment_types", self.segment_types, 0)
        if self.narrow_after is not None:
            check_whole("narrow_after", self.narrow_after, 0, self.layers)
        if not isinstance(self.layout, LayoutConfig | None):
            raise InvalidConfig("layout is no group of settings", "Give the settings by name")
        if self.block is not None:
            check_whole("block", self.block, 1)
            if not all(isinstance(config, SoftmaxConfig) for config in distinct(self.attention)):
                raise InvalidConfig("only softmax attention is cut into blocks", "Leave block out")
        if self.recurrent is not None:
            check_choice("recurrent", self.recurrent, CellName)
            if self.hidden_size % 2 or self.block is not None or self.positions in ("rotary", *BIASED):
                raise InvalidConfig(
                    "a recurrent layer has two directions of equal width, no blocks, no rotary positions and "
                    "no bias of positions",
                    "Give an even hidden_size, leave block out, and choose other positions",
                )

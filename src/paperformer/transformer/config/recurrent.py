"""The shape of a recurrent encoder-decoder."""

from __future__ import annotations

from dataclasses import dataclass

from paperformer.transformer.config.checks import check_choice, check_flags, check_probability, check_whole
from paperformer.transformer.config.names import CellName, ScorerName
from paperformer.transformer.config.saved import SavedConfig


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
            check_whole(name, getattr(self, name), 1)
        if self.source_vocabulary_size is not None:
            check_whole("source_vocabulary_size", self.source_vocabulary_size, 1)
        rows = min(self.vocabulary_size, self.source_vocabulary_size or self.vocabulary_size)
        check_whole("padding_id", self.padding_id, 0, rows - 1)
        check_probability("dropout", self.dropout)
        check_flags(self)
        check_choice("cell", self.cell, CellName)
        check_choice("scorer", self.scorer, ScorerName)

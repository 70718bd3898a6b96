"""What proposers see: a document, and what the model and the rules read of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paperformer.extraction.by_rules import RulesReading
from paperformer.extraction.flow import Flow, flow_of
from paperformer.extraction.known_parties.recognise import NOBODY, KnownParties
from paperformer.extraction.scores import WordScores
from paperformer.extraction.text_variants import Parts, RunScores, places_by_word, places_of
from paperformer.fields.page.view import PageView
from paperformer.fields.scored import Scored


@dataclass(frozen=True)
class ReadDocument:
    """A document that was read and of which nothing is proposed yet.

    Args:
        scores: What the model says of each of its words.
        rules: What rules read.
        further: What installed proposers returned.
        known: Parties on the user's list.
    """

    scores: WordScores
    rules: RulesReading
    further: Sequence[Scored] = ()
    known: KnownParties = NOBODY

    @property
    def page(self) -> PageView:
        """The document as rules see it."""
        return self.rules.page

    @cached_property
    def flow(self) -> Flow:
        """Its columns."""
        return flow_of(self.page.words)

    def parts(self, words: Sequence[int]) -> Parts | None:
        """The places of ``words`` in the flow; see ``places_of``."""
        return places_of(words, self.flow, self._places)

    def run_scores(self, column: int) -> RunScores:
        """What the model says of every run of words as the text of a field, computed once."""
        if column not in self._runs:
            self._runs[column] = RunScores.of(self.scores, column, self.flow)
        return self._runs[column]

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        return places_by_word(self.flow)

    @cached_property
    def _runs(self) -> dict[int, RunScores]:
        return {}

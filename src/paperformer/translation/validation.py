"""How good a translator is on texts that it did not learn from: loss, perplexity, BLEU."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from paperformer.translation.batches import Batches, encode_pairs, grouped
from paperformer.translation.corpus import Pair
from paperformer.translation.model_folder import TranslationParts
from paperformer.translation.score import bleu
from paperformer.translation.task import TranslationTask
from paperformer.translation.translator import Translator

MOST = 50.0  # nats: of more, the perplexity is no figure that says anything


class Validation:
    """Texts to measure on, encoded once.

    Args:
        parts: The translator; its model is measured as it is when one asks.
        pairs: Prepared texts and their translations.
        tokens_per_batch: Rows times the longest side, padding included.
    """

    def __init__(self, parts: TranslationParts, pairs: Sequence[Pair], tokens_per_batch: int) -> None:
        self.parts, self.pairs = parts, pairs
        encoded = encode_pairs(pairs, parts.subwords)
        groups = grouped(encoded, tokens_per_batch, np.random.default_rng(0))
        self._batches = Batches(encoded, groups, parts.subwords)

    def loss(self) -> float:
        """Cross entropy a target token, in nats, without smoothing."""
        return TranslationTask(smoothing=0.0).validation_loss(self.parts.model, self._batches)

    def bleu(self, *, beam: int = 1, length_penalty: float | None = None) -> float:
        """BLEU of translations in the form that the model knows; a beam of 1 is greedy.

        Raises:
            InvalidConfig: sacreBLEU is missing.
        """
        sources = [source for source, _ in self.pairs]
        found = Translator(self.parts).translate_prepared(sources, beam=beam, length_penalty=length_penalty)
        written = [translations[0].prepared if translations else "" for translations in found]
        return bleu(written, [target for _, target in self.pairs], self.parts.manifest.prepare).score


def perplexity(loss: float) -> float:
    """The exponential of a loss in nats."""
    return math.exp(min(loss, MOST))

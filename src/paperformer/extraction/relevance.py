"""Whether a document is an invoice or receipt at all: on a letter or a contract there is nothing to be found.

A model that has only seen invoices and receipts finds a supplier on every page with a name and an address.
What tells the two apart is the document as a whole: totals, sums, a title, a number, amounts in its print.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperformer.documents.model import Word
from paperformer.fields.scored import Scored

Features = Mapping[str, float]

_AMOUNT = re.compile(r"\d[.,]\d\d(?!\d)")
_MANY_AMOUNTS = 0.1  # of all words: receipts and invoices have as many
_MANY_FIELDS = 12
# Fields that every page with words seems to have.
_EVERYWHERE = frozenset({"language", "supplier_country", "currency", "document_type"})
_BEST_OF = {
    "total": ("total_incl_vat", "amount_due"),
    "sums": ("total_excl_vat", "total_vat", "subtotal"),
    "title": ("document_type",),
    "number": ("document_number",),
}
FEATURES = (*_BEST_OF, "amounts", "fields", "prose")


@dataclass(frozen=True, slots=True)
class Relevance:
    """The probability that a document is an invoice or receipt: a logistic function of its features.

    Args:
        weights: Of the features of ``features_of``.
        bias: What is added.
    """

    weights: Mapping[str, float]
    bias: float

    def __call__(self, features: Features) -> float:
        """The probability, 0 to 1."""
        logit = self.bias + sum(weight * features[name] for name, weight in self.weights.items())
        return 1.0 / (1.0 + math.exp(-min(max(logit, -50.0), 50.0)))


def features_of(words: Sequence[Word], proposed: Mapping[str, Sequence[Scored]]) -> Features:
    """What tells whether a document is an invoice or receipt, about 0 to 1 each.

    ``total``, ``sums``, ``title`` and ``number`` are the best scores of those fields, ``fields`` how many
    fields have a score above a half, ``amounts`` the share of words that print cents, ``prose`` how long its
    line segments are (the logarithm of their mean number of words: running text has long ones).

    Args:
        words: Of the document.
        proposed: What model and rules found, chosen jointly, before calibration.
    """
    best = {
        name: max((c.probability for c in candidates), default=0.0) for name, candidates in proposed.items()
    }
    features = {name: max(best.get(field, 0.0) for field in fields) for name, fields in _BEST_OF.items()}
    amounts = sum(bool(_AMOUNT.search(word.text)) for word in words)
    sure = sum(score > 0.5 for name, score in best.items() if name not in _EVERYWHERE)
    segments = len({(word.page, word.line) for word in words})
    return {
        **features,
        "amounts": min(amounts / max(len(words), 1), _MANY_AMOUNTS) / _MANY_AMOUNTS,
        "fields": min(sure, _MANY_FIELDS) / _MANY_FIELDS,
        "prose": math.log(len(words) / segments) if segments else 0.0,
    }

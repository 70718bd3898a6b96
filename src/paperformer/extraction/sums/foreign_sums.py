"""Which currency a sum is in: "Total CHF 96.50", and below it "Total EUR 90.71"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.row_amounts import words_before
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import find_values

_BEFORE, _BEHIND = 8, 2  # words of its row before and behind a sum in which its currency may stand


def currencies_beside(candidate: Scored, words: Sequence[Word], context: ValueContext) -> frozenset[str]:
    """The currencies that stand beside a sum on its row."""
    if not candidate.words:
        return frozenset()
    first, last = words[candidate.words[0]], candidate.words[-1]
    behind = takewhile(
        lambda word: word.page == first.page and on_row(word.box, first.box),
        words[last + 1 : last + 1 + _BEHIND],
    )
    texts = [
        *words_before(candidate.words[0], words, _BEFORE),
        *(words[index].text for index in candidate.words),
        *(word.text for word in behind),
    ]
    return frozenset(span.parsed.value for span in find_values("currency", texts, context) if not span.weak)

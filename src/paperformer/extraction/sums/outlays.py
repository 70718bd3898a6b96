"""Outlays that are passed on without VAT, and part of the total: "Barauslagen", "Spese esenti", "Débours"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import accumulate, islice

from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_NAMED = re.compile(
    r"\W*(?:(?:bar)?auslagen|durchlaufende posten|verauslagt\w*|disbursements?|outlays"
    r"|d[eé]bours|frais avanc[eé]s|avances? de frais|non soumis\w* [aà]"
    r"|hors champ (?:de )?(?:la )?tva|spese (?:esenti|vive|anticipate|escluse)|anticipazioni"
    r"|esclus[eoi] (?:ex )?art"
    r"|(?:gastos )?suplidos|verschotten|utlegg|utl[aä]gg|udl[aæ]g|adiantamentos|despesas reembols\w+)\b",
    re.IGNORECASE,
)
_WORDS = 3  # that such a name has at most
_MOST_NAMES, _MOST = 3, 8  # names that are looked at; amounts behind each of them


def outlays_in(printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """The sums that the rows from a mention of outlays on may come to: the first, the first two, and so on.

    Args:
        printed: The texts of the document's words.
        context: What the document says about its values.
    """
    places = list(islice(_mentions(printed), _MOST_NAMES))
    if not places:
        return ()
    spans = [span for span in printed.spans("amount", context) if not span.weak]
    found: list[Decimal] = []
    for place in places:
        behind = sorted((span for span in spans if span.first > place), key=lambda span: span.first)
        found += accumulate(abs(Decimal(span.parsed.value)) for span in behind[:_MOST])
    return tuple(dict.fromkeys(amount for amount in found if amount))


def _mentions(printed: PrintedWords) -> Iterator[int]:
    """Indices of the words that name outlays."""
    for index in range(len(printed)):
        if _NAMED.match(" ".join(printed[index : index + _WORDS])):
            yield index

"""Tax that the buyer keeps back for the seller's income tax: what is left of the total is due, and no total.

Spain's IRPF, Italy's ritenuta d'acconto, Portugal's IRS; "TOTAL A PAGAR" is then net plus VAT less this.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.labelled_otherwise import words_before
from paperformer.extraction.scored import Scored
from paperformer.fields.totals import TOLERANCE
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_TOTAL = "total_incl_vat"
_WITHHELD = re.compile(
    r"\b(?:i\.?r\.?p\.?f\b\.?|retenci[oó]n(?:es)?\b|riten(?:uta|ute)\b(?: d['’´]? ?acconto)?|rit\. acc\.?"
    r"|reten[cç](?:[aã]o|[oõ]es)\b|i\.?r\.?s\b\.?|withholding(?: tax)?\b|tax withheld\b|t\.?d\.?s\b\.?"
    r"|retenue [aà] la source\b|quellensteuer\b|bedrijfsvoorheffing\b)",
    re.IGNORECASE,
)
# What it is taken from, and what stands between the label and the amount.
_BASE = re.compile(r"\b(?:base|imponibile|sobre|su|s/|on|of|von|sur|incid[eê]ncia)[ :.]*$", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:[^\W\d_]*\d[^\s]*|%|[-+(:./€$]|a|de|do|di|del|na|fonte|la|al|su|sobre|on|of|irpf|irs|tax|eur|\.)*",
    re.IGNORECASE,
)
_ROW = 12  # words before an amount that are looked at
_MOST = 4  # of one document: more are a statement's
_LIKELY = 0.15  # probability from which net and VAT explain a total
_AFTER_ALL = 0.1  # how often what is left is the total after all, by judgement


def withheld_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """Each tax that the document keeps back, without sign; none where there are more than a few.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _WITHHELD.search(printed.text):
        return ()
    spans = sorted(printed.spans("amount", context), key=lambda span: (span.first, -span.last))
    found = [
        abs(Decimal(span.parsed.value))
        for span in spans
        if not span.weak and _names_it(" ".join(words_before(span.first, words, _ROW)))
    ]
    distinct = tuple(dict.fromkeys(filter(None, found)))
    return distinct if len(distinct) <= _MOST else ()


def weigh_withheld(proposed: MutableMapping[str, list[Scored]], withheld: Sequence[Decimal]) -> None:
    """Trust a total less that is net plus VAT less what is ``withheld``: it is what is due.

    Args:
        proposed: Candidates by field; those of ``total_incl_vat`` are changed in place.
        withheld: What ``withheld_in`` found.
    """
    if not withheld or _TOTAL not in proposed:
        return
    nets, taxes = (_likely(proposed.get(field, ())) for field in ("total_excl_vat", "total_vat"))
    left = [net + tax - part for net in nets for tax in taxes if tax for part in withheld if part != tax]
    proposed[_TOTAL] = [
        one._replace(probability=one.probability * _AFTER_ALL) if _is_any(one, left) else one
        for one in proposed[_TOTAL]
    ]


def _names_it(label: str) -> bool:
    found = list(_WITHHELD.finditer(label))
    if not found:
        return False
    before, behind = label[: found[-1].start()].rstrip(), label[found[-1].end() :].strip()
    if _BASE.search(before) or _BASE.search(behind):
        return False
    return all(_ASIDE.fullmatch(word) for word in behind.split())


def _likely(candidates: Sequence[Scored]) -> set[Decimal]:
    values = (decimal_of(one.value) for one in candidates if one.probability >= _LIKELY)
    return {value for value in values if value is not None}


def _is_any(one: Scored, values: Sequence[Decimal]) -> bool:
    value = decimal_of(one.value)
    return value is not None and any(abs(value - other) <= TOLERANCE for other in values)

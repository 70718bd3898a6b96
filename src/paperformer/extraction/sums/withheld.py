"""Tax that the buyer keeps back for the seller's income tax: what is left of the total is due, and no total.

Spain's IRPF, Italy's ritenuta d'acconto, Portugal's IRS; "TOTAL A PAGAR" is then net plus VAT less this.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.agreement import decimal_of
from paperformer.extraction.scored import Scored
from paperformer.extraction.sums.row_amounts import amounts_labelled, with_sum
from paperformer.fields.totals import TOLERANCE
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

_TOTAL, _DUE = "total_incl_vat", "amount_due"
_WITHHELD = re.compile(
    r"\b(?:i\.?r\.?p\.?f\b\.?|retenci[oó]n(?:es)?\b|riten(?:uta|ute)\b(?: d['’´]? ?acconto)?|rit\. ?acc\.?"
    r"|reten[cç](?:[aã]o|[oõ]es)\b|i\.?r\.?s\b\.?|i\.?s\.?r\b\.?"
    r"|withholding(?: tax)?\b|tax withheld\b|t\.?d\.?s\b\.?"
    r"|(?:sicherheits|gew[aä]hrleistungs|haft)?(?:einbehalt|r[uü]cklass)\b|retenue de garantie\b"
    r"|(?:less:? |contract |(?<![^\W\d_] ))retention\b"
    r"|retenue [aà] la source\b|quellensteuer\b|bedrijfsvoorheffing\b)",
    re.IGNORECASE,
)
# What it is taken from, before the label or behind it; and totals that are called before it.
_BASE = re.compile(
    r"\b(?:base|imponibile|sobre|su|s/|on|of|von|sur|incid[eê]ncia|sin|antes de|before|netto(?: della?)?"
    r"|lordo(?: della?)?)[ :.]*$",
    re.IGNORECASE,
)
# A word that may stand between the label and the amount; each matches in one way only.
_ASIDE = re.compile(
    r"[^\W\d_]{0,2}/?[-+]?[0-9][^\s]*|[-+:./€$%@*]+"
    r"|a|de|do|di|del|na|fonte|la|al|su|sobre|on|of|at|cuenta|irpf|irs|tax|eur|s/",
    re.IGNORECASE,
)
_MOST = 4  # of one document: more are a statement's
_LIKELY = 0.15  # probability from which net and VAT explain a total
_AFTER_ALL = 0.1  # how often what is left is the total after all, by judgement
_TAKEN = 0.7  # part of the trust in such a total that the amount due takes over, by judgement
_BRACKETS = str.maketrans("()[]", "    ")


def withheld_in(words: Sequence[Word], printed: PrintedWords, context: ValueContext) -> tuple[Decimal, ...]:
    """Each tax that the document keeps back, and the sum of several, without sign; none of more than a few.

    Args:
        words: Of the document.
        printed: Their texts.
        context: What the document says about its values.
    """
    if not _WITHHELD.search(printed.text):
        return ()
    found = list(dict.fromkeys(amounts_labelled(_names_it, words, printed, context)))
    return with_sum(found) if len(found) <= _MOST else ()


def weigh_withheld(proposed: MutableMapping[str, list[Scored]], withheld: Sequence[Decimal]) -> None:
    """Trust a total less that is net plus VAT less what is ``withheld``: it is what is due.

    Args:
        proposed: Candidates by field; those of ``total_incl_vat`` and ``amount_due`` are changed in place.
        withheld: What ``withheld_in`` found.
    """
    if not withheld or _TOTAL not in proposed:
        return
    nets, taxes = (_likely(proposed.get(field, ())) for field in ("total_excl_vat", "total_vat"))
    left = [
        _left(net + tax, part) for net in nets for tax in taxes if tax for part in withheld if part != tax
    ]
    doubtful = [one for one in proposed[_TOTAL] if _is_any(one, left)]
    if not doubtful:
        return
    proposed[_TOTAL] = [
        one._replace(probability=one.probability * _AFTER_ALL) if one in doubtful else one
        for one in proposed[_TOTAL]
    ]
    if _DUE in proposed:
        surest = max(doubtful, key=lambda one: one.probability)
        proposed[_DUE].append(surest._replace(field=_DUE, probability=surest.probability * _TAKEN))


def _left(total: Decimal, part: Decimal) -> Decimal:
    """What is left of ``total``; a credit note's is negative."""
    return total - part if total >= 0 else total + part


def _names_it(label: str) -> bool:
    found = list(_WITHHELD.finditer(label))
    if not found:
        return False
    before, behind = label[: found[-1].start()].rstrip(), label[found[-1].end() :].strip()
    if _BASE.search(before) or _BASE.search(behind):
        return False
    return all(_ASIDE.fullmatch(word) for word in behind.translate(_BRACKETS).split())


def _likely(candidates: Sequence[Scored]) -> set[Decimal]:
    values = (decimal_of(one.value) for one in candidates if one.probability >= _LIKELY)
    return {value for value in values if value is not None}


def _is_any(one: Scored, values: Sequence[Decimal]) -> bool:
    value = decimal_of(one.value)
    return value is not None and any(abs(value - other) <= TOLERANCE for other in values)

"""Tax that the buyer keeps back for the seller's income tax: what is left of the total is due, and no total.

Spain's IRPF, Italy's ritenuta d'acconto, Portugal's IRS; "TOTAL A PAGAR" is then net plus VAT less this.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from paperformer.documents.model import Word
from paperformer.extraction.sums.row_amounts import amounts_labelled, with_sum
from paperformer.fields.values.reading import ValueContext
from paperformer.fields.values.spans import PrintedWords

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


def _names_it(label: str) -> bool:
    found = list(_WITHHELD.finditer(label))
    if not found:
        return False
    before, behind = label[: found[-1].start()].rstrip(), label[found[-1].end() :].strip()
    if _BASE.search(before) or _BASE.search(behind):
        return False
    return all(_ASIDE.fullmatch(word) for word in behind.translate(_BRACKETS).split())

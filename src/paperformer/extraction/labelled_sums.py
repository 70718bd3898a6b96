"""Totals whose row says that they are something else: the change that was given, the tax within a total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation

from paperformer.documents.model import Word, on_row
from paperformer.extraction.scored import Scored
from paperformer.fields.totals import TOLERANCE

_AFTER_ALL = 0.05  # how often such a sum is the answer after all, by judgement
_MONEY = r"[:. €$£-]*(?:[A-Z]{3})?[:. -]*$"
# What is given back of the money handed over.
_CHANGE = re.compile(
    r"(?:\bchange(?: due| given)?|\bcash back|\br[uü]ckgeld|\bwechselgeld|\bretourgeld|\bzur[uü]ck|\bresto"
    r"|\bmonnaie(?: rendue)?|\brendu(?: monnaie)?|\bcambio|\bvuelto|\btroco|\bwisselgeld|\bterug"
    r"|\bv[aä]xel(?: tillbaka)?|\btillbaka|\bbyttepenge|\bvekslepenger|\btilbage|\bvaihtoraha|\btakaisin"
    r"|\breszta|\bvr[aá]ceno|\bpovrat|\bpara ustu|\bρεστα|\bресто|\bсдача|\bрешта)" + _MONEY,
    re.IGNORECASE,
)
# "inc. VAT 20%", "di cui IVA 10%" alone on a row; where "Total inc. VAT" is the total.
_TAX = r"\b(?:vat|gst|tax|mwst|ust|tva|iva|btw|moms|mva)\b"
_WITHIN = re.compile(
    r"^\W*(?:incl?|including|inkl|enth[aä]lt|darin|davon|dont|di cui|waarvan|varav|hvoraf|herav)\b[^%]*?"
    rf"(?:{_TAX}[^%0-9]*([0-9]{{1,2}}(?:[.,][0-9]+)?) ?%|([0-9]{{1,2}}(?:[.,][0-9]+)?) ?%[^%]*{_TAX})"
    r"\W*" + _MONEY,
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"[^0-9]*([0-9]{1,6})[.,]([0-9]{2})[^0-9]*")


def names_change(label: str) -> bool:
    """Whether ``label``, what stands before an amount, names the change that a payer was given."""
    return _CHANGE.search(label) is not None


def rate_within(label: str) -> Decimal | None:
    """The rate, in percent, of the tax that ``label``, a row before its amount, says a total has in it."""
    found = _WITHIN.search(label)
    return Decimal((found[1] or found[2]).replace(",", ".")) if found else None


def weigh_sums(field: str, candidates: Sequence[Scored], words: Sequence[Word]) -> list[Scored]:
    """``candidates``, those that their row calls change or tax less probable.

    "Incl. 21% BTW 169,40" may well be the total: it is tax only where the document prints the total that has
    so much tax in it.

    Args:
        field: One of ``fields.totals.TOTAL_FIELDS``.
        candidates: Of this field.
        words: Of the document.
    """
    return [
        one._replace(probability=one.probability * _AFTER_ALL) if _is_other(field, one, words) else one
        for one in candidates
    ]


def _is_other(field: str, candidate: Scored, words: Sequence[Word]) -> bool:
    label = row_before(candidate, words)
    if names_change(label):
        return True
    rate = rate_within(label) if field != "total_vat" else None
    return rate is not None and _is_tax(candidate.value, rate, words)


def _is_tax(value: str, rate: Decimal, words: Sequence[Word]) -> bool:
    """Whether a printed amount has ``value`` as its tax."""
    try:
        tax = abs(Decimal(value))
    except InvalidOperation:
        return False
    return any(abs(total * rate / (100 + rate) - tax) <= TOLERANCE for total in _amounts(words))


def _amounts(words: Sequence[Word]) -> Iterator[Decimal]:
    for word in words:
        found = _AMOUNT.fullmatch(word.text)
        if found:
            yield Decimal(f"{found[1]}.{found[2]}")


def row_before(candidate: Scored, words: Sequence[Word]) -> str:
    """All that stands before a candidate on its row."""
    if not candidate.words:
        return ""
    first = words[candidate.words[0]]
    row = [
        word
        for word in words[: candidate.words[0]]
        if word.page == first.page and on_row(word.box, first.box) and word.box.x0 < first.box.x0
    ]
    within = re.split(r"[0-9+(]", candidate.text, maxsplit=1)[0]
    return " ".join([word.text for word in sorted(row, key=lambda word: word.box.x0)] + [within])

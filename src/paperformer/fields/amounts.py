"""Which of the sums on a label's row is meant: rows of VAT, rows of net, VAT and total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache

from paperformer.fields.anchored import Anchored
from paperformer.fields.cells import Reading
from paperformer.fields.totals import adds_up, is_rate
from paperformer.fields.words.patterns import alternatives

_RATE = re.compile(r"(?<![0-9.,])([0-9]{1,2}(?:[.,][0-9]{1,3})?) ?%")
_HIGHEST_RATE = 28  # percent
_OTHER_ON_ROW = 0.55  # trust in a sum of the row that is not the likeliest one


@cache
def _without_tax() -> re.Pattern[str]:
    """As in "Summa 070-415 52 08 exkl. moms 347,40": a total, but without tax."""
    without, taxes = alternatives("sums", "without"), alternatives("sums", "taxes")
    return re.compile(rf"[\d /+\-]{{0,24}}\b(?:{without})\.? ?(?:{taxes})\b", re.IGNORECASE)


def rates_in(text: str) -> list[Decimal]:
    """The percentages that ``text`` prints."""
    return [Decimal(match[1].replace(",", ".")) for match in _RATE.finditer(text)]


def amount_of(reading: Reading) -> Decimal:
    """The amount that ``reading`` says."""
    return Decimal(reading.parsed.value)


def chosen_on_row(
    found: Sequence[Anchored], rates: Sequence[Decimal]
) -> Iterator[tuple[str, Reading, float]]:
    """Field, value and trust of the sums that stand at one label, the label's own field first.

    A row of several sums is read as base and VAT (where a rate of ``rates`` links them), as net, VAT and
    total (where they add up), or else by the custom that the sum of a row stands last.
    """
    found = [one for one in found if not _is_without_tax(one)]
    if not found:
        return
    field = found[0].meaning.name
    strong = [one for one in found if not one.reading.weak] or list(found)
    # A row opens with the label of a sum of all; "Provision sur charges" has its own net, VAT and total.
    if len(strong) >= 3 and field != "rounding" and found[0].anchor.opens:
        triple = strong[-3:]
        excl, vat, incl = (amount_of(one.reading) for one in triple)
        if vat and adds_up(excl, vat, incl):
            for name, one in zip(("total_excl_vat", "total_vat", "total_incl_vat"), triple, strict=True):
                yield name, one.reading, one.score * (1.0 if name == field else 0.8)
            return
    best = None
    if field == "total_vat" and len(strong) > 1:
        on_row = [amount_of(one.reading) for one in found if one.reading.weak]
        best = _linked_by_rate(strong, [*rates, *(rate for rate in on_row if 0 < rate < _HIGHEST_RATE)])
    best = best or strong[-1]
    yield field, best.reading, best.score
    for other in strong:
        if other is not best:
            yield field, other.reading, other.score * _OTHER_ON_ROW


def _is_without_tax(one: Anchored) -> bool:
    """Whether the label of the total goes on, behind a number at most, with "excl. VAT"."""
    line = one.anchor.line
    return (
        one.meaning.name == "total_incl_vat" and _without_tax().match(line.text, one.anchor.end) is not None
    )


def _linked_by_rate(found: Sequence[Anchored], rates: Sequence[Decimal]) -> Anchored | None:
    """The sum that is another one times a rate."""
    for rate in rates:
        for one in found:
            vat = amount_of(one.reading)
            if vat and any(is_rate(vat, amount_of(o.reading), rate) for o in found if o is not one):
                return one
    return None

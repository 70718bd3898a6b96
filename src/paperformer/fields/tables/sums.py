"""Totals that nobody printed: the sums over the VAT per rate, where a document taxes at several rates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import chain

from paperformer.fields.finding import Finding
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.totals import CENT
from paperformer.fields.values.reading import ParsedValue

# Trust in a sum: where base and rate give every tax, and where a row has no base to check.
CHECKED, UNCHECKED = 0.6, 0.4
_FIELDS = (("tax", "total_vat"), ("base", "total_excl_vat"))


def find_sums(rows: Sequence[GroupRow]) -> Iterator[Finding]:
    """``total_vat`` and ``total_excl_vat`` as sums of two or more rates' taxes and bases.

    One tax may be printed beside its rate and again in a table: only different rates are added up.

    Args:
        rows: Of ``vat_distribution``; others are passed over.
    """
    shares = [row for row in rows if row.field == "vat_distribution"]
    rates = {row.cells["rate"].value for row in shares}
    if len(shares) < 2 or len(rates) < len(shares):
        return
    for role, field in _FIELDS:
        cells = [row.cells[role] for row in shares if role in row.cells]
        if len(cells) == len(shares):
            words = tuple(sorted(set(chain.from_iterable(cell.words for cell in cells))))
            total = sum((Decimal(cell.value) for cell in cells), Decimal(0)).quantize(CENT)
            text = " + ".join(cell.text for cell in cells)
            trust = CHECKED if all(row.holds for row in shares) else UNCHECKED
            yield Finding(field, words, text, ParsedValue(str(total)), trust, "sum")

"""Totals that nobody printed: the sums over the VAT per rate, where a document taxes at several rates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import chain

from paperformer.fields.finding import Finding
from paperformer.fields.tables.group import GroupRow
from paperformer.fields.totals import CENT
from paperformer.fields.values.reading import ParsedValue

_FIELDS = {"tax": "total_vat", "base": "total_excl_vat"}


def find_sums(rows: Sequence[GroupRow]) -> Iterator[Finding]:
    """``total_vat`` and ``total_excl_vat`` as sums of several rates' taxes and bases (BR-CO-13, BR-CO-14).

    Two taxes on one base (federal and provincial) have no sum of bases.

    Args:
        rows: Of ``vat_distribution``; others are passed over.
    """
    shares = [row for row in rows if row.field == "vat_distribution"]
    if len({row.cells["rate"].value for row in shares}) < 2:
        return
    yield _sum(shares, "tax")
    if len({row.cells["base"].value for row in shares if "base" in row.cells}) == len(shares):
        yield _sum(shares, "base")


def _sum(shares: Sequence[GroupRow], role: str) -> Finding:
    cells = [row.cells[role] for row in shares]
    total = sum((Decimal(cell.value) for cell in cells), Decimal(0)).quantize(CENT)
    words = tuple(sorted(set(chain.from_iterable(cell.words for cell in cells))))
    text = " + ".join(cell.text for cell in cells)
    return Finding(_FIELDS[role], words, text, ParsedValue(str(total)), "sum")

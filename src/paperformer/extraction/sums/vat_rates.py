"""Whether totals bear one another out, and whether the printed rate of VAT does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from paperformer.documents.model import Word, on_row
from paperformer.fields.scored import Scored
from paperformer.fields.tables.group import SHARE_SCORES, GroupRow
from paperformer.fields.totals import CENT, TOLERANCE, adds_up, decimal_of, is_rate

_NET, _TAX, _GROSS = "total_excl_vat", "total_vat", "total_incl_vat"
_SHARES, _LINES = "vat_distribution", "purchase_lines"
_RATE = re.compile(r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?) ?%")

Fields = Mapping[str, list[Scored]]


def compared_with_rates(
    chosen: Fields, rows: Sequence[GroupRow], words: Sequence[Word]
) -> tuple[Fields, Sequence[GroupRow]]:
    """Candidates and rows, those marked of which the arithmetic tells whether they are right.

    The likeliest totals agree where net and tax make the gross sum. Where a rate is printed beside the tax,
    or one on all lines, the tax agrees if the rate gives it; else neither the tax nor the row of the rate
    does. With several taxed sums each rate has a base of its own, and nothing is told.

    Args:
        chosen: Candidates of every field, best first.
        rows: Read off the tables.
        words: Of the document.
    """
    net, tax, gross = (_likeliest(chosen, name) for name in (_NET, _TAX, _GROSS))
    if tax is None:
        return chosen, rows
    fields = dict(chosen)
    if net is not None and gross is not None and adds_up(net, tax, gross):
        _mark(fields, (_NET, _TAX, _GROSS), agrees=True)
    shares = [row for row in rows if row.field == _SHARES]
    bases = [base for base in (net, None if gross is None else gross - tax) if base is not None]
    rates = {*_rates_beside(fields[_TAX][0], words), *_rates_of(shares, tax)} or _rate_of_lines(rows)
    if len(shares) > 1 or not bases or not rates:
        return fields, rows
    # The tax of each line may have been rounded by itself.
    slack = max(TOLERANCE, CENT * sum(row.field == _LINES for row in rows))
    agrees = any(row.holds for row in shares) or any(
        is_rate(abs(tax), abs(base), rate, slack) for base in bases for rate in rates
    )
    _mark(fields, (_TAX,), agrees=agrees)
    return fields, rows if agrees else [_unheld(row) if row.field == _SHARES else row for row in rows]


def _likeliest(chosen: Fields, name: str) -> Decimal | None:
    candidates = chosen.get(name)
    return decimal_of(candidates[0].value) if candidates else None


def _mark(fields: dict[str, list[Scored]], names: Iterable[str], *, agrees: bool) -> None:
    for name in names:
        fields[name] = [fields[name][0]._replace(agrees=agrees), *fields[name][1:]]


def _rates_beside(tax: Scored, words: Sequence[Word]) -> Iterator[Decimal]:
    """The percentages on the row that prints the tax; none of a sum that is printed on several rows."""
    if not tax.words:
        return
    own = words[tax.words[0]]
    row = [word for word in words if word.page == own.page and on_row(word.box, own.box)]
    if not all(words[index] in row for index in tax.words):
        return
    text = " ".join(word.text for word in sorted(row, key=lambda word: word.box.x0))
    for rate in _RATE.findall(text):
        yield Decimal(rate.replace(",", "."))


def _rates_of(shares: Iterable[GroupRow], tax: Decimal) -> Iterator[Decimal]:
    """The rates of rows that print the tax."""
    for share in shares:
        if "tax" in share.cells and abs(Decimal(share.cells["tax"].value)) == abs(tax):
            yield Decimal(share.cells["rate"].value)


def _rate_of_lines(rows: Iterable[GroupRow]) -> set[Decimal]:
    """The rate of VAT of all purchase lines; none where they have several."""
    cells = [row.cells.get("vat_rate") for row in rows if row.field == _LINES]
    rates = {decimal_of(cell.value) if cell else None for cell in cells}
    return {rate for rate in rates if rate is not None} if len(rates) == 1 else set()


def _unheld(share: GroupRow) -> GroupRow:
    return replace(share, holds=False, score=SHARE_SCORES[False])

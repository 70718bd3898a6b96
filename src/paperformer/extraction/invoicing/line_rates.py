"""Which rate of VAT each line has: its own, the only one, or the one that the printed bases leave."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.lines import CENT, Line
from paperformer.extraction.invoicing.vat import Share, SumsFail, rate_of

_ZERO: Final = Decimal(0)
_MOST_STATES: Final = 100_000  # partial sums that are followed; documents of a page have far fewer

_State = tuple[Decimal, ...]  # the sum of the lines of each rate so far


def line_rates(
    lines: Sequence[Line], shares: Sequence[Share], excl: Decimal | None, vat: Decimal | None
) -> list[Decimal]:
    """The VAT rate of each line: its own, or the only one of the document, or as the printed bases require.

    Raises:
        SumsFail: a line prints none, and the document has several and leaves a choice, or has none.
    """
    known = {line.rate for line in lines if line.rate is not None} | {share.rate for share in shares}
    if not known and excl and vat is not None:
        known = {rate for rate in [rate_of(excl, vat)] if rate is not None}
    only = next(iter(known)) if len(known) == 1 else None
    missing = next((line for line in lines if line.rate is None), None)
    if missing is None or only is not None:
        return [line.rate if line.rate is not None else only or _ZERO for line in lines]
    assigned = assigned_rates(lines, shares)
    if assigned is None:
        which = "several rates" if known else "no rate"
        raise SumsFail(f"{missing.name}.vat_rate (BT-152) is missing: the page prints {which} and not which")
    return assigned


def assigned_rates(lines: Sequence[Line], shares: Sequence[Share]) -> list[Decimal] | None:
    """The only way to give each line a printed rate so that the lines of each rate make its printed base.

    None where there is no such way, or more than one.
    """
    rates = [share.rate for share in shares]
    if len(set(rates)) != len(rates) or len(rates) < 2:
        return None
    ways: dict[_State, list[tuple[int, ...]]] = {tuple(_ZERO for _ in rates): [()]}
    for line in lines:
        more: dict[_State, list[tuple[int, ...]]] = {}
        for state, found in ways.items():
            for index, rate in enumerate(rates):
                if line.rate in (None, rate):
                    total = tuple(one + line.total if at == index else one for at, one in enumerate(state))
                    kept = more.setdefault(total, [])
                    kept.extend((*one, index) for one in found)
                    del kept[2:]  # two ways to the same sums are a choice, whatever follows
        if len(more) > _MOST_STATES:
            return None
        ways = more
    fitting = [way for state, found in ways.items() if _fits(state, shares) for way in found]
    return [rates[index] for index in fitting[0]] if len(fitting) == 1 else None


def _fits(sums: _State, shares: Sequence[Share]) -> bool:
    """Whether the sums of the lines are the bases of the shares; of printed taxes, to the cent of the tax."""
    return all(abs(found - share.base) <= _off(share) for found, share in zip(sums, shares, strict=True))


def _off(share: Share) -> Decimal:
    if share.row is None or "base" in share.row.cells or not share.rate:
        return _ZERO
    return CENT * 100 / share.rate

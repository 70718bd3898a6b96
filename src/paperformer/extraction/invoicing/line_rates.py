"""Which rate of VAT each line has: its own, the only one, or the one that the printed bases leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from paperformer.extraction.invoicing.lines import CENT, Line
from paperformer.extraction.invoicing.statutory_rates import rates_by_law
from paperformer.extraction.invoicing.vat import Share, SumsFail, rate_of

_ZERO: Final = Decimal(0)
_MOST_STATES: Final = 100_000  # partial sums that are followed; documents of a page have far fewer

_State = tuple[Decimal, ...]  # the sum of the lines of each rate so far


def rated_lines(
    lines: Sequence[Line], shares: Sequence[Share], excl: Decimal | None, vat: Decimal | None,
    adjusting: Sequence[Decimal] = (), country: str = "",
) -> list[Line]:  # fmt: skip
    """The lines, each with its VAT rate: its own, the document's only one, or as printed amounts require.

    Args:
        lines: Of the invoice.
        shares: The printed VAT by rate.
        excl: The total without VAT.
        vat: The VAT of all rates.
        adjusting: What the page adds to the lines, with its sign: it has a rate too.
        country: The seller's, where that is sure: its law says which rates there are.

    Raises:
        SumsFail: a line prints none, and the document has several and leaves a choice, or has none.
    """
    known = {line.rate for line in lines if line.rate is not None} | {share.rate for share in shares}
    assigned, reason = None, ""
    if not known and excl and vat is not None:
        assigned = _by_law(lines, excl, vat, adjusting, country)
        reason = f"no rate is printed: the only way to the printed VAT with the rates of {country}"
        known = {rate for rate in [rate_of(excl, vat)] if rate is not None}
    only = next(iter(known)) if len(known) == 1 else None
    missing = next((line for line in lines if line.rate is None), None)
    if missing is None or (assigned is None and only is not None):
        return [line if line.rate is not None else replace(line, rate=only) for line in lines]
    if assigned is None:
        assigned = assigned_rates(lines, shares, adjusting)
        reason = "the only way to the printed VAT by rate"
    if assigned is None:
        which = "several rates" if known else "no rate"
        raise SumsFail(f"{missing.name}.vat_rate (BT-152) is missing: the page prints {which} and not which")
    return [
        line if line.rate is not None
        else replace(line, rate=rate, derived=line.noting("BT-152", rate, reason))
        for line, rate in zip(lines, assigned, strict=False)
    ]  # fmt: skip


def _by_law(
    lines: Sequence[Line], excl: Decimal, vat: Decimal, adjusting: Sequence[Decimal], country: str
) -> list[Decimal] | None:
    """The rates that the law of a country leaves, where the amounts make the total without VAT."""
    amounts = [*(line.total for line in lines), *adjusting]
    return rates_by_law(amounts, vat, country) if sum(amounts, _ZERO) == excl else None


def assigned_rates(
    lines: Sequence[Line], shares: Sequence[Share], adjusting: Sequence[Decimal] = ()
) -> list[Decimal] | None:
    """The only way to give each line a printed rate so that the lines of each rate make its printed base.

    What the page adds to the lines, or takes off them, counts as a line each. None where there is no such
    way, or more than one.
    """
    rates = [share.rate for share in shares]
    if len(set(rates)) != len(rates) or len(rates) < 2:
        return None
    ways: dict[_State, list[tuple[int, ...]]] = {tuple(_ZERO for _ in rates): [()]}
    items = [*((line.rate, line.total) for line in lines), *((None, amount) for amount in adjusting)]
    for own, added in items:
        more: dict[_State, list[tuple[int, ...]]] = {}
        for state, found in ways.items():
            for index, rate in enumerate(rates):
                if own in (None, rate):
                    total = tuple(
                        amount + added if at == index else amount for at, amount in enumerate(state)
                    )
                    kept = more.setdefault(total, [])
                    kept.extend((*state, index) for state in found)
                    del kept[2:]  # two ways to the same sums are a choice, whatever follows
        if len(more) > _MOST_STATES:
            return None
        ways = more
    fitting = [way for state, found in ways.items() if _fits(state, shares) for way in found]
    return [rates[index] for index in fitting[0][: len(lines)]] if len(fitting) == 1 else None


def _fits(sums: _State, shares: Sequence[Share]) -> bool:
    """Whether the sums of the lines are the bases of the shares; of printed taxes, to the cent of the tax."""
    return all(
        is_free(share) or abs(amount - share.base) <= _off(share)
        for amount, share in zip(sums, shares, strict=True)
    )


def is_free(share: Share) -> bool:
    """Whether a rate of 0 % prints no base: nothing says what is taxed at it."""
    return not share.rate and share.row is not None and "base" not in share.row.cells


def _off(share: Share) -> Decimal:
    if share.row is None or "base" in share.row.cells or not share.rate:
        return _ZERO
    return CENT * 100 / share.rate

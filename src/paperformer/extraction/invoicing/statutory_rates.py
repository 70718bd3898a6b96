"""Rates of VAT that no page prints, where the law of the seller's country leaves one way to the printed VAT.

A page may print the sum of the VAT alone. If the country has few rates, and one way alone to give each line
one of them makes that sum to the cent, then that is what was charged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Final

from paperformer.extraction.invoicing.lines import cents

_CHANCE: Final = Decimal("0.05")  # most ways that may make the printed VAT by chance
_MOST: Final = 16  # amounts: of more, most sums can be made in several ways
_Ways = Mapping[Decimal, tuple[int, ...]]  # a sum, and up to two sets of the amounts that make it, as bits


@cache
def statutory_rates() -> Mapping[str, tuple[tuple[Decimal, ...], ...]]:
    """The rates of each country, in per cent, a group for each time."""
    import yaml  # slow to import, and the rates are read once

    stored = yaml.safe_load((files(__package__) / "statutory_rates.yaml").read_text(encoding="utf-8"))
    return {
        country: tuple(tuple(Decimal(str(rate)) for rate in rates) for rates in groups)
        for country, groups in stored.items()
    }


def rates_by_law(amounts: Sequence[Decimal], vat: Decimal, country: str) -> list[Decimal] | None:
    """The rate of each amount: the only way to give all one rate of a country, or two, that makes the VAT.

    None where there is none or a choice, or where so many ways exist that one would fit by chance.

    Args:
        amounts: The net amounts of lines, then allowances and charges with their sign.
        vat: The printed VAT of all.
        country: Of the seller.
    """
    groups = statutory_rates().get(country, ())
    total = sum(amounts, Decimal(0))
    if not groups or not amounts or len(amounts) > _MOST or total <= 0:
        return None
    rates = {rate for group in groups for rate in group}
    found = [[rate] * len(amounts) for rate in sorted(rates) if cents(total * rate / 100) == vat]
    pairs = sorted({pair for group in groups for pair in combinations(sorted(group), 2)})
    ways = sum((_by_chance(len(amounts), total, *pair) for pair in pairs), Decimal(0))
    if len(amounts) > 1 and ways < _CHANCE:
        sums = _sums(amounts)
        found += [way for pair in pairs for way in _mixed(amounts, sums, vat, *pair)]
    elif len(found) == 1 and len(amounts) > 1 and ways >= 1:
        return None  # a mix of rates may look like one
    return found[0] if len(found) == 1 else None


def _by_chance(count: int, total: Decimal, low: Decimal, high: Decimal) -> Decimal:
    """How many ways to divide the amounts give a certain VAT by chance."""
    cents_between = total * (high - low)
    return (Decimal(2) ** count - 2) / cents_between


def _sums(amounts: Sequence[Decimal]) -> _Ways:
    """All sums of some of the amounts."""
    ways: dict[Decimal, tuple[int, ...]] = {Decimal(0): (0,)}
    for index, amount in enumerate(amounts):
        more = dict(ways)
        for total, found in ways.items():
            with_it = tuple(bits | 1 << index for bits in found)
            more[total + amount] = (*more.get(total + amount, ()), *with_it)[:2]
        ways = more
    return ways


def _mixed(
    amounts: Sequence[Decimal], sums: _Ways, vat: Decimal, low: Decimal, high: Decimal
) -> Iterator[list[Decimal]]:
    """The ways in which some amounts have the higher rate and the others the lower one."""
    total = sum(amounts, Decimal(0))
    every = (1 << len(amounts)) - 1
    for higher, found in sums.items():
        if cents(higher * high / 100) + cents((total - higher) * low / 100) != vat:
            continue
        for bits in found:
            if bits not in (0, every):
                yield [high if bits >> index & 1 else low for index in range(len(amounts))]

"""Lays what a seed says over what was invented: parties, numbers, dates, lines and account.

Each function gives back what was invented where there is no seed, where it does not say, or where it says so
with letters that the fonts of the locale may lack.
"""

from __future__ import annotations

import datetime
import random
import string
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from paperformer.synthesis.chance import pick
from paperformer.synthesis.content import Item, Payment
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.identifiers import Printed, grouped
from paperformer.synthesis.locale import Locale, load_locale
from paperformer.synthesis.parties import Party, domain_of
from paperformer.synthesis.seeds import Seed, SeedParty
from paperformer.synthesis.style import letters_of

_VAT_OF_ITS_OWN = frozenset({"DE", "GB", "NL", "PL"})
_EVERYWHERE = frozenset(string.ascii_letters + string.digits + string.punctuation + " ")


def seeds_by_country(seeds: Sequence[Seed], locales: Sequence[Locale]) -> Mapping[str, tuple[Seed, ...]]:
    """The seeds whose sellers are of each of the countries that ``locales`` have."""
    found: dict[str, tuple[Seed, ...]] = {}
    for country in sorted({locale.country for locale in locales}):
        if some := tuple(seed for seed in seeds if seed.supplier.country == country):
            found[country] = some
    return found


def parties(seed: Seed | None, locale: Locale, supplier: Party, receiver: Party) -> tuple[Party, Party]:
    """Seller and buyer under the seed's names; a buyer from abroad stays as invented."""
    if seed is None:
        return supplier, receiver
    known = seed.receiver.name and seed.receiver.country == locale.country
    return _seeded(supplier, seed.supplier, locale), (
        _seeded(receiver, seed.receiver, locale) if known else receiver
    )


def _seeded(party: Party, said: SeedParty, locale: Locale) -> Party:
    name = said.name if printable(said.name, locale) else party.name
    address = said.address if said.address and printable("".join(said.address), locale) else party.address
    domain = domain_of(name)
    return replace(
        party,
        name=name,
        trade_name=name,
        address=address,
        vat=Printed(said.vat, said.vat) if said.vat and _can_bear(party, said.vat) else party.vat,
        email=f"info@{domain}" if party.email else "",
        web=f"www.{domain}" if party.web else "",
    )


def _can_bear(party: Party, vat: str) -> bool:
    """Whether ``vat`` is of the party's country and not built on the register number, which is invented."""
    return vat[:2] == party.country and party.country in _VAT_OF_ITS_OWN


def day(seed: Seed | None, invented: datetime.date) -> datetime.date:
    """The day of issue."""
    return invented if seed is None or seed.day is None else seed.day


def days(seed: Seed | None, invented: int) -> int:
    """How many days there are to pay."""
    return invented if seed is None or seed.days is None else seed.days


def number(seed: Seed | None, locale: Locale, invented: str) -> str:
    """The document's number."""
    return seed.number if seed is not None and seed.number and printable(seed.number, locale) else invented


def items(
    rng: random.Random, seed: Seed | None, locale: Locale, invented: tuple[Item, ...]
) -> tuple[Item, ...]:
    """The seed's lines in place of ``invented``; those without a rate take the first one's."""
    if seed is None:
        return invented
    return tuple(
        Item(
            line.code if printable(line.code, locale) else "",
            line.description if printable(line.description, locale) else pick(rng, locale.goods),
            line.quantity,
            pick(rng, locale.units),
            line.unit_price,
            0,
            invented[0].rate if line.rate is None else line.rate,
            line.total,
        )
        for line in seed.lines
    )


def payment(seed: Seed | None, invented: Payment) -> Payment:
    """``invented``, but to the seed's IBAN, where it can be paid to an IBAN at all."""
    if seed is None or seed.iban is None or invented.iban is None:
        return invented
    return replace(invented, iban=Printed(seed.iban, grouped(seed.iban, 4)))


def numbers(seed: Seed | None, locale: Locale, facts: Facts) -> None:
    """Tell ``facts`` the numbers by which the parties know the order, the contract and each other."""
    for name, text in () if seed is None else seed.numbers:
        if printable(text, locale):
            facts.add(name, text)


def printable(text: str, locale: Locale) -> bool:
    """Whether ``text`` has only letters that every font used for ``locale`` has."""
    return set(text) <= _letters(locale.code)


@lru_cache(maxsize=64)
def _letters(code: str) -> frozenset[str]:
    return _EVERYWHERE.union(*letters_of(load_locale(code)))

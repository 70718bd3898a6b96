"""Names of companies, shops, institutions and people who sell: short and long, with and without a form."""

from __future__ import annotations

import random

from paperformer.synthesis.chance import chance, coined_name, filled, pick, some, weighted
from paperformer.synthesis.locale import Locale

_TAILS = ("International", "Group", "Partner", "24", "Plus", "Nord")
_EPITHETS = ("The", "Old", "Golden", "Blue", "Royal", "New", "Little")
_DOMAINS = (".com", ".io", "24", ".net", " Online", "-shop")
_DEGREES = ("Dr. ", "Dipl.-Ing. ", "Ing. ", "Prof. ", "M.Sc. ")


def company_names(rng: random.Random, locale: Locale) -> tuple[str, str]:
    """The full name of a business and what it calls itself; the same for those without a legal form."""
    shape = weighted(
        rng, {"formed": 66, "bare": 9, "long": 8, "person": 7, "institution": 5, "web": 3, "initials": 2}
    )
    if shape == "bare":
        trade = name = _core(rng, locale)
    elif shape == "institution":
        trade = name = pick(rng, locale.labels["institution"]).format(city=pick(rng, locale.cities))
    elif shape == "person":
        trade = name = _seller_in_person(rng, locale)
    elif shape == "web":
        word = coined_name(rng)
        trade = (word.lower() if chance(rng, 0.5) else word) + pick(rng, _DOMAINS)
        name = trade if chance(rng, 0.5) else f"{trade} {pick(rng, locale.legal_forms)}".strip()
    elif shape == "initials":
        trade = f"{filled(rng, '@.')} {filled(rng, '@.')} {pick(rng, locale.last_names)}"
        name = f"{trade} {pick(rng, locale.legal_forms)}".strip()
    else:
        trade = _long_core(rng, locale) if shape == "long" else _core(rng, locale)
        name = f"{trade} {pick(rng, locale.legal_forms)}".strip()
    if chance(rng, 0.12):
        name, trade = name.upper(), trade.upper()
    return name, trade


def shop_names(rng: random.Random, locale: Locale) -> tuple[str, str]:
    """The legal name behind a shop, and the name over its door."""
    trade = _shop(rng, locale)
    if chance(rng, 0.45):
        return company_names(rng, locale)[0], trade
    name = f"{trade} {pick(rng, locale.legal_forms)}".strip()
    return name, trade


def person_name(rng: random.Random, locale: Locale) -> str:
    """A first and a last name."""
    first = pick(rng, locale.first_names)
    if chance(rng, 0.1):
        first = f"{first[0]}."
    return f"{first} {pick(rng, locale.last_names)}"


def _seller_in_person(rng: random.Random, locale: Locale) -> str:
    """Somebody who sells under his or her own name, with a trade or a degree in some cases."""
    name = person_name(rng, locale)
    kind = rng.randrange(5)
    if kind == 0:
        return f"{pick(rng, _DEGREES)}{name}"
    if kind == 1:
        return f"{pick(rng, locale.trades)} {name}"
    if kind == 2:
        return f"{name}{pick(rng, (', ', ' - ', ' '))}{pick(rng, locale.trades)}"
    return name


def _core(rng: random.Random, locale: Locale) -> str:
    last, trade = pick(rng, locale.last_names), pick(rng, locale.trades)
    kind = rng.randrange(9)
    if kind == 0:
        return f"{last} {trade}"
    if kind == 1:
        first, second = some(rng, locale.last_names, 2)
        return f"{first} & {second} {trade}" if chance(rng, 0.5) else f"{first} & {second}"
    if kind == 2:
        return f"{coined_name(rng)} {trade}"
    if kind == 3:
        return coined_name(rng)
    if kind == 4:
        return f"{pick(rng, locale.cities)} {trade}"
    if kind == 5:
        return f"{filled(rng, '@@@')} {trade}"
    if kind == 6:
        return f"{coined_name(rng)} {pick(rng, locale.trades)} {pick(rng, _TAILS)}"
    if kind == 7:
        return f"{pick(rng, locale.first_names)} {last} {trade}"
    return f"{coined_name(rng)} {pick(rng, ('& Co', trade.lower(), trade))}"


def _long_core(rng: random.Random, locale: Locale) -> str:
    """Five words and more, such as old firms and groups of companies bear."""
    first, second = some(rng, locale.trades, 2)
    last, city = pick(rng, locale.last_names), pick(rng, locale.cities)
    return pick(
        rng,
        (
            f"{coined_name(rng)} {first} & {second} {city}",
            f"{last} {first}, {second} & {pick(rng, locale.trades)}",
            f"{pick(rng, locale.first_names)} {last} {first} {pick(rng, _TAILS)} {city}",
            f"{coined_name(rng)} {coined_name(rng)} {first} {second} {pick(rng, _TAILS)}",
            f"{last}, {pick(rng, locale.last_names)} & {pick(rng, locale.last_names)} {first}",
        ),
    )


def _shop(rng: random.Random, locale: Locale) -> str:
    shop = pick(rng, locale.shops)
    kind = rng.randrange(7)
    if kind == 0:
        last = pick(rng, locale.last_names)
        return f"{last}'s {shop}" if locale.language == "en" else f"{shop} {last}"
    if kind == 1:
        return f"{shop} {coined_name(rng)}"
    if kind == 2:
        return f"{coined_name(rng)} {shop}"
    if kind == 3:
        return f"{shop} {pick(rng, locale.cities)}"
    if kind == 4:
        return f"{pick(rng, _EPITHETS)} {coined_name(rng)} {shop}"
    if kind == 5:
        return coined_name(rng)
    return f"{pick(rng, locale.last_names)} {shop}"

"""Countries as ``countries.yaml`` has them: their money of then and now, languages, web addresses, towns."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from paperformer.errors import InvalidConfig
from paperformer.fields.values.phrases import PhraseIndex, index_phrases
from paperformer.fields.words.load import packaged_yaml

# Of these the end of a web address says nothing: half the world uses them.
_ANYBODYS = frozenset({"co", "io", "me", "tv", "ai", "cc", "ws", "fm", "to", "ly", "gg", "eu"})


@dataclass(frozen=True, slots=True)
class Country:
    """One country.

    Args:
        code: ISO 3166.
        money: ISO 4217 code of its currency today.
        before: Its currency of former days and the first day (yyyy-mm-dd) of the one of today, if it changed.
        speaks: ISO 639-1 codes, its own language first.
        also: Further ones, which many countries speak.
        domains: Ends of web addresses that are its own.
        towns: Folded names.
    """

    code: str
    money: str
    before: tuple[str, str] | None
    speaks: tuple[str, ...]
    also: tuple[str, ...]
    domains: tuple[str, ...]
    towns: tuple[str, ...]

    def money_on(self, day: str | None) -> str:
        """Its currency on ``day`` (yyyy-mm-dd), of today where no day is given."""
        if self.before is not None and day is not None and day < self.before[1]:
            return self.before[0]
        return self.money


@cache
def countries() -> Mapping[str, Country]:
    """All countries that we know more of than their names, by ISO 3166 code.

    Raises:
        InvalidConfig: when ``countries.yaml`` is not of the form that it describes.
    """
    return read_countries(packaged_yaml("paperformer.fields.countries", "countries.yaml"))


def read_countries(content: object) -> dict[str, Country]:
    """Countries by code, from the content of a file of countries.

    Raises:
        InvalidConfig: when it is not of the form that ``countries.yaml`` describes.
    """
    if not isinstance(content, dict):
        raise InvalidConfig("countries.yaml is no mapping of countries", "Write `SE: {money: SEK}`")
    return {str(code): _country(str(code), entry) for code, entry in content.items()}


def _country(code: str, entry: Any) -> Country:
    try:
        before = entry.get("before")
        domains = entry.get("domains", [code.lower()])
        return Country(
            code=code,
            money=str(entry["money"]),
            before=(str(before[0]), _day(before[1])) if before else None,
            speaks=tuple(map(str, entry.get("speaks", ()))),
            also=tuple(map(str, entry.get("also", ()))),
            domains=tuple(domain for domain in map(str, domains) if domain not in _ANYBODYS),
            towns=tuple(map(str, entry.get("towns", ()))),
        )
    except (AttributeError, KeyError, TypeError, IndexError, ValueError) as error:
        raise InvalidConfig(
            f"countries.yaml: {code} is not as it should be", "Give money, speaks and towns"
        ) from error


def _day(value: object) -> str:
    return (
        value.isoformat()
        if isinstance(value, datetime.date)
        else str(datetime.date.fromisoformat(str(value)))
    )


def money_shares(origins: Iterable[tuple[str, float]], day: str | None = None) -> dict[str, float]:
    """How likely each currency is, of documents that come from ``origins``, largest first.

    Countries of one currency add up: Greece or Cyprus, it is the euro.

    Args:
        origins: Countries and their probabilities; what they lack to one is of unknown countries.
        day: The document's date, for currencies that changed.
    """
    shares: dict[str, float] = {}
    known = countries()
    for code, share in origins:
        if code in known:
            money = known[code].money_on(day)
            shares[money] = shares.get(money, 0.0) + share
    return dict(sorted(shares.items(), key=lambda entry: -entry[1]))


@cache
def town_index() -> PhraseIndex:
    """Names of towns, for ``find_phrases``; the value is the country's code."""
    return index_phrases({country.code: country.towns for country in countries().values()})


@cache
def country_of_domain() -> Mapping[str, str]:
    """End of a web address -> country."""
    return {domain: country.code for country in countries().values() for domain in country.domains}


@cache
def countries_of_language() -> Mapping[str, tuple[str, ...]]:
    """Language -> countries that speak it, those whose own language it is first."""
    speakers: dict[str, list[tuple[int, str]]] = {}
    for country in countries().values():
        for rank, language in enumerate(country.speaks):
            speakers.setdefault(language, []).append((min(rank, 1), country.code))
    return {language: tuple(code for _, code in sorted(found)) for language, found in speakers.items()}

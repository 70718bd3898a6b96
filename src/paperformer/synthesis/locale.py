"""What is customary in a country: formats, names, labels. The data stand in ``locales/*.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from functools import lru_cache
from importlib import resources
from typing import Any

import yaml

from paperformer.errors import InvalidConfig

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tax:
    """A tax on sales: what it is called, its rates in percent and how common each of them is.

    ``added`` taxes come on top of shelf prices (United States); ``single`` ones know one rate a document.
    """

    name: Texts
    rates: tuple[Decimal, ...]
    weights: tuple[float, ...]
    added: bool = False
    single: bool = False


@dataclass(frozen=True, slots=True)
class Locale:
    """One country's customs. Each list holds the alternatives a document may draw from."""

    code: str
    language: str
    country: str
    country_names: Texts
    weight: float
    currencies: Mapping[str, float]
    signs: Mapping[str, str]
    decimal_mark: str
    groups: Mapping[str, float]
    currency_print: Mapping[str, float]
    date_formats: Mapping[str, float]
    months: Texts
    short_months: Texts
    address_styles: Texts
    postcodes: Texts
    states: Texts
    areas: Texts
    streets: Texts
    cities: Texts
    first_names: Texts
    last_names: Texts
    trades: Texts
    legal_forms: Texts
    shops: Texts
    tax: Tax
    phone: Texts
    organisation_names: Texts
    vat_names: Texts
    titles: Mapping[str, Texts]
    labels: Mapping[str, Texts]
    columns: Mapping[str, Texts]
    units: Texts
    payment_terms: Texts
    payment_methods: Texts
    goods: Texts
    services: Texts
    groceries: Texts
    dishes: Texts
    phrases: Mapping[str, Texts]

    def sign(self, currency: str) -> str:
        """How ``currency`` is written next to an amount: its sign, or its code where it has none."""
        return self.signs.get(currency, currency)


_SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}
_MERGED = ("labels", "columns", "phrases", "titles")


@lru_cache(maxsize=1)
def locale_codes() -> Texts:
    """The codes of all locales that there are data for, in order."""
    folder = resources.files(__package__) / "locales"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".yaml")))


@lru_cache(maxsize=64)
def load_locale(code: str) -> Locale:
    """The customs of ``code`` (``sv-SE``).

    Raises:
        InvalidConfig: when there is no such locale, or its data are not of the right shape.
    """
    raw = _merged(code)
    try:
        return _locale(raw)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise InvalidConfig(
            f"locale {code}: bad or missing entry {error}", "Correct its YAML file"
        ) from error


def locales_for(languages: Sequence[str] | None) -> tuple[Locale, ...]:
    """The locales of ``languages`` (``sv`` or ``sv-SE``), all of them for None.

    Raises:
        InvalidConfig: when a language has no locale.
    """
    if languages is None:
        return tuple(load_locale(code) for code in locale_codes())
    found: dict[str, Locale] = {}
    for language in languages:
        codes = [code for code in locale_codes() if language in (code, code.split("-")[0])]
        if not codes:
            raise InvalidConfig(f"no locale for language {language!r}", f"Known: {', '.join(locale_codes())}")
        found.update({code: load_locale(code) for code in codes})
    return tuple(found.values())


def _merged(code: str) -> dict[str, Any]:
    if code not in locale_codes():
        raise InvalidConfig(f"no locale {code!r}", f"Known: {', '.join(locale_codes())}")
    text = (resources.files(__package__) / "locales" / f"{code}.yaml").read_text(encoding="utf-8")
    own: dict[str, Any] = yaml.safe_load(text)
    parent = own.pop("extends", None)
    if parent is None:
        return own
    base = _merged(parent)
    for key in _MERGED:
        own[key] = {**base.get(key, {}), **own.get(key, {})}
    return {**base, **own}


def _locale(raw: dict[str, Any]) -> Locale:
    numbers, tax = raw.pop("numbers"), raw.pop("tax")
    raw |= {
        "signs": _SIGNS | raw.get("signs", {}),
        "decimal_mark": numbers["decimal"],
        "groups": numbers["groups"],
        "states": raw.get("states", []),
        "areas": raw.get("areas", []),
        "tax": Tax(
            name=_texts(tax["name"]),
            rates=tuple(Decimal(str(rate)) for rate in tax["rates"]),
            weights=tuple(float(weight) for weight in tax["weights"]),
            added=bool(tax.get("added", False)),
            single=bool(tax.get("single", False)),
        ),
    }
    known = {field.name for field in fields(Locale)}
    if unknown := set(raw) - known:
        raise ValueError(f"unknown keys {sorted(unknown)}")
    return Locale(**{key: _shaped(raw[key]) for key in known})


def _shaped(value: Any) -> Any:
    if isinstance(value, list):
        return _texts(value)
    if isinstance(value, dict):
        return {key: _shaped(entry) for key, entry in value.items()}
    if isinstance(value, bool):
        raise TypeError("a yes/no where text was meant (quote it)")
    return value


def _texts(values: list[Any]) -> Texts:
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f"not all text: {values}")
    return tuple(values)

"""Companies, shops and people, with addresses and numbers."""

from __future__ import annotations

import random
from dataclasses import dataclass

from paperformer.synthesis.chance import chance, coined_name, digits, filled, pick, some
from paperformer.synthesis.identifiers import Printed, organisation_number, vat_number
from paperformer.synthesis.locale import Locale
from paperformer.synthesis.phones import phone

_TAILS = ("International", "Group", "Partner", "24", "Plus", "Nord")
_EPITHETS = ("The", "Old", "Golden", "Blue", "Royal", "New", "Little")


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a document.

    Args:
        name: Full legal name.
        trade_name: What the sign over the door says; the same as ``name`` for some.
        address: Lines, from the street to the town.
        country: ISO 3166 code.
        country_name: As printed, empty where it is not.
        person: A contact.
    """

    name: str
    trade_name: str
    address: tuple[str, ...]
    country: str
    country_name: str
    organisation: Printed
    vat: Printed | None
    phone: Printed
    email: str
    web: str
    person: str


def company(rng: random.Random, locale: Locale, *, shop: bool = False) -> Party:
    """A business of ``locale``; a ``shop`` has a name for its guests besides the legal one."""
    name, trade = _shop_names(rng, locale) if shop else _company_names(rng, locale)
    organisation = organisation_number(rng, locale.country)
    domain = _domain(trade)
    return Party(
        name=name,
        trade_name=trade,
        address=address(rng, locale),
        country=locale.country,
        country_name=pick(rng, locale.country_names) if chance(rng, 0.2) else "",
        organisation=organisation,
        vat=vat_number(rng, locale.country, organisation),
        phone=phone(rng, locale),
        email=f"{pick(rng, ('info', 'office', 'sales', 'invoice', 'post', 'mail'))}@{domain}",
        web=pick(rng, ("www.", "", "https://www.")) + domain,
        person=person(rng, locale),
    )


def private_person(rng: random.Random, locale: Locale) -> Party:
    """A consumer: a name and an address, no numbers that are printed."""
    party = company(rng, locale)
    name = person(rng, locale)
    title = pick(rng, ("", "", "", "Mr ", "Ms ", "Dr. ")) if locale.language == "en" else ""
    return Party(
        name=title + name,
        trade_name=name,
        address=party.address,
        country=party.country,
        country_name=party.country_name,
        organisation=party.organisation,
        vat=None,
        phone=party.phone,
        email=f"{_domain(name).removesuffix('.example')}@mail.example",
        web="",
        person=name,
    )


def person(rng: random.Random, locale: Locale) -> str:
    """A first and a last name."""
    first = pick(rng, locale.first_names)
    if chance(rng, 0.1):
        first = f"{first[0]}."
    return f"{first} {pick(rng, locale.last_names)}"


def address(rng: random.Random, locale: Locale) -> tuple[str, ...]:
    """The lines of an address."""
    street = pick(rng, locale.streets)
    template = pick(rng, locale.address_styles)
    number = str(rng.randint(1, 180)) + (pick(rng, "abcABC") if chance(rng, 0.08) else "")
    text = template.format(
        number=number,
        number2=rng.randint(1, 180),
        street=street,
        unit=rng.randint(1, 60) if chance(rng, 0.6) else rng.randint(100, 4999),
        house=coined_name(rng),
        city=pick(rng, locale.cities),
        postcode=filled(rng, pick(rng, locale.postcodes)),
        state=pick(rng, locale.states) if locale.states else "",
        area=pick(rng, locale.areas) if locale.areas else "",
    )
    lines = [line.strip() for line in text.split("|")]
    if chance(rng, 0.06):
        lines[-1] = lines[-1].upper()
    return tuple(lines)


def _company_names(rng: random.Random, locale: Locale) -> tuple[str, str]:
    form = pick(rng, locale.legal_forms)
    trade = _core(rng, locale)
    name = f"{trade} {form}".strip() if chance(rng, 0.93) else trade
    if chance(rng, 0.12):
        name, trade = name.upper(), trade.upper()
    return name, trade


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


def _shop_names(rng: random.Random, locale: Locale) -> tuple[str, str]:
    shop = pick(rng, locale.shops)
    kind = rng.randrange(7)
    if kind == 0:
        trade = (
            f"{pick(rng, locale.last_names)}'s {shop}"
            if locale.language == "en"
            else f"{shop} {pick(rng, locale.last_names)}"
        )
    elif kind == 1:
        trade = f"{shop} {coined_name(rng)}"
    elif kind == 2:
        trade = f"{coined_name(rng)} {shop}"
    elif kind == 3:
        trade = f"{shop} {pick(rng, locale.cities)}"
    elif kind == 4:
        trade = f"{pick(rng, _EPITHETS)} {coined_name(rng)} {shop}"
    elif kind == 5:
        trade = coined_name(rng)
    else:
        trade = f"{pick(rng, locale.last_names)} {shop}"
    if chance(rng, 0.45):
        return _company_names(rng, locale)[0], trade
    name = f"{trade} {pick(rng, locale.legal_forms)}".strip()
    return name, trade


def _domain(name: str) -> str:
    plain = "".join(sign for sign in name.lower() if sign.isascii() and sign.isalnum())
    return f"{plain[:18] or 'firm'}.example"


def store_number(rng: random.Random) -> str:
    """A number of a store, till or table."""
    return digits(rng, rng.choice((1, 2, 3, 4)))

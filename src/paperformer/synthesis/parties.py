"""Companies, shops and people, with addresses and numbers."""

from __future__ import annotations

import random
from dataclasses import dataclass

from paperformer.synthesis.chance import chance, coined_name, digits, filled, pick
from paperformer.synthesis.identifiers import Printed, organisation_number, vat_number
from paperformer.synthesis.locale import Locale
from paperformer.synthesis.names import company_names, person_name, shop_names
from paperformer.synthesis.phones import phone


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
        attention: A line between name and address (a department, "c/o"), empty for most.
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
    attention: str = ""


def company(rng: random.Random, locale: Locale, *, shop: bool = False) -> Party:
    """A business of ``locale``; a ``shop`` has a name for its guests besides the legal one."""
    name, trade = shop_names(rng, locale) if shop else company_names(rng, locale)
    organisation = organisation_number(rng, locale.country)
    domain = domain_of(trade)
    return Party(
        name=name,
        trade_name=trade,
        address=address(rng, locale),
        country=locale.country,
        country_name=pick(rng, locale.country_names) if chance(rng, 0.27) else "",
        organisation=organisation,
        vat=vat_number(rng, locale.country, organisation),
        phone=phone(rng, locale),
        email=f"{pick(rng, ('info', 'office', 'sales', 'invoice', 'post', 'mail'))}@{domain}",
        web=pick(rng, ("www.", "", "https://www.")) + domain,
        person=person_name(rng, locale),
        attention="" if shop else _attention(rng, locale),
    )


def private_person(rng: random.Random, locale: Locale) -> Party:
    """A consumer: a name and an address, no numbers that are printed."""
    party = company(rng, locale)
    name = person_name(rng, locale)
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
        email=f"{domain_of(name).removesuffix('.example')}@mail.example",
        web="",
        person=name,
    )


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
    if chance(rng, 0.05):
        box = f"{pick(rng, locale.labels['po_box'])} {rng.randint(10, 9999)}"
        lines = [box, *lines[1:]] if chance(rng, 0.6) else [lines[0], box, *lines[1:]]
    if chance(rng, 0.08):
        premises = filled(rng, pick(rng, locale.labels["premises"]))
        if chance(rng, 0.5):
            lines.insert(rng.randrange(2), premises)
        else:
            lines[0] = f"{lines[0]}, {premises}"
    if chance(rng, 0.06):
        lines[-1] = lines[-1].upper()
    return tuple(lines)


def _attention(rng: random.Random, locale: Locale) -> str:
    """A department or somebody who takes the post in; empty for most."""
    if not chance(rng, 0.1):
        return ""
    if chance(rng, 0.35):
        return f"c/o {person_name(rng, locale)}"
    return pick(rng, locale.labels["department"])


def domain_of(name: str) -> str:
    """A domain of ``name`` that nobody can own (RFC 2606)."""
    plain = "".join(sign for sign in name.lower() if sign.isascii() and sign.isalnum())
    return f"{plain[:18] or 'firm'}.example"


def store_number(rng: random.Random) -> str:
    """A number of a store, till or table."""
    return digits(rng, rng.choice((1, 2, 3, 4)))

"""Invoices of our own, drawn from a seed, for the writers of national formats; and what is to be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from xml.sax.saxutils import escape, quoteattr

from paperformer.documents.einvoice import PurchaseLine

_CENT = Decimal("0.01")
_NAMES = (
    "Mühle & Söhne", "Torrefazione «Aurora»", "Żółw Sp. z o.o.", "Ateliér 'Na Růžku'", "Låås AB",
    "Ñandú S.A.",
)  # fmt: skip
_STREETS = ("Lange Gasse", "Via dell'Òrto", "ul. Święta", "Kvarngatan", "Calle Mayor", "Szőlő utca")
_TOWNS = ("Köln", "Forlì", "Łódź", "Malmö", "Cádiz", "Győr")
_GOODS = ("Schrauben M8 <verzinkt>", "caffè in grani", "usługa & dojazd", "skruvar 5 mm", "papír A4", "aço")


class Node(str):
    """XML that is written already."""

    __slots__ = ()


def el(name: str, *content: object, **attributes: object) -> Node:
    """An element. Texts are escaped, what is None is left out, and with it an element that holds no more."""
    given = [part for part in content if part is not None]
    if content and not given:
        return Node("")
    inside = "".join(part if isinstance(part, Node) else escape(str(part)) for part in given)
    told = "".join(
        f" {key}={quoteattr(str(value))}" for key, value in attributes.items() if value is not None
    )
    return Node(f"<{name}{told}>{inside}</{name}>")


def many(nodes: Iterable[Node]) -> Node:
    return Node("".join(nodes))


@dataclass(frozen=True)
class Party:
    name: str
    street: str
    house: str
    postcode: str
    town: str
    country: str
    tax: str


@dataclass(frozen=True)
class Line:
    code: str
    description: str
    quantity: Decimal
    price: Decimal
    unit_discount: Decimal
    unit_charge: Decimal
    rate: Decimal

    @property
    def discount(self) -> Decimal:
        return self.unit_discount * self.quantity

    @property
    def charge(self) -> Decimal:
        return self.unit_charge * self.quantity

    @property
    def gross(self) -> Decimal:
        return self.quantity * self.price

    @property
    def total(self) -> Decimal:
        return self.gross - self.discount + self.charge

    @property
    def tax(self) -> Decimal:
        return cents(self.total * self.rate / 100)


@dataclass(frozen=True)
class Facts:
    number: str
    issued: date
    due: date
    period: tuple[date, date]
    currency: str
    is_credit: bool
    order: str
    contract: str
    seller: Party
    buyer: Party
    lines: tuple[Line, ...]
    iban: str
    bic: str
    reference: str
    phone: str
    customer: str

    @property
    def shares(self) -> list[tuple[Decimal, Decimal, Decimal]]:
        """Rate, base and tax, in the order in which the lines name the rates."""
        rates = dict.fromkeys(line.rate for line in self.lines)
        bases = {rate: sum((x.total for x in self.lines if x.rate == rate), Decimal(0)) for rate in rates}
        return [(rate, base, cents(base * rate / 100)) for rate, base in bases.items()]

    @property
    def net(self) -> Decimal:
        return sum((line.total for line in self.lines), Decimal(0))

    @property
    def vat(self) -> Decimal:
        return sum((tax for _, _, tax in self.shares), Decimal(0))

    @property
    def gross(self) -> Decimal:
        return self.net + self.vat

    def negative(self) -> Facts:
        """All quantities with the other sign."""
        return replace(self, lines=tuple(replace(x, quantity=-x.quantity) for x in self.lines))


def cents(value: Decimal) -> Decimal:
    return value.quantize(_CENT, ROUND_HALF_UP)


def money(value: Decimal) -> str:
    """Two places; no sign before zero."""
    return f"{cents(value) + 0:.2f}"


def plain(value: Decimal) -> str:
    return str(int(value)) if value == value.to_integral_value() else f"{value.normalize():f}"


def draw(seed: int, country: str, currency: str, rates: tuple[str, ...], *, charges: bool = True) -> Facts:
    """The invoice of a seed."""
    dice = Random(f"{country}{seed}")
    issued = date(2020, 1, 1) + timedelta(days=dice.randrange(2500))
    start = issued - timedelta(days=dice.randrange(31, 90))
    return Facts(
        number=dice.choice(["F-{}", "{}/2025", "RE{}", "{}"]).format(dice.randrange(1000, 99999)),
        issued=issued,
        due=issued + timedelta(days=dice.choice([0, 14, 30, 60])),
        period=(start, start + timedelta(days=30)),
        currency=currency,
        is_credit=seed % 4 == 3,
        order=f"PO-{dice.randrange(10**6)}",
        contract=f"C {dice.randrange(10**4)}",
        seller=_party(dice, country),
        buyer=_party(dice, country),
        lines=tuple(_line(dice, rates, charges=charges) for _ in range(dice.randrange(1, 5))),
        iban=country + "".join(dice.choice("0123456789") for _ in range(dice.choice([20, 22, 26]))),
        bic=dice.choice(["ABCD", "QWER"]) + country + dice.choice(["2L", "22XXX"]),
        reference=str(dice.randrange(10**8, 10**9)),
        phone=f"+{dice.randrange(10**9, 10**10)}",
        customer=f"K{dice.randrange(10**4)}",
    )


def _party(dice: Random, country: str) -> Party:
    return Party(
        name=dice.choice(_NAMES) + f" {dice.randrange(100)}",
        street=dice.choice(_STREETS),
        house=str(dice.randrange(1, 200)),
        postcode=f"{dice.randrange(10000, 99999)}",
        town=dice.choice(_TOWNS),
        country=country,
        tax=f"{dice.randrange(10**9, 10**10)}",
    )


def _line(dice: Random, rates: tuple[str, ...], *, charges: bool) -> Line:
    quantity = Decimal(dice.choice(["1", "2", "3", "12", "0.5", "2.5"]))
    even = 2 * dice.randrange(100, 50_000)
    has_charge = charges and dice.random() < 0.3
    return Line(
        code=f"A{dice.randrange(10**5)}",
        description=dice.choice(_GOODS),
        quantity=quantity,
        price=Decimal(even) / 100,
        unit_discount=Decimal(2 * dice.randrange(1, 50)) / 100 if dice.random() < 0.4 else Decimal(0),
        unit_charge=Decimal(2 * dice.randrange(1, 250)) / 100 if has_charge else Decimal(0),
        rate=Decimal(dice.choice(rates)),
    )


def expected(facts: Facts, *names: str, **others: str | None) -> dict[str, list[str]]:
    """The fields of these names, with others put, changed or (None) taken away."""
    seller, buyer = facts.seller, facts.buyer
    known = {
        "document_type": "credit_note" if facts.is_credit else "invoice",
        "document_number": facts.number,
        "document_date": facts.issued.isoformat(),
        "due_date": facts.due.isoformat(),
        "receiver_order_number": facts.order,
        "contract_number": facts.contract,
        "customer_number": facts.customer,
        "period_start": facts.period[0].isoformat(),
        "period_end": facts.period[1].isoformat(),
        "currency": facts.currency,
        "subtotal": money(facts.net),
        "total_excl_vat": money(facts.net),
        "total_vat": money(facts.vat),
        "total_incl_vat": money(facts.gross),
        "amount_due": money(facts.gross),
        "supplier_name": seller.name,
        "supplier_address": address(seller),
        "supplier_country": seller.country,
        "supplier_vat_number": seller.country + seller.tax,
        "supplier_phone": facts.phone,
        "receiver_name": buyer.name,
        "receiver_address": address(buyer),
        "receiver_country": buyer.country,
        "receiver_vat_number": buyer.country + buyer.tax,
        "payment_method": "transfer",
        "iban": facts.iban,
        "bic": facts.bic,
        "payment_reference": facts.reference,
    }
    chosen: dict[str, str | None] = {name: known[name] for name in names} | others
    return {name: [value] for name, value in chosen.items() if value is not None}


def address(party: Party, separator: str = " ") -> str:
    return f"{party.street}{separator}{party.house}, {party.postcode} {party.town}"


def lines(facts: Facts, unit: str | None = "C62", *, code: bool = True) -> tuple[PurchaseLine, ...]:
    return tuple(
        PurchaseLine(
            code=line.code if code else None,
            description=line.description,
            quantity=plain(line.quantity),
            unit=unit,
            unit_price=money(line.price),
            discount=money(line.discount) if line.discount else None,
            charge=money(line.charge) if line.charge else None,
            vat_rate=plain(line.rate),
            total=money(line.total),
        )
        for line in facts.lines
    )

"""What an invoice says: parties, numbers, dates, lines, totals, payment. No word of where it stands."""

from __future__ import annotations

import datetime
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Literal

from paperformer.synthesis.banking import Reference
from paperformer.synthesis.chance import chance, digits, filled, pick, weighted
from paperformer.synthesis.facts import Facts
from paperformer.synthesis.identifiers import Printed
from paperformer.synthesis.locale import Locale
from paperformer.synthesis.parties import Party

if TYPE_CHECKING:
    from paperformer.synthesis.ledger import Ledger
from paperformer.synthesis.printing import Printer

Kind = Literal[
    "invoice", "credit_note", "reminder", "receipt", "utility_bill", "hotel_folio", "statement"
]  # fmt: skip
DOCUMENT_TYPES: Mapping[Kind, str] = {"utility_bill": "invoice", "hotel_folio": "invoice"}
"""What the schema calls the kinds that it does not tell apart; the others bear its names."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of an invoice. ``unit_price`` and ``total`` in cents, ``rate`` and ``discount`` in percent."""

    code: str
    description: str
    quantity: Decimal
    unit: str
    unit_price: int
    discount: int
    rate: Decimal
    total: int


@dataclass(frozen=True, slots=True)
class TaxRow:
    """What is sold at one rate: net and tax in cents."""

    rate: Decimal
    net: int
    tax: int


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums in cents. ``due = gross + rounding - prepaid``; ``gross = net + tax``."""

    rows: tuple[TaxRow, ...]
    goods: int
    discount: int
    shipping: int
    net: int
    tax: int
    gross: int
    rounding: int
    prepaid: int
    due: int


@dataclass(frozen=True, slots=True)
class Payment:
    """How it can be paid; None for what the issuer does not offer."""

    iban: Printed | None = None
    bic: Printed | None = None
    bank: str = ""
    account: Printed | None = None
    account_kind: str = "bank_account_number"
    other_account: Printed | None = None
    registration: Printed | None = None
    reference: Reference | None = None
    creditor: str = ""


@dataclass(frozen=True, slots=True)
class Invoice:
    """A document with a head, lines and sums (all kinds but receipts), ready to be laid out.

    Args:
        facts: The truth about every field that may be printed.
        extras: Captions and texts that are no fields (order date, project, ...).
        tax_name: What the tax is called in this document.
        original: The invoice that a credit note or reminder is about.
    """

    kind: Kind
    locale: Locale
    printer: Printer
    supplier: Party
    receiver: Party
    delivery: Party | None
    facts: Facts
    extras: tuple[tuple[str, str], ...]
    items: tuple[Item, ...]
    totals: Totals
    payment: Payment
    tax_name: str
    original: str
    days: int
    reminded: tuple[tuple[str, str, str, int], ...] = field(default=())
    ledgers: tuple[Ledger, ...] = field(default=())

    @property
    def document_type(self) -> str:
        """What the schema calls it."""
        return DOCUMENT_TYPES.get(self.kind, self.kind)


def share(amount: int, percent: Decimal) -> int:
    """``percent`` of ``amount`` in cents, half cents away from zero."""
    return int((Decimal(amount) * percent / 100).quantize(Decimal(1), ROUND_HALF_UP))


def within(rate: Decimal, gross: int) -> TaxRow:
    """The net and the tax that are within ``gross``."""
    tax = int((Decimal(gross) * rate / (100 + rate)).quantize(Decimal(1), ROUND_HALF_UP))
    return TaxRow(rate, gross - tax, tax)


def draw_items(rng: random.Random, locale: Locale, count: int, rates: list[Decimal]) -> tuple[Item, ...]:
    """``count`` lines of goods or services."""
    names = locale.goods if chance(rng, 0.5) else locale.services
    if chance(rng, 0.2):
        names = (*locale.goods, *locale.services)
    coded = chance(rng, 0.6)
    pattern = pick(rng, ("#####", "@@-####", "######", "@###", "##-###", "####.##", "@@@#####"))
    scale = rng.choice((1, 1, 1, 4, 20))
    discounted = chance(rng, 0.15)
    return tuple(
        _item(rng, locale, names, filled(rng, pattern) if coded else "", scale, discounted, rates)
        for _ in range(count)
    )


def _item(
    rng: random.Random,
    locale: Locale,
    names: tuple[str, ...],
    code: str,
    scale: int,
    discounted: bool,
    rates: list[Decimal],
) -> Item:
    quantity = Decimal(
        weighted(rng, {1: 10, 2: 5, 3: 3, 4: 2, 5: 2, 8: 1, 10: 3, 12: 1, 20: 1, 25: 1, 50: 1, 100: 1})
    )
    if chance(rng, 0.15):
        quantity = Decimal(rng.randint(50, 4500)) / 100
    price = int(10 ** rng.uniform(2.0, 4.6)) * scale
    price = price // 100 * 100 if chance(rng, 0.4) else price
    price = max(price, 45)
    discount = rng.choice((0, 0, 5, 10, 15, 25)) if discounted else 0
    total = share(int((quantity * price).quantize(Decimal(1), ROUND_HALF_UP)), Decimal(100 - discount))
    return Item(
        code,
        _description(rng, pick(rng, names)),
        quantity,
        pick(rng, locale.units),
        price,
        discount,
        pick(rng, rates),
        total,
    )


def _description(rng: random.Random, name: str) -> str:
    kind = rng.randrange(8)
    if kind == 0:
        return f"{name}, {pick(rng, ('typ', 'mod.', 'art.', 'ref.'))} {filled(rng, '@##')}"
    if kind == 1:
        return f"{name} {rng.randint(10, 250)} x {rng.randint(10, 250)} mm"
    if kind == 2:
        return f"{name} {rng.randint(1, 12):02d}/{rng.randint(2015, 2027)}"
    return name


def add_up(
    items: tuple[Item, ...], *, discount: int, shipping: int, rounded: bool, prepaid_share: Decimal
) -> Totals:
    """The totals of ``items``; discount and shipping fall on the first rate (EN 16931 BR-CO-13 to 16)."""
    goods = sum(item.total for item in items)
    by_rate: dict[Decimal, int] = {}
    for item in items:
        by_rate[item.rate] = by_rate.get(item.rate, 0) + item.total
    first = next(iter(by_rate))
    by_rate[first] += shipping - discount
    rows = tuple(TaxRow(rate, net, share(net, rate)) for rate, net in sorted(by_rate.items(), reverse=True))
    net, tax = sum(row.net for row in rows), sum(row.tax for row in rows)
    gross = net + tax
    rounding = (50 + gross) // 100 * 100 - gross if rounded else 0
    prepaid = share(gross, prepaid_share)
    return Totals(
        rows, goods, discount, shipping, net, tax, gross, rounding, prepaid, gross + rounding - prepaid
    )


def document_number(rng: random.Random, year: int) -> str:
    """A number as invoices bear it."""
    pattern = weighted(
        rng,
        {
            "######": 4,
            "#####": 4,
            "########": 4,
            "####": 2,
            "{y}-####": 3,
            "{y}####": 3,
            "{s}-#####": 2,
            "{s}#######": 2,
            "{y}/###": 2,
            "F{y}-###": 1,
            "FA{s}{y}-###": 1,
            "###/{m}/{y}": 1,
            "INV-####": 2,
            "INV{y}###": 1,
            "RE-{y}-####": 1,
            "SI######": 1,
            "##########": 2,
            "@-#####": 1,
            "{y}.####": 1,
            "FV/{y}/{m}/####": 1,
            "###-#######": 1,
            "##-#####": 1,
        },
    )
    text = pattern.format(y=year, s=filled(rng, "@"), m=f"{rng.randint(1, 12):02d}")
    return filled(rng, text.replace("#", str(rng.randint(1, 9)), 1))


def draw_date(rng: random.Random) -> datetime.date:
    """A day between 2012 and 2027."""
    return datetime.date(2012, 1, 1) + datetime.timedelta(days=rng.randrange(365 * 15 + 200))


def some_number(rng: random.Random) -> str:
    """An order, customer or contract number."""
    pattern = pick(
        rng,
        (
            "#####",
            "######",
            "####",
            "#######",
            "@-####",
            "@@#####",
            "##-####",
            "PO-#####",
            "########",
            "@@-###-##",
            "K#####",
            "45########",
        ),
    )
    return digits(rng, 1) + filled(rng, pattern[1:]) if pattern[0] == "#" else filled(rng, pattern)

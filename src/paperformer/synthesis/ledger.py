"""Ledgers: the days of a hotel stay, the entries of an account, the readings of a meter."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass
from decimal import Decimal

from paperformer.synthesis.chance import chance, pick, weighted
from paperformer.synthesis.content import Item, TaxRow, Totals, add_up, document_number, within
from paperformer.synthesis.ink import Line, Piece, plain
from paperformer.synthesis.locale import Locale
from paperformer.synthesis.printing import Printer


@dataclass(frozen=True, slots=True)
class Ledger:
    """Rows of text under captions.

    Args:
        captions: Keys of labels, one a column.
        wide: Which column takes the room that the others leave.
        rows: The cells of each row.
        amounts: What each row adds to the sum carried from page to page, in cents; empty for no sum.
        opening: The balance before the first row, in cents.
    """

    captions: tuple[str, ...]
    wide: int
    rows: tuple[tuple[Line, ...], ...]
    amounts: tuple[int, ...] = ()
    opening: int = 0


def draw_stay(
    rng: random.Random, locale: Locale, printer: Printer, leaving: datetime.date
) -> tuple[tuple[Item, ...], Ledger, int]:
    """What a guest had until ``leaving``: the items, their ledger, and the number of nights."""
    nights = weighted(rng, {1: 6, 2: 5, 3: 4, 4: 2, 5: 2, 7: 1, 10: 0.5, 14: 0.4, 28: 0.15})
    things = locale.labels["hotel_lines"]
    price = rng.randint(6500, 32000) // 100 * 100 * (10 if printer.currency in ("SEK", "NOK", "CZK") else 1)
    rates = rng.choices(locale.tax.rates, weights=locale.tax.weights, k=1 if locale.tax.single else 2)
    items: list[Item] = []
    rows: list[tuple[Line, ...]] = []
    for night in range(nights):
        day = printer.date(leaving - datetime.timedelta(days=nights - night))
        extras = [
            (pick(rng, things[1:]), rng.randint(300, 9000), rates[-1])
            for _ in range(rng.choice((0, 1, 1, 2, 4)))
        ]
        for text, cents, rate in [(things[0], price, rates[0]), *extras]:
            shown = (Piece(text, cell=("purchase_lines", len(items), "description")),)
            amount = (Piece(printer.amount(cents), cell=("purchase_lines", len(items), "total")),)
            rows.append((plain(day), shown, amount, plain("")))
            items.append(Item("", text, Decimal(1), "", cents, 0, rate, cents))
    amounts = tuple(item.total for item in items)
    captions = ("date_column", "description_column", "charges", "credits")
    return tuple(items), Ledger(captions, 1, tuple(rows), amounts), nights


def stay_totals(rng: random.Random, locale: Locale, items: tuple[Item, ...]) -> Totals:
    """The sums of a stay: prices hold the tax, except where it is added; often all is paid."""
    if locale.tax.added:
        totals = add_up(items, discount=0, shipping=0, rounded=False, prepaid_share=Decimal(0))
    else:
        gross: dict[Decimal, int] = {}
        for item in items:
            gross[item.rate] = gross.get(item.rate, 0) + item.total
        rows: tuple[TaxRow, ...] = tuple(within(rate, cents) for rate, cents in gross.items())
        net, tax = sum(row.net for row in rows), sum(row.tax for row in rows)
        totals = Totals(rows, net + tax, 0, 0, net, tax, net + tax, 0, 0, net + tax)
    paid = totals.gross if chance(rng, 0.5) else 0
    return Totals(
        totals.rows, totals.goods, 0, 0, totals.net, totals.tax, totals.gross, 0, paid, totals.gross - paid
    )


def draw_account(rng: random.Random, locale: Locale, printer: Printer, day: datetime.date) -> Ledger:
    """The entries of an account up to ``day``: invoices, credits and payments, with the running balance."""
    count = weighted(rng, {3: 3, 6: 5, 10: 5, 18: 4, 35: 2, 60: 1, 120: 0.4, 350: 0.1})
    opening = balance = rng.choice((0, rng.randint(1000, 900000)))
    rows, amounts = [], []
    for turn in range(count):
        when = day - datetime.timedelta(days=(count - turn) * 80 // count)
        pays = balance > 0 and chance(rng, 0.4)
        cents = -min(balance, rng.randint(1000, 400000)) if pays else rng.randint(1000, 400000)
        balance += cents
        text = pick(rng, locale.labels["payment_received"] if pays else locale.titles["invoice"])
        rows.append(
            (
                plain(printer.date(when)),
                plain(text),
                plain("" if pays else document_number(rng, when.year)),
                plain("" if pays else printer.amount(cents)),
                plain(printer.amount(-cents) if pays else ""),
                plain(printer.amount(balance)),
            )
        )
        amounts.append(cents)
    captions = ("date_column", "description_column", "document_number", "charges", "credits", "balance")
    return Ledger(captions, 1, tuple(rows), tuple(amounts), opening)


_UNITS = ("kWh", "kWh", "kWh", "m³", "MWh")


def draw_supply(
    rng: random.Random, locale: Locale, printer: Printer, rates: list[Decimal], day: datetime.date
) -> tuple[tuple[Item, ...], Ledger | None]:
    """What a household used: the lines of its bill, and the readings of its meter where they are listed."""
    names = locale.labels["utility_lines"]
    unit = pick(rng, _UNITS)
    items = []
    for name in rng.sample(list(names), min(len(names), rng.randint(2, 7))):
        fixed = chance(rng, 0.3)
        quantity = Decimal(rng.choice((1, 1, 3, 12))) if fixed else Decimal(rng.randint(20, 9000))
        price = rng.randint(500, 9000) if fixed else rng.randint(3, 45)
        total = int(quantity * price)
        items.append(
            Item(
                "",
                name,
                quantity,
                pick(rng, locale.units) if fixed else unit,
                price,
                0,
                pick(rng, rates),
                total,
            )
        )
    count = weighted(rng, {0: 9, 3: 4, 12: 5, 24: 2, 60: 1, 160: 0.6, 365: 0.3, 540: 0.12})
    return tuple(items), _readings(rng, printer, day, count, unit) if count else None


def _readings(rng: random.Random, printer: Printer, day: datetime.date, count: int, unit: str) -> Ledger:
    step = 30 if count <= 24 else 1
    reading = Decimal(rng.randint(1000, 90000))
    rows = []
    for turn in range(count):
        start = day - datetime.timedelta(days=step * (count - turn))
        used = Decimal(rng.randint(10, 9000)) / (1 if step == 30 else 10)
        shown = (printer.number(reading), printer.number(reading + used), f"{printer.number(used)} {unit}")
        rows.append((plain(printer.date(start)), *(plain(text) for text in shown)))
        reading += used
    return Ledger(("date_column", "reading_old", "reading_new", "consumption"), 0, tuple(rows))

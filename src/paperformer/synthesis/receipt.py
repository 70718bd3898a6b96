"""What a till receipt says: shop, items, tax, total, how it was paid."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass
from decimal import Decimal

from paperformer.synthesis.chance import chance, digits, filled, pick, weighted
from paperformer.synthesis.content import TaxRow, draw_date, share, within
from paperformer.synthesis.facts import Facts, read_as
from paperformer.synthesis.locale import Locale
from paperformer.synthesis.names import person_name
from paperformer.synthesis.parties import Party, company
from paperformer.synthesis.printing import Printer, decimal_text, draw_printer


@dataclass(frozen=True, slots=True)
class Good:
    """An item sold: amounts in cents as printed (with tax unless the tax is added at the till)."""

    code: str
    description: str
    quantity: int
    price: int
    total: int


@dataclass(frozen=True, slots=True)
class Sums:
    """Amounts in cents: ``goods - discount (+ tax where added) + rounding = total``; paid: with tip.

    ``rows`` has the net and the tax of each rate; ``row`` their sums, at the rate of the first.
    """

    goods: int
    discount: int
    row: TaxRow
    rows: tuple[TaxRow, ...]
    total_unrounded: int
    rounding: int
    total: int
    tip: int
    tendered: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt ready to be laid out. ``by_card`` and ``method`` say how it was paid."""

    locale: Locale
    printer: Printer
    shop: Party
    facts: Facts
    goods: tuple[Good, ...]
    sums: Sums
    tax_name: str
    by_card: bool
    method: str
    cashier: str
    dining: bool


# The smallest coins, in cents: cash is rounded to them.
_COINS = {"MYR": 5, "CHF": 5, "CAD": 5, "AUD": 5, "SEK": 100, "NOK": 100, "CZK": 100, "DKK": 50}


def draw_receipt(rng: random.Random, locale: Locale) -> Receipt:
    """A receipt of ``locale``."""
    printer = draw_printer(rng, locale)
    shop = company(rng, locale, shop=True)
    dining = chance(rng, 0.5)
    goods = _goods(rng, locale, dining=dining)
    by_card = chance(rng, 0.5)
    sums = _sums(rng, locale, goods, printer, by_card=by_card, dining=dining)
    facts = Facts()
    _facts(rng, facts, printer, shop, sums)
    method = pick(rng, locale.labels["card" if by_card else "cash"])
    if kind_of_payment := read_as("payment_method", method):
        facts.add("payment_method", kind_of_payment, method)
    return Receipt(
        locale=locale,
        printer=printer,
        shop=shop,
        facts=facts,
        goods=goods,
        sums=sums,
        tax_name=pick(rng, locale.tax.name),
        by_card=by_card,
        method=method,
        cashier=pick(
            rng,
            (
                person_name(rng, locale),
                pick(rng, locale.first_names),
                filled(rng, "##"),
                "USER",
                filled(rng, "####"),
            ),
        ),
        dining=dining,
    )


def _goods(rng: random.Random, locale: Locale, *, dining: bool) -> tuple[Good, ...]:
    names = locale.dishes if dining else locale.groceries
    if not dining and chance(rng, 0.25):
        names = (*locale.groceries, *locale.goods)
    coded = not dining and chance(rng, 0.4)
    pattern = pick(rng, ("#############", "#######", "####", "##########"))
    count = weighted(rng, {1: 5, 2: 5, 3: 5, 4: 4, 5: 3, 6: 2, 8: 2, 11: 1, 15: 1, 22: 0.5})
    scale = {"SEK": 11, "NOK": 11, "CZK": 25, "DKK": 8, "PLN": 4, "MYR": 2}.get(
        next(iter(locale.currencies)), 1
    )
    goods = []
    for _ in range(count):
        quantity = weighted(rng, {1: 12, 2: 4, 3: 2, 4: 1, 6: 0.5, 10: 0.3})
        price = int(10 ** rng.uniform(1.9, 3.5)) * scale
        price = (
            price // 10 * 10 + pick(rng, (0, 5, 9, 9, 0)) if chance(rng, 0.7) else price // 100 * 100 + 100
        )
        goods.append(
            Good(filled(rng, pattern) if coded else "", pick(rng, names), quantity, price, quantity * price)
        )
    return tuple(goods)


def _sums(
    rng: random.Random,
    locale: Locale,
    goods: tuple[Good, ...],
    printer: Printer,
    *,
    by_card: bool,
    dining: bool,
) -> Sums:
    total = sum(good.total for good in goods)
    discount = share(total, Decimal(rng.choice((5, 10, 20)))) if chance(rng, 0.12) else 0
    after = total - discount
    rows = _tax_rows(rng, locale, after)
    row = TaxRow(rows[0].rate, sum(part.net for part in rows), sum(part.tax for part in rows))
    unrounded = row.net + row.tax
    step = _COINS.get(printer.currency, 0)
    rounding = 0
    if step and (not by_card or printer.currency == "MYR"):
        rounding = (unrounded + step // 2) // step * step - unrounded
    final = unrounded + rounding
    tip = share(final, Decimal(rng.choice((10, 12, 15, 18, 20)))) if dining and chance(rng, 0.15) else 0
    paid = final + tip
    notes = [paid, -(-paid // 500) * 500, -(-paid // 1000) * 1000, -(-paid // 5000) * 5000]
    tendered = paid if by_card else pick(rng, notes)
    return Sums(total, discount, row, rows, unrounded, rounding, final, tip, tendered)


def _tax_rows(rng: random.Random, locale: Locale, amount: int) -> tuple[TaxRow, ...]:
    """``amount`` shared out over one rate or two."""
    tax = locale.tax
    rate = rng.choices(tax.rates, weights=tax.weights)[0]
    if tax.added:
        return (TaxRow(rate, amount, share(amount, rate)),)
    others = [other for other in tax.rates if other != rate]
    parts = [(rate, amount)]
    if others and not tax.single and amount > 200 and chance(rng, 0.3):
        second = amount * rng.randint(10, 60) // 100
        parts = [(rate, amount - second), (pick(rng, others), second)]
    return tuple(within(rate, gross) for rate, gross in parts)


def _facts(rng: random.Random, facts: Facts, printer: Printer, shop: Party, sums: Sums) -> None:
    day = draw_date(rng)
    facts.add("supplier_name", shop.name)
    facts.add("supplier_address", ", ".join(line.rstrip(",. ") for line in shop.address))
    facts.add("supplier_country", shop.country, shop.country_name)
    facts.add("supplier_organisation_number", shop.organisation.value, shop.organisation.text)
    if shop.vat:
        facts.add("supplier_vat_number", shop.vat.value, shop.vat.text)
    facts.add("supplier_phone", shop.phone.value, shop.phone.text)
    facts.add("document_number", _number(rng))
    facts.add("document_date", day.isoformat(), printer.date(day))
    facts.add("currency", printer.currency)
    clock = datetime.time(rng.randint(7, 22), rng.randint(0, 59), rng.randint(0, 59))
    facts.add("time", *_time(rng, clock, printer.locale))
    facts.add("card_last_four", filled(rng, "####"))
    for name, cents in (
        ("subtotal", sums.goods),
        ("total_excl_vat", sums.row.net),
        ("total_vat", sums.row.tax),
        ("rounding", sums.rounding),
        ("total_incl_vat", sums.total),
        ("tip", sums.tip),
        ("amount_due", sums.total + sums.tip),
    ):
        facts.add(name, decimal_text(cents), printer.amount(cents))


def _time(rng: random.Random, clock: datetime.time, locale: Locale) -> tuple[str, str]:
    """The normalised time (to the minute, or the second where it is printed) and the printed one."""
    seconds = chance(rng, 0.45)
    value = clock.strftime("%H:%M:%S" if seconds else "%H:%M")
    if locale.language == "en" and chance(rng, 0.45):
        text = clock.strftime("%I:%M:%S" if seconds else "%I:%M")
        text = text.lstrip("0") if chance(rng, 0.5) else text
        half = "PM" if clock.hour >= 12 else "AM"
        return value, text + pick(rng, (f" {half}", half, f" {half.lower()}", half.lower()))
    if not seconds and locale.language in ("fi", "da", "de", "nb") and chance(rng, 0.15):
        return value, clock.strftime("%H.%M")
    return value, value


def _number(rng: random.Random) -> str:
    pattern = pick(
        rng,
        (
            "######",
            "########",
            "####",
            "##########",
            "@@########",
            "@@-#####",
            "#####/###/@####",
            "########-####",
            "####-####-####",
            "@#########",
            "###",
            "##-######",
            "##/####",
        ),
    )
    return digits(rng, 1) + filled(rng, pattern[1:]) if pattern[0] == "#" else filled(rng, pattern)

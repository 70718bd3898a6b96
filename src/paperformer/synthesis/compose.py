"""Invents whole documents of every kind but receipts, with the truth about each field."""

from __future__ import annotations

import datetime
import random
from decimal import Decimal

from paperformer.synthesis import seeded
from paperformer.synthesis.chance import chance, filled, pick, weighted
from paperformer.synthesis.content import (
    Invoice,
    Item,
    Kind,
    Payment,
    Totals,
    add_up,
    document_number,
    draw_date,
    draw_items,
    some_number,
)
from paperformer.synthesis.facts import Facts, read_as
from paperformer.synthesis.ledger import Ledger, draw_account, draw_stay, draw_supply, stay_totals
from paperformer.synthesis.locale import Locale
from paperformer.synthesis.names import person_name
from paperformer.synthesis.parties import Party, address, company, private_person
from paperformer.synthesis.payment import draw_payment
from paperformer.synthesis.printing import Printer, decimal_text, draw_printer
from paperformer.synthesis.seeds import NUMBERS, Seed


def draw_invoice(
    rng: random.Random, locale: Locale, kind: Kind, *, lines: int | None = None, seed: Seed | None = None
) -> Invoice:
    """A document of ``locale``, of any kind but a receipt.

    Args:
        rng: Draws it.
        locale: Whose customs it follows.
        kind: What it is.
        lines: How many items an invoice has.
        seed: Gives it parties, numbers and dates, and the lines of invoices and credit notes.
    """
    printer = draw_printer(rng, locale)
    hotel = kind == "hotel_folio"
    supplier = company(rng, locale, shop=hotel)
    receiver = private_person(rng, locale) if chance(rng, _PRIVATE.get(kind, 0.25)) else company(rng, locale)
    supplier, receiver = seeded.parties(seed, locale, supplier, receiver)
    day = seeded.day(seed, draw_date(rng))
    number = seeded.number(seed, locale, document_number(rng, day.year))
    items, ledgers, extras = _matter(rng, locale, printer, kind, day, lines)
    if kind in ("invoice", "credit_note"):
        items = seeded.items(rng, seed, locale, items)
    totals = stay_totals(rng, locale, items) if hotel else _draw_totals(rng, items, printer, kind)
    payment = seeded.payment(seed, draw_payment(rng, locale, number))
    days = weighted(rng, {30: 8, 14: 4, 10: 3, 20: 2, 8: 1, 45: 1, 60: 2, 0: 1, 21: 1, 15: 1})
    days = seeded.days(seed, days)
    facts = Facts()
    _identify(facts, supplier, receiver)
    _date(rng, facts, printer, day, days, number)
    seeded.numbers(seed, locale, facts)
    _sum(facts, printer, totals)
    _pay(facts, payment)
    reminded = _reminded(rng, printer, day, totals) if kind == "reminder" else ()
    if kind == "reminder":
        _turn_to_demand(facts, printer, sum(row[3] for row in reminded) + REMINDER_FEE)
    if kind == "statement":
        _turn_to_demand(facts, printer, ledgers[0].opening + sum(ledgers[0].amounts))
        del facts.by_field["document_number"], facts.by_field["due_date"]
    return Invoice(
        kind=kind,
        locale=locale,
        printer=printer,
        supplier=supplier,
        receiver=receiver,
        delivery=company(rng, locale) if chance(rng, 0.15) else None,
        facts=facts,
        extras=extras + _extras(rng, locale, printer, day),
        items=items,
        totals=totals,
        payment=payment,
        tax_name=pick(rng, locale.tax.name),
        original=document_number(rng, day.year),
        days=days,
        reminded=reminded,
        ledgers=ledgers,
    )


_PRIVATE: dict[Kind, float] = {"utility_bill": 0.7, "hotel_folio": 0.6, "statement": 0.05}
"""How often the buyer is a person, where that is not a quarter."""


def _matter(
    rng: random.Random, locale: Locale, printer: Printer, kind: Kind, day: datetime.date, lines: int | None
) -> tuple[tuple[Item, ...], tuple[Ledger, ...], tuple[tuple[str, str], ...]]:
    """What the document is about: its items, its ledgers, and facts of its kind that are no fields."""
    rates = _rates(rng, locale)
    if kind == "hotel_folio":
        items, ledger, nights = draw_stay(rng, locale, printer, day)
        arrival = printer.date(day - datetime.timedelta(days=nights))
        guest = person_name(rng, locale)
        stay = (
            ("room", filled(rng, "###")),
            ("guest", guest),
            ("arrival", arrival),
            ("departure", printer.date(day)),
        )
        return items, (ledger,), stay
    if kind == "utility_bill":
        items, readings = draw_supply(rng, locale, printer, rates, day)
        place = ", ".join(address(rng, locale))
        supply = (
            ("meter", filled(rng, pick(rng, ("########", "@@######", "#############")))),
            ("supply_address", place),
        )
        return items, (readings,) if readings else (), supply
    items = draw_items(rng, locale, lines or _line_count(rng), rates)
    return items, (draw_account(rng, locale, printer, day),) if kind == "statement" else (), ()


def _line_count(rng: random.Random) -> int:
    return weighted(
        rng,
        {
            1: 6,
            2: 6,
            3: 6,
            4: 4,
            5: 4,
            6: 3,
            8: 3,
            10: 2,
            14: 2,
            20: 1.5,
            32: 1.5,
            48: 1,
            80: 0.4,
            160: 0.12,
            300: 0.04,
        },
    )


def _rates(rng: random.Random, locale: Locale) -> list[Decimal]:
    tax = locale.tax
    first = rng.choices(tax.rates, weights=tax.weights)[0]
    if tax.single or chance(rng, 0.75):
        return [first]
    return [first, first, rng.choices(tax.rates, weights=tax.weights)[0]]


def _draw_totals(rng: random.Random, items: tuple[Item, ...], printer: Printer, kind: Kind) -> Totals:
    goods = sum(item.total for item in items)
    whole_coins = printer.currency in ("SEK", "DKK", "NOK", "CZK")
    return add_up(
        items,
        discount=goods // 20 if chance(rng, 0.07) else 0,
        shipping=rng.choice((495, 990, 1500, 4900, 12500)) if chance(rng, 0.18) else 0,
        rounded=chance(rng, 0.5 if whole_coins else 0.02),
        prepaid_share=Decimal(rng.choice((10, 25, 30, 50)))
        if (kind == "invoice" and chance(rng, 0.08)) or (kind == "utility_bill" and chance(rng, 0.3))
        else Decimal(0),
    )


def _identify(facts: Facts, supplier: Party, receiver: Party) -> None:
    facts.add("supplier_name", supplier.name)
    facts.add("supplier_address", _address(supplier))
    facts.add("supplier_country", supplier.country, supplier.country_name)
    facts.add("supplier_organisation_number", supplier.organisation.value, supplier.organisation.text)
    if supplier.vat:
        facts.add("supplier_vat_number", supplier.vat.value, supplier.vat.text)
    facts.add("supplier_phone", supplier.phone.value, supplier.phone.text)
    facts.add("receiver_name", receiver.name)
    facts.add("receiver_address", _address(receiver))
    facts.add("receiver_country", receiver.country, receiver.country_name)
    if receiver.vat:
        facts.add("receiver_vat_number", receiver.vat.value, receiver.vat.text)


def _address(party: Party) -> str:
    return ", ".join(line.rstrip(",. ") for line in party.address)


def _date(
    rng: random.Random, facts: Facts, printer: Printer, day: datetime.date, days: int, number: str
) -> None:
    facts.add("document_number", number)
    facts.add("document_date", day.isoformat(), printer.date(day))
    due = day + datetime.timedelta(days=days)
    facts.add("due_date", due.isoformat(), printer.date(due))
    for name in NUMBERS:
        facts.add(name, some_number(rng))
    start = (day.replace(day=1) - datetime.timedelta(days=rng.choice((1, 32, 62, 93)))).replace(day=1)
    end = (start + datetime.timedelta(days=rng.choice((31, 92, 32)))).replace(day=1) - datetime.timedelta(
        days=1
    )
    facts.add("period_start", start.isoformat(), printer.date(start))
    facts.add("period_end", end.isoformat(), printer.date(end))
    method = pick(rng, printer.locale.payment_methods)
    if kind_of_payment := read_as("payment_method", method):
        facts.add("payment_method", kind_of_payment, method)
    facts.add("currency", printer.currency)


def _sum(facts: Facts, printer: Printer, totals: Totals) -> None:
    sums = {
        "total_excl_vat": totals.net,
        "total_vat": totals.tax,
        "total_incl_vat": totals.gross,
        "rounding": totals.rounding,
        "amount_due": totals.due,
    }
    for name, cents in sums.items():
        facts.add(name, decimal_text(cents), printer.amount(cents))


def _pay(facts: Facts, payment: Payment) -> None:
    if payment.iban:
        facts.add("iban", payment.iban.value, payment.iban.text)
    if payment.bic:
        facts.add("bic", payment.bic.value, payment.bic.text)
    if payment.account:
        facts.add("bank_account_number", payment.account.value, payment.account.text)
    if payment.registration:
        facts.add("bank_registration_number", payment.registration.value, payment.registration.text)
    if payment.reference:
        facts.add("payment_reference", payment.reference.value, payment.reference.text)


def _reminded(
    rng: random.Random, printer: Printer, day: datetime.date, totals: Totals
) -> tuple[tuple[str, str, str, int], ...]:
    """The unpaid invoices of a reminder: number, date, due date, amount in cents."""
    rows = []
    for turn in range(rng.choice((1, 1, 2, 3))):
        issued = day - datetime.timedelta(days=rng.randint(35, 90) + 30 * turn)
        due = issued + datetime.timedelta(days=rng.choice((14, 30)))
        cents = totals.gross if turn == 0 else rng.randint(1000, 900000)
        rows.append((document_number(rng, issued.year), printer.date(issued), printer.date(due), cents))
    return tuple(rows)


REMINDER_FEE = 6000
"""What a reminder costs, in cents."""


def _turn_to_demand(facts: Facts, printer: Printer, due: int) -> None:
    """What asks for several invoices has no totals of its own, only what is to be paid."""
    for name in ("total_excl_vat", "total_vat", "total_incl_vat", "rounding"):
        facts.by_field.pop(name, None)
    facts.add("amount_due", decimal_text(due), printer.amount(due))


def _extras(
    rng: random.Random, locale: Locale, printer: Printer, day: datetime.date
) -> tuple[tuple[str, str], ...]:
    extras: list[tuple[str, str]] = []
    if chance(rng, 0.35):
        other = day - datetime.timedelta(days=rng.randint(0, 25))
        extras.append(("delivery_date", printer.date(other)))
    if chance(rng, 0.3):
        extras.append(("delivery_note", some_number(rng)))
    if chance(rng, 0.3):
        extras.append(("our_reference", person_name(rng, locale)))
    if chance(rng, 0.3):
        extras.append(("your_reference", person_name(rng, locale)))
    if chance(rng, 0.15):
        extras.append(("delivery_terms", pick(rng, ("DAP", "EXW", "DHL", "FCA", "CIP", "UPS"))))
    if chance(rng, 0.12):
        extras.append(("late_interest", f"{rng.choice((8, 10, 12, 24))} %"))
    return tuple(extras)

"""E-invoices as seeds of invented documents: who sells what to whom, and under which numbers.

What real invoices say is more varied than any list of goods. A seed keeps what every layout can print; it
says nothing of labels, places or looks.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from paperformer.documents import DocumentReader
from paperformer.documents.einvoice import EInvoice, PurchaseLine, read_einvoice
from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument, ValueUnreadable
from paperformer.fields.values import parse_value
from paperformer.labelled.documents import Skipped, warn_of_skipped

SUFFIXES = frozenset({".xml", ".pdf"})
NUMBERS = ("order_number", "receiver_order_number", "customer_number", "contract_number")

# What any layout can print, whatever stands in a file that somebody sent.
_LONGEST_NUMBER = 20  # characters; what is longer is no number that people print
_LONGEST_TEXT, _LONGEST_WORD = 70, 25  # characters of a name or description
_MOST_PARTS = 6  # of an address
_MOST_LINES, _MOST_RATES = 300, 4
_MOST_CENTS, _MOST_PIECES = 10**10, 10**6
_YEARS = range(2000, 2100)
_LONGEST_TERM = 365  # days


@dataclass(frozen=True, slots=True)
class SeedParty:
    """A side of an e-invoice.

    Args:
        name: Empty where it gives none.
        address: Its parts, from the street to the town.
        country: ISO 3166; empty where it gives none.
        vat: Compact; None where it gives none whose check digits hold.
    """

    name: str
    address: tuple[str, ...]
    country: str
    vat: str | None


@dataclass(frozen=True, slots=True)
class SeedLine:
    """A line whose ``total`` is ``quantity`` x ``unit_price``, both in cents; ``rate`` in percent."""

    code: str
    description: str
    quantity: Decimal
    unit_price: int
    total: int
    rate: Decimal | None


@dataclass(frozen=True, slots=True)
class Seed:
    """What one e-invoice says.

    Args:
        number: Of the document; empty where it has none that can be printed.
        day: Of issue.
        days: Until payment, where it says.
        numbers: Field of ``NUMBERS`` and its value.
        iban: Compact, with check digits that hold.
    """

    supplier: SeedParty
    receiver: SeedParty
    number: str
    day: datetime.date | None
    days: int | None
    numbers: tuple[tuple[str, str], ...]
    lines: tuple[SeedLine, ...]
    iban: str | None


def read_seeds(folder: Path, skipped: Skipped | None = None) -> tuple[Seed, ...]:
    """The seeds in the e-invoices of ``folder`` and those below it, in the order of their names.

    Args:
        folder: Of XML files (UBL, CII) and PDFs that carry one.
        skipped: Told of each file that is no seed; None logs a warning.

    Raises:
        InvalidConfig: there is no seed.
    """
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    seeds: list[Seed] = []
    with DocumentReader() as reader:
        for path in files:
            try:
                seeds.append(seed_of(_invoice_in(reader, path)))
            except PaperformerError as error:
                (skipped or warn_of_skipped)(str(path.relative_to(folder)), error)
    if not seeds:
        raise InvalidConfig(
            f"{folder}: no e-invoice in it can be a seed", "Give UBL or CII XML files, or PDFs that carry one"
        )
    return tuple(seeds)


def _invoice_in(reader: DocumentReader, path: Path) -> EInvoice:
    document = reader.read(path, ocr="never")
    if document.einvoice is None:
        raise UnreadableDocument("it carries no e-invoice")
    return read_einvoice(document.einvoice)


def seed_of(invoice: EInvoice) -> Seed:
    """What ``invoice`` says that can be said again.

    Raises:
        UnreadableDocument: it has no seller with a country, or no line with a description and a positive
            total.
    """
    supplier, receiver = _party(invoice, "supplier"), _party(invoice, "receiver")
    lines = _lines(invoice.purchase_lines[:_MOST_LINES])
    if not (supplier.country and supplier.name and lines):
        raise UnreadableDocument(
            "the e-invoice has no seller with a country, or no line with a description and a positive total"
        )
    day, due = _date(invoice, "document_date"), _date(invoice, "due_date")
    return Seed(
        supplier=supplier,
        receiver=receiver,
        number=_number(invoice, "document_number"),
        day=day,
        days=days if day and due and 0 <= (days := (due - day).days) <= _LONGEST_TERM else None,
        numbers=tuple((name, number) for name in NUMBERS if (number := _number(invoice, name))),
        lines=lines,
        iban=_valid("iban", _first(invoice, "iban")),
    )


def _first(invoice: EInvoice, field: str) -> str:
    return next(iter(invoice.fields.get(field, ())), "")


def _party(invoice: EInvoice, side: str) -> SeedParty:
    parts = [_shortened(part) for part in _first(invoice, f"{side}_address").split(", ") if part.strip()]
    if len(parts) > _MOST_PARTS:
        parts = [*parts[: _MOST_PARTS - 1], parts[-1]]  # the town stands last
    return SeedParty(
        name=_shortened(_first(invoice, f"{side}_name")),
        address=tuple(parts),
        country=_first(invoice, f"{side}_country"),
        vat=_valid("tax_id", _first(invoice, f"{side}_vat_number")),
    )


def _shortened(text: str) -> str:
    """``text`` on one line, without what is too long for any column."""
    kept = ""
    for word in text.split():
        longer = f"{kept} {word[:_LONGEST_WORD]}".lstrip()
        if len(longer) > _LONGEST_TEXT:
            break
        kept = longer
    return kept


def _valid(kind: str, text: str) -> str | None:
    """The value of type ``kind`` in ``text``, where its check digits hold."""
    try:
        parsed = parse_value(kind, text)
    except ValueUnreadable:
        return None
    return parsed.value if parsed.checked else None


def _number(invoice: EInvoice, field: str) -> str:
    text = _first(invoice, field)
    return text if text.isprintable() and len(text) <= _LONGEST_NUMBER and " " not in text else ""


def _date(invoice: EInvoice, field: str) -> datetime.date | None:
    text = _first(invoice, field)
    day = datetime.date.fromisoformat(text) if text else None
    return day if day is not None and day.year in _YEARS else None


def _lines(entries: Sequence[PurchaseLine]) -> tuple[SeedLine, ...]:
    """The lines that can be said again, with no more rates than a table of taxes has rows."""
    lines = [line for entry in entries if (line := _line(entry)) is not None]
    rates = list(dict.fromkeys(line.rate for line in lines if line.rate is not None))[:_MOST_RATES]
    return tuple(line if line.rate in rates else replace(line, rate=None) for line in lines)


def _line(line: PurchaseLine) -> SeedLine | None:
    """The line with a quantity and a price that give its total; None where it has no positive total."""
    total = _cents(line.total)
    description = _shortened(line.description or "")
    if not description or total is None or total <= 0:
        return None
    quantity, price = _pieces(line.quantity), _cents(line.unit_price)
    if (
        quantity is None
        or price is None
        or price <= 0
        or int((quantity * price).quantize(Decimal(1), ROUND_HALF_UP)) != total
    ):
        quantity, price = Decimal(1), total  # of a price with a third decimal, or less a discount
    return SeedLine(
        code=line.code if line.code and len(line.code) <= _LONGEST_NUMBER else "",
        description=description,
        quantity=quantity,
        unit_price=price,
        total=total,
        rate=_rate(line.vat_rate),
    )


def _pieces(text: str | None) -> Decimal | None:
    """A quantity of at most two decimals, which is what tables print."""
    quantity = Decimal(text or 1)
    fits = 0 < quantity < _MOST_PIECES and quantity * 100 % 1 == 0
    return quantity if fits else None


def _rate(text: str | None) -> Decimal | None:
    """A rate in percent of at most three decimals (8.875 is one)."""
    rate = Decimal(text) if text else Decimal(-1)
    return rate if 0 <= rate <= 100 and rate * 1000 % 1 == 0 else None


def _cents(amount: str | None) -> int | None:
    """``amount`` in cents; None where it has a fraction of one or is beyond any invoice."""
    cents = Decimal(amount or 0) * 100
    return int(cents) if abs(cents) < _MOST_CENTS and cents % 1 == 0 else None

"""E-invoices as seeds of invented documents: who sells what to whom, and under which numbers.

What real invoices say is more varied than any list of goods. A seed keeps what every layout can print; it
says nothing of labels, places or looks.
"""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from paperformer.documents import DocumentReader
from paperformer.documents.einvoice import EInvoice, PurchaseLine, read_einvoice
from paperformer.errors import InvalidConfig, PaperformerError, UnreadableDocument, ValueUnreadable
from paperformer.fields.values import parse_value

SUFFIXES = frozenset({".xml", ".pdf"})
NUMBERS = ("order_number", "receiver_order_number", "customer_number", "contract_number")
LOG = logging.getLogger(__name__)

_LONGEST_NUMBER = 24  # characters; what is longer is no number that people print
_LONGEST_TEXT = 70  # characters of a name or description; the rest is cut at a blank
_MOST_LINES = 300
_MOST_CENTS = 10**10

Skipped = Callable[[str, PaperformerError], None]
"""Told of each file that is no seed, by name, and why."""


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
                (skipped or _warn)(str(path.relative_to(folder)), error)
    if not seeds:
        raise InvalidConfig(
            f"{folder}: no e-invoice in it can be a seed", "Give UBL or CII XML files, or PDFs that carry one"
        )
    return tuple(seeds)


def _warn(name: str, error: PaperformerError) -> None:
    LOG.warning("%s is left out: %s", name, error)


def _invoice_in(reader: DocumentReader, path: Path) -> EInvoice:
    document = reader.read(path, ocr="never")
    if document.einvoice is None:
        raise UnreadableDocument("it carries no e-invoice")
    return read_einvoice(document.einvoice)


def seed_of(invoice: EInvoice) -> Seed:
    """What ``invoice`` says that can be said again.

    Raises:
        UnreadableDocument: it has no seller with a country, or no line whose amounts agree.
    """
    supplier, receiver = _party(invoice, "supplier"), _party(invoice, "receiver")
    lines = tuple(
        line for entry in invoice.purchase_lines[:_MOST_LINES] if (line := _line(entry)) is not None
    )
    if not (supplier.country and supplier.name and lines):
        raise UnreadableDocument("the e-invoice has no seller with a country, or no line whose amounts agree")
    day, due = _date(invoice, "document_date"), _date(invoice, "due_date")
    return Seed(
        supplier=supplier,
        receiver=receiver,
        number=_number(invoice, "document_number"),
        day=day,
        days=(due - day).days if day and due and due >= day else None,
        numbers=tuple((name, number) for name in NUMBERS if (number := _number(invoice, name))),
        lines=lines,
        iban=_valid("iban", _first(invoice, "iban")),
    )


def _first(invoice: EInvoice, field: str) -> str:
    return next(iter(invoice.fields.get(field, ())), "")


def _party(invoice: EInvoice, side: str) -> SeedParty:
    address = (shortened(part) for part in _first(invoice, f"{side}_address").split(", "))
    return SeedParty(
        name=shortened(_first(invoice, f"{side}_name")),
        address=tuple(part for part in address if part),
        country=_first(invoice, f"{side}_country"),
        vat=_valid("tax_id", _first(invoice, f"{side}_vat_number")),
    )


def shortened(text: str) -> str:
    """``text`` on one line, cut at a blank where it is too long for any column."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT].rpartition(" ")[0] or text[:20]


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
    return datetime.date.fromisoformat(text) if text else None


def _line(line: PurchaseLine) -> SeedLine | None:
    """The line with a quantity and a price that give its total; None where it has no positive total."""
    total = _cents(line.total)
    if not line.description or total is None or not 0 < total < _MOST_CENTS:
        return None
    quantity, price = Decimal(line.quantity or 1), _cents(line.unit_price)
    if price is None or int((quantity * price).quantize(Decimal(1), ROUND_HALF_UP)) != total:
        quantity, price = Decimal(1), total  # of a price with a third decimal, or less a discount
    return SeedLine(
        code=line.code if line.code and len(line.code) <= _LONGEST_NUMBER else "",
        description=shortened(line.description),
        quantity=quantity,
        unit_price=price,
        total=total,
        rate=Decimal(line.vat_rate) if line.vat_rate else None,
    )


def _cents(amount: str | None) -> int | None:
    """``amount`` in cents; None where it has a fraction of one."""
    if amount is None:
        return None
    cents = Decimal(amount) * 100
    return int(cents) if cents == cents.to_integral_value() else None

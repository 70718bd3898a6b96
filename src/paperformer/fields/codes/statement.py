"""Statements of codes: values of fields, read strictly, because a program wrote them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from urllib.parse import parse_qs, urlsplit

from paperformer.errors import ValueUnreadable
from paperformer.fields.values.currency import CODES
from paperformer.fields.values.kinds import parser_of
from paperformer.fields.values.plain import compact
from paperformer.fields.values.reading import ParsedValue, ValueContext
from paperformer.fields.values.reference import read_reference

_LONGEST = 140  # characters of a text: the longest name that a scheme allows
_AMOUNT = re.compile(r"-?[0-9]{1,12}(?:[.,][0-9]{1,2})?", re.ASCII)
_TAX_MODULES = {
    "CL": "cl.rut",
    "CO": "co.nit",
    "IN": "in_.gstin",
    "PE": "pe.ruc",
    "RS": "rs.pib",
    "TW": "tw.ubn",
}  # of python-stdnum
_NOTE = re.compile(r"(?=.{1,35}$)[A-Z/-]*[0-9][A-Z0-9/-]*", re.ASCII)  # other notes are sentences
_DIGITS = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stated:
    """A value that a code states.

    Args:
        field: Name in the schema.
        text: As the code has it.
        parsed: The normalised value.
    """

    field: str
    text: str
    parsed: ParsedValue


@dataclass(frozen=True, slots=True)
class Statement:
    """What a code means.

    Args:
        scheme: Which kind of code it is.
        values: What it states.
        asks: Whether it asks for a payment, rather than records a sale.
    """

    scheme: str
    values: tuple[Stated, ...]
    asks: bool = False

    def __getitem__(self, field: str) -> str | None:
        """The value of a field; None where it states none."""
        return next((stated.parsed.value for stated in self.values if stated.field == field), None)


def refused(what: str) -> ValueUnreadable:
    """The error for a code that is not what it claims to be."""
    return ValueUnreadable(f"the code has {what}", "read the page instead")


def amount(field: str, text: str) -> Stated:
    """A sum in units of the currency, with a point or a comma before the cents.

    Raises:
        ValueUnreadable: when it is none.
    """
    if not _AMOUNT.fullmatch(text):
        raise refused("no amount where one belongs")
    return Stated(field, text, ParsedValue(f"{Decimal(text.replace(',', '.')):.2f}"))


def cents(field: str, text: str) -> Stated:
    """A sum in hundredths of the currency.

    Raises:
        ValueUnreadable: when it is none.
    """
    if not _DIGITS.fullmatch(text):
        raise refused("no amount where one belongs")
    return Stated(field, text, ParsedValue(f"{Decimal(int(text)) / 100:.2f}"))


def moment(text: str, form: str) -> datetime:
    """A day, or a day and time, of a form that ``strptime`` knows.

    Raises:
        ValueUnreadable: when it is none.
    """
    try:
        return datetime.strptime(text, form)
    except ValueError as error:
        raise refused("no date where one belongs") from error


def day(field: str, text: str, form: str) -> Stated:
    """The day of a text of the form ``form``; ``moment`` says which."""
    return Stated(field, text, ParsedValue(moment(text, form).date().isoformat()))


def day_and_time(text: str, form: str) -> tuple[Stated, Stated]:
    """The document's date and time of a text of the form ``form``."""
    when = moment(text, form)
    clock = when.strftime("%H:%M:%S" if "%S" in form else "%H:%M")
    date = Stated("document_date", text, ParsedValue(when.date().isoformat()))
    return date, Stated("time", text, ParsedValue(clock))


def account(text: str) -> Stated:
    """An IBAN whose check digits hold.

    Raises:
        ValueUnreadable: when it is none.
    """
    parsed = parser_of("iban")(text, ValueContext())
    if not parsed.checked:
        raise refused("an IBAN whose check digits do not hold")
    return Stated("iban", text, parsed)


def national_account(text: str) -> Stated:
    """An account in the form of its country.

    Raises:
        ValueUnreadable: when it is none.
    """
    parsed = parser_of("bank_account")(text, ValueContext())
    return Stated("bank_account_number", text, ParsedValue(parsed.value))


def reference(text: str, scheme: str | None = None) -> Stated:
    """The reference to give with the payment.

    Args:
        text: Of the code.
        scheme: Its scheme, where the code names it; its check digits must hold then.

    Raises:
        ValueUnreadable: when it is none.
    """
    parsed = parser_of("reference")(text, ValueContext()) if scheme is None else read_reference(text, scheme)
    if parsed.checked is False:
        raise refused("a reference whose check digits do not hold")
    if not parsed.value.isprintable():
        raise refused("no reference where one belongs")
    return Stated("payment_reference", text, parsed)


def noted(text: str) -> tuple[Stated, ...]:
    """The reference that a note to the payee is; nothing where it is a sentence."""
    return (reference(text),) if _NOTE.fullmatch(text) else ()


def tax_id(field: str, text: str, country: str) -> Stated:
    """A tax number of ``country``.

    Raises:
        ValueUnreadable: when it is none.
    """
    parsed = parser_of("tax_id")(text, ValueContext(country=country))
    if parsed.checked is False:
        raise refused("a tax number whose check digits do not hold")
    return Stated(field, text, parsed)


def world_tax_id(field: str, text: str, country: str) -> Stated:
    """A tax number of a country that writes it without prefix, with check digits of python-stdnum's.

    Raises:
        ValueUnreadable: when it is none, or its check digits do not hold.
    """
    from importlib import import_module

    value = compact(text).upper()
    if not import_module(f"stdnum.{_TAX_MODULES[country]}").is_valid(value):
        raise refused("a tax number whose check digits do not hold")
    return Stated(field, text, ParsedValue(value, scheme=f"vat_{country.lower()}", checked=True))


def currency(text: str) -> Stated:
    """An ISO 4217 code.

    Raises:
        ValueUnreadable: when it is none.
    """
    if text not in CODES:
        raise refused("no currency where one belongs")
    return Stated("currency", text, ParsedValue(text))


def plain(field: str, text: str) -> Stated:
    """A name or number, printable and of one line.

    Raises:
        ValueUnreadable: when it is empty, too long or holds control characters.
    """
    value = " ".join(text.split(" ")).strip()
    if not value or len(value) > _LONGEST or not value.isprintable():
        raise refused("no text where one belongs")
    return Stated(field, text, ParsedValue(value))


def given(field: str, text: str) -> tuple[Stated, ...]:
    """``plain`` of a text that may be left out."""
    return (plain(field, text),) if text.strip() else ()


def lines_of(text: str) -> list[str]:
    """The lines of a code, which end with LF, CR LF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass(frozen=True, slots=True)
class Link:
    """A web address in parts. It is never opened.

    Args:
        host: In lower case.
        path: Between host and question mark.
        query: The first value of each parameter.
    """

    host: str
    path: str
    query: Mapping[str, str]

    def is_at(self, *domains: str) -> bool:
        """Whether it belongs to one of the domains, or to a host below it."""
        return any(self.host == domain or self.host.endswith(f".{domain}") for domain in domains)


def link_of(text: str) -> Link | None:
    """The link that a code is; None of any other text."""
    if not text.lower().startswith(("https://", "http://")):
        return None
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
        query = {name: values[0] for name, values in parse_qs(parts.query, max_num_fields=30).items()}
    except ValueError:
        return None
    return Link(host, parts.path, query)

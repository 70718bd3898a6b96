"""Templates: text files with placeholders, of which the entries of the books are made."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path, PurePath
from string import Template
from typing import Final

from paperformer.errors import InvalidConfig, InvoiceRefused, PaperformerError, write_remedy
from paperformer.extraction.bookkeeping.accounts import (
    ACCOUNTS,
    Accounts,
    SupplierAccounts,
    load_accounts,
)
from paperformer.extraction.bookkeeping.booking import BookedShare, Booking
from paperformer.extraction.bookkeeping.format_name import FormatName
from paperformer.extraction.bookkeeping.formats import FORMATS, Format
from paperformer.extraction.compare import content

HEAD, ENTRY, POSTING, POSTING_WITHOUT_VAT = "head.txt", "entry.txt", "posting.txt", "posting-without-vat.txt"
_INCLUDED: Final = Path(__file__).with_name("templates")
_COPY: Final = "`paperformer templates FORMAT FOLDER` writes a template to start from"


@dataclass(frozen=True, slots=True)
class BookTemplate:
    """A template: its settings, and the text of the file's head, of an entry and of a posting."""

    folder: Path
    accounts: Accounts
    head: Template
    entry: Template
    posting: Template
    posting_without_vat: Template

    @property
    def format(self) -> Format:
        """How its format writes."""
        return FORMATS[self.accounts.format]

    def render_entry(self, booking: Booking) -> str:
        """The entry of a booking.

        Raises:
            InvoiceRefused: there is no account for it, or it is of another country or currency.
            InvalidConfig: the template has a placeholder that does not exist.
        """
        _check(booking, self.accounts)
        values = self._values(booking)
        postings = "".join(self._posting(booking, share, values) for share in booking.shares)
        return self._filled(self.entry, ENTRY, {**values, "postings": postings})

    def render_head(self, days: Sequence[date], now: datetime) -> str:
        """The beginning of a file with entries of these days.

        Raises:
            InvalidConfig: as ``render_entry``.
        """
        begins = year_of(min(days), self.accounts.year_begins or "01-01")
        values = {
            **self._constants(),
            "created": f"{now:%Y%m%d%H%M%S}{now.microsecond // 1000:03d}",
            "first_day": f"{min(days):%Y%m%d}",
            "last_day": f"{max(days):%Y%m%d}",
            "year_begins": f"{begins:%Y%m%d}",
        }
        return self._filled(self.head, HEAD, values)

    def _posting(self, booking: Booking, share: BookedShare, values: Mapping[str, str]) -> str:
        accounts = self.accounts.of_rate(share.rate)
        if accounts is None:  # entries are checked before
            raise InvoiceRefused(_no_account(share))
        own = _own(booking, self.accounts)
        gross = share.base + share.tax
        number, sign = self.format.number, Decimal(-1 if booking.is_credit_note else 1)
        more = {
            "rate": f"{share.rate.normalize():f}",
            "base": number(sign * share.base),
            "tax": number(sign * share.tax),
            "gross": number(sign * gross),
            "gross_unsigned": number(abs(gross)),
            "side": "S" if sign * gross >= 0 else "H",
            "expense": (own.expense if own is not None else None) or accounts.expense,
            "vat_account": accounts.vat,
            "key": accounts.key,
        }
        template, name = (
            (self.posting, POSTING) if share.tax else (self.posting_without_vat, POSTING_WITHOUT_VAT)
        )
        return self._filled(template, name, {**values, **more})

    def _values(self, booking: Booking) -> dict[str, str]:
        """The placeholders of an entry; text of the document is escaped."""
        text, own = self.format.text, _own(booking, self.accounts)
        sign = Decimal(1 if booking.is_credit_note else -1)
        marks = self.accounts.marks
        return {
            **self._constants(),
            "mark": marks.doubtful if booking.doubtful else marks.sure,
            "number": self.format.code(booking.number),
            "date": booking.day.isoformat(),
            "day_month": f"{booking.day:%d%m}",
            "due": text(booking.due or ""),
            "supplier": text(booking.supplier),
            "supplier_vat_number": text(booking.vat_number or ""),
            "title": "Credit note" if booking.is_credit_note else "Invoice",
            "file": text(PurePath(booking.file).name),
            "currency": text(booking.currency),
            "total": self.format.number(sign * booking.total),
            "payable": (own.payable if own is not None else None) or self.accounts.payable,
        }

    def _constants(self) -> dict[str, str]:
        return {name: self.format.text(value) for name, value in self.accounts.constants.items()}

    def _filled(self, template: Template, name: str, values: Mapping[str, str]) -> str:
        try:
            return template.substitute(values)
        except KeyError as error:
            known = ", ".join(sorted(values))
            raise InvalidConfig(
                f"{self.folder / name}: no placeholder ${{{error.args[0]}}}", f"There are {known}"
            ) from error
        except ValueError as error:
            raise InvalidConfig(f"{self.folder / name}: {error}", "Write a dollar sign as $$") from error


def load_template(format: FormatName, folder: Path | None = None) -> BookTemplate:
    """A template.

    Args:
        format: Which format is asked for.
        folder: Where it lies; None is the one included.

    Raises:
        InvalidConfig: a file is missing or cannot be used, or it is of another format.
    """
    place = folder or _INCLUDED / format
    accounts = load_accounts(place / ACCOUNTS)
    if accounts.format != format:
        raise InvalidConfig(
            f"{place / ACCOUNTS} is for {accounts.format}", f"Give --output {accounts.format}"
        )
    posting = _text(place / POSTING)
    without = _text(place / POSTING_WITHOUT_VAT) if (place / POSTING_WITHOUT_VAT).exists() else posting
    return BookTemplate(place, accounts, _text(place / HEAD), _text(place / ENTRY), posting, without)


def copy_template(format: FormatName, folder: Path) -> list[Path]:
    """Copy the template included into a folder; files that are there stay as they are.

    Returns:
        The files that were written.

    Raises:
        PaperformerError: they cannot be written.
    """
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted((_INCLUDED / format).iterdir()):
            if not (folder / file.name).exists():
                shutil.copyfile(file, folder / file.name)
                written.append(folder / file.name)
    except OSError as error:
        raise PaperformerError(
            f"{folder} cannot be written ({error.strerror})", write_remedy(error)
        ) from error
    return written


def year_of(day: date, begins: str) -> date:
    """The first day of the fiscal year of a day."""
    month, first = map(int, begins.split("-"))
    this = date(day.year, month, first)
    return this if day >= this else date(day.year - 1, month, first)


def _text(path: Path) -> Template:
    try:
        return Template(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"{path} cannot be read ({error})", _COPY) from error


def _own(booking: Booking, accounts: Accounts) -> SupplierAccounts | None:
    """The accounts of the supplier, by its VAT number or its name."""
    wanted = {content(name) for name in (booking.vat_number, booking.supplier) if name}
    return next((own for name, own in accounts.suppliers.items() if content(name) in wanted), None)


def _no_account(share: BookedShare) -> str:
    where = f"rates in {ACCOUNTS}, which `paperformer templates` copies"
    return f"there is no account for {share.rate.normalize():f} % VAT: add it to {where}"


def _check(booking: Booking, accounts: Accounts) -> None:
    problems: list[str] = []
    if accounts.currency is not None and booking.currency != accounts.currency:
        problems.append(
            f"currency (BT-5) is {booking.currency}, and these books are kept in {accounts.currency}"
        )
    if accounts.country is not None and booking.country != accounts.country:
        said = booking.country or "not known"
        problems.append(
            f"supplier_country (BT-40) is {said}: the accounts for VAT are those of {accounts.country}"
        )
    problems += [_no_account(share) for share in booking.shares if accounts.of_rate(share.rate) is None]
    rules = FORMATS[accounts.format]
    if not 1 <= len(rules.code(booking.number)) <= rules.longest_code:
        problems.append(
            f"document_number (BT-1) is {booking.number!r}: {accounts.format} takes 1 to "
            f"{rules.longest_code} letters and digits"
        )
    if problems:
        raise InvoiceRefused("\n".join(problems))

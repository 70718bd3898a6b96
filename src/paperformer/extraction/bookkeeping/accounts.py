"""``accounts.yaml`` of a template: accounts by supplier and rate of VAT, and other settings of the books."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Final

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from paperformer.errors import InvalidConfig
from paperformer.extraction.bookkeeping.format_name import FormatName

ACCOUNTS: Final = "accounts.yaml"
_BEANCOUNT_ACCOUNT: Final = r"(Assets|Liabilities|Equity|Income|Expenses)(:[\w-]+)+"
_ACCOUNT: Final[Mapping[FormatName, re.Pattern[str]]] = {
    "datev": re.compile(r"\d{4,9}"),
    "beancount": re.compile(_BEANCOUNT_ACCOUNT),
    "hledger": re.compile(r"[^\s;()\[\]|](?:[^\s;|]| (?! ))*"),
}


def _rate(text: object) -> str:
    try:
        return f"{Decimal(str(text)).normalize():f}"
    except InvalidOperation as error:
        raise ValueError(f"{text!r} is no rate of VAT: write it like 19 or 5.5") from error


def _month_day(text: str) -> str:
    if not re.fullmatch(r"(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])", text):
        raise ValueError(f"{text!r} is no day of the year: write it like 01-01")
    return text


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it holds a line end or another control character")
    return text


Text = Annotated[str, BeforeValidator(str), AfterValidator(_one_line)]
Rate = Annotated[str, BeforeValidator(_rate)]


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RateAccounts(_Settings):
    """Where purchases at one rate of VAT go: ``expense``, ``vat``, and the tax ``key`` of DATEV."""

    expense: Text
    vat: Text = ""
    key: Text = ""


class SupplierAccounts(_Settings):
    """What differs for one supplier: the account that it is owed on, and what its purchases go to."""

    payable: Text | None = None
    expense: Text | None = None


class Marks(_Settings):
    """What ``${mark}`` is, where all is sure and where ``--force`` wrote what is not."""

    sure: Text
    doubtful: Text


class Accounts(_Settings):
    """The settings.

    Args:
        format: Whose rules of writing hold.
        payable: The account of suppliers that are not listed.
        rates: By rate of VAT.
        other_rates: Of all rates that are not listed; None: an invoice with another rate is refused.
        suppliers: By VAT number or name.
        country: Suppliers of another country are refused, for their VAT is another one; None: all are booked.
        currency: Invoices in another currency are refused; None: all are booked.
        year_begins: The first day of a fiscal year, as month and day; None: entries of several years are
            written into one file.
        marks: What is written where all is sure, and where it is not.
        constants: Further placeholders of the template.
    """

    format: FormatName
    payable: Text
    rates: dict[Rate, RateAccounts] = Field(default_factory=dict)
    other_rates: RateAccounts | None = None
    suppliers: dict[Text, SupplierAccounts] = Field(default_factory=dict)
    country: Text | None = None
    currency: Text | None = None
    year_begins: Annotated[Text, AfterValidator(_month_day)] | None = None
    marks: Marks
    constants: dict[Text, Text] = Field(default_factory=dict)

    def of_rate(self, rate: Decimal) -> RateAccounts | None:
        """The accounts of a rate of VAT; None where there are none."""
        return self.rates.get(f"{rate.normalize():f}", self.other_rates)


def load_accounts(path: Path) -> Accounts:
    """The settings of a file.

    Raises:
        InvalidConfig: it is missing, or says something that cannot be; the message names what.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        accounts = Accounts.model_validate(data)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"{path} cannot be read ({error})", _COPY) from error
    except yaml.YAMLError as error:
        raise InvalidConfig(f"{path} is not valid YAML ({' '.join(str(error).split())})", _COPY) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InvalidConfig(f"{path}: {where}: {first['msg']}", "Correct it") from error
    for account in _accounts(accounts):
        if not _ACCOUNT[accounts.format].fullmatch(account):
            raise InvalidConfig(f"{path}: {account!r} is no account of {accounts.format}", "Correct it")
    return accounts


_COPY: Final = "`paperformer templates FORMAT FOLDER` writes one to start from"


def _accounts(accounts: Accounts) -> list[str]:
    """All accounts that are named."""
    listed = [
        other_rate
        for other_rate in (*accounts.rates.values(), accounts.other_rates)
        if other_rate is not None
    ]
    rates = [account for entry in listed for account in (entry.expense, entry.vat)]
    suppliers = [
        account
        for supplier in accounts.suppliers.values()
        for account in (supplier.payable, supplier.expense)
    ]
    return [account for account in (accounts.payable, *rates, *suppliers) if account]

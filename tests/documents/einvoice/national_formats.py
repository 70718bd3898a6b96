"""The national formats that tests write: how, with which rates, and what of the facts is to be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Protocol

from national_facts import Facts, Node, address, draw, expected, money, plain
from national_writers_americas import cfdi, nfe
from national_writers_centre import ebinterface, isdoc, ksef
from national_writers_nav import nav
from national_writers_north import finvoice, oioubl, svefaktura, ubl_tr
from national_writers_south import facturae, fatturapa

from paperformer.documents.einvoice import VatShare

_PARTIES = (
    "supplier_name", "supplier_address", "supplier_country", "supplier_vat_number", "supplier_phone",
    "receiver_name", "receiver_address", "receiver_country", "receiver_vat_number",
)  # fmt: skip
_NAMED = ("document_type", "document_number", "document_date", "receiver_order_number", "contract_number")
_PERIOD = ("period_start", "period_end")
_SUMS = ("subtotal", "total_excl_vat", "total_vat", "total_incl_vat")
_PAID = ("due_date", "payment_method", "iban", "bic", "payment_reference", "currency", "amount_due")
_USUAL = (*_NAMED, *_PARTIES, *_SUMS, *_PAID)
_KSEF = (
    *(name for name in _USUAL if name not in ("subtotal", "payment_reference")),
    *_PERIOD,
    "customer_number",
)


class Writer(Protocol):
    def __call__(self, facts: Facts, *, books: bool = False) -> Node: ...


@dataclass(frozen=True)
class National:
    """One format.

    Args:
        write: Writes facts; with ``books``, also what they are in a second currency.
        country: Of both parties.
        currency: Of the invoice.
        rates: Of VAT.
        names: Fields that the format has.
        others: Fields that it has otherwise, from the facts; None for one that it has not.
        category: Of VAT shares, as it states them.
        charges: Whether its lines have charges.
        unit: Of lines, as it states it.
        credit_by_sign: Whether only negative sums make an invoice a credit note.
        order: The rates in the order in which the format gives them, where that is not that of the lines.
        taxed_by_line: Whether the tax of a rate is the sum of the rounded taxes of the lines.
    """

    write: Writer
    country: str
    currency: str
    rates: tuple[str, ...]
    names: tuple[str, ...] = _USUAL
    others: Callable[[Facts], dict[str, str | None]] = field(default=lambda _facts: {})
    category: str | None = "S"
    charges: bool = True
    unit: str = "C62"
    credit_by_sign: bool = False
    order: tuple[str, ...] = ()
    taxed_by_line: bool = False

    def draw(self, seed: int) -> Facts:
        """The invoice of a seed."""
        facts = draw(seed, self.country, self.currency, self.rates, charges=self.charges)
        return facts.negative() if self.credit_by_sign and facts.is_credit else facts

    def shares(self, facts: Facts) -> tuple[VatShare, ...]:
        """The VAT shares that are to be read."""
        found = [(rate, base, tax) for rate, base, tax in facts.shares]
        if self.order:
            found.sort(key=lambda share: self.order.index(str(share[0])))
        return tuple(
            VatShare(
                self.category,
                plain(rate),
                money(base),
                money(
                    sum((line.tax for line in facts.lines if line.rate == rate), Decimal(0))
                    if self.taxed_by_line
                    else tax
                ),
            )
            for rate, base, tax in found
        )

    def fields(self, facts: Facts) -> dict[str, list[str]]:
        """What is to be read."""
        return expected(facts, *self.names, **self.others(facts))


def _nfe_others(facts: Facts) -> dict[str, str | None]:
    addresses = {
        f"{role}_address": address(party, ", ")
        for role, party in (("supplier", facts.seller), ("receiver", facts.buyer))
    }
    return addresses | {
        "supplier_vat_number": facts.seller.tax,
        "receiver_vat_number": facts.buyer.tax,
        "supplier_organisation_number": "110042490114",
        "subtotal": money(facts.net),
        "total_incl_vat": money(facts.net),
        "amount_due": money(facts.net),
    }


def _cfdi_others(facts: Facts) -> dict[str, str | None]:
    return {
        "supplier_vat_number": facts.seller.tax,
        "receiver_vat_number": facts.buyer.tax,
        "receiver_country": "DE",
    }


def _isdoc_others(facts: Facts) -> dict[str, str | None]:
    return {
        "supplier_organisation_number": facts.seller.tax,
        "order_number": "S-1",
        "bank_account_number": "19-2000/0800",
    }


FORMATS: dict[str, National] = {
    "FatturaPA": National(fatturapa, "IT", "EUR", ("22", "10", "4"), (*_USUAL, *_PERIOD)),
    "KSeF FA(3)": National(
        ksef, "PL", "PLN", ("23", "8", "5"),
        names=_KSEF,
        charges=False, credit_by_sign=True, order=("23", "8", "5"),
    ),
    "KSeF FA(2)": National(
        partial(ksef, version=2), "PL", "EUR", ("23", "8"),
        names=_KSEF,
        charges=False, credit_by_sign=True, order=("23", "8"),
    ),
    "Facturae": National(
        facturae, "ES", "EUR", ("21", "10", "5.2"), (*_USUAL, *_PERIOD),
        category=None, unit="01", credit_by_sign=True,
    ),
    "NF-e": National(
        nfe, "BR", "BRL", ("18", "12"),
        names=(*_NAMED, *_PARTIES, "due_date", "payment_method", "currency"),
        others=_nfe_others, category=None, taxed_by_line=True,
    ),
    "CFDI": National(
        cfdi, "MX", "MXN", ("16", "8"),
        names=("document_type", "document_number", "document_date", "supplier_name", "receiver_name", *_SUMS,
               "payment_method", "currency", "amount_due"),
        others=_cfdi_others, charges=False,
    ),
    "ISDOC": National(
        isdoc, "CZ", "CZK", ("21", "12"), (*_USUAL, "customer_number"), _isdoc_others,
        category=None, charges=False,
    ),
    "ebInterface 4": National(
        partial(ebinterface, version="4p3"), "AT", "EUR", ("20", "13", "10"),
        (*[n for n in _USUAL if n != "contract_number"], *_PERIOD, "customer_number"),
        lambda _facts: {"supplier_organisation_number": "FN 12345a"}, category=None,
    ),
    "ebInterface 6": National(
        ebinterface, "AT", "EUR", ("20", "13", "10"),
        (*[n for n in _USUAL if n != "contract_number"], *_PERIOD, "customer_number"),
        lambda _facts: {"supplier_organisation_number": "FN 12345a"},
    ),
    "Finvoice": National(
        finvoice, "FI", "EUR", ("25.5", "14", "10"),
        (*[n for n in _USUAL if n != "payment_method"], *_PERIOD, "customer_number"),
        lambda _facts: {"supplier_organisation_number": "0114162-2"},
    ),
    "NAV": National(
        nav, "HU", "HUF", ("27", "18", "5"),
        (*[n for n in _USUAL if n not in
           ("subtotal", "bic", "payment_reference", "amount_due", "supplier_phone")], *_PERIOD),
        charges=False, credit_by_sign=True,
    ),
    "Svefaktura": National(
        svefaktura, "SE", "SEK", ("25", "12", "6"),
        tuple(n for n in _USUAL if n not in ("contract_number", "amount_due")),
    ),
    "OIOUBL": National(oioubl, "DK", "DKK", ("25",), tuple(n for n in _USUAL if n != "bic")),
    "UBL-TR": National(
        ubl_tr, "TR", "TRY", ("20", "10", "1"), tuple(n for n in _USUAL if n != "bic"),
        lambda facts: {"supplier_vat_number": facts.seller.tax, "receiver_vat_number": facts.buyer.tax},
        category=None,
    ),
}  # fmt: skip

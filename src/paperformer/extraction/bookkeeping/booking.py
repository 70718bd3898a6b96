"""What an invoice means to the books of its buyer: whom to owe how much, and for what at which VAT."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from paperformer.documents.einvoice.codes import document_type
from paperformer.documents.einvoice.normal_form import print_amount
from paperformer.einvoicing.invoice import Group, Invoice, Term
from paperformer.errors import InvoiceRefused
from paperformer.extraction.invoicing.draft import Draft, Drafting
from paperformer.extraction.invoicing.export import draft_of
from paperformer.extraction.invoicing.vat import Share, SumsFail, check, check_tax, printed_shares, rate_of
from paperformer.extraction.result import Extraction
from paperformer.fields.totals import decimal_of
from paperformer.fields.values.date import day_of

_TERM: Final = re.compile(r"\((B[TG]-\d+)\)")
# What an e-invoice needs and a booking does not: the buyer, whose books these are, and the seller's numbers.
_NOT_NEEDED: Final = frozenset({"BT-30", "BT-31", "BT-32", "BT-40", "BT-44", "BT-55"})
_NO_LINES: Final = "(BG-25) is missing"
_REQUIRED: Final = {
    "BT-1": "document_number", "BT-2": "document_date", "BT-3": "document_type", "BT-5": "currency",
    "BT-27": "supplier_name", "BT-112": "total_incl_vat",
}  # fmt: skip
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class BookedShare:
    """What was bought at one rate of VAT; of a credit note, what is given back, as positive amounts."""

    rate: Decimal
    base: Decimal
    tax: Decimal


@dataclass(frozen=True, slots=True)
class Booking:
    """An invoice or credit note of a supplier.

    Args:
        file: The document.
        number: BT-1.
        day: BT-2.
        is_credit_note: By BT-3.
        currency: BT-5.
        supplier: BT-27.
        vat_number: BT-31 of the supplier, where it is sure.
        country: BT-40 of the supplier, or what its VAT number begins with, where that is sure.
        due: BT-9.
        total: BT-112, the sum of the shares with their VAT.
        shares: BG-23, in printed order.
        doubtful: Whether it was written in spite of problems.
    """

    file: str
    number: str
    day: date
    is_credit_note: bool
    currency: str
    supplier: str
    vat_number: str | None
    country: str | None
    due: str | None
    total: Decimal
    shares: tuple[BookedShare, ...]
    doubtful: bool = False


def booking_of(answer: Extraction, *, force: bool = False, known: Mapping[str, str] | None = None) -> Booking:
    """The booking of an answer, from the same normal form as its e-invoice.

    The buyer and the lines are not needed. Where there are no lines, the printed VAT by rate and the totals
    have to agree.

    Args:
        answer: What was read.
        force: Whether doubtful values are used, and the booking is marked as doubtful.
        known: Terms that the caller knows, by number.

    Raises:
        InvoiceRefused: a value is missing or doubtful, or a sum fails: a line for each.
    """
    draft = draft_of(answer, force=force, known=known)
    problems = [line for line in draft.problems if not _NOT_NEEDED & set(_TERM.findall(line))]
    if any(_NO_LINES in line for line in problems):
        draft, more = _without_lines(answer, draft)
        problems = [line for line in problems if _NO_LINES not in line] + more
    missing = [
        f"{name} ({term}) is missing: the document does not say it"
        for term, name in _REQUIRED.items()
        if not draft.invoice.first(term) and not any(f"({term})" in line for line in problems)
    ]
    if missing or (problems and not force) or any(not draft.invoice.first(term) for term in _REQUIRED):
        raise InvoiceRefused("\n".join([*problems, *missing]))
    return _booking(answer.file, draft.invoice, doubtful=bool(problems), force=force)


def _booking(file: str, invoice: Invoice, *, doubtful: bool, force: bool) -> Booking:
    """The booking of an invoice that has all required terms.

    Raises:
        InvoiceRefused: a value is none of its kind, or the shares are not the total.
    """
    first = invoice.first
    total, day = decimal_of(first("BT-112") or ""), day_of(first("BT-2") or "")
    shares = tuple(_share(group) for group in invoice.groups.get("BG-23", ()))
    if total is None or day is None or None in shares:
        raise InvoiceRefused("a date or an amount of the invoice cannot be read")
    kept = tuple(share for share in shares if share is not None and (share.base or share.tax))
    booked = sum((share.base + share.tax for share in kept), _ZERO)
    if booked != total:
        what = f"the VAT by rate with its bases is {print_amount(booked)}"
        raise InvoiceRefused(f"{what}, but total_incl_vat (BT-112) is {print_amount(total)}")
    vat_number = _sure(invoice, "BT-31", force)
    return Booking(
        file=file,
        number=first("BT-1") or "",
        day=day,
        is_credit_note=document_type(first("BT-3") or "") == "credit_note",
        currency=first("BT-5") or "",
        supplier=first("BT-27") or "",
        vat_number=vat_number,
        country=_sure(invoice, "BT-40", force) or _prefix(vat_number),
        due=first("BT-9"),
        total=total,
        shares=kept,
        doubtful=doubtful,
    )


def _sure(invoice: Invoice, term: str, force: bool) -> str | None:
    """The value of a term that chooses accounts, where it is sure."""
    found = next(iter(invoice.terms.get(term, ())), None)
    is_doubtful = found is not None and found.origin is not None and found.origin.doubtful
    return None if found is None or (is_doubtful and not force) else found.text


def _prefix(vat_number: str | None) -> str | None:
    """The country that a VAT number begins with."""
    return vat_number[:2] if vat_number is not None and vat_number[:2].isalpha() else None


def _share(group: Group) -> BookedShare | None:
    amounts = [decimal_of(group.first(term) or "0") for term in ("BT-119", "BT-116", "BT-117")]
    rate, base, tax = amounts
    return None if rate is None or base is None or tax is None else BookedShare(rate, base, tax)


def _without_lines(answer: Extraction, draft: Draft) -> tuple[Draft, list[str]]:
    """The draft with totals and VAT by rate as they are printed, and what is wrong with them."""
    drafting = Drafting(answer)
    drafting.require("BT-112", "total_incl_vat")
    incl = drafting.amount("total_incl_vat")
    if incl is None:
        return draft, drafting.problems
    try:
        shares = _printed(drafting, incl)
    except SumsFail as error:
        return draft, [*drafting.problems, str(error)]
    kind = drafting.candidate("document_type")
    if kind is not None and kind.value == "credit_note" and incl < 0:
        shares, incl = [Share(share.rate, -share.base, -share.tax) for share in shares], -incl
    groups = tuple(_group_of(share) for share in shares)
    terms = {**draft.invoice.terms, **drafting.terms}
    terms["BT-112"] = (replace(terms["BT-112"][0], text=print_amount(incl)),)
    return replace(draft, invoice=Group(terms, {**draft.invoice.groups, "BG-23": groups})), drafting.problems


def _group_of(share: Share) -> Group:
    """One rate of the VAT breakdown as a group of the invoice (BG-23)."""

    texts = {
        "BT-116": print_amount(share.base),
        "BT-117": print_amount(share.tax),
        "BT-119": f"{share.rate.normalize():f}",
    }
    return Group({name: (Term(text),) for name, text in texts.items()})


def _printed(drafting: Drafting, incl: Decimal) -> list[Share]:
    """The printed shares, which have to make the total; of one rate, those that the totals imply.

    Raises:
        SumsFail: they do not, or nothing says how much VAT there is.
    """
    shares = printed_shares(drafting.answer.rows.get("vat_distribution", ()))
    if shares:
        total = sum((share.base + share.tax for share in shares), _ZERO)
        check("the VAT by rate with its bases", total, "total_incl_vat (BT-112)", incl)
        for share in shares:
            check_tax(share.rate, share.base, share.tax)
        return shares
    excl, vat = drafting.amount("total_excl_vat"), drafting.amount("total_vat")
    vat = incl - excl if vat is None and excl is not None else vat
    if vat is None:
        raise SumsFail("total_vat (BT-110) is missing: the page does not say how much VAT there is")
    if excl is not None:
        check("total_excl_vat and total_vat", excl + vat, "total_incl_vat (BT-112)", incl)
    rate = rate_of(incl - vat, vat) if incl != vat else None
    if rate is None:
        raise SumsFail("the VAT rate (BT-119) is missing: the totals leave a choice")
    return [Share(rate, incl - vat, vat)]

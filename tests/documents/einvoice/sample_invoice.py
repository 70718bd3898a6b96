"""Random invoices: the facts, and what the reader is to make of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from hypothesis import strategies as st

CREDIT_NOTE_CODE = "381"


@dataclass(frozen=True)
class Party:
    name: str
    address_lines: tuple[str, ...]
    postcode: str
    city: str
    country: str
    vat_number: str
    organisation_number: str
    phone: str


@dataclass(frozen=True)
class Line:
    code: str
    description: str
    quantity: Decimal
    unit: str
    price: Decimal
    allowance: Decimal
    vat_rate: Decimal
    total: Decimal


@dataclass(frozen=True)
class Share:
    rate: Decimal
    base: Decimal
    amount: Decimal


@dataclass(frozen=True)
class Invoice:
    number: str
    type_code: str
    issued: date
    due: date
    seller_order: str
    buyer_order: str
    contract: str
    customer: str
    buyer_reference: str
    delivered: date
    period: tuple[date, date]
    currency: str
    books_currency: str
    seller: Party
    buyer: Party
    means_code: str
    iban: str
    bic: str
    payment_reference: str
    subtotal: Decimal
    net: Decimal
    vat: Decimal
    gross: Decimal
    payable: Decimal
    rounding: Decimal
    lines: tuple[Line, ...]
    shares: tuple[Share, ...]

    @property
    def is_credit_note(self) -> bool:
        return self.type_code == CREDIT_NOTE_CODE


def money(value: Decimal) -> str:
    return f"{value:.2f}"


def plain(value: Decimal) -> str:
    """Shortest notation, by way of an independent route: integers as such, else zeros stripped."""
    return str(int(value)) if value == value.to_integral_value() else f"{value.normalize():f}"


def tidy(text: str) -> str:
    return " ".join(text.split())


def expected_fields(invoice: Invoice) -> dict[str, list[str]]:
    seller, buyer = invoice.seller, invoice.buyer
    return {
        "document_type": ["credit_note" if invoice.is_credit_note else "invoice"],
        "document_number": [tidy(invoice.number)],
        "document_date": [invoice.issued.isoformat()],
        "due_date": [invoice.due.isoformat()],
        "order_number": [tidy(invoice.seller_order)],
        "receiver_order_number": [tidy(invoice.buyer_order)],
        "contract_number": [tidy(invoice.contract)],
        "customer_number": [tidy(invoice.customer)],
        "buyer_reference": [tidy(invoice.buyer_reference)],
        "delivery_date": [invoice.delivered.isoformat()],
        "period_start": [invoice.period[0].isoformat()],
        "period_end": [invoice.period[1].isoformat()],
        "currency": [invoice.currency],
        "supplier_name": [tidy(seller.name)],
        "supplier_address": [_address(seller)],
        "supplier_country": [seller.country],
        "supplier_vat_number": [seller.vat_number],
        "supplier_organisation_number": [tidy(seller.organisation_number)],
        "supplier_phone": [tidy(seller.phone)],
        "receiver_name": [tidy(buyer.name)],
        "receiver_address": [_address(buyer)],
        "receiver_country": [buyer.country],
        "receiver_vat_number": [buyer.vat_number],
        "payment_method": [{"10": "cash", "54": "card", "58": "transfer"}[invoice.means_code]],
        "iban": [invoice.iban],
        "bic": [invoice.bic],
        "payment_reference": [tidy(invoice.payment_reference)],
        "subtotal": [money(invoice.subtotal)],
        "total_excl_vat": [money(invoice.net)],
        "total_vat": [money(invoice.vat)],
        "total_incl_vat": [money(invoice.gross)],
        "amount_due": [money(invoice.payable)],
        "rounding": [money(invoice.rounding)],
    }


def _address(party: Party) -> str:
    return ", ".join([*(tidy(line) for line in party.address_lines), f"{party.postcode} {tidy(party.city)}"])


# Any character that XML 1.0 may hold, much of it awkward: &, <, quotes, combining marks, emoji
_CHARACTERS = st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Cn"])
_TEXT = st.text(_CHARACTERS, min_size=1, max_size=30).filter(lambda text: bool(text.strip()))
_DATES = st.dates(min_value=date(1990, 1, 1), max_value=date(2099, 12, 31))
_MONEY = st.decimals(min_value=-(10**9), max_value=10**9, places=2)
_COUNTRIES = st.sampled_from(["DE", "FR", "DK", "SE", "NO", "GB", "US"])
_UPPER_DIGITS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", min_size=11, max_size=20)

_PARTIES = st.builds(
    Party,
    name=_TEXT,
    address_lines=st.lists(_TEXT, min_size=1, max_size=3).map(tuple),
    postcode=st.from_regex(r"[0-9]{5}", fullmatch=True),
    city=_TEXT,
    country=_COUNTRIES,
    vat_number=st.from_regex(r"(DE|FR|ATU)[0-9]{9}", fullmatch=True),
    organisation_number=_TEXT,
    phone=_TEXT,
)
_LINES = st.builds(
    Line,
    code=_TEXT,
    description=_TEXT,
    quantity=st.decimals(min_value=0, max_value=10**6, places=4),
    unit=st.sampled_from(["C62", "HUR", "KGM", "XPP"]),
    price=_MONEY,
    allowance=st.decimals(min_value=0, max_value=1000, places=2),
    vat_rate=st.sampled_from(
        [Decimal("0"), Decimal("5.5"), Decimal("7.00"), Decimal("19"), Decimal("25.50")]
    ),
    total=_MONEY,
)
_SHARES = st.builds(
    Share, rate=st.sampled_from([Decimal("5.5"), Decimal("19.00")]), base=_MONEY, amount=_MONEY
)

INVOICES = st.builds(
    Invoice,
    number=_TEXT,
    type_code=st.sampled_from(["380", "384", "389", CREDIT_NOTE_CODE]),
    issued=_DATES,
    due=_DATES,
    seller_order=_TEXT,
    buyer_order=_TEXT,
    contract=_TEXT,
    customer=_TEXT,
    buyer_reference=_TEXT,
    delivered=_DATES,
    period=st.tuples(_DATES, _DATES),
    currency=st.sampled_from(["EUR", "SEK", "DKK"]),
    books_currency=st.sampled_from(["GBP", "NOK"]),
    seller=_PARTIES,
    buyer=_PARTIES,
    means_code=st.sampled_from(["10", "54", "58"]),
    iban=_UPPER_DIGITS.map(lambda rest: f"DE07{rest}"),
    bic=st.from_regex(r"[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?", fullmatch=True),
    payment_reference=_TEXT,
    subtotal=_MONEY,
    net=_MONEY,
    vat=_MONEY,
    gross=_MONEY,
    payable=_MONEY,
    rounding=st.decimals(min_value=-1, max_value=1, places=2),
    lines=st.lists(_LINES, max_size=3).map(tuple),
    shares=st.lists(_SHARES, max_size=2).map(tuple),
)

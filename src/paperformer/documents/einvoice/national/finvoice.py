"""Finvoice 1.3 to 3.0 of Finland: numbers have a comma, amounts their currency."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date

_CREDIT_NOTES: Final = frozenset({"INV02", "INV06"})
_CURRENCY: Final = "AmountCurrencyIdentifier"
_TOTAL: Final = "InvoiceTotalVatIncludedAmount"
_SUMS: Final = (
    ("subtotal", "RowsTotalVatExcludedAmount"),
    ("total_excl_vat", "InvoiceTotalVatExcludedAmount"),
    ("total_vat", "InvoiceTotalVatAmount"),
    ("total_incl_vat", _TOTAL),
    ("rounding", "InvoiceTotalRoundoffAmount"),
)
_REFERENCES: Final = (
    ("document_number", "InvoiceNumber"),
    ("order_number", "SellersOrderIdentifier"),
    ("receiver_order_number", "OrderIdentifier"),
    ("contract_number", "AgreementIdentifier"),
    ("customer_number", "SellersBuyerIdentifier"),
)
_DAYS: Final = (
    ("document_date", "InvoiceDate"),
    ("due_date", "PaymentTermsDetails/InvoiceDueDate"),
    ("period_start", "InvoicingPeriodStartDate"),
    ("period_end", "InvoicingPeriodEndDate"),
)
_EPI: Final = "EpiDetails"
_INSTRUCTION: Final = f"{_EPI}/EpiPaymentInstructionDetails"


def read_finvoice(root: Element) -> EInvoice:
    """The invoice in a Finvoice tree."""
    collector = Collector()
    details = root.find("InvoiceDetails")
    total = None if details is None else details.find(_TOTAL)
    currency = "" if total is None else total.get(_CURRENCY, "").upper()
    _read_header(collector, details)
    collector.add("currency", [currency])
    _read_party(collector, "supplier", root)
    _read_party(collector, "receiver", root)
    for field, path in _SUMS:
        collector.add(field, _money(collector, details, path, currency)[:1], amount)
    _read_payment(collector, root, currency)
    shares = elements(details, "VatSpecificationDetails")
    return EInvoice(
        syntax="finvoice",
        profile=root.get("Version", ""),
        fields=collector.fields,
        vat_distribution=tuple(_vat_share(collector, node, currency) for node in shares),
        purchase_lines=tuple(
            _purchase_line(collector, row, currency)
            for row in elements(root, "InvoiceRow")
            if any(len(texts(row, path)) for path in ("RowVatExcludedAmount", "RowAmount", "UnitPriceAmount"))
        ),
        adjustments=present(_adjustments(collector, details, currency)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, details: Element | None) -> None:
    kind = first(details, "InvoiceTypeCode")
    if kind is not None:
        collector.add("document_type", ["credit_note" if kind in _CREDIT_NOTES else "invoice"])
    for field, path in _REFERENCES:
        collector.add(field, texts(details, path))
    for field, path in _DAYS:
        collector.add(field, texts(details, path), lambda text: iso_date(text, "102"))


def _read_party(collector: Collector, role: str, root: Element) -> None:
    side = "Seller" if role == "supplier" else "Buyer"
    party = root.find(f"{side}PartyDetails")
    collector.add_one(f"{role}_name", party, f"{side}OrganisationName")
    address = None if party is None else party.find(f"{side}PostalAddressDetails")
    lines = texts(address, f"{side}StreetName") or texts(address, f"{side}PostOfficeBoxIdentifier")
    postcode, town = first(address, f"{side}PostCodeIdentifier"), first(address, f"{side}TownName")
    collector.add_address(f"{role}_address", lines, postcode, town)
    collector.add_one(f"{role}_country", address, "CountryCode", normalise=str.upper)
    collector.add_one(f"{role}_vat_number", party, f"{side}OrganisationTaxCode", normalise=compact)
    if role == "supplier":
        collector.add_one("supplier_organisation_number", party, "SellerPartyIdentifier")
        numbers = (
            "SellerInformationDetails/SellerPhoneNumber",
            "SellerCommunicationDetails/SellerPhoneNumberIdentifier",
        )
        collector.add_one("supplier_phone", root, *numbers)


def _read_payment(collector: Collector, root: Element, currency: str) -> None:
    account = "SellerInformationDetails/SellerAccountDetails"
    beneficiary = f"{_EPI}/EpiPartyDetails/EpiBeneficiaryPartyDetails/EpiAccountID"
    for number in [*texts(root, beneficiary), *texts(root, f"{account}/SellerAccountID")]:
        collector.add_account(number)
    bank = f"{_EPI}/EpiPartyDetails/EpiBfiPartyDetails/EpiBfiIdentifier"
    for code in [*texts(root, bank), *texts(root, f"{account}/SellerBic")]:
        collector.add("bic", [code], compact)
    collector.add("payment_reference", texts(root, f"{_INSTRUCTION}/EpiRemittanceInfoIdentifier"))
    due = f"{_INSTRUCTION}/EpiDateOptionDate"
    if "due_date" not in collector.fields:
        collector.add("due_date", texts(root, due), lambda text: iso_date(text, "102"))
    amounts = _money(collector, root, f"{_INSTRUCTION}/EpiInstructedAmount", currency)
    collector.add("amount_due", amounts[:1], amount)


def _adjustments(collector: Collector, details: Element | None, currency: str) -> Iterator[Adjustment | None]:
    for node in elements(details, "DiscountDetails"):
        found = _one(collector, node, "Amount", currency) or _one(collector, node, "DiscountAmount", currency)
        yield adjustment(
            collector, "allowance", found, first(node, "FreeText"), _point(first(node, "Percent"))
        )
    for node in elements(details, "ChargeDetails"):
        found = _one(collector, node, "Amount", currency)
        yield adjustment(
            collector, "charge", found, first(node, "ReasonText"), _point(first(node, "Percent"))
        )


def _vat_share(collector: Collector, node: Element, currency: str) -> VatShare:
    return vat_share(
        collector,
        category=first(node, "VatCode"),
        rate=_point(first(node, "VatRatePercent")),
        base=_one(collector, node, "VatBaseAmount", currency),
        tax=_one(collector, node, "VatRateAmount", currency),
    )


def _purchase_line(collector: Collector, row: Element, currency: str) -> PurchaseLine:
    quantity = row.find("InvoicedQuantity")
    quantity = row.find("DeliveredQuantity") if quantity is None else quantity
    discounts = [
        *_money(collector, row, "RowDiscountAmount", currency),
        *_money(collector, row, "RowProgressiveDiscountDetails/RowDiscountAmount", currency),
    ]
    return purchase_line(
        collector,
        code=first(row, "ArticleIdentifier"),
        description=first(row, "ArticleName", "ArticleDescription", "RowFreeText"),
        quantity=None if quantity is None else _point(quantity.text),
        unit=None if quantity is None else quantity.get("QuantityUnitCode") or None,
        price=_one(collector, row, "UnitPriceAmount", currency),
        base_quantity=_point(first(row, "UnitPriceBaseQuantity")),
        allowances=discounts,
        charges=_money(collector, row, "RowChargeDetails/Amount", currency),
        vat_rate=_point(first(row, "RowVatRatePercent")),
        total=_one(collector, row, "RowVatExcludedAmount", currency),
    )


def _one(collector: Collector, node: Element, path: str, currency: str) -> str | None:
    return next(iter(_money(collector, node, path, currency)), None)


def _money(collector: Collector, node: Element | None, path: str, currency: str) -> list[str]:
    """Amounts in the currency of the invoice; those in another one are left out with a warning."""
    found = []
    for element in elements(node, path):
        text = (element.text or "").strip()
        stated = element.get(_CURRENCY, currency).upper()
        if text and stated != currency:
            collector.warn(f"{element.tag} is in {stated[:20]}, the invoice in {currency}; left out")
        elif text:
            found.append(_point(text) or "")
    return found


def _point(text: str | None) -> str | None:
    """A number with a decimal comma as one with a point."""
    return None if text is None else text.strip().replace(",", ".") or None

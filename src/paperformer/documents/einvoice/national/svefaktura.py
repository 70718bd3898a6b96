"""Svefaktura 1.0 of Sweden (SFTI Basic Invoice): UBL before version 2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice import codes
from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import (
    Adjustment,
    AdjustmentKind,
    EInvoice,
    PurchaseLine,
    VatShare,
)
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date

_VAT: Final = "VAT"
_REGISTER: Final = "SWT"  # the tax register, whose number is that of the organisation
_SUMS: Final = (
    ("subtotal", "LegalTotal/LineExtensionTotalAmount"),
    ("total_excl_vat", "LegalTotal/TaxExclusiveTotalAmount"),
    ("total_vat", "TaxTotal/TotalTaxAmount"),
    ("rounding", "LegalTotal/RoundOffAmount"),
    ("total_incl_vat", "LegalTotal/TaxInclusiveTotalAmount"),
)
_GIRO: Final = frozenset({"PGSISESS", "BGABSESS"})  # stand where a bank's BIC stands


def read_svefaktura(root: Element) -> EInvoice:
    """The invoice in a Svefaktura tree."""
    collector = Collector()
    _read_header(collector, root)
    _read_party(collector, "supplier", root.find("SellerParty/Party"))
    _read_party(collector, "receiver", root.find("BuyerParty/Party"))
    for field, path in _SUMS:
        collector.add_one(field, root, path, normalise=amount)
    for means in elements(root, "PaymentMeans"):
        _read_payment_means(collector, means)
    return EInvoice(
        syntax="svefaktura",
        profile="",
        fields=collector.fields,
        vat_distribution=tuple(
            _vat_share(collector, node) for node in elements(root, "TaxTotal/TaxSubTotal")
        ),
        purchase_lines=tuple(_purchase_line(collector, node) for node in elements(root, "InvoiceLine")),
        adjustments=present(_adjustments(collector, root)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, root: Element) -> None:
    code = first(root, "InvoiceTypeCode")
    if code is not None:
        collector.add("document_type", [codes.document_type(code)])
    collector.add_one("document_number", root, "ID")
    collector.add_one("document_date", root, "IssueDate", normalise=iso_date)
    collector.add_one("currency", root, "InvoiceCurrencyCode", normalise=str.upper)
    line = "InvoiceLine/OrderLineReference/OrderReference"
    collector.add("receiver_order_number", texts(root, f"{line}/BuyersID"))
    collector.add("order_number", texts(root, f"{line}/SellersID"))


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    collector.add_one(f"{role}_name", party, "PartyName/Name")
    address = "Address"
    lines = [text for part in ("Postbox", "StreetName") for text in texts(party, f"{address}/{part}")]
    postcode, town = first(party, f"{address}/PostalZone"), first(party, f"{address}/CityName")
    collector.add_address(f"{role}_address", lines, postcode, town)
    collector.add_one(f"{role}_country", party, f"{address}/Country/IdentificationCode", normalise=str.upper)
    for scheme in elements(party, "PartyTaxScheme"):
        kind = first(scheme, "TaxScheme/ID")
        if kind == _VAT:
            collector.add_one(f"{role}_vat_number", scheme, "CompanyID", normalise=compact)
        elif kind == _REGISTER and role == "supplier":
            collector.add_one("supplier_organisation_number", scheme, "CompanyID")
    if role == "supplier":
        collector.add_one("supplier_phone", party, "Contact/Telephone")


def _read_payment_means(collector: Collector, means: Element) -> None:
    for code in texts(means, "PaymentMeansTypeCode"):
        collector.add("payment_method", filter(None, [codes.payment_method(code)]))
    collector.add("due_date", texts(means, "DuePaymentDate"), iso_date)
    account = "PayeeFinancialAccount"
    collector.add_account(first(means, f"{account}/ID"))
    bank = first(means, f"{account}/FinancialInstitutionBranch/FinancialInstitution/ID")
    if bank is not None and bank not in _GIRO:
        collector.add("bic", [bank], compact)
    collector.add("payment_reference", texts(means, f"{account}/PaymentInstructionID"))


def _adjustments(collector: Collector, root: Element) -> Iterator[Adjustment | None]:
    for node in elements(root, "AllowanceCharge"):
        kind: AdjustmentKind = "charge" if first(node, "ChargeIndicator") in ("true", "1") else "allowance"
        yield adjustment(collector, kind, first(node, "Amount"), first(node, "ReasonCode"))


def _vat_share(collector: Collector, node: Element) -> VatShare:
    return vat_share(
        collector,
        category=first(node, "TaxCategory/ID"),
        rate=first(node, "TaxCategory/Percent"),
        base=first(node, "TaxableAmount"),
        tax=first(node, "TaxAmount"),
    )


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    quantity = node.find("InvoicedQuantity")
    return purchase_line(
        collector,
        code=first(node, "Item/SellersItemIdentification/ID", "Item/StandardItemIdentification/ID"),
        description=first(node, "Item/Description"),
        quantity=None if quantity is None else quantity.text,
        unit=None if quantity is None else quantity.get("quantityUnitCode"),
        price=first(node, "Item/BasePrice/PriceAmount"),
        base_quantity=first(node, "Item/BasePrice/BaseQuantity"),
        allowances=_amounts(node, "false", "0"),
        charges=_amounts(node, "true", "1"),
        vat_rate=first(node, "Item/TaxCategory/Percent"),
        total=first(node, "LineExtensionAmount"),
    )


def _amounts(node: Element, *indicator: str) -> list[str]:
    return [
        text
        for charge in elements(node, "AllowanceCharge")
        if first(charge, "ChargeIndicator") in indicator
        for text in texts(charge, "Amount")
    ]

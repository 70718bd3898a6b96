"""ISDOC 6 of the Czech Republic and Slovakia.

An invoice in a foreign currency states its amounts in that currency and in the local one: those of the
invoice's own currency count.
"""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice import codes
from paperformer.documents.einvoice.collector import Collector, elements, first, sum_of, texts
from paperformer.documents.einvoice.invoice import EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date, negated

_KINDS: Final = {"2": "credit_note", "4": "proforma", "6": "credit_note"}
_SUMS: Final = (
    ("total_excl_vat", "LegalMonetaryTotal/TaxExclusiveAmount"),
    ("total_vat", "TaxTotal/TaxAmount"),
    ("total_incl_vat", "LegalMonetaryTotal/TaxInclusiveAmount"),
    ("rounding", "LegalMonetaryTotal/PayableRoundingAmount"),
    ("amount_due", "LegalMonetaryTotal/PayableAmount"),
)
_REVERSE_CHARGE: Final = "true"


def read_isdoc(root: Element) -> EInvoice:
    """The invoice in an ISDOC tree."""
    collector = Collector()
    foreign = first(root, "ForeignCurrencyCode")
    local = first(root, "LocalCurrencyCode")
    suffix = "Curr" if foreign is not None and foreign != local else ""
    _read_header(collector, root)
    collector.add("currency", filter(None, [foreign if suffix else local]), str.upper)
    _read_party(collector, "supplier", root.find("AccountingSupplierParty/Party"))
    _read_party(collector, "receiver", root.find("AccountingCustomerParty/Party"))
    lines = tuple(
        _purchase_line(collector, node, suffix) for node in elements(root, "InvoiceLines/InvoiceLine")
    )
    collector.add_sum("subtotal", [line.total for line in lines])
    for field, path in _SUMS:
        collector.add_one(field, root, f"{path}{suffix}", normalise=amount)
    for payment in elements(root, "PaymentMeans/Payment"):
        _read_payment(collector, payment)
    return EInvoice(
        syntax="isdoc",
        profile=root.get("version", ""),
        fields=collector.fields,
        vat_distribution=tuple(
            _vat_share(collector, node, suffix) for node in elements(root, "TaxTotal/TaxSubTotal")
        ),
        purchase_lines=lines,
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, root: Element) -> None:
    kind = first(root, "DocumentType")
    if kind is not None:
        collector.add("document_type", [_KINDS.get(kind, "invoice")])
    collector.add_one("document_number", root, "ID")
    collector.add_one("document_date", root, "IssueDate", normalise=iso_date)
    collector.add("order_number", texts(root, "OrderReferences/OrderReference/SalesOrderID"))
    collector.add("receiver_order_number", texts(root, "OrderReferences/OrderReference/ExternalOrderID"))
    collector.add("contract_number", texts(root, "ContractReferences/ContractReference/ID"))


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    collector.add_one(f"{role}_name", party, "PartyName/Name")
    address = "PostalAddress"
    street = " ".join(
        text for part in ("StreetName", "BuildingNumber") for text in texts(party, f"{address}/{part}")[:1]
    )
    town = first(party, f"{address}/CityName")
    collector.add_address(f"{role}_address", [street], first(party, f"{address}/PostalZone"), town)
    collector.add_one(f"{role}_country", party, f"{address}/Country/IdentificationCode", normalise=str.upper)
    for scheme in elements(party, "PartyTaxScheme"):
        if first(scheme, "TaxScheme") == "VAT":
            collector.add_one(f"{role}_vat_number", scheme, "CompanyID", normalise=compact)
    if role == "receiver":
        collector.add_one("customer_number", party, "PartyIdentification/UserID")
        return
    collector.add_one("supplier_organisation_number", party, "PartyIdentification/ID")
    collector.add_one("supplier_phone", party, "Contact/Telephone")


def _read_payment(collector: Collector, payment: Element) -> None:
    for code in texts(payment, "PaymentMeansCode"):
        collector.add("payment_method", filter(None, [codes.payment_method(code)]))
    details = payment.find("Details")
    collector.add("due_date", texts(details, "PaymentDueDate"), iso_date)
    collector.add_account(first(details, "IBAN"), said_to_be_iban=True)
    number, bank = first(details, "ID"), first(details, "BankCode")
    if number is not None and bank is not None:
        collector.add("bank_account_number", [f"{number}/{bank}"])
    collector.add("bic", texts(details, "BIC"), compact)
    collector.add("payment_reference", texts(details, "VariableSymbol"))


def _vat_share(collector: Collector, node: Element, suffix: str) -> VatShare:
    is_reversed = first(node, "TaxCategory/LocalReverseChargeFlag") == _REVERSE_CHARGE
    return vat_share(
        collector,
        category="AE" if is_reversed else None,
        rate=first(node, "TaxCategory/Percent"),
        base=first(node, f"TaxableAmount{suffix}"),
        tax=first(node, f"TaxAmount{suffix}"),
    )


def _purchase_line(collector: Collector, node: Element, suffix: str) -> PurchaseLine:
    quantity = node.find("InvoicedQuantity")
    item = "Item"
    net = first(node, f"LineExtensionAmount{suffix}")
    return purchase_line(
        collector,
        code=first(node, f"{item}/SellersItemIdentification/ID", f"{item}/CatalogueItemIdentification/ID"),
        description=first(node, f"{item}/Description"),
        quantity=None if quantity is None else quantity.text,
        unit=None if quantity is None else quantity.get("unitCode"),
        price=None if suffix else first(node, "UnitPrice"),  # always in the local currency
        base_quantity=None,
        allowances=[] if suffix else _discount(collector, node, net),
        vat_rate=first(node, "ClassifiedTaxCategory/Percent"),
        total=net,
    )


def _discount(collector: Collector, node: Element, net: str | None) -> list[str]:
    field = "purchase_lines"
    before = collector.normal(field, first(node, "LineExtensionAmountBeforeDiscount"), amount)
    after = collector.normal(field, net, amount)
    if before is None or after is None or before == after:
        return []
    return [text for text in [sum_of([before, negated(after)])] if text is not None]

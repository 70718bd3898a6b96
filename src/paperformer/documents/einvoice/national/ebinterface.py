"""ebInterface 4.0 to 6.1 of Austria. Version 5 moved rate and amount of a tax into a ``TaxItem``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date

_CREDIT_NOTES: Final = frozenset({"CreditMemo", "SelfBillingCreditMemo"})
_METHODS: Final = (
    ("UniversalBankTransaction", "transfer"),
    ("SEPADirectDebit", "direct_debit"),
    ("DirectDebit", "direct_debit"),
    ("PaymentCard", "card"),
)
_TAX_ITEMS: Final = ("Tax/TaxItem", "Tax/VAT/VATItem", "Tax/VAT/Item")
_REDUCTIONS: Final = "ReductionAndSurchargeListLineItemDetails"


def read_ebinterface(root: Element) -> EInvoice:
    """The invoice in an ebInterface tree."""
    collector = Collector()
    _read_header(collector, root)
    _read_party(collector, "supplier", root.find("Biller"))
    _read_party(collector, "receiver", root.find("InvoiceRecipient"))
    lines = tuple(_purchase_line(collector, node) for node in elements(root, "Details/ItemList/ListLineItem"))
    shares = tuple(_vat_share(collector, node) for path in _TAX_ITEMS for node in elements(root, path))
    collector.add_sum("subtotal", [line.total for line in lines])
    collector.add_sum("total_excl_vat", [share.base for share in shares])
    collector.add_sum("total_vat", [share.amount for share in shares])
    collector.add_one("total_incl_vat", root, "TotalGrossAmount", normalise=amount)
    collector.add_one("rounding", root, "RoundingAmount", normalise=amount)
    collector.add_one("amount_due", root, "PayableAmount", normalise=amount)
    _read_payment(collector, root)
    return EInvoice(
        syntax="ebinterface",
        profile=root.get("DocumentTitle", ""),
        fields=collector.fields,
        vat_distribution=shares,
        purchase_lines=lines,
        adjustments=present(_adjustments(collector, root)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, root: Element) -> None:
    kind = root.get("DocumentType")
    if kind is not None:
        collector.add("document_type", ["credit_note" if kind in _CREDIT_NOTES else "invoice"])
    collector.add_one("document_number", root, "InvoiceNumber")
    collector.add_one("document_date", root, "InvoiceDate", normalise=iso_date)
    collector.add("order_number", texts(root, "Biller/OrderReference/OrderID"))
    recipient = "InvoiceRecipient"
    collector.add("receiver_order_number", texts(root, f"{recipient}/OrderReference/OrderID"))
    collector.add("customer_number", texts(root, f"{recipient}/BillersInvoiceRecipientID"))
    collector.add_one("delivery_date", root, "Delivery/Date", normalise=iso_date)
    collector.add_one("period_start", root, "Delivery/Period/FromDate", normalise=iso_date)
    collector.add_one("period_end", root, "Delivery/Period/ToDate", normalise=iso_date)
    collector.add("currency", filter(None, [root.get("InvoiceCurrency")]), str.upper)


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    address = None if party is None else party.find("Address")
    collector.add_one(f"{role}_name", address, "Name")
    lines = texts(address, "Street") or texts(address, "POBox")
    collector.add_address(f"{role}_address", lines, first(address, "ZIP"), first(address, "Town"))
    country = None if address is None else address.find("Country")
    if country is not None:
        collector.add(f"{role}_country", filter(None, [country.get("CountryCode")]), str.upper)
    collector.add_one(f"{role}_vat_number", party, "VATIdentificationNumber", normalise=compact)
    if role == "supplier":
        for number in elements(party, "FurtherIdentification"):
            if number.get("IdentificationType") == "FN":  # Firmenbuchnummer
                collector.add("supplier_organisation_number", [number.text or ""])
        collector.add_one("supplier_phone", party, "Address/Phone", "Contact/Phone")


def _read_payment(collector: Collector, root: Element) -> None:
    collector.add("due_date", texts(root, "PaymentConditions/DueDate"), iso_date)
    # version 4.0 names the means of payment at the root
    holder = root.find("PaymentMethod")
    holder = root if holder is None else holder
    for element, method in _METHODS:
        if holder.find(element) is not None:
            collector.add("payment_method", [method])
    transaction = "UniversalBankTransaction"
    for account in elements(holder, f"{transaction}/BeneficiaryAccount"):
        collector.add_account(first(account, "IBAN"), said_to_be_iban=True)
        collector.add_account(first(account, "BankAccountNr"))
        collector.add("bank_registration_number", texts(account, "BankCode"))
        collector.add("bic", texts(account, "BIC"), compact)
    collector.add("payment_reference", texts(holder, f"{transaction}/PaymentReference"))
    collector.add_card(first(holder, "PaymentCard/PrimaryAccountNumber"))


def _adjustments(collector: Collector, root: Element) -> Iterator[Adjustment | None]:
    for element in ("Reduction", "Surcharge"):
        for node in elements(root, f"ReductionAndSurchargeDetails/{element}"):
            yield adjustment(
                collector,
                "allowance" if element == "Reduction" else "charge",
                first(node, "Amount"),
                first(node, "Comment"),
                first(node, "Percentage"),
            )


def _vat_share(collector: Collector, node: Element) -> VatShare:
    percent = node.find("TaxPercent")
    return vat_share(
        collector,
        category=None if percent is None else percent.get("TaxCategoryCode"),
        rate=first(node, "TaxPercent", "VATRate"),
        base=first(node, "TaxableAmount", "TaxedAmount"),
        tax=first(node, "TaxAmount", "Amount"),
    )


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    quantity, price = node.find("Quantity"), node.find("UnitPrice")
    return purchase_line(
        collector,
        code=first(node, "ArticleNumber"),
        description=" ".join(texts(node, "Description")) or None,
        quantity=None if quantity is None else quantity.text,
        unit=None if quantity is None else quantity.get("Unit"),
        price=None if price is None else price.text,
        base_quantity=None if price is None else price.get("BaseQuantity"),
        allowances=texts(node, f"{_REDUCTIONS}/ReductionListLineItem/Amount"),
        charges=texts(node, f"{_REDUCTIONS}/SurchargeListLineItem/Amount"),
        vat_rate=first(node, "TaxItem/TaxPercent", "VATRate"),
        total=first(node, "LineItemAmount"),
    )

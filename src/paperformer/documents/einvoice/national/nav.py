"""NAV Online Számla 3.0 of Hungary: the ``InvoiceData`` that is reported to the tax office."""

from __future__ import annotations

from decimal import Decimal
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date, percent

_PAYMENT_METHODS: Final = {"TRANSFER": "transfer", "CASH": "cash", "CARD": "card"}
_STREET: Final = (
    "streetName", "publicPlaceCategory", "number", "building", "staircase", "floor", "door",
)  # fmt: skip
_SUMMARY: Final = "invoiceSummary"
_NORMAL: Final = f"{_SUMMARY}/summaryNormal"
_SUMS: Final = (
    ("total_excl_vat", f"{_NORMAL}/invoiceNetAmount"),
    ("total_vat", f"{_NORMAL}/invoiceVatAmount"),
    ("total_incl_vat", f"{_SUMMARY}/summaryGrossData/invoiceGrossAmount"),
)


def read_nav(root: Element) -> EInvoice:
    """The invoice in a tree of NAV's ``InvoiceData``; the first one of a batch."""
    collector = Collector()
    invoice = root.find("invoiceMain/invoice")
    if invoice is None:
        invoice = root.find("invoiceMain/batchInvoice/invoice")
        count = len(elements(root, "invoiceMain/batchInvoice"))
        if count > 1:
            collector.warn(f"it corrects {count} invoices, the first of them counts")
    head = None if invoice is None else invoice.find("invoiceHead")
    _read_header(collector, root, invoice)
    _read_party(collector, "supplier", None if head is None else head.find("supplierInfo"))
    _read_party(collector, "receiver", None if head is None else head.find("customerInfo"))
    for field, path in _SUMS:
        collector.add_one(field, invoice, path, normalise=amount)
    lines = tuple(_purchase_line(collector, node) for node in elements(invoice, "invoiceLines/line"))
    return EInvoice(
        syntax="nav",
        profile=first(head, "invoiceDetail/invoiceCategory") or "",
        fields=collector.fields,
        vat_distribution=tuple(
            _vat_share(collector, node) for node in elements(invoice, f"{_NORMAL}/summaryByVatRate")
        ),
        purchase_lines=lines,
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, root: Element, invoice: Element | None) -> None:
    if invoice is not None:
        gross = collector.normal("total_incl_vat", first(invoice, _SUMS[2][1]), amount) or "0"
        is_credit = invoice.find("invoiceReference") is not None and Decimal(gross) < 0
        collector.add("document_type", ["credit_note" if is_credit else "invoice"])
    collector.add_one("document_number", root, "invoiceNumber")
    collector.add_one("document_date", root, "invoiceIssueDate", normalise=iso_date)
    detail = None if invoice is None else invoice.find("invoiceHead/invoiceDetail")
    collector.add("due_date", texts(detail, "paymentDate"), iso_date)
    conventional = "conventionalInvoiceInfo"
    collector.add("receiver_order_number", texts(detail, f"{conventional}/orderNumbers/orderNumber"))
    collector.add("contract_number", texts(detail, f"{conventional}/contractNumbers/contractNumber"))
    collector.add_one("delivery_date", detail, "invoiceDeliveryDate", normalise=iso_date)
    collector.add_one("period_start", detail, "invoiceDeliveryPeriodStart", normalise=iso_date)
    collector.add_one("period_end", detail, "invoiceDeliveryPeriodEnd", normalise=iso_date)
    collector.add_one("currency", detail, "currencyCode", normalise=str.upper)
    method = _PAYMENT_METHODS.get(first(detail, "paymentMethod") or "")
    collector.add("payment_method", filter(None, [method]))


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    side = "supplier" if role == "supplier" else "customer"
    collector.add_one(f"{role}_name", party, f"{side}Name")
    for kind in ("simpleAddress", "detailedAddress"):
        address = None if party is None else party.find(f"{side}Address/{kind}")
        street = " ".join(text for part in _STREET for text in texts(address, part)[:1])
        lines = [*texts(address, "additionalAddressDetail"), street]
        collector.add_address(f"{role}_address", lines, first(address, "postalCode"), first(address, "city"))
        collector.add_one(f"{role}_country", address, "countryCode", normalise=str.upper)
    holder = party if role == "supplier" or party is None else party.find("customerVatData")
    european = first(holder, "communityVatNumber", "thirdStateTaxId")
    national = None if holder is None else holder.find(f"{side}TaxNumber")
    parts = [text for part in ("taxpayerId", "vatCode", "countyCode") for text in texts(national, part)[:1]]
    collector.add(f"{role}_vat_number", filter(None, [european or "".join(parts)]), compact)
    if role == "supplier":
        collector.add_account(first(party, "supplierBankAccountNumber"))


def _vat_share(collector: Collector, node: Element) -> VatShare:
    return vat_share(
        collector,
        category=_category(node.find("vatRate")),
        rate=collector.normal("vat_distribution", first(node, "vatRate/vatPercentage"), percent),
        base=first(node, "vatRateNetData/vatRateNetAmount"),
        tax=first(node, "vatRateVatData/vatRateVatAmount"),
    )


def _category(rate: Element | None) -> str | None:
    """UNTDID 5305."""
    if rate is None:
        return None
    kinds = (
        ("vatPercentage", "S"), ("vatExemption", "E"), ("vatOutOfScope", "O"),
        ("vatDomesticReverseCharge", "AE"),
    )  # fmt: skip
    return next((category for element, category in kinds if rate.find(element) is not None), None)


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    normal = "lineAmountsNormal"
    codes = elements(node, "productCodes/productCode")
    own = [code for code in codes if first(code, "productCodeCategory") == "OWN"]
    unit = first(node, "unitOfMeasure")
    return purchase_line(
        collector,
        code=next((first(code, "productCodeOwnValue", "productCodeValue") for code in own), None),
        description=first(node, "lineDescription"),
        quantity=first(node, "quantity"),
        unit=first(node, "unitOfMeasureOwn") if unit == "OWN" else unit,
        price=first(node, "unitPrice"),
        base_quantity=None,
        allowances=texts(node, "lineDiscountData/discountValue"),
        vat_rate=collector.normal(
            "purchase_lines", first(node, f"{normal}/lineVatRate/vatPercentage"), percent
        ),
        total=first(node, f"{normal}/lineNetAmountData/lineNetAmount"),
    )

"""Facturae 3.2, 3.2.1 and 3.2.2 of Spain.

The format's total is what remains after withheld taxes (IRPF). EN 16931 has no withheld taxes: its total with
VAT is the format's with them added.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.codes import country
from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date

_VALUE_ADDED: Final = frozenset({"01", "02", "03"})  # IVA, IPSI, IGIC
_CORRECTIVE: Final = frozenset({"OR", "CR"})
_PAYMENT_METHODS: Final = {
    "01": "cash", "02": "direct_debit", "04": "transfer", "11": "cheque", "16": "cheque", "17": "cheque",
    "19": "card",
}  # fmt: skip


def read_facturae(root: Element) -> EInvoice:
    """The first invoice in a Facturae tree."""
    collector = Collector()
    invoice = root.find("Invoices/Invoice")
    sums = None if invoice is None else invoice.find("InvoiceTotals")
    _read_header(collector, invoice)
    _read_party(collector, "supplier", root.find("Parties/SellerParty"))
    _read_party(collector, "receiver", root.find("Parties/BuyerParty"))
    _read_sums(collector, sums)
    _read_payment(collector, invoice)
    taxes = elements(invoice, "TaxesOutputs/Tax")
    return EInvoice(
        syntax="facturae",
        profile=first(root, "FileHeader/SchemaVersion") or "",
        fields=collector.fields,
        vat_distribution=tuple(
            _vat_share(collector, tax) for tax in taxes if first(tax, "TaxTypeCode") in _VALUE_ADDED
        ),
        purchase_lines=tuple(
            _purchase_line(collector, line) for line in elements(invoice, "Items/InvoiceLine")
        ),
        adjustments=present(_adjustments(collector, invoice, sums)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, invoice: Element | None) -> None:
    header = "InvoiceHeader"
    kind = first(invoice, f"{header}/InvoiceClass")
    if kind is not None:
        total = (
            collector.normal("total_incl_vat", first(invoice, "InvoiceTotals/InvoiceTotal"), amount) or "0"
        )
        is_credit = kind in _CORRECTIVE and Decimal(total) < 0
        collector.add("document_type", ["credit_note" if is_credit else "invoice"])
    number = first(invoice, f"{header}/InvoiceNumber")
    if number is not None:  # the law calls series and number together the number
        collector.add("document_number", [(first(invoice, f"{header}/InvoiceSeriesCode") or "") + number])
    issue = "InvoiceIssueData"
    collector.add_one("document_date", invoice, f"{issue}/IssueDate", normalise=iso_date)
    collector.add_one("period_start", invoice, f"{issue}/InvoicingPeriod/StartDate", normalise=iso_date)
    collector.add_one("period_end", invoice, f"{issue}/InvoicingPeriod/EndDate", normalise=iso_date)
    collector.add_one("currency", invoice, f"{issue}/InvoiceCurrencyCode", normalise=str.upper)
    line = "Items/InvoiceLine"
    collector.add("receiver_order_number", texts(invoice, f"{line}/ReceiverTransactionReference"))
    collector.add("order_number", texts(invoice, f"{line}/IssuerTransactionReference"))
    collector.add("contract_number", texts(invoice, f"{line}/ReceiverContractReference"))


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    collector.add_one(
        f"{role}_vat_number", party, "TaxIdentification/TaxIdentificationNumber", normalise=compact
    )
    holder = None if party is None else party.find("LegalEntity")
    if holder is None and party is not None:
        holder = party.find("Individual")
    names = [text for part in ("Name", "FirstSurname", "SecondSurname") for text in texts(holder, part)[:1]]
    collector.add(f"{role}_name", [first(holder, "CorporateName") or " ".join(names)])
    _read_address(collector, role, holder)
    if role == "supplier":
        collector.add_one("supplier_phone", holder, "ContactDetails/Telephone")


def _read_address(collector: Collector, role: str, holder: Element | None) -> None:
    for kind in ("AddressInSpain", "OverseasAddress"):
        address = None if holder is None else holder.find(kind)
        if address is None:
            continue
        town = first(address, "Town", "PostCodeAndTown")
        collector.add_address(f"{role}_address", texts(address, "Address"), first(address, "PostCode"), town)
        collector.add(f"{role}_country", texts(address, "CountryCode"), country)


def _read_sums(collector: Collector, sums: Element | None) -> None:
    collector.add_one("subtotal", sums, "TotalGrossAmount", normalise=amount)
    collector.add_one("total_excl_vat", sums, "TotalGrossAmountBeforeTaxes", normalise=amount)
    collector.add_one("total_vat", sums, "TotalTaxOutputs", normalise=amount)
    total = collector.normal("total_incl_vat", first(sums, "InvoiceTotal"), amount)
    withheld = collector.normal("adjustments", first(sums, "TotalTaxesWithheld"), amount)
    if total is not None:
        collector.add_sum("total_incl_vat", [total, withheld])
    collector.add_one("amount_due", sums, "TotalExecutableAmount", "TotalOutstandingAmount", normalise=amount)


def _read_payment(collector: Collector, invoice: Element | None) -> None:
    for payment in elements(invoice, "PaymentDetails/Installment"):
        collector.add("due_date", texts(payment, "InstallmentDueDate"), iso_date)
        for code in texts(payment, "PaymentMeans"):
            collector.add("payment_method", filter(None, [_PAYMENT_METHODS.get(code)]))
        account = "AccountToBeCredited"
        collector.add_account(first(payment, f"{account}/IBAN"), said_to_be_iban=True)
        collector.add_account(first(payment, f"{account}/AccountNumber"))
        collector.add("bic", texts(payment, f"{account}/BIC"), compact)
        collector.add("payment_reference", texts(payment, "PaymentReconciliationReference"))


def _adjustments(
    collector: Collector, invoice: Element | None, sums: Element | None
) -> Iterator[Adjustment | None]:
    for node in elements(sums, "GeneralDiscounts/Discount"):
        amount, reason, rate = (first(node, f"Discount{part}") for part in ("Amount", "Reason", "Rate"))
        yield adjustment(collector, "allowance", amount, reason, rate)
    for node in elements(sums, "GeneralSurcharges/Charge"):
        amount, reason, rate = (first(node, f"Charge{part}") for part in ("Amount", "Reason", "Rate"))
        yield adjustment(collector, "charge", amount, reason, rate)
    for node in elements(invoice, "TaxesWithheld/Tax"):
        yield adjustment(
            collector,
            "withholding",
            first(node, "TaxAmount/TotalAmount"),
            first(node, "TaxTypeCode"),
            first(node, "TaxRate"),
        )


def _vat_share(collector: Collector, tax: Element) -> VatShare:
    return vat_share(
        collector,
        category=None,
        rate=first(tax, "TaxRate"),
        base=first(tax, "TaxableBase/TotalAmount"),
        tax=first(tax, "TaxAmount/TotalAmount"),
    )


def _purchase_line(collector: Collector, line: Element) -> PurchaseLine:
    taxes = elements(line, "TaxesOutputs/Tax")
    rates = [first(tax, "TaxRate") for tax in taxes if first(tax, "TaxTypeCode") in _VALUE_ADDED]
    return purchase_line(
        collector,
        code=first(line, "ArticleCode"),
        description=first(line, "ItemDescription"),
        quantity=first(line, "Quantity"),
        unit=first(line, "UnitOfMeasure"),
        price=first(line, "UnitPriceWithoutTax"),
        base_quantity=None,
        allowances=texts(line, "DiscountsAndRebates/Discount/DiscountAmount"),
        charges=texts(line, "Charges/Charge/ChargeAmount"),
        vat_rate=rates[0] if rates else None,
        total=first(line, "GrossAmount"),
    )

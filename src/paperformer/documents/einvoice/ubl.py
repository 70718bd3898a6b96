"""UBL 2 Invoice and CreditNote: Peppol BIS Billing 3, XRechnung, EHF, CIUS-RO, Serbia's SRBDT.

Paths follow the syntax binding CEN/TS 16931-3-2; the BT numbers are those of EN 16931-1. Denmark's OIOUBL and
Turkey's UBL-TR are older than EN 16931: where they put a value elsewhere, that is a second path.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice import codes
from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, looks_like_bic, negated, web_address

_TEXTS: Final = (
    ("document_number", "ID"),  # BT-1
    ("order_number", "OrderReference/SalesOrderID"),  # BT-14
    ("receiver_order_number", "OrderReference/ID"),  # BT-13
    ("buyer_reference", "BuyerReference"),  # BT-10
    ("contract_number", "ContractDocumentReference/ID"),  # BT-12
    ("payment_reference", "PaymentMeans/PaymentID"),  # BT-83
    ("preceding_invoice_number", "BillingReference/InvoiceDocumentReference/ID"),  # BT-25
    ("payment_terms", "PaymentTerms/Note"),  # BT-20
)
_DATES: Final = (
    ("document_date", "IssueDate"),  # BT-2
    ("due_date", "DueDate"),  # BT-9
    ("due_date", "PaymentMeans/PaymentDueDate"),  # BT-9 of a credit note
    ("delivery_date", "Delivery/ActualDeliveryDate"),  # BT-72
    ("period_start", "InvoicePeriod/StartDate"),  # BT-73
    ("period_end", "InvoicePeriod/EndDate"),  # BT-74
    ("preceding_invoice_date", "BillingReference/InvoiceDocumentReference/IssueDate"),  # BT-26
)
_SUMS: Final = (
    ("subtotal", "LineExtensionAmount"),  # BT-106
    ("total_discount", "AllowanceTotalAmount"),  # BT-107
    ("total_excl_vat", "TaxExclusiveAmount"),  # BT-109
    ("rounding", "PayableRoundingAmount"),  # BT-114
    ("total_incl_vat", "TaxInclusiveAmount"),  # BT-112
    ("amount_due", "PayableAmount"),  # BT-115
)


_LINE_RATES: Final = ("TaxTotal/TaxSubtotal/TaxCategory/Percent", "TaxTotal/TaxSubtotal/Percent")
_TURKISH_RETURN: Final = "IADE"
_TURKISH_NUMBERS: Final = frozenset({"VKN", "TCKN"})
_VAT_SCHEMES: Final = frozenset({"VAT", "63"})  # 63: moms in OIOUBL
_DANISH_BANK_DIGITS: Final = 4
_DANISH_CATEGORIES: Final = {"StandardRated": "S", "ZeroRated": "Z", "ReverseCharge": "AE"}


def read_ubl(root: Element) -> EInvoice:
    """The invoice in a UBL tree (see ``tree.parse_tree``)."""
    collector = Collector()
    _read_header(collector, root)
    _read_party(collector, "supplier", root.find("AccountingSupplierParty/Party"))
    _read_party(collector, "receiver", root.find("AccountingCustomerParty/Party"))
    _read_address(collector, "delivery_address", root.find("Delivery/DeliveryLocation/Address"))  # BG-15
    for means in elements(root, "PaymentMeans"):
        _read_payment_means(collector, means)
    tax_total = _tax_total(root)
    _read_sums(collector, root, tax_total)
    lines = [*elements(root, "InvoiceLine"), *elements(root, "CreditNoteLine")]
    return EInvoice(
        syntax="ubl",
        profile=first(root, "CustomizationID") or "",
        fields=collector.fields,
        vat_distribution=tuple(_vat_share(collector, node) for node in elements(tax_total, "TaxSubtotal")),
        purchase_lines=tuple(_purchase_line(collector, node) for node in lines),
        adjustments=present(_adjustments(collector, root)),
        warnings=collector.warnings,
    )


def _read_sums(collector: Collector, root: Element, tax_total: Element | None) -> None:
    currency = first(root, "DocumentCurrencyCode")
    danish = _is_danish(root)
    for field, path in _SUMS:
        if danish and field == "total_excl_vat":
            continue  # OIOUBL: the sum of the taxes
        for node in elements(root, f"LegalMonetaryTotal/{path}")[:1]:
            stated = node.get("currencyID", currency)
            if stated != currency and currency is not None:
                collector.warn(
                    f"{path} is in {(stated or '')[:20]}, the invoice in {currency[:20]}; left out"
                )
            else:
                collector.add(field, [node.text or ""], amount)
    collector.add("total_vat", texts(tax_total, "TaxAmount")[:1], amount)  # BT-110
    if danish:  # BT-109 follows from the others
        gross, tax = (collector.fields.get(field, ()) for field in ("total_incl_vat", "total_vat"))
        if gross and tax:
            collector.add_sum("total_excl_vat", [gross[0], negated(tax[0])])


def _is_danish(root: Element) -> bool:
    return (first(root, "CustomizationID") or "").startswith("OIOUBL")


def _read_header(collector: Collector, root: Element) -> None:
    code = first(root, "InvoiceTypeCode", "CreditNoteTypeCode")  # BT-3
    is_credit_note = root.tag == "CreditNote" or code == _TURKISH_RETURN
    kind = "credit_note" if is_credit_note else codes.document_type(code or "380")
    collector.add("document_type", [kind])
    collector.add("currency", texts(root, "DocumentCurrencyCode"), str.upper)  # BT-5
    for field, path in _TEXTS:
        if field == "payment_reference" and _is_danish(root):
            path = "PaymentMeans/InstructionID"  # its PaymentID is the kind of slip
        collector.add(field, texts(root, path))
    if "receiver_order_number" not in collector.fields:  # invoices over several orders name them line by line
        order = "OrderLineReference/OrderReference/ID"
        collector.add("receiver_order_number", texts(root, f"InvoiceLine/{order}", f"CreditNoteLine/{order}"))
    for field, path in _DATES:
        for node in elements(root, path):
            collector.add_date(field, node)


def _read_address(collector: Collector, field: str, address: Element | None) -> None:
    street = [*texts(address, "StreetName")[:1], *texts(address, "BuildingNumber")[:1]]
    further = ("AdditionalStreetName", "AddressLine/Line")
    collector.add_address(
        field,
        [" ".join(street), *(line for part in further for line in texts(address, part))],
        first(address, "PostalZone"),
        first(address, "CityName"),
    )


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    person = " ".join([*texts(party, "Person/FirstName")[:1], *texts(party, "Person/FamilyName")[:1]])
    names = texts(party, "PartyLegalEntity/RegistrationName", "PartyName/Name")
    collector.add(f"{role}_name", (names or [person])[:1])
    _read_address(collector, f"{role}_address", None if party is None else party.find("PostalAddress"))
    collector.add(f"{role}_country", texts(party, "PostalAddress/Country/IdentificationCode"), str.upper)
    for scheme in elements(party, "PartyTaxScheme"):
        if first(scheme, "TaxScheme/ID") in _VAT_SCHEMES:
            collector.add(f"{role}_vat_number", texts(scheme, "CompanyID"), compact)  # BT-31, BT-48
    for number in elements(party, "PartyIdentification/ID"):
        if number.get("schemeID") in _TURKISH_NUMBERS:
            collector.add(f"{role}_vat_number", [number.text or ""], compact)
    if role == "receiver":
        _read_customer_number(collector, party)
        return
    collector.add("supplier_organisation_number", texts(party, "PartyLegalEntity/CompanyID"))  # BT-30
    collector.add("supplier_phone", texts(party, "Contact/Telephone"))  # BT-42
    collector.add("supplier_email", texts(party, "Contact/ElectronicMail"), str.lower)  # BT-43
    collector.add("supplier_website", texts(party, "WebsiteURI"), web_address)


def _read_customer_number(collector: Collector, party: Element | None) -> None:
    # With a scheme (a GLN, a DUNS number) it is the world's number of the buyer, not the seller's.
    for node in elements(party, "PartyIdentification/ID"):
        if not node.get("schemeID"):
            collector.add("customer_number", [node.text or ""])  # BT-46


def _read_payment_means(collector: Collector, means: Element) -> None:
    for code in texts(means, "PaymentMeansCode"):  # BT-81
        collector.add("payment_method", filter(None, [codes.payment_method(code)]))
    collector.add_account(first(means, "PayeeFinancialAccount/ID"))  # BT-84
    # BT-86 also holds what is no BIC: SE:BANKGIRO, a sort code
    branch = "PayeeFinancialAccount/FinancialInstitutionBranch"
    for text in texts(means, f"{branch}/ID", f"{branch}/FinancialInstitution/ID"):
        if looks_like_bic(compact(text)):
            collector.add("bic", [compact(text)])
        elif text.isdigit() and len(text) == _DANISH_BANK_DIGITS:
            collector.add("bank_registration_number", [text])
    collector.add_account(first(means, "CreditAccount/AccountID"))  # OIOUBL: the creditor of a payment slip
    collector.add_card(first(means, "CardAccount/PrimaryAccountNumberID"))  # BT-87


def _tax_total(root: Element) -> Element | None:
    """BG-22's tax in the invoice's own currency; BT-111 repeats it in the currency of the books."""
    currency = first(root, "DocumentCurrencyCode")
    for node in elements(root, "TaxTotal"):
        tax = node.find("TaxAmount")
        if tax is not None and tax.get("currencyID", currency) == currency:
            return node
    return None


def _vat_share(collector: Collector, node: Element) -> VatShare:
    category = first(node, "TaxCategory/ID")
    return vat_share(
        collector,
        category=_DANISH_CATEGORIES.get(category or "", category),  # BT-118
        rate=first(node, "TaxCategory/Percent", "Percent"),  # BT-119
        base=first(node, "TaxableAmount"),  # BT-116
        tax=first(node, "TaxAmount"),  # BT-117
    )


def _adjustments(collector: Collector, root: Element) -> Iterator[Adjustment | None]:
    for node in elements(root, "AllowanceCharge"):
        yield _adjustment(collector, node)
    for node in elements(root, "WithholdingTaxTotal"):  # UBL-TR: tevkifat
        yield adjustment(collector, "withholding", first(node, "TaxAmount"), _tax_name(node), _tax_rate(node))


def _tax_name(node: Element) -> str | None:
    return first(node, "TaxSubtotal/TaxCategory/TaxScheme/Name")


def _tax_rate(node: Element) -> str | None:
    return first(node, "TaxSubtotal/TaxCategory/Percent", "TaxSubtotal/Percent")


def _adjustment(collector: Collector, node: Element) -> Adjustment | None:
    """BG-20 or BG-21."""
    return adjustment(
        collector,
        "charge" if first(node, "ChargeIndicator") in ("true", "1") else "allowance",
        first(node, "Amount"),
        first(node, "AllowanceChargeReason", "AllowanceChargeReasonCode"),
    )


def _line_amounts(node: Element, *indicator: str) -> list[str]:
    return [
        text
        for charge in elements(node, "AllowanceCharge")
        if first(charge, "ChargeIndicator") in indicator
        for text in texts(charge, "Amount")
    ]


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    quantity = node.find("InvoicedQuantity")
    if quantity is None:
        quantity = node.find("CreditedQuantity")
    return purchase_line(
        collector,
        code=first(node, "Item/SellersItemIdentification/ID", "Item/StandardItemIdentification/ID"),
        description=first(node, "Item/Name", "Item/Description"),
        quantity=None if quantity is None else quantity.text,
        unit=None if quantity is None else quantity.get("unitCode"),
        price=first(node, "Price/PriceAmount"),
        base_quantity=first(node, "Price/BaseQuantity"),
        allowances=_line_amounts(node, "false", "0"),
        charges=_line_amounts(node, "true", "1"),
        vat_rate=first(node, "Item/ClassifiedTaxCategory/Percent", *_LINE_RATES),
        total=first(node, "LineExtensionAmount"),
    )

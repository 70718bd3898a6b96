"""UN/CEFACT Cross Industry Invoice: Factur-X, ZUGFeRD 1.0 and 2.x, XRechnung CII.

Paths follow the syntax binding CEN/TS 16931-3-3; the BT numbers are those of EN 16931-1. ZUGFeRD 1.0's
other names have been levelled by ``tree``; what it nests otherwise is given as a second path.
"""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice import codes
from paperformer.documents.einvoice.collector import Collector, elements, first, texts
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact

_TRADE: Final = "SupplyChainTradeTransaction"
_AGREEMENT: Final = f"{_TRADE}/ApplicableHeaderTradeAgreement"
_DELIVERY: Final = f"{_TRADE}/ApplicableHeaderTradeDelivery"
_LINE: Final = f"{_TRADE}/IncludedSupplyChainTradeLineItem"
_SETTLEMENT: Final = f"{_TRADE}/ApplicableHeaderTradeSettlement"

_SUMS: Final = (
    ("subtotal", "LineTotalAmount"),  # BT-106
    ("total_discount", "AllowanceTotalAmount"),  # BT-107
    ("total_excl_vat", "TaxBasisTotalAmount"),  # BT-109
    ("rounding", "RoundingAmount"),  # BT-114
    ("total_incl_vat", "GrandTotalAmount"),  # BT-112
    ("amount_due", "DuePayableAmount"),  # BT-115
)
_REFERENCES: Final = (
    ("order_number", "SellerOrderReferencedDocument"),  # BT-14
    ("receiver_order_number", "BuyerOrderReferencedDocument"),  # BT-13
    ("contract_number", "ContractReferencedDocument"),  # BT-12
)


def read_cii(root: Element) -> EInvoice:
    """The invoice in a CII tree (see ``tree.parse_tree``)."""
    collector = Collector()
    _read_header(collector, root)
    agreement = root.find(_AGREEMENT)
    _read_party(collector, "supplier", agreement, "SellerTradeParty")
    _read_party(collector, "receiver", agreement, "BuyerTradeParty")
    _read_address(collector, "delivery_address", root.find(f"{_DELIVERY}/ShipToTradeParty"))  # BG-15
    settlement = root.find(_SETTLEMENT)
    _read_settlement(collector, settlement)
    _read_sums(collector, settlement)
    return EInvoice(
        syntax="cii",
        profile=first(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID") or "",
        fields=collector.fields,
        vat_distribution=tuple(
            _vat_share(collector, node) for node in elements(settlement, "ApplicableTradeTax")
        ),
        purchase_lines=tuple(_purchase_line(collector, node) for node in elements(root, _LINE)),
        adjustments=present(
            _adjustment(collector, node) for node in elements(settlement, "SpecifiedTradeAllowanceCharge")
        ),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, root: Element) -> None:
    document = root.find("ExchangedDocument")
    collector.add("document_type", texts(document, "TypeCode"), codes.document_type)  # BT-3
    collector.add("document_number", texts(document, "ID"))  # BT-1
    if document is not None:
        collector.add_date("document_date", document.find("IssueDateTime"))  # BT-2
    agreement = root.find(_AGREEMENT)
    collector.add("buyer_reference", texts(agreement, "BuyerReference"))  # BT-10
    for node in elements(root, f"{_DELIVERY}/ActualDeliverySupplyChainEvent/OccurrenceDateTime"):
        collector.add_date("delivery_date", node)  # BT-72
    for field, path in _REFERENCES:
        collector.add(field, texts(agreement, f"{path}/IssuerAssignedID", f"{path}/ID"))
    if "receiver_order_number" not in collector.fields:  # invoices over several orders name them line by line
        order = f"{_LINE}/SpecifiedLineTradeAgreement/BuyerOrderReferencedDocument"
        collector.add("receiver_order_number", texts(root, f"{order}/IssuerAssignedID", f"{order}/ID"))


def _read_party(collector: Collector, role: str, agreement: Element | None, path: str) -> None:
    party = None if agreement is None else agreement.find(path)
    collector.add(f"{role}_name", texts(party, "Name", "SpecifiedLegalOrganization/TradingBusinessName"))
    _read_address(collector, f"{role}_address", party)
    collector.add(f"{role}_country", texts(party, "PostalTradeAddress/CountryID"), str.upper)
    collector.add(f"{role}_vat_number", texts(party, "SpecifiedTaxRegistration/ID[@schemeID='VA']"), compact)
    if role == "receiver":
        collector.add("customer_number", texts(party, "ID"))  # BT-46
        return
    collector.add("supplier_organisation_number", texts(party, "SpecifiedLegalOrganization/ID"))  # BT-30
    phone = "DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber"
    collector.add("supplier_phone", texts(party, phone))  # BT-42
    mail = "DefinedTradeContact/EmailURIUniversalCommunication"
    addresses = texts(party, f"{mail}/URIID", f"{mail}/CompleteNumber")
    collector.add("supplier_email", addresses, str.lower)  # BT-43


def _read_address(collector: Collector, field: str, party: Element | None) -> None:
    collector.add_address(
        field,
        [line for part in ("One", "Two", "Three") for line in texts(party, f"PostalTradeAddress/Line{part}")],
        first(party, "PostalTradeAddress/PostcodeCode"),
        first(party, "PostalTradeAddress/CityName"),
    )


def _read_settlement(collector: Collector, settlement: Element | None) -> None:
    collector.add("currency", texts(settlement, "InvoiceCurrencyCode")[:1], str.upper)  # BT-5
    collector.add("payment_reference", texts(settlement, "PaymentReference"))  # BT-83
    preceding = "InvoiceReferencedDocument"
    collector.add("preceding_invoice_number", texts(settlement, f"{preceding}/IssuerAssignedID"))  # BT-25
    for node in elements(settlement, f"{preceding}/FormattedIssueDateTime"):
        collector.add_date("preceding_invoice_date", node)  # BT-26
    collector.add("payment_terms", texts(settlement, "SpecifiedTradePaymentTerms/Description"))  # BT-20
    for means in elements(settlement, "SpecifiedTradeSettlementPaymentMeans"):
        _read_payment_means(collector, means)
    _read_due_dates(collector, elements(settlement, "SpecifiedTradePaymentTerms"))
    for node in elements(settlement, "BillingSpecifiedPeriod/StartDateTime"):
        collector.add_date("period_start", node)  # BT-73
    for node in elements(settlement, "BillingSpecifiedPeriod/EndDateTime"):
        collector.add_date("period_end", node)  # BT-74


def _read_due_dates(collector: Collector, terms: list[Element]) -> None:
    """BT-9. Terms with a discount for early payment end before the amount is due: they count last of all."""
    plain = [term for term in terms if term.find("ApplicableTradePaymentDiscountTerms") is None]
    dated = [term for term in plain if term.find("DueDateDateTime") is not None]
    for term in dated or terms:
        collector.add_date("due_date", term.find("DueDateDateTime"))


def _read_payment_means(collector: Collector, means: Element) -> None:
    for code in texts(means, "TypeCode"):  # BT-81
        collector.add("payment_method", filter(None, [codes.payment_method(code)]))
    account = "PayeePartyCreditorFinancialAccount"
    for iban in texts(means, f"{account}/IBANID"):  # BT-84
        collector.add_account(iban, said_to_be_iban=True)
    for identifier in texts(means, f"{account}/ProprietaryID"):
        collector.add_account(identifier)
    collector.add("bic", texts(means, "PayeeSpecifiedCreditorFinancialInstitution/BICID"), compact)  # BT-86
    collector.add_card(first(means, "ApplicableTradeSettlementFinancialCard/ID"))  # BT-87


def _read_sums(collector: Collector, settlement: Element | None) -> None:
    sums = None if settlement is None else settlement.find("MonetarySummation")
    for field, path in _SUMS:
        collector.add(field, texts(sums, path)[:1], amount)
    # BT-110 stands beside BT-111, the same tax in the currency of the books
    currency = first(settlement, "InvoiceCurrencyCode") or ""
    taxes = elements(sums, "TaxTotalAmount")
    collector.add(
        "total_vat",
        [node.text or "" for node in taxes if node.get("currencyID", currency) == currency][:1],
        amount,
    )


def _vat_share(collector: Collector, node: Element) -> VatShare:
    return vat_share(
        collector,
        category=first(node, "CategoryCode"),  # BT-118
        rate=first(node, "RateApplicablePercent"),  # BT-119
        base=first(node, "BasisAmount"),  # BT-116
        tax=first(node, "CalculatedAmount"),  # BT-117
    )


def _adjustment(collector: Collector, node: Element) -> Adjustment | None:
    """BG-20 or BG-21."""
    return adjustment(
        collector,
        "charge" if first(node, "ChargeIndicator/Indicator") in ("true", "1") else "allowance",
        first(node, "ActualAmount"),
        first(node, "Reason", "ReasonCode"),
        first(node, "CalculationPercent"),
    )


def _line_amounts(node: Element, *indicator: str) -> list[str]:
    return [
        text
        for charge in elements(node, "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge")
        if first(charge, "ChargeIndicator/Indicator") in indicator
        for text in texts(charge, "ActualAmount")
    ]


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    price = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice"
    quantity = node.find("SpecifiedLineTradeDelivery/BilledQuantity")
    return purchase_line(
        collector,
        code=first(node, "SpecifiedTradeProduct/SellerAssignedID", "SpecifiedTradeProduct/GlobalID"),
        description=first(node, "SpecifiedTradeProduct/Name", "SpecifiedTradeProduct/Description"),
        quantity=None if quantity is None else quantity.text,
        unit=None if quantity is None else quantity.get("unitCode"),
        price=first(node, f"{price}/ChargeAmount"),
        base_quantity=first(node, f"{price}/BasisQuantity"),
        allowances=_line_amounts(node, "false", "0"),
        charges=_line_amounts(node, "true", "1"),
        vat_rate=first(node, "SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent"),
        total=first(node, "SpecifiedLineTradeSettlement/MonetarySummation/LineTotalAmount"),
    )

"""Writes an invoice's facts as CII (ZUGFeRD 1.0 and D16B) and as UBL, straight from the syntax bindings."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from sample_invoice import Invoice, Line, Party, Share

CiiVersion = Literal["D16B", "ZUGFeRD 1.0"]

_D16B = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
_RAM = "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
_UDT = "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
_CAC = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
_CBC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"

_IN_ZUGFERD_1 = {
    "ExchangedDocumentContext": "SpecifiedExchangedDocumentContext",
    "ExchangedDocument": "HeaderExchangedDocument",
    "SupplyChainTradeTransaction": "SpecifiedSupplyChainTradeTransaction",
    "ApplicableHeaderTradeAgreement": "ApplicableSupplyChainTradeAgreement",
    "ApplicableHeaderTradeSettlement": "ApplicableSupplyChainTradeSettlement",
    "SpecifiedLineTradeAgreement": "SpecifiedSupplyChainTradeAgreement",
    "SpecifiedLineTradeDelivery": "SpecifiedSupplyChainTradeDelivery",
    "SpecifiedLineTradeSettlement": "SpecifiedSupplyChainTradeSettlement",
    "SpecifiedTradeSettlementHeaderMonetarySummation": "SpecifiedTradeSettlementMonetarySummation",
    "SpecifiedTradeSettlementLineMonetarySummation": "SpecifiedTradeSettlementMonetarySummation",
    "RateApplicablePercent": "ApplicablePercent",
    "IssuerAssignedID": "ID",
}


class CiiWriter:
    """Writes one version of the Cross Industry Invoice."""

    def __init__(self, version: CiiVersion) -> None:
        self._names = _IN_ZUGFERD_1 if version == "ZUGFeRD 1.0" else {}
        self._rsm = "urn:ferd:CrossIndustryDocument:invoice:1p0" if self._names else _D16B
        self._root_name = "CrossIndustryDocument" if self._names else "CrossIndustryInvoice"

    def _put(self, parent: Element, path: str, text: object = None, **attributes: str) -> Element:
        """Append the elements of ``path``; those but the last are shared where they are already there."""
        *groups, last = path.split("/")
        for group in groups:
            tag = self._tag(group)
            found = parent.find(tag)
            parent = SubElement(parent, tag) if found is None else found
        leaf = SubElement(parent, self._tag(last), attributes)
        leaf.text = None if text is None else str(text)
        return leaf

    def _tag(self, name: str) -> str:
        top = name in ("ExchangedDocumentContext", "ExchangedDocument", "SupplyChainTradeTransaction")
        space = self._rsm if top else _UDT if name in ("DateTimeString", "Indicator") else _RAM
        return f"{{{space}}}{self._names.get(name, name)}"

    def write(self, invoice: Invoice, encoding: str = "utf-8") -> bytes:
        root = Element(f"{{{self._rsm}}}{self._root_name}")
        self._put(root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID", "test")
        self._put(root, "ExchangedDocument/ID", invoice.number)
        self._put(root, "ExchangedDocument/TypeCode", invoice.type_code)
        self._put_date(root, "ExchangedDocument/IssueDateTime", invoice.issued.strftime("%Y%m%d"))
        trade = self._put(root, "SupplyChainTradeTransaction")
        for line in invoice.lines:
            self._write_line(self._put(trade, "IncludedSupplyChainTradeLineItem"), line)
        self._write_agreement(self._put(trade, "ApplicableHeaderTradeAgreement"), invoice)
        delivered = invoice.delivered.strftime("%Y%m%d")
        event = "ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent"
        self._put_date(trade, f"{event}/OccurrenceDateTime", delivered)
        self._write_settlement(self._put(trade, "ApplicableHeaderTradeSettlement"), invoice)
        return tostring(root, encoding=encoding, xml_declaration=True)

    def _put_date(self, parent: Element, path: str, text: str) -> None:
        self._put(parent, f"{path}/DateTimeString", text, format="102")

    def _write_agreement(self, agreement: Element, invoice: Invoice) -> None:
        self._put(agreement, "BuyerReference", invoice.buyer_reference)
        self._write_party(self._put(agreement, "SellerTradeParty"), invoice.seller)
        buyer = self._put(agreement, "BuyerTradeParty")
        self._put(buyer, "ID", invoice.customer)
        self._put(buyer, "GlobalID", "4000001987658", schemeID="0088")
        self._write_party(buyer, invoice.buyer)
        self._put(agreement, "SellerOrderReferencedDocument/IssuerAssignedID", invoice.seller_order)
        self._put(agreement, "BuyerOrderReferencedDocument/IssuerAssignedID", invoice.buyer_order)
        self._put(agreement, "ContractReferencedDocument/IssuerAssignedID", invoice.contract)

    def _write_party(self, party: Element, facts: Party) -> None:
        self._put(party, "Name", facts.name)
        self._put(party, "SpecifiedLegalOrganization/ID", facts.organisation_number)
        self._put(party, "DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber", facts.phone)
        self._put(party, "PostalTradeAddress/PostcodeCode", facts.postcode)
        for name, line in zip(("LineOne", "LineTwo", "LineThree"), facts.address_lines, strict=False):
            self._put(party, f"PostalTradeAddress/{name}", line)
        self._put(party, "PostalTradeAddress/CityName", facts.city)
        self._put(party, "PostalTradeAddress/CountryID", facts.country)
        self._put(self._put(party, "SpecifiedTaxRegistration"), "ID", "201/113/40209", schemeID="FC")
        self._put(self._put(party, "SpecifiedTaxRegistration"), "ID", facts.vat_number, schemeID="VA")

    def _write_settlement(self, settlement: Element, invoice: Invoice) -> None:
        self._put(settlement, "PaymentReference", invoice.payment_reference)
        self._put(settlement, "InvoiceCurrencyCode", invoice.currency)
        means = self._put(settlement, "SpecifiedTradeSettlementPaymentMeans")
        self._put(means, "TypeCode", invoice.means_code)
        self._put(means, "PayerPartyDebtorFinancialAccount/IBANID", "DE00PAYER")
        self._put(means, "PayeePartyCreditorFinancialAccount/IBANID", invoice.iban)
        self._put(means, "PayeeSpecifiedCreditorFinancialInstitution/BICID", invoice.bic)
        for share in invoice.shares:
            tax = self._put(settlement, "ApplicableTradeTax")
            self._put(tax, "CalculatedAmount", share.amount)
            self._put(tax, "BasisAmount", share.base)
            self._put(tax, "CategoryCode", "S")
            self._put(tax, "RateApplicablePercent", share.rate)
        start, end = (day.strftime("%Y%m%d") for day in invoice.period)
        self._put_date(settlement, "BillingSpecifiedPeriod/StartDateTime", start)
        self._put_date(settlement, "BillingSpecifiedPeriod/EndDateTime", end)
        due = invoice.due.strftime("%Y%m%d")
        self._put_date(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime", due)
        self._write_sums(self._put(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation"), invoice)

    def _write_sums(self, sums: Element, invoice: Invoice) -> None:
        self._put(sums, "LineTotalAmount", invoice.subtotal)
        self._put(sums, "TaxBasisTotalAmount", invoice.net)
        self._put(sums, "TaxTotalAmount", invoice.vat * 7, currencyID=invoice.books_currency)
        self._put(sums, "TaxTotalAmount", invoice.vat, currencyID=invoice.currency)
        self._put(sums, "RoundingAmount", invoice.rounding)
        self._put(sums, "GrandTotalAmount", invoice.gross)
        self._put(sums, "DuePayableAmount", invoice.payable)

    def _write_line(self, item: Element, line: Line) -> None:
        self._put(item, "SpecifiedTradeProduct/GlobalID", "4012345001235")
        self._put(item, "SpecifiedTradeProduct/SellerAssignedID", line.code)
        self._put(item, "SpecifiedTradeProduct/Name", line.description)
        price = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice"
        self._put(item, f"{price}/ChargeAmount", line.price)
        self._put(item, "SpecifiedLineTradeDelivery/BilledQuantity", line.quantity, unitCode=line.unit)
        settlement = self._put(item, "SpecifiedLineTradeSettlement")
        self._put(settlement, "ApplicableTradeTax/RateApplicablePercent", line.vat_rate)
        for indicator, amount in (("true", Decimal(5)), ("false", line.allowance)):
            charge = self._put(settlement, "SpecifiedTradeAllowanceCharge")
            self._put(charge, "ChargeIndicator/Indicator", indicator)
            self._put(charge, "ActualAmount", amount)
        total = "SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"
        self._put(settlement, total, line.total)


def write_ubl(invoice: Invoice, encoding: str = "utf-8") -> bytes:
    """UBL 2.1: a CreditNote for type code 381, else an Invoice."""
    name = "CreditNote" if invoice.is_credit_note else "Invoice"
    root = Element(f"{{urn:oasis:names:specification:ubl:schema:xsd:{name}-2}}{name}")
    _put(root, "CustomizationID", "test")
    _put(root, "ID", invoice.number)
    _put(root, "IssueDate", invoice.issued)
    if not invoice.is_credit_note:
        _put(root, "DueDate", invoice.due)
    _put(root, f"{name}TypeCode", invoice.type_code)
    _put(root, "DocumentCurrencyCode", invoice.currency)
    _put(root, "BuyerReference", invoice.buyer_reference)
    _put(root, "InvoicePeriod/StartDate", invoice.period[0])
    _put(root, "InvoicePeriod/EndDate", invoice.period[1])
    _put(root, "OrderReference/ID", invoice.buyer_order)
    _put(root, "OrderReference/SalesOrderID", invoice.seller_order)
    _put(root, "ContractDocumentReference/ID", invoice.contract)
    _write_ubl_party(_put(root, "AccountingSupplierParty/Party"), invoice.seller)
    buyer = _put(root, "AccountingCustomerParty/Party")
    _put(_put(buyer, "PartyIdentification"), "ID", "4000001987658", schemeID="0088")
    _put(_put(buyer, "PartyIdentification"), "ID", invoice.customer)
    _write_ubl_party(buyer, invoice.buyer)
    _put(root, "Delivery/ActualDeliveryDate", invoice.delivered)
    _write_ubl_payment(root, invoice)
    _write_ubl_totals(root, invoice)
    for line in invoice.lines:
        _write_ubl_line(_put(root, f"{name}Line"), line, invoice)
    return tostring(root, encoding=encoding, xml_declaration=True)


def _put(parent: Element, path: str, text: object = None, **attributes: str) -> Element:
    *groups, last = path.split("/")
    for group in groups:
        found = parent.find(f"{{{_CAC}}}{group}")
        parent = SubElement(parent, f"{{{_CAC}}}{group}") if found is None else found
    leaf = SubElement(parent, f"{{{_CAC if text is None else _CBC}}}{last}", attributes)
    leaf.text = None if text is None else str(text)
    return leaf


def _write_ubl_party(party: Element, facts: Party) -> None:
    _put(party, "PartyName/Name", "The trading name")
    streets = ("StreetName", "AdditionalStreetName", "AddressLine/Line")
    for path, line in zip(streets, facts.address_lines, strict=False):
        _put(party, f"PostalAddress/{path}", line)
    _put(party, "PostalAddress/CityName", facts.city)
    _put(party, "PostalAddress/PostalZone", facts.postcode)
    _put(party, "PostalAddress/Country/IdentificationCode", facts.country)
    for number, scheme in (("201/113/40209", "FC"), (facts.vat_number, "VAT")):
        registration = _put(party, "PartyTaxScheme")
        _put(registration, "CompanyID", number)
        _put(registration, "TaxScheme/ID", scheme)
    _put(party, "PartyLegalEntity/RegistrationName", facts.name)
    _put(party, "PartyLegalEntity/CompanyID", facts.organisation_number)
    _put(party, "Contact/Telephone", facts.phone)


def _write_ubl_payment(root: Element, invoice: Invoice) -> None:
    means = _put(root, "PaymentMeans")
    _put(means, "PaymentMeansCode", invoice.means_code)
    if invoice.is_credit_note:  # UBL's CreditNote has no DueDate of its own
        _put(means, "PaymentDueDate", invoice.due)
    _put(means, "PaymentID", invoice.payment_reference)
    _put(means, "PayeeFinancialAccount/ID", invoice.iban)
    _put(means, "PayeeFinancialAccount/FinancialInstitutionBranch/ID", invoice.bic)
    _put(means, "PaymentMandate/PayerFinancialAccount/ID", "DE00PAYER")


def _write_ubl_totals(root: Element, invoice: Invoice) -> None:
    books = _put(root, "TaxTotal")
    _put(books, "TaxAmount", invoice.vat * 7, currencyID=invoice.books_currency)
    tax = _put(root, "TaxTotal")
    _put(tax, "TaxAmount", invoice.vat, currencyID=invoice.currency)
    for share in invoice.shares:
        _write_ubl_share(_put(tax, "TaxSubtotal"), share, invoice.currency)
    for name, value in (
        ("LineExtensionAmount", invoice.subtotal),
        ("TaxExclusiveAmount", invoice.net),
        ("TaxInclusiveAmount", invoice.gross),
        ("PayableRoundingAmount", invoice.rounding),
        ("PayableAmount", invoice.payable),
    ):
        _put(root, f"LegalMonetaryTotal/{name}", value, currencyID=invoice.currency)


def _write_ubl_share(subtotal: Element, share: Share, currency: str) -> None:
    _put(subtotal, "TaxableAmount", share.base, currencyID=currency)
    _put(subtotal, "TaxAmount", share.amount, currencyID=currency)
    _put(subtotal, "TaxCategory/ID", "S")
    _put(subtotal, "TaxCategory/Percent", share.rate)


def _write_ubl_line(node: Element, line: Line, invoice: Invoice) -> None:
    quantity = "CreditedQuantity" if invoice.is_credit_note else "InvoicedQuantity"
    _put(node, quantity, line.quantity, unitCode=line.unit)
    _put(node, "LineExtensionAmount", line.total, currencyID=invoice.currency)
    for indicator, amount in (("true", Decimal(5)), ("false", line.allowance)):
        charge = _put(node, "AllowanceCharge")
        _put(charge, "ChargeIndicator", indicator)
        _put(charge, "Amount", amount, currencyID=invoice.currency)
    _put(node, "Item/Name", line.description)
    _put(node, "Item/SellersItemIdentification/ID", line.code)
    _put(node, "Item/ClassifiedTaxCategory/Percent", line.vat_rate)
    _put(node, "Price/PriceAmount", line.price, currencyID=invoice.currency)

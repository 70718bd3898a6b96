"""Writes an invoice's facts as Finvoice, Svefaktura, OIOUBL and UBL-TR, after their public schemas."""

from __future__ import annotations

from decimal import Decimal

from national_facts import Facts, Line, Node, Party, el, many

_CAC = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
_CBC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"


def finvoice(facts: Facts, *, books: bool = False) -> Node:
    def money(name: str, amount: Decimal, currency: str = facts.currency) -> Node:
        return el(name, f"{amount:.2f}".replace(".", ","), AmountCurrencyIdentifier=currency)

    def day(name: str, value: object) -> Node:
        return el(name, str(value).replace("-", ""), Format="CCYYMMDD")

    details = el(
        "InvoiceDetails",
        el("InvoiceTypeCode", "INV02" if facts.is_credit else "INV01"),
        el("InvoiceNumber", facts.number),
        day("InvoiceDate", facts.issued),
        day("InvoicingPeriodStartDate", facts.period[0]),
        day("InvoicingPeriodEndDate", facts.period[1]),
        el("OrderIdentifier", facts.order),
        el("AgreementIdentifier", facts.contract),
        el("SellersBuyerIdentifier", facts.customer),
        money("RowsTotalVatExcludedAmount", facts.net),
        money("InvoiceTotalVatExcludedAmount", facts.net),
        money("InvoiceTotalVatAmount", facts.vat * 3, "SEK") if books else None,
        money("InvoiceTotalVatAmount", facts.vat),
        money("InvoiceTotalVatIncludedAmount", facts.gross),
        many(
            el(
                "VatSpecificationDetails",
                money("VatBaseAmount", base),
                el("VatRatePercent", str(rate).replace(".", ",")),
                el("VatCode", "S"),
                money("VatRateAmount", tax),
            )
            for rate, base, tax in facts.shares
        ),
        el("PaymentTermsDetails", day("InvoiceDueDate", facts.due)),
    )
    epi = el(
        "EpiDetails",
        el(
            "EpiPartyDetails",
            el("EpiBfiPartyDetails", el("EpiBfiIdentifier", facts.bic)),
            el("EpiBeneficiaryPartyDetails", el("EpiAccountID", facts.iban)),
        ),
        el(
            "EpiPaymentInstructionDetails",
            el("EpiRemittanceInfoIdentifier", facts.reference),
            money("EpiInstructedAmount", facts.gross),
        ),
    )
    return el(
        "Finvoice",
        _finvoice_party("Seller", facts.seller),
        el("SellerInformationDetails", el("SellerPhoneNumber", facts.phone)),
        _finvoice_party("Buyer", facts.buyer),
        details,
        many(_finvoice_row(line, facts.currency) for line in facts.lines),
        el("InvoiceRow", el("RowFreeText", "Kiitos!")),
        epi,
        Version="3.0",
    )


def _finvoice_party(side: str, party: Party) -> Node:
    return el(
        f"{side}PartyDetails",
        el(f"{side}PartyIdentifier", "0114162-2"),
        el(f"{side}OrganisationName", party.name),
        el(f"{side}OrganisationTaxCode", party.country + party.tax),
        el(
            f"{side}PostalAddressDetails",
            el(f"{side}StreetName", f"{party.street} {party.house}"),
            el(f"{side}TownName", party.town),
            el(f"{side}PostCodeIdentifier", party.postcode),
            el("CountryCode", party.country),
        ),
    )


def _finvoice_row(line: Line, currency: str) -> Node:
    def money(name: str, amount: Decimal) -> Node:
        return el(name, f"{amount:.2f}".replace(".", ","), AmountCurrencyIdentifier=currency)

    return el(
        "InvoiceRow",
        el("ArticleIdentifier", line.code),
        el("ArticleName", line.description),
        el("InvoicedQuantity", str(line.quantity).replace(".", ","), QuantityUnitCode="C62"),
        money("UnitPriceAmount", line.price),
        money("RowDiscountAmount", line.discount) if line.discount else None,
        el("RowChargeDetails", money("Amount", line.charge)) if line.charge else None,
        el("RowVatRatePercent", str(line.rate).replace(".", ",")),
        money("RowVatExcludedAmount", line.total),
    )


def svefaktura(facts: Facts, *, books: bool = False) -> Node:
    return el(
        "Invoice",
        el("ID", facts.number),
        el("c:IssueDate", facts.issued),
        el("InvoiceTypeCode", "381" if facts.is_credit else "380"),
        el("InvoiceCurrencyCode", facts.currency),
        el("TaxCurrencyCode", "EUR") if books else None,
        el("c:BuyerParty", _svefaktura_party(facts.buyer, None)),
        el("c:SellerParty", _svefaktura_party(facts.seller, facts.phone)),
        el(
            "c:PaymentMeans",
            el("PaymentMeansTypeCode", "30"),
            el("DuePaymentDate", facts.due),
            el(
                "PayeeFinancialAccount",
                el("ID", facts.iban),
                el("FinancialInstitutionBranch", el("FinancialInstitution", el("ID", facts.bic))),
                el("PaymentInstructionID", facts.reference),
            ),
        ),
        el(
            "c:TaxTotal",
            el("TotalTaxAmount", facts.vat),
            many(
                el(
                    "TaxSubTotal",
                    el("TaxableAmount", base),
                    el("TaxAmount", tax),
                    el("TaxCategory", el("ID", "S"), el("Percent", rate)),
                    el("TaxCurrencyTaxAmount", tax * 3) if books else None,
                )
                for rate, base, tax in facts.shares
            ),
        ),
        el(
            "c:LegalTotal",
            el("LineExtensionTotalAmount", facts.net),
            el("TaxExclusiveTotalAmount", facts.net),
            el("TaxInclusiveTotalAmount", facts.gross),
        ),
        many(_svefaktura_line(facts, line) for line in facts.lines),
        **{
            "xmlns": "urn:sfti:documents:BasicInvoice:1:0",
            "xmlns:c": "urn:sfti:CommonAggregateComponents:1:0",
        },
    )


def _svefaktura_party(party: Party, phone: str | None) -> Node:
    return el(
        "Party",
        el("PartyName", el("Name", party.name)),
        el(
            "Address",
            el("StreetName", f"{party.street} {party.house}"),
            el("PostalZone", party.postcode),
            el("CityName", party.town),
            el("Country", el("IdentificationCode", party.country)),
        ),
        el("PartyTaxScheme", el("CompanyID", party.country + party.tax), el("TaxScheme", el("ID", "VAT"))),
        el("Contact", el("Telephone", phone)),
    )


def _svefaktura_line(facts: Facts, line: Line) -> Node:
    return el(
        "c:InvoiceLine",
        el("InvoicedQuantity", line.quantity, quantityUnitCode="C62"),
        el("LineExtensionAmount", line.total),
        el("OrderLineReference", el("OrderReference", el("BuyersID", facts.order))),
        _charge("false", line.discount),
        _charge("true", line.charge),
        el(
            "Item",
            el("Description", line.description),
            el("SellersItemIdentification", el("ID", line.code)),
            el("TaxCategory", el("ID", "S"), el("Percent", line.rate)),
            el("BasePrice", el("PriceAmount", line.price)),
        ),
    )


def _charge(indicator: str, amount: Decimal) -> Node | None:
    return el("AllowanceCharge", el("ChargeIndicator", indicator), el("Amount", amount)) if amount else None


def oioubl(facts: Facts, *, books: bool = False) -> Node:
    """OIOUBL: its ``TaxExclusiveAmount`` is the tax, its ``PaymentID`` the kind of payment slip."""
    return _ubl(facts, "OIOUBL-2.1", "63", facts.vat, books=books)


def ubl_tr(facts: Facts, *, books: bool = False) -> Node:
    return _ubl(facts, "TR1.2", "", facts.net, books=books)


def _ubl(facts: Facts, customization: str, scheme: str, exclusive: Decimal, *, books: bool) -> Node:
    turkish = not scheme
    code = "IADE" if turkish and facts.is_credit else "SATIS" if turkish else "380"
    name = "CreditNote" if facts.is_credit and not turkish else "Invoice"
    taxes = many(_ubl_tax(*share, turkish=turkish) for share in facts.shares)
    return el(
        name,
        el("b:CustomizationID", customization),
        el("b:ID", facts.number),
        el("b:IssueDate", facts.issued),
        el(f"b:{name}TypeCode", code) if name == "Invoice" else None,
        el("b:DocumentCurrencyCode", facts.currency),
        el("a:OrderReference", el("b:ID", facts.order)),
        el("a:ContractDocumentReference", el("b:ID", facts.contract)),
        el("a:AccountingSupplierParty", _ubl_party(facts.seller, facts.phone, scheme)),
        el("a:AccountingCustomerParty", _ubl_party(facts.buyer, None, scheme)),
        el(
            "a:PaymentMeans",
            el("b:PaymentMeansCode", "42"),
            el("b:PaymentDueDate", facts.due),
            el("b:InstructionID", facts.reference),
            el("b:PaymentID", facts.reference if turkish else "71"),
            el("a:PayeeFinancialAccount", el("b:ID", facts.iban)),
        ),
        el("a:TaxTotal", el("b:TaxAmount", facts.vat * 3, currencyID="XAU")) if books else None,
        el("a:TaxTotal", el("b:TaxAmount", facts.vat, currencyID=facts.currency), taxes),
        el(
            "a:LegalMonetaryTotal",
            el("b:LineExtensionAmount", facts.net, currencyID=facts.currency),
            el("b:TaxExclusiveAmount", exclusive, currencyID=facts.currency),
            el("b:TaxInclusiveAmount", facts.gross, currencyID=facts.currency),
            el("b:PayableAmount", facts.gross, currencyID=facts.currency),
        ),
        many(_ubl_line(line, name, turkish=turkish) for line in facts.lines),
        **{
            "xmlns": f"urn:oasis:names:specification:ubl:schema:xsd:{name}-2",
            "xmlns:a": _CAC,
            "xmlns:b": _CBC,
        },
    )


def _ubl_party(party: Party, phone: str | None, scheme: str) -> Node:
    company = el("b:CompanyID", party.country + party.tax)
    return el(
        "a:Party",
        el("a:PartyIdentification", el("b:ID", party.tax, schemeID="VKN")) if not scheme else None,
        el("a:PartyName", el("b:Name", party.name)),
        el(
            "a:PostalAddress",
            el("b:StreetName", party.street),
            el("b:BuildingNumber", party.house),
            el("b:CityName", party.town),
            el("b:PostalZone", party.postcode),
            el("a:Country", el("b:IdentificationCode", party.country)),
        ),
        el("a:PartyTaxScheme", company, el("a:TaxScheme", el("b:ID", scheme))) if scheme else None,
        el("a:Contact", el("b:Telephone", phone)),
    )


def _ubl_tax(rate: Decimal, base: Decimal, tax: Decimal, *, turkish: bool) -> Node:
    if turkish:
        scheme = el("a:TaxScheme", el("b:Name", "KDV"), el("b:TaxTypeCode", "0015"))
        tail = many([el("b:Percent", rate), el("a:TaxCategory", scheme)])
    else:
        tail = el("a:TaxCategory", el("b:ID", "StandardRated"), el("b:Percent", rate))
    return el("a:TaxSubtotal", el("b:TaxableAmount", base), el("b:TaxAmount", tax), tail)


def _ubl_line(line: Line, name: str, *, turkish: bool) -> Node:
    quantity = "b:CreditedQuantity" if name == "CreditNote" else "b:InvoicedQuantity"
    charges = [
        el("a:AllowanceCharge", el("b:ChargeIndicator", indicator), el("b:Amount", amount))
        for indicator, amount in (("false", line.discount), ("true", line.charge))
        if amount
    ]
    return el(
        f"a:{name}Line",
        el(quantity, line.quantity, unitCode="C62"),
        el("b:LineExtensionAmount", line.total),
        many(charges),
        el(
            "a:TaxTotal",
            el("b:TaxAmount", line.tax),
            _ubl_tax(line.rate, line.total, line.tax, turkish=turkish),
        ),
        el(
            "a:Item",
            el("b:Name", line.description),
            el("a:SellersItemIdentification", el("b:ID", line.code)),
        ),
        el("a:Price", el("b:PriceAmount", line.price)),
    )

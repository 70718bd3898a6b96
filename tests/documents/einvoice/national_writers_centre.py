"""Writes an invoice's facts as KSeF, ISDOC and ebInterface, after their public schemas."""

from __future__ import annotations

from decimal import Decimal

from national_facts import Facts, Line, Node, Party, el, many

_KSEF_SUMS = {"23": "1", "8": "2", "5": "3"}


def ksef(facts: Facts, *, version: int = 3, books: bool = False) -> Node:
    namespace = {2: "2023/06/29/12648", 3: "2025/06/25/13775"}[version]
    sums = []
    for rate, base, tax in sorted(facts.shares, key=lambda share: list(_KSEF_SUMS).index(str(share[0]))):
        number = _KSEF_SUMS[str(rate)]
        sums += [el(f"P_13_{number}", base), el(f"P_14_{number}", tax)]
        sums += [el(f"P_14_{number}W", tax * 4)] if books else []
    return el(
        "Faktura",
        el("Naglowek", el("KodFormularza", "FA", kodSystemowy=f"FA ({version})")),
        el("Podmiot1", *_ksef_party(facts.seller), el("DaneKontaktowe", el("Telefon", facts.phone))),
        el("Podmiot2", *_ksef_party(facts.buyer), el("NrKlienta", facts.customer)),
        el(
            "Fa",
            el("KodWaluty", facts.currency),
            el("P_1", facts.issued),
            el("P_2", facts.number),
            el("OkresFa", el("P_6_Od", facts.period[0]), el("P_6_Do", facts.period[1])),
            many(sums),
            el("P_15", facts.gross),
            el("RodzajFaktury", "KOR" if facts.is_credit else "VAT"),
            many(_ksef_line(line) for line in facts.lines),
            el("Rozliczenie", el("DoZaplaty", facts.gross)),
            el(
                "Platnosc",
                el("TerminPlatnosci", el("Termin", facts.due)),
                el("FormaPlatnosci", "6"),
                el("RachunekBankowy", el("NrRB", facts.iban), el("SWIFT", facts.bic)),
            ),
            el(
                "WarunkiTransakcji",
                el("Umowy", el("NrUmowy", facts.contract)),
                el("Zamowienia", el("NrZamowienia", facts.order)),
            ),
        ),
        xmlns=f"http://crd.gov.pl/wzor/{namespace}/",
    )


def _ksef_party(party: Party) -> tuple[Node, Node]:
    return (
        el("DaneIdentyfikacyjne", el("NIP", party.tax), el("Nazwa", party.name)),
        el(
            "Adres",
            el("KodKraju", party.country),
            el("AdresL1", f"{party.street} {party.house}"),
            el("AdresL2", f"{party.postcode} {party.town}"),
        ),
    )


def _ksef_line(line: Line) -> Node:
    return el(
        "FaWiersz",
        el("P_7", line.description),
        el("Indeks", line.code),
        el("P_8A", "C62"),
        el("P_8B", line.quantity),
        el("P_9A", line.price),
        el("P_10", line.discount) if line.discount else None,
        el("P_11", line.total),
        el("P_12", line.rate),
    )


def isdoc(facts: Facts, *, books: bool = False) -> Node:
    """With ``books``, the books are kept in the local currency, of which an invoice's unit is worth 25."""

    def both(name: str, amount: Decimal) -> Node:
        return many([el(name, amount * 25), el(f"{name}Curr", amount)]) if books else el(name, amount)

    return el(
        "Invoice",
        el("DocumentType", "2" if facts.is_credit else "1"),
        el("ID", facts.number),
        el("IssueDate", facts.issued),
        el("LocalCurrencyCode", "RSD" if books else facts.currency),
        el("ForeignCurrencyCode", facts.currency) if books else None,
        el("AccountingSupplierParty", _isdoc_party(facts.seller, facts.customer, facts.phone)),
        el("AccountingCustomerParty", _isdoc_party(facts.buyer, facts.customer, "0")),
        el(
            "OrderReferences",
            el("OrderReference", el("SalesOrderID", "S-1"), el("ExternalOrderID", facts.order)),
        ),
        el("ContractReferences", el("ContractReference", el("ID", facts.contract))),
        el("InvoiceLines", many(_isdoc_line(line, both) for line in facts.lines)),
        el(
            "TaxTotal",
            many(
                el(
                    "TaxSubTotal",
                    both("TaxableAmount", base),
                    both("TaxAmount", tax),
                    el("TaxCategory", el("Percent", rate)),
                )
                for rate, base, tax in facts.shares
            ),
            both("TaxAmount", facts.vat),
        ),
        el(
            "LegalMonetaryTotal",
            both("TaxExclusiveAmount", facts.net),
            both("TaxInclusiveAmount", facts.gross),
            both("PayableAmount", facts.gross),
        ),
        el(
            "PaymentMeans",
            el(
                "Payment",
                el("PaymentMeansCode", "42"),
                el(
                    "Details",
                    el("PaymentDueDate", facts.due),
                    el("ID", "19-2000"),
                    el("BankCode", "0800"),
                    el("IBAN", facts.iban),
                    el("BIC", facts.bic),
                    el("VariableSymbol", facts.reference),
                ),
            ),
        ),
        xmlns="http://isdoc.cz/namespace/2013",
        version="6.0.2",
    )


def _isdoc_party(party: Party, user: str, phone: str) -> Node:
    return el(
        "Party",
        el("PartyIdentification", el("UserID", user), el("ID", party.tax)),
        el("PartyName", el("Name", party.name)),
        el(
            "PostalAddress",
            el("StreetName", party.street),
            el("BuildingNumber", party.house),
            el("CityName", party.town),
            el("PostalZone", party.postcode),
            el("Country", el("IdentificationCode", party.country)),
        ),
        el("PartyTaxScheme", el("CompanyID", "TIN1"), el("TaxScheme", "TIN")),
        el("PartyTaxScheme", el("CompanyID", party.country + party.tax), el("TaxScheme", "VAT")),
        el("Contact", el("Telephone", phone)),
    )


def _isdoc_line(line: Line, both: object) -> Node:
    assert callable(both)
    return el(
        "InvoiceLine",
        el("InvoicedQuantity", line.quantity, unitCode="C62"),
        both("LineExtensionAmount", line.total),
        el("LineExtensionAmountBeforeDiscount", line.gross) if line.discount else None,
        el("UnitPrice", line.price),
        el("ClassifiedTaxCategory", el("Percent", line.rate)),
        el(
            "Item",
            el("Description", line.description),
            el("SellersItemIdentification", el("ID", line.code)),
        ),
    )


def ebinterface(facts: Facts, *, version: str = "6p1", books: bool = False) -> Node:
    new = version >= "5"
    items = many(_eb_tax(*share, new=new) for share in facts.shares)
    bank = el(
        "UniversalBankTransaction",
        el("BeneficiaryAccount", el("BIC", facts.bic), el("IBAN", facts.iban)),
        el("PaymentReference", facts.reference),
    )
    return el(
        "Invoice",
        el("InvoiceNumber", facts.number),
        el("InvoiceDate", facts.issued),
        el("Delivery", el("Period", el("FromDate", facts.period[0]), el("ToDate", facts.period[1]))),
        el(
            "Biller",
            el("VATIdentificationNumber", facts.seller.country + facts.seller.tax),
            el("FurtherIdentification", "FN 12345a", IdentificationType="FN"),
            _eb_address(facts.seller, facts.phone),
        ),
        el(
            "InvoiceRecipient",
            el("VATIdentificationNumber", facts.buyer.country + facts.buyer.tax),
            el("OrderReference", el("OrderID", facts.order)),
            _eb_address(facts.buyer, None),
            el("BillersInvoiceRecipientID", facts.customer),
        ),
        el("Details", el("ItemList", many(_eb_line(line, new=new) for line in facts.lines))),
        el("Tax", items if new else el("VAT", items)),
        el("TotalGrossAmount", facts.gross),
        el("PayableAmount", facts.gross),
        el("PaymentMethod", bank),
        el("PaymentConditions", el("DueDate", facts.due)),
        el("Comment", f"CHF {facts.gross * 2}") if books else None,
        xmlns=f"http://www.ebinterface.at/schema/{version}/",
        DocumentType="CreditMemo" if facts.is_credit else "Invoice",
        DocumentTitle="test",
        InvoiceCurrency=facts.currency,
    )


def _eb_address(party: Party, phone: str | None) -> Node:
    return el(
        "Address",
        el("Name", party.name),
        el("Street", f"{party.street} {party.house}"),
        el("Town", party.town),
        el("ZIP", party.postcode),
        el("Country", "Land", CountryCode=party.country),
        el("Phone", phone),
    )


def _eb_tax(rate: Decimal, base: Decimal, tax: Decimal, *, new: bool) -> Node:
    if new:
        percent = el("TaxPercent", rate, TaxCategoryCode="S")
        return el("TaxItem", el("TaxableAmount", base), percent, el("TaxAmount", tax))
    return el("VATItem", el("TaxedAmount", base), el("VATRate", rate), el("Amount", tax))


def _eb_line(line: Line, *, new: bool) -> Node:
    reduction = el("ReductionListLineItem", el("BaseAmount", line.gross), el("Amount", line.discount))
    surcharge = el("SurchargeListLineItem", el("BaseAmount", line.gross), el("Amount", line.charge))
    return el(
        "ListLineItem",
        el("Description", line.description),
        el("ArticleNumber", line.code),
        el("Quantity", line.quantity, Unit="C62"),
        el("UnitPrice", line.price * 100, BaseQuantity="100"),
        el(
            "ReductionAndSurchargeListLineItemDetails",
            reduction if line.discount else None,
            surcharge if line.charge else None,
        ),
        _eb_tax(line.rate, line.total, line.tax, new=True) if new else el("VATRate", line.rate),
        el("LineItemAmount", line.total),
    )

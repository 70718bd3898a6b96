"""Writes an invoice's facts as NAV 3.0, after its public schema."""

from __future__ import annotations

from decimal import Decimal

from national_facts import Facts, Line, Node, Party, el, many


def nav(facts: Facts, *, books: bool = False) -> Node:
    def both(name: str, amount: Decimal) -> Node:
        return many([el(name, amount), el(f"{name}HUF", amount * (400 if books else 1))])

    detail = el(
        "invoiceDetail",
        el("invoiceCategory", "NORMAL"),
        el("invoiceDeliveryPeriodStart", facts.period[0]),
        el("invoiceDeliveryPeriodEnd", facts.period[1]),
        el("currencyCode", facts.currency),
        el("exchangeRate", "400" if books else "1"),
        el("paymentMethod", "TRANSFER"),
        el("paymentDate", facts.due),
        el(
            "conventionalInvoiceInfo",
            el("orderNumbers", el("orderNumber", facts.order)),
            el("contractNumbers", el("contractNumber", facts.contract)),
        ),
    )
    vat = facts.buyer.country + facts.buyer.tax
    invoice = el(
        "invoice",
        el("invoiceReference", el("originalInvoiceNumber", "1")) if facts.is_credit else None,
        el(
            "invoiceHead",
            el(
                "supplierInfo",
                el("supplierTaxNumber", el("taxpayerId", "1"), el("vatCode", "2")),
                el("communityVatNumber", facts.seller.country + facts.seller.tax),
                el("supplierName", facts.seller.name),
                _nav_address("supplierAddress", facts.seller),
                el("supplierBankAccountNumber", facts.iban),
            ),
            el(
                "customerInfo",
                el("customerVatData", el("communityVatNumber", vat)),
                el("customerName", facts.buyer.name),
                _nav_address("customerAddress", facts.buyer),
            ),
            detail,
        ),
        el("invoiceLines", many(_nav_line(line, both) for line in facts.lines)),
        el(
            "invoiceSummary",
            el(
                "summaryNormal",
                many(
                    el(
                        "summaryByVatRate",
                        el("vatRate", el("vatPercentage", rate / 100)),
                        el("vatRateNetData", both("vatRateNetAmount", base)),
                        el("vatRateVatData", both("vatRateVatAmount", tax)),
                    )
                    for rate, base, tax in facts.shares
                ),
                both("invoiceNetAmount", facts.net),
                both("invoiceVatAmount", facts.vat),
            ),
            el("summaryGrossData", both("invoiceGrossAmount", facts.gross)),
        ),
    )
    return el(
        "InvoiceData",
        el("invoiceNumber", facts.number),
        el("invoiceIssueDate", facts.issued),
        el("invoiceMain", invoice),
        xmlns="http://schemas.nav.gov.hu/OSA/3.0/data",
    )


def _nav_address(element: str, party: Party) -> Node:
    return el(
        element,
        el(
            "detailedAddress",
            el("countryCode", party.country),
            el("postalCode", party.postcode),
            el("city", party.town),
            el("streetName", party.street),
            el("number", party.house),
        ),
    )


def _nav_line(line: Line, both: object) -> Node:
    assert callable(both)
    own = el("productCode", el("productCodeCategory", "OWN"), el("productCodeOwnValue", line.code))
    return el(
        "line",
        el("productCodes", own),
        el("lineDescription", line.description),
        el("quantity", line.quantity),
        el("unitOfMeasure", "OWN"),
        el("unitOfMeasureOwn", "C62"),
        el("unitPrice", line.price),
        el("lineDiscountData", el("discountValue", line.discount)) if line.discount else None,
        el(
            "lineAmountsNormal",
            el("lineNetAmountData", both("lineNetAmount", line.total)),
            el("lineVatRate", el("vatPercentage", line.rate / 100)),
        ),
    )

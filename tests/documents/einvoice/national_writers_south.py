"""Writes an invoice's facts as FatturaPA and Facturae, after their public schemas."""

from __future__ import annotations

from decimal import Decimal

from national_facts import Facts, Line, Node, Party, cents, el, many


def fatturapa(facts: Facts, *, books: bool = False) -> Node:
    bodies = [_fatturapa_body(facts)]
    if books:  # a lot may hold invoices in other currencies
        bodies.append(Node(_fatturapa_body(facts).replace(f"<Divisa>{facts.currency}", "<Divisa>CHF")))
    return el(
        "p:FatturaElettronica",
        el(
            "FatturaElettronicaHeader",
            el("DatiTrasmissione", el("FormatoTrasmissione", "FPR12")),
            el(
                "CedentePrestatore",
                *_fatturapa_party(facts.seller),
                el("Contatti", el("Telefono", facts.phone)),
            ),
            el("CessionarioCommittente", *_fatturapa_party(facts.buyer)),
        ),
        many(bodies),
        **{"xmlns:p": "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2", "versione": "FPR12"},
    )


def _fatturapa_party(party: Party) -> tuple[Node, Node]:
    return (
        el(
            "DatiAnagrafici",
            el("IdFiscaleIVA", el("IdPaese", party.country), el("IdCodice", party.tax)),
            el("Anagrafica", el("Denominazione", party.name)),
        ),
        el(
            "Sede",
            el("Indirizzo", party.street),
            el("NumeroCivico", party.house),
            el("CAP", party.postcode),
            el("Comune", party.town),
            el("Nazione", party.country),
        ),
    )


def _fatturapa_body(facts: Facts) -> Node:
    return el(
        "FatturaElettronicaBody",
        el(
            "DatiGenerali",
            el(
                "DatiGeneraliDocumento",
                el("TipoDocumento", "TD04" if facts.is_credit else "TD01"),
                el("Divisa", facts.currency),
                el("Data", facts.issued),
                el("Numero", facts.number),
                el("ImportoTotaleDocumento", cents(facts.gross)),
            ),
            el("DatiOrdineAcquisto", el("IdDocumento", facts.order)),
            el("DatiContratto", el("IdDocumento", facts.contract)),
        ),
        el(
            "DatiBeniServizi",
            many(_fatturapa_line(facts, line) for line in facts.lines),
            many(
                el(
                    "DatiRiepilogo",
                    el("AliquotaIVA", rate),
                    el("ImponibileImporto", base),
                    el("Imposta", tax),
                )
                for rate, base, tax in facts.shares
            ),
        ),
        el(
            "DatiPagamento",
            el("CondizioniPagamento", "TP02"),
            el(
                "DettaglioPagamento",
                el("ModalitaPagamento", "MP05"),
                el("DataScadenzaPagamento", facts.due),
                el("ImportoPagamento", cents(facts.gross)),
                el("IBAN", facts.iban),
                el("BIC", facts.bic),
                el("CodicePagamento", facts.reference),
            ),
        ),
    )


def _fatturapa_line(facts: Facts, line: Line) -> Node:
    changes = [
        el("ScontoMaggiorazione", el("Tipo", kind), el("Importo", amount))
        for kind, amount in (("SC", line.unit_discount), ("MG", line.unit_charge))
        if amount
    ]
    return el(
        "DettaglioLinee",
        el("CodiceArticolo", el("CodiceTipo", "INT"), el("CodiceValore", line.code)),
        el("Descrizione", line.description),
        el("Quantita", f"{line.quantity:.2f}"),
        el("UnitaMisura", "C62"),
        el("DataInizioPeriodo", facts.period[0]),
        el("DataFinePeriodo", facts.period[1]),
        el("PrezzoUnitario", line.price),
        many(changes),
        el("PrezzoTotale", cents(line.total)),
        el("AliquotaIVA", line.rate),
    )


def facturae(facts: Facts, *, books: bool = False) -> Node:
    return el(
        "fe:Facturae",
        el("FileHeader", el("SchemaVersion", "3.2.2")),
        el(
            "Parties",
            el("SellerParty", *_facturae_party(facts.seller, facts.phone)),
            el("BuyerParty", *_facturae_party(facts.buyer, None)),
        ),
        el("Invoices", _facturae_invoice(facts, books=books)),
        **{"xmlns:fe": "http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"},
    )


def _facturae_party(party: Party, phone: str | None) -> tuple[Node, Node]:
    return (
        el("TaxIdentification", el("TaxIdentificationNumber", party.country + party.tax)),
        el(
            "LegalEntity",
            el("CorporateName", party.name),
            el(
                "AddressInSpain",
                el("Address", f"{party.street} {party.house}"),
                el("PostCode", party.postcode),
                el("Town", party.town),
                el("CountryCode", "ESP"),
            ),
            el("ContactDetails", el("Telephone", phone)) if phone else None,
        ),
    )


def _facturae_invoice(facts: Facts, *, books: bool) -> Node:
    return el(
        "Invoice",
        el(
            "InvoiceHeader",
            el("InvoiceNumber", facts.number[1:]),
            el("InvoiceSeriesCode", facts.number[:1]),
            el("InvoiceClass", "OR" if facts.is_credit else "OO"),
        ),
        el(
            "InvoiceIssueData",
            el("IssueDate", facts.issued),
            el("InvoicingPeriod", el("StartDate", facts.period[0]), el("EndDate", facts.period[1])),
            el("InvoiceCurrencyCode", facts.currency),
            el("TaxCurrencyCode", "USD" if books else facts.currency),
        ),
        el("TaxesOutputs", many(_facturae_tax(*share, books=books) for share in facts.shares)),
        el(
            "InvoiceTotals",
            el("TotalGrossAmount", facts.net),
            el("TotalGrossAmountBeforeTaxes", facts.net),
            el("TotalTaxOutputs", facts.vat),
            el("TotalTaxesWithheld", "0.00"),
            el("InvoiceTotal", facts.gross),
            el("TotalExecutableAmount", facts.gross),
        ),
        el("Items", many(_facturae_line(facts, line) for line in facts.lines)),
        el(
            "PaymentDetails",
            el(
                "Installment",
                el("InstallmentDueDate", facts.due),
                el("InstallmentAmount", facts.gross),
                el("PaymentMeans", "04"),
                el("AccountToBeCredited", el("IBAN", facts.iban), el("BIC", facts.bic)),
                el("PaymentReconciliationReference", facts.reference),
            ),
        ),
    )


def _facturae_tax(rate: Decimal, base: Decimal, tax: Decimal, *, books: bool) -> Node:
    return el(
        "Tax",
        el("TaxTypeCode", "01"),
        el("TaxRate", rate),
        el("TaxableBase", el("TotalAmount", base), el("EquivalentInEuros", base * 3) if books else None),
        el("TaxAmount", el("TotalAmount", tax), el("EquivalentInEuros", tax * 3) if books else None),
    )


def _facturae_line(facts: Facts, line: Line) -> Node:
    discount = el("Discount", el("DiscountAmount", line.discount))
    charge = el("Charge", el("ChargeAmount", line.charge))
    return el(
        "InvoiceLine",
        el("ReceiverContractReference", facts.contract),
        el("ReceiverTransactionReference", facts.order),
        el("ItemDescription", line.description),
        el("Quantity", line.quantity),
        el("UnitOfMeasure", "01"),
        el("UnitPriceWithoutTax", line.price),
        el("DiscountsAndRebates", discount) if line.discount else None,
        el("Charges", charge) if line.charge else None,
        el("GrossAmount", line.total),
        el("TaxesOutputs", _facturae_tax(line.rate, line.total, line.tax, books=False)),
        el("ArticleCode", line.code),
    )

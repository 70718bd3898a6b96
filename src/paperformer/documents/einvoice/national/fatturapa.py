"""FatturaPA 1.2 of Italy (Agenzia delle Entrate, "Specifiche tecniche operative del formato").

Social security contributions (cassa) are charges, a withheld tax (ritenuta) and the stamp duty (bollo) are
adjustments of their own kind. Sums that the format leaves to its reader are those of its VAT breakdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.collector import Collector, elements, first, sum_of, texts
from paperformer.documents.einvoice.invoice import (
    Adjustment,
    AdjustmentKind,
    EInvoice,
    PurchaseLine,
    VatShare,
)
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import (
    amount,
    cents,
    compact,
    iso_date,
    negated,
    number,
    print_decimal,
    product,
    total,
)

_CREDIT_NOTES: Final = frozenset({"TD04", "TD08"})
_SPLIT_PAYMENT: Final = "S"
_PAYMENT_METHODS: Final = {
    "MP01": "cash", "MP02": "cheque", "MP03": "cheque", "MP05": "transfer", "MP07": "transfer",
    "MP08": "card", "MP09": "direct_debit", "MP10": "direct_debit", "MP11": "direct_debit",
    "MP16": "direct_debit", "MP17": "direct_debit", "MP18": "transfer", "MP19": "direct_debit",
    "MP20": "direct_debit", "MP21": "direct_debit",
}  # fmt: skip
# Natura to UNTDID 5305, the longest first
_CATEGORIES: Final = (
    ("N3.1", "G"), ("N3.2", "K"), ("N2", "O"), ("N1", "E"), ("N4", "E"), ("N5", "E"), ("N6", "AE"),
)  # fmt: skip
_GENERAL: Final = "DatiGenerali/DatiGeneraliDocumento"
_LINES: Final = "DatiBeniServizi/DettaglioLinee"


def read_fatturapa(root: Element) -> EInvoice:
    """The first invoice in a FatturaPA tree."""
    collector = Collector()
    body = root.find("FatturaElettronicaBody")
    general = None if body is None else body.find(_GENERAL)
    _read_header(collector, body, general)
    _read_party(collector, "supplier", root.find("FatturaElettronicaHeader/CedentePrestatore"))
    _read_party(collector, "receiver", root.find("FatturaElettronicaHeader/CessionarioCommittente"))
    lines = tuple(_purchase_line(collector, node) for node in elements(body, _LINES))
    shares = tuple(_vat_share(collector, node) for node in elements(body, "DatiBeniServizi/DatiRiepilogo"))
    _read_sums(collector, general, lines, shares)
    _read_payment(collector, body)
    return EInvoice(
        syntax="fatturapa",
        profile=first(root, "FatturaElettronicaHeader/DatiTrasmissione/FormatoTrasmissione") or "",
        fields=collector.fields,
        vat_distribution=shares,
        purchase_lines=lines,
        adjustments=present(_adjustments(collector, general)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, body: Element | None, general: Element | None) -> None:
    code = first(general, "TipoDocumento")
    if code is not None:
        collector.add("document_type", ["credit_note" if code in _CREDIT_NOTES else "invoice"])
    collector.add_one("document_number", general, "Numero")
    collector.add_one("document_date", general, "Data", normalise=iso_date)
    collector.add("receiver_order_number", texts(body, "DatiGenerali/DatiOrdineAcquisto/IdDocumento"))
    collector.add("contract_number", texts(body, "DatiGenerali/DatiContratto/IdDocumento"))
    collector.add_one("currency", general, "Divisa", normalise=str.upper)
    for field, path in (("period_start", "DataInizioPeriodo"), ("period_end", "DataFinePeriodo")):
        days = set(texts(body, f"{_LINES}/{path}"))
        if len(days) == 1:  # lines of several periods have none in common
            collector.add(field, days, iso_date)


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    person = "DatiAnagrafici/Anagrafica"
    name = first(party, f"{person}/Denominazione") or " ".join(
        [*texts(party, f"{person}/Nome"), *texts(party, f"{person}/Cognome")]
    )
    collector.add(f"{role}_name", [name])
    street = " ".join([*texts(party, "Sede/Indirizzo")[:1], *texts(party, "Sede/NumeroCivico")[:1]])
    collector.add_address(f"{role}_address", [street], first(party, "Sede/CAP"), first(party, "Sede/Comune"))
    collector.add_one(f"{role}_country", party, "Sede/Nazione", normalise=str.upper)
    number = first(party, "DatiAnagrafici/IdFiscaleIVA/IdCodice")
    if number is not None:
        country = first(party, "DatiAnagrafici/IdFiscaleIVA/IdPaese") or ""
        collector.add(f"{role}_vat_number", [country + number], compact)
    if role == "supplier":
        register = [*texts(party, "IscrizioneREA/Ufficio")[:1], *texts(party, "IscrizioneREA/NumeroREA")[:1]]
        collector.add("supplier_organisation_number", ["-".join(register)])
        collector.add_one("supplier_phone", party, "Contatti/Telefono")


def _read_sums(
    collector: Collector,
    general: Element | None,
    lines: tuple[PurchaseLine, ...],
    shares: tuple[VatShare, ...],
) -> None:
    collector.add_sum("subtotal", [line.total for line in lines])
    net, tax = sum_of(share.base for share in shares), sum_of(share.amount for share in shares)
    collector.add_sum("total_excl_vat", [net])
    collector.add_sum("total_vat", [tax])
    collector.add_one("total_incl_vat", general, "ImportoTotaleDocumento", normalise=amount)
    if first(general, "ImportoTotaleDocumento") is None and net is not None:  # the element is optional
        rounding = collector.normal("rounding", first(general, "Arrotondamento"), amount)
        collector.add_sum("total_incl_vat", [net, tax, rounding])
    collector.add_one("rounding", general, "Arrotondamento", normalise=amount)


def _read_payment(collector: Collector, body: Element | None) -> None:
    for payment in elements(body, "DatiPagamento"):
        details = elements(payment, "DettaglioPagamento")
        for detail in details:
            for code in texts(detail, "ModalitaPagamento"):
                collector.add("payment_method", filter(None, [_PAYMENT_METHODS.get(code)]))
            collector.add("due_date", texts(detail, "DataScadenzaPagamento"), iso_date)
            collector.add_account(first(detail, "IBAN"), said_to_be_iban=True)
            collector.add("bic", texts(detail, "BIC"), compact)
            collector.add("payment_reference", texts(detail, "CodicePagamento"))
        if "amount_due" in collector.fields:
            continue  # a second block is another way to pay the same amount
        amounts = [text for detail in details for text in texts(detail, "ImportoPagamento")[:1]]
        given = [collector.normal("amount_due", text, amount) for text in amounts]
        collector.add_sum("amount_due", _owed(collector, given))


def _owed(collector: Collector, amounts: list[str | None]) -> list[str | None]:
    """Instalments, all of them; or ways to pay one amount, of which the first counts."""
    whole = next(iter(collector.fields.get("total_incl_vat", ())), None)
    together = sum_of(amounts)
    if whole is None or together is None:
        return amounts[:1]
    return amounts if abs(Decimal(together)) <= abs(Decimal(whole)) else amounts[:1]


def _adjustments(collector: Collector, general: Element | None) -> Iterator[Adjustment | None]:
    for node in elements(general, "ScontoMaggiorazione"):
        kind: AdjustmentKind = "charge" if first(node, "Tipo") == "MG" else "allowance"
        yield adjustment(collector, kind, first(node, "Importo"), None, first(node, "Percentuale"))
    for node in elements(general, "DatiCassaPrevidenziale"):
        yield adjustment(
            collector,
            "charge",
            first(node, "ImportoContributoCassa"),
            first(node, "TipoCassa"),
            first(node, "AlCassa"),
        )
    for node in elements(general, "DatiRitenuta"):
        yield adjustment(
            collector,
            "withholding",
            first(node, "ImportoRitenuta"),
            first(node, "TipoRitenuta"),
            first(node, "AliquotaRitenuta"),
        )
    for node in elements(general, "DatiBollo"):
        yield adjustment(collector, "stamp_duty", first(node, "ImportoBollo"), "bollo")


def _vat_share(collector: Collector, node: Element) -> VatShare:
    kind = first(node, "Natura") or ""
    category = "B" if first(node, "EsigibilitaIVA") == _SPLIT_PAYMENT else "S"
    if kind:
        category = next((code for prefix, code in _CATEGORIES if kind.startswith(prefix)), "")
    return vat_share(
        collector,
        category=category or None,
        rate=first(node, "AliquotaIVA"),
        base=first(node, "ImponibileImporto"),
        tax=first(node, "Imposta"),
    )


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    discount, charge = _changes(collector, node)
    return purchase_line(
        collector,
        code=first(node, "CodiceArticolo/CodiceValore"),
        description=first(node, "Descrizione"),
        quantity=first(node, "Quantita"),
        unit=first(node, "UnitaMisura"),
        price=first(node, "PrezzoUnitario"),
        base_quantity=None,
        allowances=[discount] if discount else [],
        charges=[charge] if charge else [],
        vat_rate=first(node, "AliquotaIVA"),
        total=first(node, "PrezzoTotale"),
    )


def _changes(collector: Collector, node: Element) -> tuple[str | None, str | None]:
    """Allowance and charge of a line: the format gives those of one unit, one applied after the other."""
    price = _number(collector, node, "PrezzoUnitario") or "0"
    quantity = _number(collector, node, "Quantita") or "1"
    changed: dict[str, list[str]] = {"SC": [], "MG": []}
    for change in elements(node, "ScontoMaggiorazione"):
        kind = "MG" if first(change, "Tipo") == "MG" else "SC"
        part = _number(collector, change, "Importo")
        if part is None:
            rate = _number(collector, change, "Percentuale") or "0"
            part = print_decimal(product(print_decimal(product(price, rate)), "0.01"))
        price = total([price, part if kind == "MG" else negated(part)])
        changed[kind].append(cents(product(part, quantity)))
    return sum_of(changed["SC"]), sum_of(changed["MG"])


def _number(collector: Collector, node: Element, path: str) -> str | None:
    return collector.normal("purchase_lines", first(node, path), number)

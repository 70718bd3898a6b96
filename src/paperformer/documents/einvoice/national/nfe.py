"""NF-e and NFC-e 4.00 of Brazil (ENCAT, "Manual de Orientação do Contribuinte").

ICMS is part of the price: there is a breakdown of it, but no total without it. IPI and ICMS-ST come on top
and are charges. The format has no currency, because its amounts are in reais.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.collector import Collector, elements, first, sum_of, texts
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date, negated

_RETURN: Final = "4"  # finNFe
_CONSUMER: Final = "65"  # mod: NFC-e, printed by tills
_BRAZIL: Final = "1058"  # cPais, of Banco Central
_NO_BARCODE: Final = "SEM GTIN"
_PAYMENT_METHODS: Final = {
    "01": "cash", "02": "cheque", "03": "card", "04": "card", "16": "transfer", "17": "transfer",
    "18": "transfer", "20": "transfer",
}  # fmt: skip
_ON_TOP: Final = (("vST", "ICMS ST"), ("vFCPST", "FCP ST"), ("vII", "II"), ("vIPI", "IPI"))
_LINE_CHARGES: Final = ("vFrete", "vSeg", "vOutro")


def read_nfe(root: Element) -> EInvoice:
    """The invoice in an NF-e tree, with its protocol or without."""
    collector = Collector()
    note = root.find("NFe/infNFe")
    if note is None:
        note = root.find("infNFe")
    _read_header(collector, note)
    _read_party(collector, "supplier", None if note is None else note.find("emit"))
    _read_party(collector, "receiver", None if note is None else note.find("dest"))
    rows = elements(note, "det")
    lines = tuple(_purchase_line(collector, row) for row in rows)
    collector.add_sum("subtotal", [line.total for line in lines])
    collector.add_one("total_incl_vat", note, "total/ICMSTot/vNF", normalise=amount)
    collector.add_one("amount_due", note, "cobr/fat/vLiq", normalise=amount)
    collector.add("due_date", texts(note, "cobr/dup/dVenc"), iso_date)
    for code in texts(note, "pag/detPag/tPag"):
        collector.add("payment_method", filter(None, [_PAYMENT_METHODS.get(code)]))
    return EInvoice(
        syntax="nfe",
        profile="" if note is None else note.get("versao", ""),
        fields=collector.fields,
        vat_distribution=_vat_shares(collector, rows),
        purchase_lines=lines,
        adjustments=present(_adjustments(collector, note)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, note: Element | None) -> None:
    if note is None:
        return
    model = first(note, "ide/mod")
    if model is not None:
        is_return = first(note, "ide/finNFe") == _RETURN
        kind = "receipt" if model == _CONSUMER else "credit_note" if is_return else "invoice"
        collector.add("document_type", [kind])
    collector.add_one("document_number", note, "ide/nNF")
    collector.add_one("document_date", note, "ide/dhEmi", "ide/dEmi", normalise=iso_date)
    collector.add("receiver_order_number", texts(note, "compra/xPed", "det/prod/xPed"))
    collector.add("contract_number", texts(note, "compra/xCont"))
    collector.add("currency", ["BRL"])


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    address = "enderEmit" if role == "supplier" else "enderDest"
    collector.add_one(f"{role}_name", party, "xNome")
    street = ", ".join(text for part in ("xLgr", "nro") for text in texts(party, f"{address}/{part}")[:1])
    further = [text for part in ("xCpl", "xBairro") for text in texts(party, f"{address}/{part}")]
    postcode, town = first(party, f"{address}/CEP"), first(party, f"{address}/xMun")
    collector.add_address(f"{role}_address", [street, *further], postcode, town)
    if first(party, f"{address}/cPais") == _BRAZIL:
        collector.add(f"{role}_country", ["BR"])
    collector.add_one(f"{role}_vat_number", party, "CNPJ", "CPF", "idEstrangeiro", normalise=compact)
    if role == "supplier":
        collector.add_one("supplier_organisation_number", party, "IE")
        collector.add_one("supplier_phone", party, f"{address}/fone")


def _adjustments(collector: Collector, note: Element | None) -> Iterator[Adjustment | None]:
    for element, reason in _ON_TOP:
        yield adjustment(collector, "charge", first(note, f"total/ICMSTot/{element}"), reason)


def _vat_shares(collector: Collector, rows: list[Element]) -> tuple[VatShare, ...]:
    """ICMS by rate: the format gives it line by line."""
    found: dict[str | None, list[VatShare]] = {}
    for row in rows:
        for tax in elements(row, "imposto/ICMS/*"):
            base = first(tax, "vBC")
            if base is not None:
                share = vat_share(
                    collector, category=None, rate=first(tax, "pICMS"), base=base, tax=first(tax, "vICMS")
                )
                found.setdefault(share.rate, []).append(share)
    return tuple(
        VatShare(
            rate=rate,
            base=sum_of(share.base for share in shares),
            amount=sum_of(share.amount for share in shares),
        )
        for rate, shares in found.items()
    )


def _purchase_line(collector: Collector, row: Element) -> PurchaseLine:
    product = "prod"
    discounts = texts(row, f"{product}/vDesc")
    charges = [text for part in _LINE_CHARGES for text in texts(row, f"{product}/{part}")]
    return purchase_line(
        collector,
        code=first(row, f"{product}/cProd") or _barcode(row),
        description=first(row, f"{product}/xProd"),
        quantity=first(row, f"{product}/qCom"),
        unit=first(row, f"{product}/uCom"),
        price=first(row, f"{product}/vUnCom"),
        base_quantity=None,
        allowances=discounts,
        charges=charges,
        vat_rate=first(row, "imposto/ICMS/*/pICMS"),
        total=_net(collector, first(row, f"{product}/vProd"), discounts, charges),
    )


def _barcode(row: Element) -> str | None:
    code = first(row, "prod/cEAN")
    return None if code == _NO_BARCODE else code


def _net(collector: Collector, gross: str | None, discounts: list[str], charges: list[str]) -> str | None:
    """BT-131: the format's own amount of a line is before its discount and charges."""
    field = "purchase_lines"
    value = collector.normal(field, gross, amount)
    if value is None:
        return None
    less = [collector.normal(field, text, amount) for text in discounts]
    more = [collector.normal(field, text, amount) for text in charges]
    return sum_of([value, *(negated(text) for text in less if text is not None), *more])

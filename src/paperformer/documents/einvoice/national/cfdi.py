"""CFDI 4.0 of Mexico (SAT, "Anexo 20"): everything stands in attributes.

The format's total is what remains after withheld taxes. EN 16931 has no withheld taxes: its total with VAT is
the format's with them added.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from paperformer.documents.einvoice.codes import country
from paperformer.documents.einvoice.collector import Collector, elements, sum_of
from paperformer.documents.einvoice.invoice import Adjustment, EInvoice, PurchaseLine, VatShare
from paperformer.documents.einvoice.lines import adjustment, present, purchase_line, vat_share
from paperformer.documents.einvoice.normal_form import amount, compact, iso_date, negated, percent

_IVA: Final = "002"
_EXEMPT: Final = "Exento"
_NO_CURRENCY: Final = "XXX"
# N, a payslip, is none of our kinds
_KINDS: Final = {"I": "invoice", "E": "credit_note", "T": "delivery_note", "P": "receipt"}
_PAYMENT_METHODS: Final = {
    "01": "cash", "02": "cheque", "03": "transfer", "04": "card", "06": "online", "28": "card", "29": "card",
}  # fmt: skip


def read_cfdi(root: Element) -> EInvoice:
    """The voucher in a CFDI tree."""
    collector = Collector()
    _read_header(collector, root)
    _read_party(collector, "supplier", root.find("Emisor"))
    _read_party(collector, "receiver", root.find("Receptor"))
    lines = tuple(_purchase_line(collector, node) for node in elements(root, "Conceptos/Concepto"))
    taxes = root.find("Impuestos")
    collector.add_sum("subtotal", [line.total for line in lines])
    _read_sums(collector, root, taxes)
    return EInvoice(
        syntax="cfdi",
        profile=root.get("Version", ""),
        fields=collector.fields,
        vat_distribution=tuple(
            _vat_share(collector, node)
            for node in elements(taxes, "Traslados/Traslado")
            if node.get("Impuesto") == _IVA
        ),
        purchase_lines=lines,
        adjustments=present(_adjustments(collector, taxes)),
        warnings=collector.warnings,
    )


def _read_header(collector: Collector, root: Element) -> None:
    collector.add("document_type", filter(None, [_KINDS.get(root.get("TipoDeComprobante", ""))]))
    number = root.get("Serie", "") + root.get("Folio", "")
    stamp = root.find("Complemento/TimbreFiscalDigital")
    if not number and stamp is not None:  # the tax office numbers what its sender does not
        number = stamp.get("UUID", "")
    collector.add("document_number", [number])
    collector.add("document_date", given(root, "Fecha"), iso_date)
    currency = root.get("Moneda", "").upper()
    collector.add("currency", [currency] if currency != _NO_CURRENCY else [])
    method = _PAYMENT_METHODS.get(root.get("FormaPago", ""))
    collector.add("payment_method", filter(None, [method]))


def given(node: Element | None, name: str) -> list[str]:
    """The attribute, where it has a value."""
    value = "" if node is None else node.get(name, "").strip()
    return [value] if value else []


def _read_party(collector: Collector, role: str, party: Element | None) -> None:
    collector.add(f"{role}_name", given(party, "Nombre"))
    collector.add(f"{role}_vat_number", given(party, "NumRegIdTrib") or given(party, "Rfc"), compact)
    collector.add(f"{role}_country", given(party, "ResidenciaFiscal"), country)


def _read_sums(collector: Collector, root: Element, taxes: Element | None) -> None:
    gross = _amount(collector, "total_excl_vat", root, "SubTotal")
    discount = _amount(collector, "total_excl_vat", root, "Descuento")
    if gross is not None:
        collector.add_sum("total_excl_vat", [gross, None if discount is None else negated(discount)])
    collector.add_sum("total_vat", [_amount(collector, "total_vat", taxes, "TotalImpuestosTrasladados")])
    total = _amount(collector, "total_incl_vat", root, "Total")
    if total is not None:
        withheld = _amount(collector, "adjustments", taxes, "TotalImpuestosRetenidos")
        collector.add_sum("total_incl_vat", [total, withheld])
        collector.add("amount_due", [total])


def _adjustments(collector: Collector, taxes: Element | None) -> Iterator[Adjustment | None]:
    for node in elements(taxes, "Retenciones/Retencion"):
        yield adjustment(collector, "withholding", node.get("Importe"), node.get("Impuesto"))


def _vat_share(collector: Collector, node: Element) -> VatShare:
    if node.get("TipoFactor") == _EXEMPT:
        return vat_share(collector, category="E", rate="0", base=node.get("Base"), tax="0")
    rate = collector.normal("vat_distribution", node.get("TasaOCuota"), percent)
    category = None if rate is None else "Z" if rate == "0" else "S"
    return vat_share(collector, category=category, rate=rate, base=node.get("Base"), tax=node.get("Importe"))


def _purchase_line(collector: Collector, node: Element) -> PurchaseLine:
    field = "purchase_lines"
    gross, discount = _amount(collector, field, node, "Importe"), _amount(collector, field, node, "Descuento")
    rates = [
        collector.normal(field, tax.get("TasaOCuota"), percent)
        for tax in elements(node, "Impuestos/Traslados/Traslado")
        if tax.get("Impuesto") == _IVA
    ]
    return purchase_line(
        collector,
        code=next(iter(given(node, "NoIdentificacion")), None),
        description=next(iter(given(node, "Descripcion")), None),
        quantity=node.get("Cantidad"),
        unit=next(iter(given(node, "ClaveUnidad")), None),
        price=node.get("ValorUnitario"),
        base_quantity=None,
        allowances=[] if discount is None else [discount],
        vat_rate=rates[0] if rates else None,
        total=None if gross is None else sum_of([gross, None if discount is None else negated(discount)]),
    )


def _amount(collector: Collector, field: str, node: Element | None, name: str) -> str | None:
    return collector.normal(field, None if node is None else node.get(name), amount)

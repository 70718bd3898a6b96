"""Writes an invoice's facts as NF-e and CFDI, after their public schemas."""

from __future__ import annotations

from decimal import Decimal

from national_facts import Facts, Line, Node, Party, el, many


def nfe(facts: Facts, *, books: bool = False) -> Node:
    note = el(
        "infNFe",
        el(
            "ide",
            el("mod", "55"),
            el("serie", "1"),
            el("nNF", facts.number),
            el("dhEmi", f"{facts.issued}T10:00:00-03:00"),
            el("finNFe", "4" if facts.is_credit else "1"),
        ),
        el("emit", *_nfe_party(facts.seller, "enderEmit", facts.phone), el("IE", "110042490114")),
        el("dest", *_nfe_party(facts.buyer, "enderDest", None)),
        many(_nfe_line(line) for line in facts.lines),
        el("total", el("ICMSTot", el("vST", "0.00"), el("vIPI", "0.00"), el("vNF", facts.net))),
        el(
            "cobr",
            el("fat", el("nFat", "1"), el("vLiq", facts.net)),
            el("dup", el("dVenc", facts.due), el("vDup", facts.net)),
        ),
        el("pag", el("detPag", el("tPag", "18"), el("vPag", facts.net))),
        el("infAdic", el("infCpl", f"USD {facts.net * 3}")) if books else None,
        el("compra", el("xPed", facts.order), el("xCont", facts.contract)),
        versao="4.00",
    )
    return el("nfeProc", el("NFe", note), xmlns="http://www.portalfiscal.inf.br/nfe", versao="4.00")


def _nfe_party(party: Party, element: str, phone: str | None) -> tuple[Node, Node, Node]:
    return (
        el("CNPJ", party.tax),
        el("xNome", party.name),
        el(
            element,
            el("xLgr", party.street),
            el("nro", party.house),
            el("xMun", party.town),
            el("CEP", party.postcode),
            el("cPais", "1058"),
            el("fone", phone),
        ),
    )


def _nfe_line(line: Line) -> Node:
    icms = el("ICMS00", el("CST", "00"), el("vBC", line.total), el("pICMS", line.rate), el("vICMS", line.tax))
    return el(
        "det",
        el(
            "prod",
            el("cProd", line.code),
            el("cEAN", "SEM GTIN"),
            el("xProd", line.description),
            el("uCom", "C62"),
            el("qCom", f"{line.quantity:.4f}"),
            el("vUnCom", line.price),
            el("vProd", line.gross),
            el("vFrete", line.charge) if line.charge else None,
            el("vDesc", line.discount) if line.discount else None,
        ),
        el("imposto", el("ICMS", icms)),
    )


def cfdi(facts: Facts, *, books: bool = False) -> Node:
    discount = sum((line.discount for line in facts.lines), Decimal(0))
    taxes = many(el("cfdi:Traslado", **_cfdi_tax(rate, base, tax)) for rate, base, tax in facts.shares)
    return el(
        "cfdi:Comprobante",
        el("cfdi:Emisor", Rfc=facts.seller.tax, Nombre=facts.seller.name),
        el("cfdi:Receptor", Rfc=facts.buyer.tax, Nombre=facts.buyer.name, ResidenciaFiscal="DEU"),
        el("cfdi:Conceptos", many(_cfdi_line(line) for line in facts.lines)),
        el("cfdi:Impuestos", el("cfdi:Traslados", taxes), TotalImpuestosTrasladados=facts.vat),
        **{
            "xmlns:cfdi": "http://www.sat.gob.mx/cfd/4",
            "Version": "4.0",
            "Serie": facts.number[:1],
            "Folio": facts.number[1:],
            "Fecha": f"{facts.issued}T12:13:14",
            "FormaPago": "03",
            "SubTotal": facts.net + discount,
            "Descuento": discount if discount else None,
            "Moneda": facts.currency,
            "TipoCambio": "17.05" if books else None,
            "Total": facts.gross,
            "TipoDeComprobante": "E" if facts.is_credit else "I",
        },
    )


def _cfdi_tax(rate: Decimal, base: Decimal, tax: Decimal) -> dict[str, object]:
    return {
        "Base": base, "Impuesto": "002", "TipoFactor": "Tasa", "TasaOCuota": f"{rate / 100:.6f}",
        "Importe": tax,
    }  # fmt: skip


def _cfdi_line(line: Line) -> Node:
    tax = el("cfdi:Traslado", **_cfdi_tax(line.rate, line.total, line.tax))
    return el(
        "cfdi:Concepto",
        el("cfdi:Impuestos", el("cfdi:Traslados", tax)),
        NoIdentificacion=line.code,
        Cantidad=line.quantity,
        ClaveUnidad="C62",
        Descripcion=line.description,
        ValorUnitario=line.price,
        Importe=line.gross,
        Descuento=line.discount if line.discount else None,
    )

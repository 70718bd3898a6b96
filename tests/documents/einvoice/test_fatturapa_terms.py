"""FatturaPA's own terms: contributions, withheld tax, stamp duty, instalments, chains of discounts."""

from __future__ import annotations

import pytest
from national_facts import Node, el, many

from paperformer.documents.einvoice import Adjustment, EInvoice, PurchaseLine, VatShare, read_einvoice

NOTHING = Node("")


def fattura(
    general: Node = NOTHING, lines: Node = NOTHING, goods: Node = NOTHING, payment: Node = NOTHING
) -> EInvoice:
    body = el(
        "FatturaElettronicaBody",
        el("DatiGenerali", el("DatiGeneraliDocumento", general)),
        el("DatiBeniServizi", lines, goods),
        payment,
    )
    namespace = "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"
    return read_einvoice(el("p:FatturaElettronica", body, **{"xmlns:p": namespace}).encode())


def first(invoice: EInvoice, name: str) -> str | None:
    return next(iter(invoice.fields.get(name, ())), None)


SHARE = el(
    "DatiRiepilogo", el("AliquotaIVA", "22.00"), el("ImponibileImporto", "104.00"), el("Imposta", "22.88")
)


def test_fatturapa_cassa_is_a_charge_ritenuta_is_withheld_and_bollo_is_a_duty() -> None:
    general = many(
        [
            el(
                "DatiRitenuta",
                el("TipoRitenuta", "RT01"),
                el("ImportoRitenuta", "20.00"),
                el("AliquotaRitenuta", "20.00"),
            ),
            el("DatiBollo", el("BolloVirtuale", "SI"), el("ImportoBollo", "2.00")),
            el(
                "DatiCassaPrevidenziale",
                el("TipoCassa", "TC04"),
                el("AlCassa", "4.00"),
                el("ImportoContributoCassa", "4.00"),
            ),
            el("ScontoMaggiorazione", el("Tipo", "SC"), el("Percentuale", "5.00"), el("Importo", "5.00")),
            el("ImportoTotaleDocumento", "126.88"),
        ]
    )
    payment = el("DatiPagamento", el("DettaglioPagamento", el("ImportoPagamento", "106.88")))
    invoice = fattura(general, goods=SHARE, payment=payment)
    assert invoice.adjustments == (
        Adjustment("allowance", "5.00", None, "5"),
        Adjustment("charge", "4.00", "TC04", "4"),
        Adjustment("withholding", "20.00", "RT01", "20"),
        Adjustment("stamp_duty", "2.00", "bollo"),
    )
    sums = ("total_excl_vat", "total_vat", "total_incl_vat", "amount_due")
    assert [first(invoice, name) for name in sums] == ["104.00", "22.88", "126.88", "106.88"]


def test_fatturapa_without_a_total_has_that_of_its_vat_breakdown() -> None:
    assert first(fattura(el("Arrotondamento", "0.12"), goods=SHARE), "total_incl_vat") == "127.00"


def test_fatturapa_total_that_is_no_number_is_left_out_and_not_computed() -> None:
    invoice = fattura(el("ImportoTotaleDocumento", "12x"), goods=SHARE)
    assert first(invoice, "total_incl_vat") is None
    assert invoice.warnings == ("e-invoice: total_incl_vat: '12x' is not a decimal number; left out",)


@pytest.mark.parametrize(
    ("amounts", "due"),
    [(["60.00", "66.88"], "126.88"), (["126.88", "126.88"], "126.88"), (["26.00"], "26.00"), ([], None)],
    ids=["instalments", "two ways to pay", "one", "none"],
)
def test_fatturapa_instalments_are_added_and_ways_to_pay_are_not(amounts: list[str], due: str | None) -> None:
    details = many(el("DettaglioPagamento", el("ImportoPagamento", amount)) for amount in amounts)
    assert first(fattura(goods=SHARE, payment=el("DatiPagamento", details)), "amount_due") == due


def test_fatturapa_discounts_of_a_line_follow_one_another() -> None:
    changes = many(
        el("ScontoMaggiorazione", el("Tipo", kind), el(element, value))
        for kind, element, value in (
            ("SC", "Percentuale", "10.00"),
            ("SC", "Percentuale", "5"),
            ("MG", "Importo", "1"),
        )
    )
    line = el(
        "DettaglioLinee",
        el("Quantita", "2"),
        el("PrezzoUnitario", "100.00"),
        changes,
        el("PrezzoTotale", "173.00"),
    )
    expected = PurchaseLine(
        quantity="2", unit_price="100.00", discount="29.00", charge="2.00", total="173.00"
    )
    assert fattura(lines=line).purchase_lines == (expected,)


@pytest.mark.parametrize(
    ("nature", "split", "category"),
    [
        ("N6.3", "", "AE"),
        ("N3.1", "", "G"),
        ("N2.2", "", "O"),
        ("N4", "", "E"),
        ("N7", "", None),
        ("", "S", "B"),
    ],
)
def test_fatturapa_natures_are_categories_of_vat(nature: str, split: str, category: str | None) -> None:
    goods = el(
        "DatiRiepilogo", el("Natura", nature or None), el("EsigibilitaIVA", split or None), el("Imposta", "0")
    )
    assert fattura(goods=goods).vat_distribution == (VatShare(category=category, amount="0.00"),)

"""What each national format has of its own: contributions, withheld taxes, corrections, several invoices."""

from __future__ import annotations

import pytest
from national_facts import Node, el, many
from national_formats import FORMATS

from paperformer.documents.einvoice import (
    Adjustment,
    EInvoice,
    VatShare,
    is_einvoice,
    read_einvoice,
)
from paperformer.documents.reading import InProcessReader, ReadOptions
from paperformer.documents.sniff import sniff
from paperformer.errors import UnreadableDocument


def write(name: str, seed: int = 0) -> str:
    national = FORMATS[name]
    return str(national.write(national.draw(seed)))


def read(xml: str) -> EInvoice:
    return read_einvoice(xml.encode())


def first(invoice: EInvoice, name: str) -> str | None:
    return next(iter(invoice.fields.get(name, ())), None)


@pytest.mark.parametrize(
    ("name", "period", "day"),
    [
        ("KSeF FA(3)", ("<OkresFa>", "</OkresFa>"), "<P_6>2026-02-03</P_6>"),
        ("ebInterface 6", ("<Period>", "</Period>"), "<Date>2026-02-03</Date>"),
        ("NAV", ("<invoiceDeliveryPeriodStart>", "</invoiceDeliveryPeriodEnd>"),
         "<invoiceDeliveryDate>2026-02-03</invoiceDeliveryDate>"),
    ],
)  # fmt: skip
def test_the_day_of_delivery_stands_in_place_of_a_period(
    name: str, period: tuple[str, str], day: str
) -> None:
    xml = write(name)
    begin, end = xml.index(period[0]), xml.index(period[1]) + len(period[1])
    invoice = read(xml[:begin] + day + xml[end:])
    assert first(invoice, "delivery_date") == "2026-02-03"
    assert first(invoice, "period_start") is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
@pytest.mark.parametrize("name", ["FatturaPA", "Facturae"])
def test_a_file_of_several_invoices_is_a_container_of_files_of_one_each(name: str, encoding: str) -> None:
    national = FORMATS[name]
    tag = {"FatturaPA": "FatturaElettronicaBody", "Facturae": "Invoice"}[name]
    one, two, three = (str(national.write(national.draw(seed))) for seed in (0, 1, 2))
    bodies = [
        xml[xml.index(f"<{tag}>") : xml.rindex(f"</{tag}>") + len(tag) + 3] for xml in (one, two, three)
    ]
    text = f"<?xml version='1.0' encoding='{encoding}'?>" + one.replace(bodies[0], "\n".join(bodies))
    lot = text.encode(encoding, "xmlcharrefreplace")
    assert read_einvoice(lot).warnings == ("the e-invoice holds 3 invoices, the first of them counts",)
    document = InProcessReader().read(lot, ReadOptions(name="lot.xml"))
    assert document.einvoice is None
    assert [file.name for file in document.contained] == ["invoice-1.xml", "invoice-2.xml", "invoice-3.xml"]
    for seed, file in enumerate(document.contained):
        part, facts = read_einvoice(file.data), national.draw(seed)
        assert part.warnings == ()
        assert first(part, "document_number") == facts.number
        assert first(part, "supplier_name") == national.draw(0).seller.name  # they share the header


def test_ksef_lines_before_a_correction_count_against_those_after_it() -> None:
    xml = write("KSeF FA(3)")
    row = xml[xml.index("<FaWiersz>") : xml.index("</FaWiersz>")]
    before = row.replace("<P_7>", "<StanPrzed>1</StanPrzed><P_7>") + "</FaWiersz>"
    old, new = read(xml.replace(row, before + row, 1)).purchase_lines[:2]
    assert (old.quantity, old.total) == (f"-{new.quantity}", f"-{new.total}")
    assert old.unit_price == new.unit_price


def test_ksef_rates_in_words_are_rates_and_a_paid_invoice_has_nothing_due() -> None:
    rows = many(el("FaWiersz", el("P_11", "1"), el("P_12", rate)) for rate in ("zw", "0 WDT", "np I", "8"))
    fa = el(
        "Fa",
        el("P_13_2", "1"),
        el("P_14_2", "0.08"),
        el("P_13_6_2", "1"),
        el("P_13_7", "1"),
        rows,
        el("Platnosc", el("Zaplacono", "1")),
    )
    invoice = read(el("Faktura", fa, xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/"))
    assert [line.vat_rate for line in invoice.purchase_lines] == ["0", "0", "0", "8"]
    assert invoice.vat_distribution == (
        VatShare("S", "8", "1.00", "0.08"),
        VatShare("K", "0", "1.00", "0.00"),
        VatShare("E", "0", "1.00", "0.00"),
    )
    assert first(invoice, "amount_due") == "0.00"


def test_facturae_adds_the_withheld_tax_to_its_total() -> None:
    sums = el(
        "InvoiceTotals",
        el("GeneralDiscounts", el("Discount", el("DiscountReason", "pp"), el("DiscountAmount", "3"))),
        el("TotalTaxesWithheld", "15.00"),
        el("InvoiceTotal", "106.00"),
        el("TotalExecutableAmount", "106.00"),
    )
    tax = el("Tax", el("TaxTypeCode", "04"), el("TaxRate", "15"), el("TaxAmount", el("TotalAmount", "15.00")))
    invoice = read(
        el(
            "f:Facturae",
            el("Invoices", el("Invoice", el("TaxesWithheld", tax), sums)),
            **{"xmlns:f": "http://www.facturae.es/Facturae/2014/v3.2.1/Facturae"},
        )
    )
    assert (first(invoice, "total_incl_vat"), first(invoice, "amount_due")) == ("121.00", "106.00")
    assert invoice.adjustments == (
        Adjustment("allowance", "3.00", "pp"),
        Adjustment("withholding", "15.00", "04", "15"),
    )


def test_cfdi_adds_the_withheld_tax_and_knows_exempt_goods() -> None:
    taxes = el(
        "c:Impuestos",
        el("c:Retenciones", el("c:Retencion", Impuesto="001", Importe="10.00")),
        el("c:Traslados", el("c:Traslado", Base="100", Impuesto="002", TipoFactor="Exento")),
        TotalImpuestosRetenidos="10.00",
    )
    stamp = el("c:Complemento", el("t:TimbreFiscalDigital", UUID="ABC-1", **{"xmlns:t": "urn:t"}))
    invoice = read(
        el("c:Comprobante", taxes, stamp, Total="90.00", **{"xmlns:c": "http://www.sat.gob.mx/cfd/4"})
    )
    assert (first(invoice, "total_incl_vat"), first(invoice, "amount_due")) == ("100.00", "90.00")
    assert invoice.vat_distribution == (VatShare("E", "0", "100.00", "0.00"),)
    assert invoice.adjustments == (Adjustment("withholding", "10.00", "001"),)
    assert first(invoice, "document_number") == "ABC-1"


def test_nfe_taxes_on_top_are_charges_and_a_tills_note_is_a_receipt() -> None:
    xml = write("NF-e").replace("<mod>55", "<mod>65").replace("<vIPI>0.00", "<vIPI>7.10")
    invoice = read(xml)
    assert invoice.adjustments == (Adjustment("charge", "7.10", "IPI"),)
    assert first(invoice, "document_type") == "receipt"


def test_finvoice_leaves_out_amounts_in_another_currency_and_names_them() -> None:
    national = FORMATS["Finvoice"]
    invoice = read(national.write(national.draw(0), books=True))
    assert invoice.warnings == ("e-invoice: InvoiceTotalVatAmount is in SEK, the invoice in EUR; left out",)


def test_ubl_leaves_out_a_total_in_another_currency_and_names_it() -> None:
    xml = write("UBL-TR").replace(
        'TaxInclusiveAmount currencyID="TRY"', 'TaxInclusiveAmount currencyID="USD"'
    )
    invoice = read(xml)
    assert "total_incl_vat" not in invoice.fields
    assert invoice.warnings == ("e-invoice: TaxInclusiveAmount is in USD, the invoice in TRY; left out",)


def test_turkish_withholding_is_an_adjustment() -> None:
    tax = el(
        "a:TaxSubtotal",
        el("b:Percent", "50"),
        el("a:TaxCategory", el("a:TaxScheme", el("b:Name", "Tevkifat"))),
    )
    withheld = el("a:WithholdingTaxTotal", el("b:TaxAmount", "5.00"), tax)
    invoice = read(write("UBL-TR").replace("<a:LegalMonetaryTotal>", f"{withheld}<a:LegalMonetaryTotal>"))
    assert invoice.adjustments == (Adjustment("withholding", "5.00", "Tevkifat", "50"),)


def test_nav_takes_the_national_tax_number_where_there_is_no_european_one() -> None:
    number = many([el("taxpayerId", "12345678"), el("vatCode", "2"), el("countyCode", "41")])
    info = el(
        "supplierInfo",
        el("supplierTaxNumber", number),
        el("supplierBankAccountNumber", "11111111-22222222-33333333"),
    )
    main = el("invoiceMain", el("invoice", el("invoiceHead", info)))
    invoice = read(el("InvoiceData", main, xmlns="http://schemas.nav.gov.hu/OSA/3.0/data"))
    assert first(invoice, "supplier_vat_number") == "12345678241"
    assert first(invoice, "bank_account_number") == "111111112222222233333333"


def test_order_x_is_an_order() -> None:
    namespace = "urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"
    document = el("r:ExchangedDocument", el("r:ID", "PO-7"), el("r:TypeCode", "220"))
    invoice = read(el("r:SCRDMCCBDACIOMessageStructure", document, **{"xmlns:r": namespace}))
    assert (invoice.syntax, first(invoice, "document_type"), first(invoice, "document_number")) == (
        "orderx", "order", "PO-7",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("envelope", "namespace"),
    [
        ("DocumentEnvelope", "urn:eFaktura:MinFinrs:envelop:schema"),
        ("StandardBusinessDocument", "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"),
    ],
)
def test_an_invoice_in_the_envelope_of_its_network_is_read(envelope: str, namespace: str) -> None:
    alone = write("OIOUBL")
    inside = el("e:DocumentBody", Node(alone.replace('xmlns:b="urn', 'xmlns:x="urn')))
    # what the envelope declares holds inside
    names = {
        "xmlns:e": namespace,
        "xmlns:b": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
    }
    xml = el(f"e:{envelope}", el("e:DocumentHeader", el("e:ID", "7")), inside, **names).encode()
    assert is_einvoice(xml)
    assert sniff(xml, "x") == "xml"
    assert read_einvoice(xml) == read(alone)


def test_an_envelope_without_an_invoice_is_named() -> None:
    xml = el(
        "e:DocumentEnvelope", el("e:ID", "7"), **{"xmlns:e": "urn:eFaktura:MinFinrs:envelop:schema"}
    ).encode()
    assert not is_einvoice(xml)
    with pytest.raises(UnreadableDocument, match="root <DocumentEnvelope> in the namespace urn:eFaktura:"):
        read_einvoice(xml)
